import Relaunch
import RelaunchProtocol

/// Drives a target that a suite describes to find out what differs in it although the same was done.
///
/// What a death takes of it is not looked for: what may be lost, the suite says.
struct DescribedProbe: Step {
    let options: AuditOptions
    let result: ProbeResult<TargetProfile>
    let location = FileLocation(fileID: #fileID, file: #filePath, line: #line, column: 1)
    var text: String { "Probe()" }

    /// How many ways are drawn, and how many actions each has.
    private static let wayCount = 3
    private static let wayLength = 12

    func rehearse(_ rehearsal: inout Rehearsal) { rehearsal.launch(endsDead: true) }

    func perform(in session: isolated Session) async throws -> Next {
        var profile = try await introduce(session)
        guard !profile.hello.actions.isEmpty else {
            throw StepFailure(
                blame: .scenario,
                "the suite has no action, so nothing can be done with its target; write at least one "
                    + "`Action(\"…\") { … }`")
        }
        var refusal: String?
        var hasActed = false
        for number in 1...Self.wayCount {
            let way = try await draw(number, &profile, session)
            refusal = refusal ?? way.refusal
            hasActed = hasActed || !way.actions.isEmpty
            let again = try await lookAgain(at: way, session)
            profile.volatileLeaves.formUnion(profile.differences(way.state, again))
        }
        guard hasActed else { throw neverDone(because: refusal) }
        if !session.target.driver.can(.state) {
            profile.notes.append(
                "the suite has no `State`, so it is only seen whether the target starts and lives on, and "
                    + "whether the invariants hold")
        }
        result.set(profile)
        return .step
    }

    /// Two first launches, and one after a kill.
    private func introduce(_ session: isolated Session) async throws -> TargetProfile {
        let state = try await firstState(session)
        let target = session.target
        let described = target.isAskedAtRest ? target.interface.hello(of: target.driver.name) : nil
        guard let hello = described ?? session.record.hello else {
            throw StepFailure(
                blame: .scenario, "the suite does not say what can be done with its target")
        }
        var profile = TargetProfile(hello: hello, initialState: state, options: options)
        for isFirst in [true, false] {
            try await end(session)
            let other: JSON
            if isFirst, !target.isAskedAtRest {
                other = try await firstState(session)
            } else {
                other = try await nextState(session)
            }
            profile.volatileLeaves.formUnion(profile.differences(state, other))
        }
        try await end(session)
        return profile
    }

    private func firstState(_ session: isolated Session) async throws -> JSON {
        try session.container.replaceContents(with: nil)
        try await session.setUp()
        return try await nextState(session)
    }

    private func nextState(_ session: isolated Session) async throws -> JSON {
        if !session.target.isAskedAtRest { try await session.launch() }
        return try await session.shownState()
    }

    private func end(_ session: isolated Session) async throws {
        if session.isTargetRunning { try await session.kill(.system, where: "by the probe") }
    }

    /// Actions that were done one after the other, what they led to, and why the first was not done that
    /// was refused.
    private typealias Way = (actions: [DrawnAction], state: JSON, refusal: String?)

    private func neverDone(because refusal: String?) -> StepFailure {
        StepFailure(
            blame: .scenario,
            "none of the actions that were tried has ended well, so nothing can be lost; the first said: "
                + "\(refusal ?? "nothing"). What they need before, do in a `Setup { … }`")
    }

    /// Why an action was refused, in a line.
    private func words(_ failure: StepFailure, _ session: isolated Session) -> String {
        let said = session.lastRun?.error.split(whereSeparator: \.isNewline).first.map(String.init)
        return [failure.message, failure.actual, said].compactMap { $0 }.joined(separator: ": ")
    }

    private func draw(
        _ number: Int, _ profile: inout TargetProfile, _ session: isolated Session
    ) async throws -> Way {
        var state = try await firstState(session)
        var deck = ActionDeck(
            profile.hello.actions, seed: options.seed, way: number,
            drawsExtremes: profile.takesExtremes)
        var done: [DrawnAction] = []
        var refusal: String?
        for _ in 0..<Self.wayLength {
            guard let action = deck.draw(in: state) else { break }
            do { try await session.perform(action.name, action.arguments) } catch let error
                as StepFailure where error.blame == .target
            {
                guard session.targetLives, error.kind != .timedOut else {
                    guard action.isExtreme else { throw error }
                    try session.terminateAndReap()
                    profile.noteExtreme(action, error)
                    return try await draw(number, &profile, session)
                }
                // It may refuse what makes no sense where it is.
                refusal = refusal ?? words(error, session)
                state = try await session.shownState()
                continue
            }
            done.append(action)
            state = try await session.shownState()
        }
        try await end(session)
        return (done, state, refusal)
    }

    /// The state after the same actions in another container. What a command has left is looked at once
    /// more: nobody compares it with what another run has left.
    private func lookAgain(at way: Way, _ session: isolated Session) async throws -> JSON {
        if session.target.isAskedAtRest { return try await session.shownState() }
        var state = try await firstState(session)
        for action in way.actions {
            do { try await session.perform(action.name, action.arguments) } catch let error
                as StepFailure where error.blame == .target && session.targetLives
            { continue }
            state = try await session.shownState()
        }
        try await end(session)
        return state
    }
}

extension Session {
    /// The whole observable state; null for a target that shows none.
    package func shownState() async throws -> JSON {
        target.driver.can(.state) ? try await state() : .null
    }
}
