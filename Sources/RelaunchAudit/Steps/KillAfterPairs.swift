import Relaunch
import RelaunchProtocol

/// Does one thing after a save and then another one, for each two kinds of actions, and each time kills the
/// app in the foreground (rule D14).
struct KillAfterPairs: AuditStep {
    let walk: ActionWalk
    let profile: TargetProfile

    var text: String { "Launch(); …; Background(); Foreground(); …; Kill(.system); Launch()" }

    func rehearse(_ rehearsal: inout Rehearsal) { rehearsal.launch(endsDead: true) }

    func perform(in session: isolated Session) async throws -> Next {
        try await session.begin(with: walk.first)
        let names = profile.kindsOfActions
        var explained: Set<GivenThing> = []
        for first in names {
            for second in names where second != first {
                guard try await judge(first, second, &explained, session) else {
                    try await session.killIfRunning()
                    return .step
                }
            }
        }
        try await session.killIfRunning()
        return .step
    }

    /// Whether there may be more.
    ///
    /// - Parameter explained: what is gone after a kill, too, after which nothing was done.
    private func judge(
        _ first: String, _ second: String, _ explained: inout Set<GivenThing>,
        _ session: isolated Session
    ) async throws -> Bool {
        try await session.carryOut([Background(), Foreground()])
        var shown = [try await session.state()]
        var done: [DrawnAction] = []
        for name in [first, second] {
            var deck = ActionDeck(
                [name: profile.hello.actions[name] ?? [:]], seed: session.seed)
            guard let action = try await session.change(by: &deck, in: profile) else {
                return true
            }
            done.append(action)
            shown.append(try await session.state())
        }
        try await session.kill(.system, where: "in the foreground")
        let place = session.lastKillPoint
        try await session.launch()
        if session.record.restoration == .skipped(reason: "crashLoop") { return false }
        let course = ForegroundCourse(
            shown: shown, restored: try await session.state(), known: [profile.initialState],
            given: (walk.first + done).given)
        guard var failure = course.failure(after: "a kill", profile) else {
            let taken = course.taken(profile).subtracting(explained)
            if profile.savesState || taken.isEmpty { return true }
            explained.formUnion(taken)
            try await session.killIfRunning()
            var walk = walk
            walk.second = done
            _ = try await EndInForeground(end: .kill, walk: walk, profile: profile)
                .perform(in: session)
            try await session.begin(with: walk.first)
            return true
        }
        failure.message += "; since the save: " + done.map(\.step.text).joined(separator: ", ")
        session.lastKillPoint = place
        throw failure
    }
}
