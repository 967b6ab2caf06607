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
        let given = profile.leaves(of: walk.restored).filter { leaf, value in
            !leaf.isDrawn && walk.given.contains(value)
        }
        for number in 1...Self.launches {
            try await session.launch()
            let state = try await session.state()
            let shown = profile.leaves(of: state)
            let lost = given.filter { shown[$0.key] != $0.value }.sortedKeys
            guard lost.isEmpty else {
                throw StepFailure(
                    "launch \(number) with nothing done but a save each time does not show what was given: "
                        + Phrases.few(lost),
                    expected: "what a plain death brings back",
                    difference: profile.difference(expected: walk.restored, actual: state))
            }
            try await session.carryOut([Background(), Kill(.system)])
        }
        return .step
    }
}
