import CrashStates
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
    private static let wayLength = 9
    /// How many of its files are damaged.
    private static let fileCount = 8

    func rehearse(_ rehearsal: inout Rehearsal) { rehearsal.launch(endsDead: true) }

    func perform(in session: isolated Session) async throws -> Next {
        var profile = try await introduce(session)
        guard !profile.hello.actions.isEmpty else {
            throw StepFailure(
                blame: .scenario,
                "the suite has no action, so nothing can be done with its target; write at least one "
                    + "`Action(\"…\") { … }`")
        }
        var described = DescribedTarget(target: session.target)
        var refusal: String?
        /// Two states to which the same has led.
        var difference: String?
        var files: Set<String> = []
        for number in 1...Self.wayCount {
            let drawn = try await draw(number, &profile, session)
            refusal = refusal ?? drawn.refusal
            var way = drawn.way
            // What was refused may have done something all the same.
            if drawn.refusal != nil { way = try await live(way.actions, session) }
            files.formUnion(Self.damageable(in: session.container))
            let last = way.states.last ?? .null
            if session.target.isAskedAtRest {
                // Nobody compares what a command has left with what another run has left.
                let now = try await session.shownState()
                profile.volatileLeaves.formUnion(profile.differences(last, now))
            }
            // What holds the time in whole seconds is another then.
            if number == 1 { try await waitForSecond() }
            let again = try await live(way.actions, session).states.last ?? .null
            let differences = profile.differences(last, again)
            if !differences.isEmpty {
                difference = difference ?? "\(Self.shown(last)) and \(Self.shown(again))"
            }
            if session.target.isAskedAtRest {
                if !differences.isEmpty { described.isReproducible = false }
            } else {
                profile.volatileLeaves.formUnion(differences)
            }
            if !way.actions.isEmpty { described.ways.append(way) }
        }
        guard !described.ways.isEmpty else { throw neverDone(because: refusal) }
        described.files = Array(files.sorted().prefix(Self.fileCount))
        let last = described.ways.last?.states.last ?? .null
        described.isAllVolatile = profile.leaves(of: last).isEmpty
        if described.isAllVolatile, session.target.driver.can(.state) {
            let example = difference.map {
                ": the same actions, in another container, led to \($0)"
            }
            profile.notes.append(
                "all of the state is another one each time, so nothing is judged by it\(example ?? ""). Let the "
                    + "`State` show an object, of which some members may change, or leave out what changes"
            )
        }
        profile.described = described
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

    /// Files of the target's own that can be damaged, but for what it keeps anew for each launch.
    private static func damageable(in container: Container) -> [String] {
        container.regularFiles.filter { name in
            !Container.purgeable.contains { name.hasPrefix($0 + "/") }
                && FileDigest.digest(of: container.path(name)) != FileDigest.start
        }
    }

    /// What was done, and why the first action was not done that was refused.
    private typealias Drawn = (way: DescribedWay, refusal: String?)

    private static func shown(_ state: JSON) -> String {
        state.text.count > 200 ? state.text.prefix(200) + "…" : state.text
    }

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
    ) async throws -> Drawn {
        var state = try await firstState(session)
        var way = DescribedWay(states: [state])
        var deck = ActionDeck(
            profile.hello.actions, seed: options.seed, way: number,
            drawsExtremes: profile.takesExtremes)
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
            state = try await session.shownState()
            way.actions.append(action)
            way.states.append(state)
        }
        try await end(session)
        return (way, refusal)
    }

    /// Performs actions in a first launch, as far as they end well.
    private func live(
        _ actions: [DrawnAction], _ session: isolated Session
    ) async throws -> DescribedWay {
        var way = DescribedWay(states: [try await firstState(session)])
        for action in actions {
            do { try await session.perform(action.name, action.arguments) } catch let error
                as StepFailure where error.blame == .target && session.targetLives
            { continue }
            way.actions.append(action)
            way.states.append(try await session.shownState())
        }
        try await end(session)
        return way
    }
}

extension Session {
    /// The whole observable state; null for a target that shows none.
    package func shownState() async throws -> JSON {
        target.driver.can(.state) ? try await state() : .null
    }
}
