import Relaunch
import RelaunchProtocol

/// Launches the target hours after it was killed, kills it at once, and launches it again: what the absence comes to
/// is reckoned once (rule R12).
struct LaunchTwiceLater: AuditStep {
    let profile: TargetProfile
    var text: String { "Kill(.system); …, 11 hours later; Launch(); Kill(.system); Launch()" }

    func rehearse(_ rehearsal: inout Rehearsal) {
        rehearsal.needsRunning(evenSuspended: true)
        rehearsal.die()
        rehearsal.launch(endsDead: false)
        rehearsal.judge()
    }

    func perform(in session: isolated Session) async throws -> Next {
        try await session.carryOut([ChangeSurroundings(surrounding: .laterInTheDay), Launch()])
        let first = try await session.state()
        try await session.kill(.system, where: "in the foreground")
        try await session.launch()
        let second = try await session.state()
        if profile.isSameShown(first, second) { return .step }
        throw StepFailure(
            "launched after eleven hours, and once more right after that: the second launch shows something else",
            expected: "what the first launch after that time has shown",
            difference: profile.difference(expected: first, actual: second))
    }
}
