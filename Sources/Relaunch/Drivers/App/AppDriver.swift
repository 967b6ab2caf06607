import RelaunchProtocol

/// Drives a program that speaks the target protocol.
struct AppDriver: Driver {
    var name: String { "app" }
    /// It is asked for with every step, so it is made once.
    private static let capabilities = DriverCapability.usual.union([.bundle, .package])

    var capabilities: Set<DriverCapability> { Self.capabilities }

    func launch(_ launch: LaunchRequest, in session: isolated Session) async throws
        -> any RunningTarget
    {
        try RunningApp.launched(launch, launch.executable, launch.arguments, in: session)
    }
}

extension Session {
    /// Whether what runs can say by the target protocol what it has noticed itself.
    package var canReportIssues: Bool { running is RunningApp }
}

/// A program that speaks the target protocol, launched.
final class RunningApp: RunningTarget {
    fileprivate let conversation: Conversation
    private(set) var launchProgress = TargetProgress.done

    init(process: TargetProcess, timeLimit: Duration) {
        conversation = Conversation(process: process, timeLimit: timeLimit)
    }

    var record: LaunchRecord { conversation.record }
    /// A driver whose target lives elsewhere is not what a kill is meant for.
    var process: TargetProcess? { killsElsewhere ? nil : conversation.process }
    fileprivate var killsElsewhere: Bool { conversation.introduction["kills"]?.bool == true }

    /// Launches an executable that speaks the protocol: the target, or what stands in its place.
    static func launched(
        _ launch: LaunchRequest, _ executable: String, _ arguments: [String],
        in session: isolated Session
    ) throws -> RunningApp {
        let process = try session.spawn(
            executable, arguments: arguments, environment: launch.environment, withChannel: true)
        let app = RunningApp(process: process, timeLimit: session.timeLimit)
        app.conversation.hasSpoken = session.caseState.hasSpoken
        do { try app.launch(launch) } catch var failure as StepFailure {
            failure.record = app.record
            throw failure
        }
        return app
    }

    private func launch(_ launch: LaunchRequest) throws {
        var hold = Set(launch.kill?.point.hold.map { [$0] } ?? [])
        if launch.observations.contains(.snapshot) { hold.insert(snapshotHold) }
        conversation.watchesSnapshot = launch.observations.contains(.snapshot)
        conversation.arm(launch.kill)
        conversation.welcome = [
            "protocol": .integer(protocolVersion), "hold": .array(hold.sorted().map(JSON.string)),
            "device": launch.device.json,
        ]
        let progress = try conversation.wait(for: "the launch to be complete (phase 'active')") {
            $0.record.phases.contains(.active) ? true : nil
        }
        if case .ended(let status) = progress {
            throw conversation.endedEarly(
                status, during: record.hello == nil ? "before it said hello" : "while launching")
        }
        launchProgress = progress
    }

    func perform(
        _ action: String, _ arguments: [String: JSON], killedAt kill: ArmedKill?,
        in session: isolated Session
    ) async throws -> (JSON, TargetProgress) {
        try check(action, arguments)
        return try conversation.request(
            Method.perform, ["action": .string(action), "arguments": .object(arguments)],
            during: "'\(action)'", killedAt: kill)
    }

    /// Holds what the scenario asks for against what the target has announced, before it is asked.
    private func check(_ action: String, _ arguments: [String: JSON]) throws {
        guard let actions = record.hello?.actions else { return }
        try ArgumentCheck.check(action, arguments, against: actions)
    }

    func deliver(_ event: LifecycleEvent, killedAt kill: ArmedKill?, in session: isolated Session)
        async throws -> TargetProgress
    {
        try conversation.request(
            Method.lifecycle, ["event": .string(event.rawValue)],
            during: "the event '\(event.rawValue)'", killedAt: kill
        ).1
    }

    func state(in session: isolated Session) async throws -> JSON {
        try conversation.question(Method.state)
    }

    func screenshot(in session: isolated Session) async throws -> Picture {
        let answer = try conversation.question(Method.screenshot)
        guard let picture = Picture(answer) else {
            throw StepFailure(
                kind: .brokenProtocol, "the target's screenshot is not a picture",
                expected: "mediaType, and text or data",
                actual: shortened(answer.text))
        }
        return picture
    }
}

extension RunningApp {
    /// A driver whose target lives elsewhere says in its hello that it kills it itself.
    func kill(_ manner: Kill.Manner, in session: isolated Session) async throws {
        guard killsElsewhere else { return }
        _ = try conversation.question("kill", ["manner": .string("\(manner)")])
    }
}

/// A text from outside, cut to what fits a message.
func shortened(_ text: String, to limit: Int = 200) -> String {
    text.count > limit ? text.prefix(limit) + "…" : text
}
