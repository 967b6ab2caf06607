import CrashStates

/// Reports the steps of one case as they are carried out. Steps in the states of a sweep are not reported:
/// there are too many.
struct StepReporter: Sendable {
    let reporter: CaseReporter
    let identity: CaseIdentity

    /// A step that has been reported as begun.
    struct Running: Sendable {
        fileprivate let number: Int
        fileprivate let begin: ContinuousClock.Instant
        fileprivate let launches: Int
        fileprivate let crashes: Int
    }

    /// - Parameter number: which step it is, counted from 1.
    func begin(_ step: any Step, number: Int, in session: isolated Session) -> Running {
        let start = StepStart(
            number: number, count: reporter.paths.rehearsal.steps.count, text: step.text,
            location: reporter.runner.located(step.location))
        reporter.report(.stepStarted(identity, start))
        return Running(
            number: number, begin: .now, launches: session.launches,
            crashes: session.caseState.crashes)
    }

    /// - Parameter failure: why the case goes no further.
    func end(_ step: Running, in session: isolated Session, failure: Failure? = nil) {
        if let failure { report(failure) }
        var end = StepEnd(
            number: step.number, seconds: step.begin.duration(to: .now).seconds,
            hasFailed: failure != nil)
        end.launches = session.launches - step.launches
        end.crashes = session.caseState.crashes - step.crashes
        reporter.report(.stepEnded(identity, end))
    }

    /// The end of a step that has opened branches which are one case.
    func end(_ step: Running, _ outcome: BranchesOutcome, from session: Session) async {
        let state = await session.caseState
        reporter.report(
            .stepEnded(
                identity,
                StepEnd(
                    number: step.number, seconds: step.begin.duration(to: .now).seconds,
                    hasFailed: !outcome.failures.isEmpty,
                    launches: state.launches - step.launches + outcome.launches,
                    crashes: state.crashes - step.crashes)))
    }

    /// Reports what is wrong, as soon as it is known.
    func report(_ failure: Failure) {
        reporter.report(.expectationFailed(identity, reporter.runner.located(failure)))
    }
}
