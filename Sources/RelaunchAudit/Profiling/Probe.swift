import CrashStates
import Relaunch
import RelaunchProtocol

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Drives a target to make its profile, before its rules are checked.
struct Probe: Step {
    /// How many actions a long way is drawn of.
    static let drawLength = 40

    let options: AuditOptions
    let result: ProbeResult<TargetProfile>
    /// Is told what the probe will take, as soon as that is known.
    let announce: @Sendable (Preparation) -> Void
    let location = FileLocation(fileID: #fileID, file: #filePath, line: #line, column: 1)
    var text: String { "Probe()" }

    func rehearse(_ rehearsal: inout Rehearsal) { rehearsal.launch(endsDead: true) }

    func perform(in session: isolated Session) async throws -> Next {
        try await probe(apartFrom: FadingActions(), session)
        return .step
    }

    private func probe(
        apartFrom fading: FadingActions, _ session: isolated Session
    ) async throws {
        var profile = try await introduce(session)
        fading.restrict(&profile)
        guard !profile.hello.actions.isEmpty else {
            throw StepFailure(
                blame: .scenario, "the target announces no actions, so its state cannot be changed",
                expected: "at least one in 'hello'", actual: "none")
        }
        try await findWalks(&profile, session)
        let found = try await fadingActions(in: profile, session)
        if let more = fading.adding(found, in: profile) {
            return try await probe(apartFrom: more, session)
        }
        try await findLosingPairs(&profile, session)
        try await diagnose(&profile, session)
        try await chooseWalks(&profile, session)
        let wantsStarts = ["R13", "S11"] + (profile.hasScenes ? ["C8"] : [])
        if wantsStarts.contains(where: options.includes) {
            try await findStarts(&profile, session)
        }
        try await findLives(&profile, session)
        profile.notes += profile.notesOnTimes + profile.notesOnPlaces + profile.notesOnLosses
        try await findOtherSaves(&profile, session)
        let walk = profile.walks.first ?? profile.allWalks[0]
        profile.saving = walk.generation.saving
        profile.restoring = walk.generation.restoring
        try await findWhetherUpdatesAreSeen(&profile, session)
        try await tryBasics(&profile, session)
        result.set(profile)
    }

    /// Draws long ways, cuts walks out of them, and takes each once more to see what comes back of it.
    private func findWalks(_ profile: inout TargetProfile, _ session: isolated Session) async throws
    {
        var cuts: [WalkDraw.Cut] = []
        var obstacles: [String: ActionObstacle] = [:]
        for (name, reason) in ActionDeck(profile.hello.actions, seed: options.seed).notDrawn {
            obstacles[name] = .notDrawn(reason)
        }
        for number in 1...profile.effort.drawCount {
            let draw = try await drawWay(number, &profile, session)
            obstacles.merge(draw.refusals.mapValues(ActionObstacle.refused)) { first, _ in first }
            profile.changedTogether.formUnion(draw.changedTogether(from: profile.initialState))
            profile.performed.formUnion(draw.stations.map(\.action.name))
            cuts += draw.stations.indices.compactMap {
                draw.walk(cutBehind: $0, from: profile.initialState)
            }
        }
        var walks: [ActionWalk] = []
        var unrepeatable = 0
        for (index, cut) in cuts.chosen(atMost: profile.effort.cutCount).enumerated() {
            var walk = ActionWalk(cut, name: "walk \(index + 1)")
            do { try await replay(&walk, &profile, session) } catch let failure as StepFailure
                where session.targetLives && failure.kind != .timedOut
            {
                // What it asks for was there once, such as a key that was drawn at random.
                try session.terminateAndReap()
                unrepeatable += 1
                continue
            }
            walks.append(walk)
            // Each hang takes as long as a target may take for anything.
            if walk.generation.failure?.kind == .timedOut { break }
        }
        profile.allWalks = walks.filter { $0.isVisible(in: profile) }
        guard !profile.allWalks.isEmpty else {
            throw StepFailure(
                "no action that was tried has changed the target's state",
                expected: "actions of 'hello' that can be seen in 'state'",
                actual: profile.hello.actions.keys.sorted().map { name in
                    obstacles[name].map { "\(name) (\($0.text))" } ?? name
                }.joined(separator: ", "))
        }
        for walk in profile.allWalks { profile.noteOrderLost(in: walk) }
        profile.notes += profile.notesOnActions(obstacles) + profile.notesOnOrder
        profile.notes += profile.hello.expects.keys.sorted()
            .filter { !RuleSet.ruleNumbers.contains($0) }
            .map { "the target's hello expects '\($0)', and no rule is called so" }
        profile.notes += profile.notesOnWalks(
            unrepeatable: unrepeatable, invisible: walks.count - profile.allWalks.count,
            drawn: walks.count + unrepeatable)
    }

    /// A first launch, and a save with nothing done.
    private func introduce(_ session: isolated Session) async throws -> TargetProfile {
        let effort = try await session.measureStart(options.effort)
        let state = try await session.state()
        guard let hello = session.record.hello else {
            throw StepFailure("the target did not introduce itself")
        }
        var profile = TargetProfile(hello: hello, initialState: state, options: options)
        profile.hasBundle = session.target.driver.can(.executable)
        profile.canMoveClock = session.canMoveClock
        profile.effort = effort
        announce(effort.estimate(actions: hello.actions.count, options))
        try await session.deliver(.background)
        profile.initialSave = session.record
        try await session.kill(.system, where: "by the probe")
        return profile
    }

    // MARK: Walks

    private func launchFresh(_ session: isolated Session) async throws {
        try session.container.replaceContents(with: nil)
        try await session.launch()
    }

    /// Draws actions and notes those that the target carries out.
    private func drawWay(
        _ number: Int, _ profile: inout TargetProfile, _ session: isolated Session
    ) async throws -> WalkDraw {
        try await launchFresh(session)
        var deck = ActionDeck(
            profile.hello.actions, seed: options.seed, way: number,
            drawsExtremes: profile.takesExtremes)
        var state = try await session.state()
        profile.noteOrder(of: state, beside: profile.initialState)
        var draw = WalkDraw()
        for _ in 0..<Self.drawLength {
            guard let action = deck.draw(in: state) else { break }
            do { try await session.perform(action.name, action.arguments) } catch let error
                as StepFailure
            {
                // It may refuse what makes no sense where it is; it may not die of it, nor hang.
                guard session.targetLives, error.kind != .timedOut else {
                    guard action.isExtreme else { throw death(of: action, error) }
                    try session.terminateAndReap()
                    profile.noteExtreme(action, error)
                    return try await drawWay(number, &profile, session)
                }
                draw.refusals[action.name] = error.message
                continue
            }
            let next = try await session.state()
            if next.withoutInstances != state.withoutInstances { deck.noteEffect(of: action) }
            draw.stations.append((action, next))
            state = next
        }
        try await session.kill(.system, where: "by the probe")
        return draw
    }

    private func death(of action: DrawnAction, _ error: StepFailure) -> StepFailure {
        var error = error
        error.message = "while performing \(action.step.text): \(error.message)"
        return error
    }

    // MARK: What comes back

    /// Does the first part again, and sees what differs by itself and what a plain death brings back.
    func replay(
        _ walk: inout ActionWalk, _ profile: inout TargetProfile, _ session: isolated Session
    ) async throws {
        let shown = try await performFirst(of: walk, session)
        profile.noteOrder(of: shown, beside: walk.firstState)
        profile.volatileLeaves.formUnion(profile.differences(shown, walk.firstState))
        // What the walk itself has given is a value like others.
        let given = walk.given
        profile.volatileLeaves.formUnion(
            profile.leaves(of: shown).filter { $0.value.isTime && !given.contains($0.value) }.keys)
        let before = session.container.digests
        try await session.deliver(.background)
        if before != session.container.digests { profile.writesInTheBackground = true }
        let saved = try await session.state()
        try await session.kill(.system, where: "by the probe")
        note(session.container.regularFiles, of: session.container, &profile)
        let isCache = { (path: String) in
            path.hasPrefix("Library/Caches/") || path.hasPrefix("tmp/")
        }
        if session.container.paths.contains(where: isCache) { profile.usesCaches = true }
        walk.generation = try await session.nextGeneration(after: saved, typed: walk.typed)
        if session.isTargetRunning { try await session.kill(.system, where: "by the probe") }
    }

    func performFirst(
        of walk: ActionWalk, _ session: isolated Session
    ) async throws -> JSON {
        try await launchFresh(session)
        for action in walk.first { try await session.perform(action.name, action.arguments) }
        return try await session.state()
    }

    private func note(_ files: [String], of container: Container, _ profile: inout TargetProfile) {
        profile.files = Set(profile.files).union(files).sorted()
        profile.keepsDatabase =
            profile.keepsDatabase
            || files.contains { name in
                !profile.hello.savedState.contains { name.hasPrefix($0) }
                    && container.isDatabase(name)
            }
        profile.keepsPlainFiles =
            profile.keepsPlainFiles || !container.filesOfData(profile).isEmpty
    }

    /// Finds out which prerequisites of the rules are broken that are checked.
    private func tryBasics(_ profile: inout TargetProfile, _ session: isolated Session) async throws
    {
        let needed = RuleSet.rules.filter { options.includes($0.number) }.flatMap(\.prerequisites)
        for (rule, steps) in RuleSet.basics(of: profile)
        where rule == "L1" || options.includes(rule) || needed.contains(rule) {
            guard !profile.brokenBasics.contains(rule) else { continue }
            try session.container.replaceContents(with: nil)
            if try await session.fails(steps) { profile.brokenBasics.insert(rule) }
            profile.noteActionsOfOneLaunch(session)
            try session.terminateAndReap()
        }
    }
}

extension ActionWalk {
    /// Whether its states differ from that of a first launch, and from each other, in what counts.
    fileprivate func isVisible(in profile: TargetProfile) -> Bool {
        !profile.isSame(firstState, profile.initialState)
            && !profile.isSame(secondState, firstState)
    }
}

extension Container {
    /// What is in each file.
    var digests: [String: UInt64] {
        Dictionary(
            uniqueKeysWithValues: regularFiles.map { ($0, FileDigest.digest(of: path($0)) ?? 0) })
    }

    func isDatabase(_ name: String) -> Bool {
        FileManager.default.contents(atPath: path(name))?.starts(with: "SQLite format 3".utf8)
            ?? false
    }
}

extension Session {
    /// Whether the launched target has not ended; a command need not run.
    var targetLives: Bool {
        guard let running else { return target.isAskedAtRest }
        return running.process.map { $0.exitStatus == nil } ?? true
    }
}

/// The profile that a probe has made, for whoever ran it.
final class ProbeResult<Profile: Sendable>: Sendable {
    private let contents = Locked<Profile?>(nil)

    func set(_ profile: Profile) { contents.withLock { $0 = profile } }

    var profile: Profile? { contents.withLock { $0 } }
}
