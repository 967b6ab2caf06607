import RelaunchProtocol

/// What holds for every target after a death, judged where a scenario says nothing of it: the target
/// starts; its state is the one before the swept steps or the one after, and never older than what it
/// had acknowledged; a second relaunch gives the same state; and nothing piles up.
struct SweepJudgement: Step {
    let location: FileLocation
    let text: String

    init(of sweep: any Step) {
        location = sweep.location
        text = sweep.text
    }

    func rehearse(_ rehearsal: inout Rehearsal) {
        if rehearsal.life != .running { rehearsal.launch(endsDead: false) }
        rehearsal.judge([.state, .sweptSteps, .sweptNames])
    }

    func perform(in session: isolated Session) async throws -> Next {
        let swept = try session.evidence.sweptForJudgement
        if !session.isTargetRunning {
            try await start(session, "the target does not start on what a death left behind") {
                try $0.prepareControl()
                try await $0.launchAgain()
            }
        }
        let state = try await session.state()
        try check(state, session.evidence, swept)
        let process = session.running?.process?.id
        if session.isTargetRunning {
            try await session.kill(.system, where: "after the relaunch")
        }
        let left = Leftovers(in: session.container, of: swept.recorded, process: process)
        try await start(session, "the target does not start a second time after a death") {
            try await $0.launchAgain()
        }
        try checkAgain(try await session.state(), state)
        // Which command clears what a death of another has left, nobody has said.
        if !session.target.isAskedAtRest,
            let name = left.first(in: session.container, next: session.running?.process?.id)
        {
            throw pilingUp(name)
        }
        session.log("as it should: judged by itself")
        return .step
    }

    private func start(
        _ session: isolated Session, _ message: String,
        _ launch: (isolated Session) async throws -> Void
    ) async throws {
        do { try await launch(session) } catch let failure as StepFailure
            where failure.blame == .target
        {
            throw StepFailure(
                "\(message): \(failure.message)", expected: failure.expected ?? "it starts",
                actual: failure.actual, difference: failure.difference)
        }
    }

    private func check(_ state: JSON, _ evidence: Evidence, _ swept: SweptEvidence) throws {
        let shown = state.withoutInstances
        if evidence.savedStates.contains(where: { $0.withoutInstances == shown }) { return }
        let after = swept.recorded.statesAfter.last?.withoutInstances ?? .null
        let difference = JSONDifference(expected: after, actual: shown).description
        if swept.isAcknowledged,
            swept.recorded.statesBefore.contains(where: { $0.withoutInstances == shown })
        {
            throw StepFailure(
                "the state is older than what the target had acknowledged",
                expected: "the state after the swept steps, which were acknowledged as done",
                actual: "the state before them", difference: difference)
        }
        throw StepFailure(
            "the state is neither the one before the swept steps nor the one after",
            expected: swept.isAcknowledged
                ? "the state after the swept steps, which were acknowledged as done"
                : "the state before the swept steps, or the one after",
            actual: "another one", difference: difference)
    }

    private func checkAgain(_ second: JSON, _ first: JSON) throws {
        let second = second.withoutInstances
        let first = first.withoutInstances
        if second == first { return }
        throw StepFailure(
            "a second relaunch shows a different state than the first",
            expected: "the state of the first relaunch", actual: "a different one",
            difference: JSONDifference(expected: first, actual: second).description)
    }

    private func pilingUp(_ path: String) -> StepFailure {
        StepFailure(
            "leftover files pile up: each death can leave one more, under a new name",
            expected: "none after two relaunches, or one that the next save overwrites",
            actual: path)
    }
}
