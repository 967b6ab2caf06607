import CrashStates
import Relaunch
import RelaunchProtocol

extension LiveThrough {
    /// The action that breaks a life where it counts on what was done in the same launch, as an undo does that
    /// belongs to one launch; nil where that is not so.
    ///
    /// It takes no arguments, and leads to nothing but what was there before. It does nothing after any death of
    /// the whole life, and nothing in a first launch either.
    func actionOfOneLaunch(
        _ breach: LifeBreach, in life: Life, _ session: isolated Session
    ) async throws -> DrawnAction? {
        guard breach.isOtherCourse, breach.part > 0,
            life.parts[breach.part - 1].end != .comeback,
            let action = life.parts[breach.part].actions.first, action.arguments.isEmpty,
            life.parts[breach.part].actions.allSatisfy({ $0.name == action.name }),
            profile.isSameShown(breach.earlier[breach.part - 1], breach.shown)
        else { return nil }
        try await session.begin()
        guard try await isIdle(action, session) else { return nil }
        // One that empties what is there does nothing only where that is empty.
        for last in self.life.parts.indices.prefix(Self.historyLimit) {
            try await session.begin()
            for earlier in self.life.parts[...last].flatMap(\.actions) {
                _ = try await session.isPerformed(earlier)
            }
            try await session.carryOut([Background(), Kill(.system), Launch()])
            guard try await isIdle(action, session) else { return nil }
        }
        return try await leadsBack(action, in: life, to: breach.part, session) ? action : nil
    }

    /// Whether each time that it changes something without a death, some of that is as it was before in the same
    /// launch, as after an undo or a redo. What only leads on to something new is no such thing, such as a download
    /// that goes on.
    private func leadsBack(
        _ action: DrawnAction, in life: Life, to part: Int, _ session: isolated Session
    ) async throws -> Bool {
        try await session.begin()
        var shown = profile.leaves(of: try await session.state())
        var seen: [String: Set<JSON?>] = [:]
        for earlier in life.parts[...part].flatMap(\.actions) {
            for leaf in Set(seen.keys).union(shown.keys) {
                seen[leaf, default: [nil]].insert(shown[leaf])
            }
            _ = try await session.isPerformed(earlier)
            let before = shown
            shown = profile.leaves(of: try await session.state())
            let changed = Set(before.keys).union(shown.keys).filter { before[$0] != shown[$0] }
            let isBack = changed.contains { seen[$0]?.contains(shown[$0]) ?? false }
            if earlier.name == action.name, !changed.isEmpty, !isBack { return false }
        }
        return true
    }

    /// After how many deaths an action is tried.
    private static let historyLimit = 8

    private func isIdle(_ action: DrawnAction, _ session: isolated Session) async throws -> Bool {
        let before = try await session.state()
        guard try await session.isPerformed(action) else { return false }
        return profile.isSameShown(before, try await session.state())
    }

    /// Remembers the action, for the probe to say, and judges what is left of the life without it.
    func judgeRest(without action: DrawnAction, _ session: isolated Session) async throws -> Next {
        session.log("'\(action.name)' does nothing after a death, as in a first launch: left out")
        let known = session.remembered[TargetProfile.actionsOfOneLaunchKey]?.array ?? []
        session.remembered[TargetProfile.actionsOfOneLaunchKey] = .array(
            known + [.string(action.name)])
        var rest = life
        for index in rest.parts.indices {
            rest.parts[index].actions.removeAll { $0.name == action.name }
        }
        rest.parts.removeAll { $0.actions.isEmpty }
        guard !rest.parts.isEmpty else { return .step }
        let judge = LiveThrough(life: rest, profile: profile, isShrunk: isShrunk)
        return try await judge.perform(in: session)
    }
}

extension TargetProfile {
    /// Where a session remembers the names of the actions that count on what the same launch has done.
    static let actionsOfOneLaunchKey = "audit.actionsOfOneLaunch"

    /// What the law leaves out.
    mutating func noteActionsOfOneLaunch(_ session: isolated Session) {
        let names = session.remembered.removeValue(forKey: Self.actionsOfOneLaunchKey)?.array ?? []
        guard !names.isEmpty else { return }
        let quoted = Phrases.list(names.compactMap(\.string).map { "'\($0)'" })
        notes.append(
            "L1 leaves out \(quoted): nothing comes of it after a death, nor in a first launch, so it counts on "
                + "what the same launch has done, as an undo does that ends with it")
    }
}
