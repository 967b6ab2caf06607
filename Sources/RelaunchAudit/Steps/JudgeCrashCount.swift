import Relaunch
import RelaunchProtocol

/// Judges whether crashes are still counted where a death in the last of them may have come before
/// that one was (rule D9).
///
/// The target may give up restoring at once. Where it does not, the last crash was not counted yet:
/// then the same state and one crash more make it give up. To crash once more in any case would not
/// do: that could be the launch that gives up, after which a target may count anew.
struct JudgeCrashCount: AuditStep {
    let walk: ActionWalk
    let profile: TargetProfile
    var text: String { "Launch(); Expect(.everyCrashCounted)" }

    func rehearse(_ rehearsal: inout Rehearsal) {
        rehearsal.launch(endsDead: false)
        rehearsal.judge()
    }

    func perform(in session: isolated Session) async throws -> Next {
        let place = session.lastKillPoint
        let left = Container(existing: session.runDirectory.newPath())
        try session.container.copy(to: left.path)
        defer { try? left.remove() }
        try await session.launch()
        if session.record.restoration == .restored {
            try await session.kill(.system, where: "after a look at what it counts")
            try session.container.replaceContents(with: left)
            try await session.carryOut(RuleSet.crashes(1))
            try await session.launch()
        }
        // What is wrong is what that death has left.
        session.lastKillPoint = place
        return try await Expect(.startsFresh(instead: walk, profile)).perform(in: session)
    }
}
