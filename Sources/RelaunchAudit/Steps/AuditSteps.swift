import Relaunch
import RelaunchProtocol

/// A step of the audit's own. Where it stands in this program's sources means nothing to anybody.
protocol AuditStep: Step {}

extension AuditStep {
    var location: FileLocation {
        FileLocation(fileID: #fileID, file: #filePath, line: #line, column: 1)
    }
}

/// Performs an action with the first arguments that the target does not refuse where it is; it may
/// refuse all of them.
struct Attempt: AuditStep {
    private static let drawLimit = 8

    let action: String
    /// Given, or drawn from the action's schema.
    private let arguments: [String: JSON]?
    private let schema: JSON

    init(_ action: DrawnAction) {
        self.action = action.name
        arguments = action.arguments
        schema = .null
    }

    init(_ action: String, schema: JSON) {
        self.action = action
        self.schema = schema
        arguments = nil
    }

    var text: String { "Attempt(\"\(action)\")" }

    func rehearse(_ rehearsal: inout Rehearsal) { rehearsal.needsRunning() }

    func perform(in session: isolated Session) async throws -> Next {
        var deck = ActionDeck([action: schema], seed: session.seed)
        let state = try await session.state()
        for _ in 0..<(arguments == nil ? Self.drawLimit : 1) {
            let drawn = arguments ?? deck.draw(in: state)?.arguments ?? [:]
            do {
                try await session.perform(action, drawn)
                return .step
            } catch let failure as StepFailure where failure.kind == .refused {
                continue
            }
        }
        session.log("refused: \(action)")
        return .step
    }
}

/// Launches a second time while the first launch is on its way (rule D3: a launch that has not
/// ended has not crashed). The second may refuse to start.
struct DoubleLaunch: AuditStep {
    var text: String { "DoubleLaunch()" }

    func rehearse(_ rehearsal: inout Rehearsal) { rehearsal.launch(endsDead: false) }

    func perform(in session: isolated Session) async throws -> Next {
        let first = try await session.launchAside(until: ArmedKill(point: .launching))
        guard first.launchProgress == .atKillPoint else {
            throw StepFailure.notJudged("the target did not wait while launching")
        }
        session.log("launched, and held while launching")
        if try await !session.launchSecond() { try session.terminateAndReap() }
        return .step
    }
}

/// Launches a later build. A build that dies of the saved state breaks rule R9, and says nothing about
/// the move.
struct LaunchUpdate: AuditStep {
    var text: String { "Launch()" }

    func rehearse(_ rehearsal: inout Rehearsal) { rehearsal.launch(endsDead: false) }

    func perform(in session: isolated Session) async throws -> Next {
        do { try await session.launch() } catch let failure as StepFailure
            where failure.blame == .target
        {
            guard session.record.phases.contains(.restoring) else { throw failure }
            session.log("does not concern the move: \(failure.message)")
            session.record = LaunchRecord()
            try session.terminateAndReap()
        }
        return .step
    }
}

/// Warns of short memory, which must change nothing of the state (rule W4).
struct WarnOfMemory: AuditStep {
    let profile: TargetProfile

    var text: String { "MemoryWarning()" }

    func rehearse(_ rehearsal: inout Rehearsal) { rehearsal.needsRunning() }

    func perform(in session: isolated Session) async throws -> Next {
        let before = try await session.state()
        try await session.deliver(.memoryWarning)
        let after = try await session.state()
        if profile.isSame(before, after) { return .step }
        throw StepFailure(
            "a memory warning has changed the state", expected: "the state of before",
            actual: "another one",
            difference: profile.difference(expected: before, actual: after))
    }
}
