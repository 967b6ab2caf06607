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
        for number in 1...Self.wayCount {
            let way = try await draw(number, &profile, session)
            let again = try await goAgain(way.actions, session)
            profile.volatileLeaves.formUnion(profile.differences(way.state, again))
        }
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
        guard let hello = session.record.hello else {
            throw StepFailure(
                blame: .scenario, "the suite does not say what can be done with its target")
        }
        var profile = TargetProfile(hello: hello, initialState: state, options: options)
        for isFirst in [true, false] {
            try await session.kill(.system, where: "by the probe")
            let other: JSON
            if isFirst {
                other = try await firstState(session)
            } else {
                try await session.launch()
                other = try await session.shownState()
            }
            profile.volatileLeaves.formUnion(profile.differences(state, other))
        }
        try await session.kill(.system, where: "by the probe")
        return profile
    }

    private func firstState(_ session: isolated Session) async throws -> JSON {
        try session.container.replaceContents(with: nil)
        try await session.launch()
        return try await session.shownState()
    }

    private func draw(
        _ number: Int, _ profile: inout TargetProfile, _ session: isolated Session
    ) async throws -> (actions: [DrawnAction], state: JSON) {
        var state = try await firstState(session)
        var deck = ActionDeck(
            profile.hello.actions, seed: options.seed, way: number,
            drawsExtremes: profile.takesExtremes)
        var done: [DrawnAction] = []
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
                continue
            }
            done.append(action)
            state = try await session.shownState()
        }
        try await session.kill(.system, where: "by the probe")
        return (done, state)
    }

    /// The state after the same actions in another container.
    private func goAgain(
        _ actions: [DrawnAction], _ session: isolated Session
    ) async throws -> JSON {
        var state = try await firstState(session)
        for action in actions {
            do { try await session.perform(action.name, action.arguments) } catch let error
                as StepFailure where error.blame == .target && session.targetLives
            { continue }
            state = try await session.shownState()
        }
        try await session.kill(.system, where: "by the probe")
        return state
    }
}

extension Session {
    /// The whole observable state; null for a target that shows none.
    package func shownState() async throws -> JSON {
        target.driver.can(.state) ? try await state() : .null
    }
}
