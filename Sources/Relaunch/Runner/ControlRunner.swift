import CrashStates

/// Runs a scenario once more, with the container of before the first launch put back just before the last
/// launch that is judged: expectations that still pass prove nothing.
struct ControlRunner: Sendable {
    let paths: PathRunner

    func run(along branches: [String]) async throws -> ControlResult {
        let session: Session
        do {
            session = try paths.makeSession(
                control: ControlPlan(judgedLaunch: paths.rehearsal.lastJudgedLaunch))
        } catch {
            return .errored("\(error)")
        }
        let (failure, last) = try await paths.follow(session, along: branches)
        let isWiped = await last.caseState.control?.isWiped ?? false
        do { try await last.abandon() } catch { return .errored("\(error)") }
        guard let failure else {
            return isWiped ? .passed : .errored("it never reached the launch that is judged")
        }
        if failure.blame == .harness { return .errored(failure.message) }
        guard isWiped else {
            return .errored("it failed before the container was put back: \(failure.message)")
        }
        return .detected(failure.step)
    }
}

extension ControlResult {
    /// What it says against the case that it is the control of; nil where nothing.
    func failure(at location: FileLocation) -> Failure? {
        switch self {
        case .passed:
            Failure(
                blame: .scenario, kind: .provesNothing, location: location, step: "Scenario",
                message: """
                    every expectation also passes when the target starts on the container as it was \
                    before the first launch, so the scenario proves nothing; expect something that only \
                    the saved state can show, or say `control: .none(because: "…")`
                    """)
        case .errored(let reason):
            Failure(
                blame: .harness, location: location, step: "Scenario",
                message: "the control could not be carried out: \(reason)")
        case .notNeeded, .notRun, .declined, .detected: nil
        }
    }
}
