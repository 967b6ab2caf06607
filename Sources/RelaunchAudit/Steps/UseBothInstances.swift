import Relaunch
import RelaunchProtocol

/// Opens two instances, does something in the first and then something in the second, once or several times, and each
/// saves in the background when it has done so. Both are killed; or none saves, and both are quit (rule D16). What
/// comes back must be what comes of one instance that does the same, in this order or in the other one.
struct UseBothInstances: AuditStep {
    let walk: ActionWalk
    /// What can be done in the first, and in the second: actions of one kind each.
    let firsts: [DrawnAction]
    let seconds: [DrawnAction]
    let areQuit: Bool
    /// How many actions are done in each.
    var count = 1
    let profile: TargetProfile

    var text: String {
        "UseBothInstances(\(firsts[0].name.quoted), \(seconds[0].name.quoted)"
            + (areQuit ? ", areQuit: true" : "") + (count > 1 ? ", count: \(count))" : ")")
    }

    func rehearse(_ rehearsal: inout Rehearsal) { rehearsal.launch(endsDead: true) }

    func perform(in session: isolated Session) async throws -> Next {
        guard let (first, second) = try await chosen(session),
            let expected = try await shownByOne([first, second], session),
            let reversed = try await shownByOne([second, first], session),
            let shown = try await shownAfter(first, second, session),
            count > 1
                ? !shown.shownTexts.isSuperset(
                    of: expected.shownTexts.intersection(reversed.shownTexts))
                : ![expected, reversed].contains(where: { profile.isSame($0, shown) })
        else { return .step }
        throw StepFailure(
            areQuit
                ? "two instances were open, in each of which something was done, and were quit, the second one "
                    + "first: what comes back is something else than of one instance"
                : "two instances were open, and what was done in the first and saved, and then in the second "
                    + "and saved, leads elsewhere than in one instance",
            expected: "what the same actions lead to in one instance, in either order",
            difference: profile.difference(expected: expected, actual: shown))
    }

    /// Actions of each kind that change something, one after the other; nil where there are not enough. Several only
    /// add: what the one takes away, the other one may mean by its place.
    private func chosen(
        _ session: isolated Session
    ) async throws -> (first: [DrawnAction], second: [DrawnAction])? {
        try await session.begin(with: walk.first)
        var chosen: [DrawnAction] = []
        for (kind, limit) in [(firsts, count), (seconds, 2 * count)] {
            var state = try await session.state()
            for action in kind.prefix(Self.tries * count)
            where chosen.count < limit && !chosen.contains(action) {
                guard try await session.isPerformed(action) else { continue }
                let next = try await session.state()
                let isMore = profile.leaves(of: next).count > profile.leaves(of: state).count
                if count > 1 ? isMore : !profile.isSame(state, next) { chosen.append(action) }
                state = next
            }
            guard chosen.count == limit else { return nil }
        }
        return (Array(chosen.prefix(count)), Array(chosen.suffix(count)))
    }

    /// How many actions of a kind are tried for each that is done.
    private static let tries = 8

    /// What comes back where one instance does both; nil where it cannot.
    private func shownByOne(
        _ parts: [[DrawnAction]], _ session: isolated Session
    ) async throws -> JSON? {
        try await begin(session)
        try await session.launch()
        for actions in parts {
            for action in actions {
                guard try await session.isPerformed(action) else { return nil }
            }
            try await session.deliver(.background)
            try await session.deliver(.foreground)
        }
        return try await restored(session)
    }

    /// What comes back where each has done its own; nil where something is refused, cannot be saved, or
    /// one shows something else than the other from the beginning.
    private func shownAfter(
        _ first: [DrawnAction], _ second: [DrawnAction], _ session: isolated Session
    ) async throws -> JSON? {
        try await begin(session)
        let instance = try await session.launchAside()
        guard try await session.launchSecond(), let other = session.running else {
            try session.terminateAndReap()
            return nil
        }
        session.log("two instances are open")
        // Where each has what is its own, one instance would do something else.
        let isShared = profile.isSame(
            try await instance.state(in: session), try await other.state(in: session))
        guard isShared else {
            try session.terminateAndReap()
            return nil
        }
        do {
            for (actions, user, name) in [(first, instance, "first"), (second, other, "second")] {
                for action in actions {
                    _ = try await user.perform(
                        action.name, action.arguments, killedAt: nil, in: session)
                }
                if !areQuit { _ = try await user.deliver(.background, killedAt: nil, in: session) }
                let save = areQuit ? "" : ", which saves in the background"
                let done = actions.map(\.step.text).joined(separator: "; ")
                session.log("\(done), in the \(name)\(save)")
            }
            for (user, name) in areQuit ? [(other, "second"), (instance, "first")] : [] {
                _ = try await user.deliver(.quit, killedAt: nil, in: session)
                _ = try user.process?.waitForExit(until: .now + session.timeLimit)
                session.log("the \(name) has quit")
            }
        } catch let failure as StepFailure where failure.kind == .refused {
            session.log("refused: \(failure.message)")
            try session.terminateAndReap()
            return nil
        }
        return try await restored(session)
    }

    private func begin(_ session: isolated Session) async throws {
        try await session.begin(with: walk.first)
        try await session.deliver(.background)
        try session.terminateAndReap()
    }

    /// What comes back after a kill; nil where a save has said that it did not come about.
    private func restored(_ session: isolated Session) async throws -> JSON? {
        let isSaved = session.record.issues.isEmpty
        try session.terminateAndReap()
        session.lastKillPoint = areQuit ? "quit by itself" : "SIGKILL in the background"
        try await session.launch()
        return isSaved ? try await session.state() : nil
    }
}

extension TargetProfile {
    /// Ordinary actions of each kind in the first of two instances, and of each kind in the second.
    func trialsOfTwoInstances(after walk: ActionWalk) -> [AuditRule.Trial] {
        let kinds = ordinaryActions
        return kinds.flatMap { firsts in
            kinds.flatMap { seconds in
                let (first, second) = (firsts[0].name, seconds[0].name)
                let ways =
                    first == second ? [(false, 1), (true, 1), (false, 3), (true, 3)] : [(false, 1)]
                return ways.map { areQuit, count in
                    let times = count > 1 ? " \(count) times" : ""
                    return AuditRule.Trial(
                        "two are open\(areQuit ? ", and are quit" : ""): \(first)\(times) in the "
                            + "first, then \(second)\(times) in the second",
                        steps: [
                            UseBothInstances(
                                walk: walk, firsts: firsts, seconds: seconds, areQuit: areQuit,
                                count: count, profile: self)
                        ])
                }
            }
        }
    }
}
