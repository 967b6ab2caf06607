import CrashStates
import Relaunch
import RelaunchProtocol

/// Chooses values and goes back to those that were there at first, updates the app, and looks for what was chosen
/// (rule W2): in the next version other values may be there at first.
struct ChoicesThroughUpdate: AuditStep {
    /// A life in which the choices are made; its deaths are left out.
    let life: Life
    let profile: TargetProfile
    var text: String {
        "…; Background(); Kill(.system); UpdateApp(version: \"\(profile.nextVersion)\"); Launch()"
    }

    func rehearse(_ rehearsal: inout Rehearsal) { rehearsal.launch(endsDead: true) }

    func perform(in session: isolated Session) async throws -> Next {
        let present = session.build
        // What the next version makes of the same choices, which is right too.
        try await session.carryOut([UpdateApp(version: profile.nextVersion)])
        let own = try await choose(session)
        try await session.killIfRunning()
        session.install(present)
        let chosen = try await choose(session)
        try await session.carryOut([Background(), Kill(.system), Launch()])
        let kept = profile.leaves(of: try await session.state())
        try await session.carryOut([
            Background(), Kill(.system), UpdateApp(version: profile.nextVersion), LaunchUpdate(),
        ])
        guard session.isTargetRunning else { return .step }
        let state = try await session.state()
        let shown = profile.leaves(of: state)
        let first = profile.leaves(of: profile.initialState)
        let lost = chosen.leaves.filter { leaf, value in
            first[leaf] == value && kept[leaf] == value && shown[leaf] != value
                && shown[leaf] != own.leaves[leaf]
        }
        if lost.isEmpty { return .step }
        throw StepFailure(
            "what was chosen before the update is another thing in the next version: "
                + Phrases.few(lost.sortedKeys),
            expected: "what was chosen, as it was before the update",
            difference: profile.difference(expected: chosen.state, actual: state))
    }

    /// Makes the choices, and answers which leaves they have changed, with what is shown there then.
    private func choose(
        _ session: isolated Session
    ) async throws -> (state: JSON, leaves: JSON.Members) {
        try await session.begin()
        var state = try await session.state()
        var touched: Set<String> = []
        for action in life.parts.flatMap(\.actions) {
            guard try await session.isPerformed(action) else { continue }
            let next = try await session.state()
            touched.formUnion(profile.differences(state, next))
            state = next
        }
        return (state, profile.leaves(of: state).filter { touched.contains($0.key) })
    }
}
