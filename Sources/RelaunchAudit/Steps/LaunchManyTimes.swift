import CrashStates
import Relaunch
import RelaunchProtocol

/// Launches the target again and again with nothing done but a save: what was given to it stays, also where a launch
/// in so many cleans up (rule R18).
struct LaunchManyTimes: AuditStep {
    private static let launches = 12

    let walk: ActionWalk
    let profile: TargetProfile
    var text: String { "\(Self.launches) × Launch(); Background(); Kill(.system)" }

    func rehearse(_ rehearsal: inout Rehearsal) {
        rehearsal.launch(endsDead: true)
        rehearsal.judge()
    }

    func perform(in session: isolated Session) async throws -> Next {
        let first = profile.leaves(of: profile.initialState)
        let things = profile.leaves(of: walk.restored).things(among: walk.given)
            .filter { !$0.isThere(in: first) }
        for number in 1...Self.launches {
            try await session.launch()
            let state = try await session.state()
            let leaves = profile.leaves(of: state)
            let lost = things.filter { !$0.isThere(in: leaves) }
            guard lost.isEmpty else {
                throw StepFailure(
                    "launched again and again, with nothing done but a save each time, it does not show what was "
                        + "given: " + Phrases.few(Set(lost.map(\.place)).sorted()),
                    expected: "what a plain death brings back", actual: "gone in launch \(number)",
                    difference: profile.difference(expected: walk.restored, actual: state))
            }
            try await session.carryOut([Background(), Kill(.system)])
        }
        return .step
    }
}
