import RelaunchProtocol

/// The harness's end of what a browser is asked over: commands, their answers, and events.
protocol BrowserConnection: AnyObject {
    /// Who answers, for messages.
    static var words: BrowserWords { get }
    var process: TargetProcess { get }
    /// When the browser is to die of its launch.
    var death: ContinuousClock.Instant? { get }
    /// Whether a message has come.
    var hasSpoken: Bool { get set }

    /// Takes in a message.
    func take(_ message: JSON, until deadline: ContinuousClock.Instant) throws
}

/// How messages name a browser and what it is asked over.
struct BrowserWords: Sendable {
    /// `Chromium`.
    var product: String
    /// What of it answers: `developer tools`.
    var speaker: String
    /// What it is reached by: `pipe`.
    var channel: String
}

/// An error in the browser's own words.
struct BrowserRefusal: Error {
    var message: String
    /// The kind of error, where the browser names one.
    var code: String?
}

extension StepFailure {
    init(_ refusal: BrowserRefusal) {
        self.init(kind: .refused, "the browser refuses: \(shortened(refusal.message))")
    }
}

/// How long a browser has to end that has closed its channel.
private let timeToEnd = Duration.seconds(3)

extension BrowserConnection {
    /// Takes in what the browser says until something is found in it.
    ///
    /// - Throws: ``StepFailure`` where the browser ends or the time is over; ``TargetDies`` where it is due to
    ///   die before.
    func wait<Found>(
        for what: String, in session: isolated Session, until find: () throws -> Found?
    ) throws -> Found {
        let deadline = session.deadline
        let death = [death, session.caseState.targetDies?.time].compactMap { $0 }.min()
        var closedAt: ContinuousClock.Instant?
        while true {
            while let message = try nextMessage() { try take(message, until: deadline) }
            if let found = try find() { return found }
            if try hasEnded(what) { continue }
            let now = ContinuousClock.now
            if let death, death <= now { throw TargetDies() }
            if process.channelIsClosed { closedAt = closedAt ?? now }
            if let closedAt, now >= min(closedAt + timeToEnd, deadline) {
                throw StepFailure(
                    kind: .brokenProtocol,
                    "the browser closed the \(Self.words.channel) of its \(Self.words.speaker) "
                        + "but lives on",
                    expected: what)
            }
            guard now < deadline else { throw isLate(what, in: session) }
            let limits = [deadline, death, closedAt.map { $0 + timeToEnd }]
            _ = try process.takeInput(until: limits.compactMap { $0 }.min() ?? deadline)
        }
    }

    /// Throws where the browser has ended; true where there is something left that it has said before.
    func hasEnded(_ what: String) throws -> Bool {
        guard let status = process.exitStatus else { return false }
        if try process.takeRestOfChannel() { return true }
        throw StepFailure(
            kind: .ended, "the browser ended by itself", expected: what, actual: "it \(status)")
    }

    /// What did not happen in time.
    func isLate(_ what: String, in session: isolated Session) -> StepFailure {
        StepFailure(
            kind: .timedOut,
            "what Relaunch waited for did not happen within \(session.timeLimit.shortText)",
            expected: what,
            actual: hasSpoken
                ? "the messages below" : "it has said nothing: is it \(Self.words.product)?")
    }

    private func nextMessage() throws -> JSON? {
        do {
            guard let line = try process.nextLine() else { return nil }
            hasSpoken = true
            let text = String(decoding: line, as: UTF8.self)
            do { return try JSON(parsing: text) } catch { throw isNotJSON(text) }
        } catch let error as UnreadableMessage {
            throw isNotJSON("\(error)")
        }
    }

    private func isNotJSON(_ text: String) -> StepFailure {
        StepFailure(
            kind: .brokenProtocol, "the browser's \(Self.words.speaker) did not answer in JSON",
            expected: "JSON", actual: shortened(text))
    }
}
