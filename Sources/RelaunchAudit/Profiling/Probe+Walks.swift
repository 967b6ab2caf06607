import Relaunch
import RelaunchProtocol

// The walks that rules are checked with, and what the profile says of each.
extension Probe {
    /// Those of which something comes back, the ones first that together show most.
    func chooseWalks(
        _ profile: inout TargetProfile, _ session: isolated Session
    ) async throws {
        var rest = profile.allWalks.filter { !$0.second.isEmpty && $0.bringsBack(in: profile) }
        var unrepeatable = 0
        let silent = profile.allWalks.count {
            !$0.bringsBack(in: profile) && $0.diagnosis(in: profile).findings.isEmpty
        }
        var seen: [String: Set<JSON>] = profile.initialState.leaves.dictionary.mapValues { [$0] }
        while profile.walks.count < profile.effort.walkCount, !rest.isEmpty {
            let best = rest.indices.max {
                rest[$0].worth(beside: seen) < rest[$1].worth(beside: seen)
            }
            var walk = rest.remove(at: best ?? 0)
            for (path, value) in walk.firstState.leaves { seen[path, default: []].insert(value) }
            do {
                try await learnSecondPart(of: &walk, profile, session)
            } catch let failure as StepFailure
                where session.targetLives && failure.kind != .timedOut
            {
                // It cannot be repeated; see ``replay(_:_:_:)``.
                try session.terminateAndReap()
                unrepeatable += 1
                continue
            }
            _ = try await performFirst(of: walk, session)
            walk.discard = try await session.observeDiscard()
            if ["S11", "R13", "P3"].contains(where: options.includes) {
                try await tellDataFromScreen(&walk, profile, session)
            }
            profile.walks.append(walk)
        }
        profile.notes += profile.notesOnSecondSaves(unrepeatable: unrepeatable, silent: silent)
    }

    /// Finds out what comes back of the second part, saved and not.
    func learnSecondPart(
        of walk: inout ActionWalk, _ profile: TargetProfile, _ session: isolated Session
    ) async throws {
        walk.secondUnsaved = try await secondPart(of: &walk, isSaved: false, profile, session)
            .restored
        let second = try await secondPart(of: &walk, isSaved: true, profile, session)
        walk.secondRestored = second.restored
        walk.losesSecond = second.losesMore(than: walk.generation, in: profile)
    }

    /// What comes back of both parts, the first of which was saved.
    private func secondPart(
        of walk: inout ActionWalk, isSaved: Bool, _ profile: TargetProfile,
        _ session: isolated Session
    ) async throws -> Generation {
        _ = try await performFirst(of: walk, session)
        try await session.deliver(.background)
        try await session.deliver(.foreground)
        // What was about a key that the target draws at random is left out from now on.
        var performed: [DrawnAction] = []
        for action in walk.second {
            if try await session.isPerformed(action) { performed.append(action) }
        }
        walk.second = performed
        let shown = try await session.state()
        if isSaved { walk.savesData = try await session.savesData() }
        try await session.kill(.system, where: "by the probe")
        let generation = try await session.nextGeneration(after: shown)
        walk.continuations += [try await continuation(of: walk.first, profile, session)]
            .compactMap(\.self)
        if session.isTargetRunning { try await session.kill(.system, where: "by the probe") }
        return generation
    }

    /// What of the walk's state is data, which needs no save, and what is the screen's; and actions on the
    /// data that leave the screen alone.
    private func tellDataFromScreen(
        _ walk: inout ActionWalk, _ profile: TargetProfile, _ session: isolated Session
    ) async throws {
        let shown = try await performFirst(of: walk, session)
        try await session.kill(.system, where: "by the probe")
        let foreground = try await session.nextGeneration(after: shown)
        guard let data = foreground.restored else { return }
        try await session.kill(.system, where: "by the probe")
        let leaves = profile.leaves(of: walk.restored)
        walk.screenLeaves = Set(
            profile.differences(walk.restored, data).filter { leaves[$0] != nil && !$0.isDrawn })
        guard !walk.screenLeaves.isEmpty else { return }

        _ = try await performFirst(of: walk, session)
        try await session.deliver(.background)
        try await session.kill(.system, where: "by the probe")
        try await session.launch()
        var deck = ActionDeck(profile.hello.actions, seed: options.seed, inventsNames: true)
        var state = try await session.state()
        for _ in 0..<profile.effort.dataDrawCount {
            guard let action = deck.draw(in: state) else { break }
            if profile.isOfScenes(action.name) { continue }
            guard (try? await session.perform(action.name, action.arguments)) != nil else {
                guard session.targetLives else { break }
                continue
            }
            let next = try await session.state()
            deck.noteEffect(of: action)
            let isScreen = profile.differences(next, state).contains(
                where: walk.screenLeaves.contains)
            if isScreen {
                // The saved screen comes back, and the data as it is now.
                try await session.kill(.system, where: "by the probe")
                let again = try await session.nextGeneration(after: next)
                guard let restored = again.restored else { break }
                state = restored
            } else {
                if !profile.isSame(next, state) { walk.dataActions.append(action) }
                state = next
            }
        }
        if session.isTargetRunning { try await session.kill(.system, where: "by the probe") }
    }
}

extension Generation {
    /// Whether it has lost something, and a save before it nothing.
    fileprivate func losesMore(than first: Generation, in profile: TargetProfile) -> Bool {
        guard let restored, let before = first.restored, !leavesOut else { return false }
        return profile.isSameShown(first.shown, before) && !profile.isSameShown(shown, restored)
    }
}

extension ActionWalk {
    /// Whether a plain death brings back something that a first launch does not show.
    fileprivate func bringsBack(in profile: TargetProfile) -> Bool {
        guard let restored = generation.restored else { return false }
        let leaves = profile.leaves(of: restored)
        let shown = profile.leaves(of: generation.shown)
        return profile.differences(generation.shown, profile.initialState)
            .contains { shown[$0] != nil && leaves[$0] == shown[$0] }
    }

    /// How much it shows that the others do not; what is left out of a save counts less.
    fileprivate func worth(beside seen: [String: Set<JSON>]) -> Int {
        let new = firstState.leaves.count { path, value in !(seen[path]?.contains(value) ?? false) }
        return generation.leavesOut ? new - 1000 : new
    }
}

extension Session {
    /// Goes to the background.
    ///
    /// - Returns: Whether that changes files of a target that names a saved state, which are no part of it. A death
    ///   between the two leaves them one save apart.
    func savesData() async throws -> Bool {
        let before = userFiles()
        try await deliver(.background)
        return record.hello?.savedState.isEmpty == false && before != userFiles()
    }
}
