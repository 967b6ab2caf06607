import CrashStates
import RelaunchProtocol

// What has to come back where the scenario does not say it: the state before the swept steps, or the one
// after. Neither is taken from the target's word alone.
extension Session {
    /// The state of a target that is running and awake.
    func stateShown() async throws -> JSON? {
        guard let running = try? awake() else { return nil }
        return try await running.askForState(in: self)
    }

    /// Settles which states may come back.
    ///
    /// The one before is what a relaunch shows on the container of before the steps; the one after is
    /// what was saved last, or shown when the steps were over. In a state of another sweep nothing else
    /// may come back than there.
    ///
    /// - Parameters:
    ///   - before: What was known before the steps.
    ///   - shownBefore: What the target showed before the steps, where it ran.
    ///   - shownAfter: What it showed after them.
    ///   - isLaunchAlone: Whether it was only launched.
    func observe(
        _ recorded: inout RecordedSteps, _ before: Evidence, shownBefore: JSON?, shownAfter: JSON?,
        isLaunchAlone: Bool
    ) async throws {
        let hasSaved = evidence.saves > before.saves
        if !recorded.isInsideSweep {
            let known =
                before.savedStates.isEmpty
                ? [before.initialState ?? evidence.initialState].compactMap { $0 }
                : before.savedStates
            recorded.statesBefore = [
                try await stateOfRelaunch(
                    on: recorded.base, "before the swept steps", oneOf: known + [shownBefore])
            ]
        }
        // What a command does when it is launched is no restoration.
        if isLaunchAlone, !target.isAskedAtRest {
            recorded.statesAfter = recorded.statesBefore
        } else if let shownAfter {
            recorded.statesAfter = [shownAfter]
        } else if !hasSaved {
            recorded.statesAfter = [
                try await stateOfRelaunch(on: recorded.end, "after the swept steps", oneOf: [])
            ]
        }
    }

    /// What the target shows when it is launched on a container.
    private func stateOfRelaunch(
        on tree: DirectoryTree, _ place: String, oneOf known: [JSON?]
    ) async throws -> JSON {
        var materializer = try Materializer(root: container.path)
        try materializer.materialize(tree)
        try await launchAgain()
        guard let state = try await stateShown() else {
            throw StepFailure(
                "the target ends when it is launched on the container as it was \(place)")
        }
        if isTargetRunning {
            try await kill(.system, where: "after a look at the state \(place)")
        }
        let candidates = known.compactMap { $0?.withoutInstances }
        guard let last = candidates.last else { return state }
        if candidates.contains(state.withoutInstances) { return state }
        throw StepFailure(
            "the target shows a different state when it is launched on the container as it was \(place)",
            expected: "the state of the last save", actual: "a different one",
            difference: JSONDifference(expected: last, actual: state.withoutInstances).description)
    }
}
