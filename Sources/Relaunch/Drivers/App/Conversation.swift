import CrashStates
import RelaunchProtocol

/// The harness's end of a target's channel: one request at a time, and everything that the target says
/// meanwhile.
final class Conversation {
    let process: TargetProcess
    let timeLimit: Duration
    private(set) var record = LaunchRecord()
    /// The whole of what the target said in `hello`.
    private(set) var introduction = JSON.null
    /// The answer to `hello`.
    var welcome: JSON = [:]
    /// Whether the target is known to speak the protocol, since another launch did.
    var hasSpoken = false
    /// Whether a shown snapshot is to be looked at before the target goes on.
    var watchesSnapshot = false

    private var kill: ArmedKill?
    private var isAtKillPoint = false
    private var lastID: Int64 = 0
    private var answers: [Int64: Result<JSON, StepFailure>] = [:]
    private var expected: Set<Int64> = []
    /// How long a target that has closed its channel may take to end: a loaded machine may take a while
    /// to reap it.
    private static let timeToEnd = Duration.seconds(3)
    /// Whether the screen is being looked at while a snapshot is shown.
    private var isLooking = false

    init(process: TargetProcess, timeLimit: Duration) {
        self.process = process
        self.timeLimit = timeLimit
    }

    func arm(_ kill: ArmedKill?) {
        self.kill = kill
        isAtKillPoint = false
    }

    // MARK: Asking

    /// Asks for something that may bring the target to the kill point.
    func request(
        _ method: String, _ params: [String: JSON], during: String, killedAt kill: ArmedKill?
    ) throws -> (JSON, TargetProgress) {
        arm(kill)
        var params = params
        var hold = kill?.point.hold.map { [$0] } ?? []
        if watchesSnapshot { hold.append(snapshotHold) }
        params["hold"] = .array(hold.map(JSON.string))
        let id = try send(method, .object(params))
        var answer: JSON?
        let progress = try wait(for: "an answer to \(during)") { conversation in
            if let result = conversation.answers.removeValue(forKey: id) {
                answer = try result.get()
            }
            return answer == nil ? nil : true
        }
        return (answer ?? .null, progress)
    }

    /// Asks for something that has no effect; the target answers it also where it is held.
    func question(_ method: String, _ params: JSON = [:]) throws -> JSON {
        let id = try send(method, params)
        let kill = self.kill
        self.kill = nil
        defer { self.kill = kill }
        let wasAtKillPoint = isAtKillPoint
        isAtKillPoint = false
        defer { isAtKillPoint = wasAtKillPoint }
        var answer: JSON?
        let progress = try wait(for: "an answer to '\(method)'") { conversation in
            if let result = conversation.answers.removeValue(forKey: id) {
                answer = try result.mapError { failure in
                    var failure = failure
                    failure.expected = "an answer to '\(method)'"
                    return failure
                }.get()
            }
            return answer == nil ? nil : true
        }
        if case .ended(let status) = progress {
            throw endedEarly(status, during: "while it was asked for its \(method)")
        }
        return answer ?? .null
    }

    private func send(_ method: String, _ params: JSON) throws -> Int64 {
        lastID += 1
        expected.insert(lastID)
        try process.send(.request(id: lastID, method: method, params: params), until: deadline)
        return lastID
    }

    private var deadline: ContinuousClock.Instant { .now + timeLimit }

    // MARK: Listening

    /// Takes in what comes until the condition holds, the kill point is reached or the target has ended.
    func wait(
        for what: String, until isDone: (Conversation) throws -> Bool?
    ) throws -> TargetProgress {
        let deadline = self.deadline
        var closedAt: ContinuousClock.Instant?
        while true {
            while let line = try nextLine() { try take(line) }
            if isAtKillPoint { return .atKillPoint }
            if try isDone(self) != nil { return .done }
            if let status = process.exitStatus {
                if try process.takeRestOfChannel() { continue }
                return .ended(status)
            }
            let now = ContinuousClock.now
            if let time = kill?.time, now >= time { return .atKillPoint }
            if process.channelIsClosed { closedAt = closedAt ?? now }
            if let closedAt, now >= min(closedAt + Self.timeToEnd, deadline) {
                throw StepFailure(
                    kind: .brokenProtocol, "the target closed its channel but lives on",
                    expected: what)
            }
            guard now < deadline else {
                throw StepFailure(
                    kind: .timedOut,
                    "what Relaunch waited for did not happen within \(timeLimit.shortText)",
                    expected: what, actual: heardSoFar)
            }
            let limits = [deadline, kill?.time, closedAt.map { $0 + Self.timeToEnd }]
            _ = try process.takeInput(until: limits.compactMap { $0 }.min() ?? deadline)
        }
    }

    private func nextLine() throws -> Message? {
        do {
            guard let line = try process.nextLine() else { return nil }
            return try Message(line: line)
        } catch let error as ProtocolError {
            throw StepFailure(kind: .brokenProtocol, "the target broke the protocol: \(error)")
        }
    }

    private var heardSoFar: String {
        if record.hello == nil {
            let question = hasSpoken ? "" : ": does it speak the target protocol?"
            return "it has not said hello" + question
        }
        return record.phases.last.map { "its last phase was '\($0.rawValue)'" }
            ?? "it said hello and no phase"
    }

    func endedEarly(_ status: ExitStatus, during: String) -> StepFailure {
        var message = "the target \(status) by itself \(during)"
        if case .exited = status, record.hello == nil, !hasSpoken {
            message +=
                ". Does it speak the target protocol? A program that runs to its end is a "
                + "`.command`, and is audited with --command"
        }
        return StepFailure(
            kind: .ended, message, expected: "it lives", actual: "\(status)")
    }

    private func take(_ message: Message) throws {
        switch message {
        case .request(let id, let method, let params): try takeRequest(id, method, params)
        case .notification(let method, let params): _ = try record.take(method, params)
        case .response(let id, let result): try takeAnswer(id, .success(result))
        case .failure(let id, let code, let text):
            let failure = StepFailure(
                kind: .refused, "the target answered with an error: \(shortened(text)) (\(code))")
            try takeAnswer(id, .failure(failure))
        }
    }

    private func takeAnswer(_ id: Int64, _ answer: Result<JSON, StepFailure>) throws {
        guard expected.remove(id) != nil else {
            throw StepFailure(
                kind: .brokenProtocol, "the target answered a request that was never made",
                expected: "an answer to request \(lastID)", actual: "an answer with the id \(id)")
        }
        answers[id] = answer
    }

    private func takeRequest(_ id: Int64, _ method: String, _ params: JSON) throws {
        if method == Method.hello {
            try record.takeHello(params)
            introduction = params
            try reply(id, welcome)
            return
        }
        guard try record.take(method, params) else {
            try process.send(
                .failure(
                    id: id, code: ErrorCode.methodNotFound, text: "unknown method '\(method)'"),
                until: deadline)
            return
        }
        let name =
            switch method {
            case Method.phase: params["phase"]?.string
            case Method.checkpoint: params["name"]?.string
            case Method.snapshot: snapshotHold
            default: nil as String?
            }
        if method == Method.snapshot, watchesSnapshot, !isLooking {
            isLooking = true
            defer { isLooking = false }
            record.screenWithSnapshot = Picture(try question(Method.screenshot))
        }
        if let name, name == kill?.point.hold {
            isAtKillPoint = true
        } else {
            try reply(id, [:])
        }
    }

    private func reply(_ id: Int64, _ result: JSON) throws {
        try process.send(.response(id: id, result: result), until: deadline)
    }
}
