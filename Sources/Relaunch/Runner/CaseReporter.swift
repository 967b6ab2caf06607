import CrashStates

/// The one place where the outcome of a case becomes a control run, a verdict, a kept container and an
/// event.
final class CaseReporter: Sendable {
    let paths: PathRunner
    private let needsControl: Bool
    private let send: @Sendable (Event.Kind) -> Void
    private let state = Locked(State())

    private struct State {
        /// The case that has started last.
        var present: CaseIdentity?
        var isAbandoned = false
    }

    var runner: CaseRunner { paths.runner }

    /// - Parameters:
    ///   - needsControl: whether a case that has passed is put to a control.
    ///   - send: gets every event, one at a time.
    init(
        _ paths: PathRunner, needsControl: Bool, send: @escaping @Sendable (Event.Kind) -> Void
    ) {
        self.paths = paths
        self.needsControl = needsControl
        self.send = send
    }

    /// Reports something that has happened. An abandoned case says nothing more, should it come
    /// back all the same.
    func report(_ kind: Event.Kind) {
        state.withLock { state in
            guard !state.isAbandoned else { return }
            // What is known is no news.
            if case .expectationFailed = kind, runner.scenario.knownIssue != nil { return }
            if case .caseStarted(let identity) = kind {
                state.present = identity
                runner.workers.limit(runner.caseLimit.map(CaseLimit.init))
            }
            send(kind)
        }
    }

    func begin(_ branches: [String]) { report(.caseStarted(runner.identity(branches))) }

    /// Who reports the steps of a case.
    func steps(of branches: [String]) -> StepReporter {
        StepReporter(reporter: self, identity: runner.identity(branches))
    }

    /// Who reports how far the visit of branches is.
    func meter(
        of branches: [String], expecting expected: @escaping @Sendable () -> ExpectedCount
    ) -> SweepMeter {
        SweepMeter(self, runner.identity(branches), expecting: expected)
    }

    // MARK: Ends

    /// Ends a case: proof of death, control, verdict, container, report.
    nonisolated(nonsending) func conclude(
        _ outcome: CaseOutcome, of branches: [String]
    ) async throws {
        let exceeded = runner.workers.exceeded
        runner.workers.limit(nil)
        switch outcome {
        case .nothing(let failures):
            report(.caseFinished(runner.result(branches, failures)))
        case .skipped(let reason):
            var result = runner.result(branches)
            result.verdict = .skipped
            result.skipped = reason
            report(.caseFinished(result))
        case .path(let session, let failure):
            var failures = failure.map { [$0] } ?? []
            if runner.configuration.leavesOpen {
                return try await leaveOpen(session, branches, failures)
            }
            do { try await session.terminateAndReap() } catch { failures.append(Failure(error)) }
            if failures.isEmpty, expectsNothing { await session.note(Self.nothingExpected) }
            exceeded?.add(to: &failures)
            var result = await account(of: session, branches)
            let shorter = try await judge(&result, failures)
            await keepContainer(of: session, &result)
            result.takeContainer(of: shorter)
            report(.caseFinished(result))
        case .branches(let outcome, let session):
            var result = await account(of: session, branches)
            result.take(outcome)
            var failures = outcome.failures
            exceeded?.add(to: &failures)
            let shorter = try await judge(&result, failures)
            result.takeContainer(of: shorter)
            report(.caseFinished(result))
        }
    }

    /// Reports what an interrupted run has found until then. Where nothing was wrong there is no
    /// verdict: what was not visited may be.
    func interrupt(
        _ outcome: BranchesOutcome, of branches: [String], from session: Session, unit: String
    ) async {
        guard !outcome.failures.isEmpty else {
            let title = runner.identity(branches).title
            return outcome.notes.forEach { report(.note("'\(title)' was interrupted: \($0)")) }
        }
        var result = await account(of: session, branches)
        result.take(outcome)
        result.notes.append("it was interrupted: \(unit) that were not visited may fail, too")
        result.setVerdict(outcome.failures, runner)
        report(.caseFinished(result))
    }

    /// Reports that a step does not come back. Whatever the case says afterwards is not heard.
    func giveUp(_ step: any Step, after limit: Duration, branches: [String]) {
        let failure = Failure(
            blame: .scenario, location: step.location, step: step.text,
            message: """
                the step has neither ended nor waited for anything for \(limit.shortText): does a \
                closure in it loop or block?
                """)
        state.withLock { state in
            state.isAbandoned = true
            let names = state.present?.branches ?? branches
            send(.caseFinished(runner.result(names, [failure])))
        }
    }

    // MARK: Parts of a result

    /// Whether a case that has passed shows no more than that the target starts after a death. A scenario
    /// that gives a reason for having no control knows.
    private var expectsNothing: Bool {
        paths.rehearsal.expectsNothing && runner.scenario.control == .automatic
            && runner.scenario.rule == nil
    }

    private static let nothingExpected = """
        nothing is expected after the death, so only a launch that goes wrong fails this scenario; add an \
        `Expect(…)` that shows what came back, or say `control: .none(because: "…")`
        """

    /// What happened in a session.
    nonisolated(nonsending) func account(
        of session: Session, _ branches: [String]
    ) async -> CaseResult {
        let state = await session.caseState
        var result = runner.result(branches)
        result.seconds = state.age.seconds
        result.timeline = state.timeline.entries
        result.launches = state.launches
        result.isRandom = state.isRandom
        result.notes = state.notes
        result.measurements = state.measurements
        result.history = state.history
        if !paths.rehearsal.relaunchesAfterDeath, runner.scenario.control == .automatic {
            result.control = .notNeeded
        }
        return result
    }

    /// Gives a result its verdict, after a control where nothing was wrong.
    ///
    /// - Returns: the shorter case that it tells of, where there is one.
    private func judge(
        _ result: inout CaseResult, _ failures: [Failure]
    ) async throws -> ShorterRunner.Shorter? {
        let notJudged = failures.first { $0.kind == .notJudged }
        var failures = failures.filter { $0.kind != .notJudged }
        var told: ShorterRunner.Shorter?
        if failures.isEmpty, notJudged == nil, needsControl {
            result.control = try await ControlRunner(paths: paths)
                .run(along: result.identity.branches)
            if let failure = result.control.failure(at: runner.scenario.location) {
                failures.append(failure)
            }
        }
        let takenBack = try await doubt(failures, after: result.seconds)
        if let reason = takenBack ?? (failures.isEmpty ? notJudged?.message : nil) {
            (result.verdict, result.skipped) = (.skipped, reason)
            // Nobody is told of it.
            if let kept = result.container { try? Container(existing: kept).remove() }
            result.container = nil
        } else {
            result.measure(failures)
            if !failures.isEmpty, result.identity.branches.isEmpty {
                told = await shorter(failures, after: result.seconds)
                if let told {
                    failures[0].tell(told)
                    result.timeline = told.timeline
                }
            }
            result.setVerdict(result.withoutKnownIssue(failures, of: runner.scenario), runner)
        }
        return told
    }

    /// Why failures of the target are not judged.
    private func doubt(_ failures: [Failure], after seconds: Double) async throws -> String? {
        guard let doubt = runner.scenario.doubt, !failures.isEmpty,
            failures.allSatisfy({ $0.blame == .target && $0.kind == .mismatch })
        else { return nil }
        return try await paths.inSessionAside { try await doubt($0, .seconds(seconds)) }
    }

    /// What fails in the same way with less in it; nil where nothing does, and where to find it takes long.
    private func shorter(
        _ failures: [Failure], after seconds: Double
    ) async -> ShorterRunner.Shorter? {
        guard runner.configuration.tellsFewest, seconds < ShorterRunner.longTrial,
            failures.allSatisfy({ $0.blame == .target && $0.kind != .timedOut })
        else { return nil }
        // Whatever comes of it, as where the run is interrupted here, the failure has been found.
        return try? await ShorterRunner(paths: paths, failure: failures[0]).run()
    }

    /// Moves the container of a case that did not pass to where a person finds it, and removes others.
    nonisolated(nonsending) private func keepContainer(
        of session: Session, _ result: inout CaseResult
    ) async {
        guard runner.configuration.keepsContainers || !result.failures.isEmpty else {
            try? session.container.remove()
            return
        }
        result.container = await session.keepContainer(
            in: runner.configuration.keptDirectory, for: result.identity)
        result.notes = await session.notes
    }
}

extension CaseResult {
    /// Takes in what became of branches that are one case. Without one that is kept, the timeline is that
    /// of the way to them.
    fileprivate mutating func take(_ outcome: BranchesOutcome) {
        launches += outcome.launches
        container = outcome.kept?.container
        timeline = outcome.kept?.timeline ?? timeline
        notes += outcome.notes
        sweep = outcome.sweep
    }

    /// Keeps the container of a shorter case instead of its own.
    fileprivate mutating func takeContainer(of shorter: ShorterRunner.Shorter?) {
        container = shorter?.keepContainer(insteadOf: container) ?? container
    }

    /// The verdict by what was wrong, and by what the control has said.
    mutating func setVerdict(_ failures: [Failure], _ runner: CaseRunner) {
        verdict = Verdict(of: failures, control)
        self.failures = failures.map(runner.located)
    }
}

extension Failure {
    /// Is told as that of a shorter case, which has no name: who replays the whole case finds it again.
    fileprivate mutating func tell(_ shorter: ShorterRunner.Shorter) {
        let other = shorter.failure
        fewest = shorter.text
        (message, expected, actual) = (other.message, other.expected, other.actual)
        (difference, fault, killPoint) = (other.difference, other.fault, other.killPoint)
        (output, messages, replay) = (other.output, other.messages, nil)
    }
}

extension Verdict {
    init(of failures: [Failure], _ control: ControlResult) {
        self =
            if failures.isEmpty {
                .passed
            } else if control == .passed {
                .vacuous
            } else {
                failures.allSatisfy { $0.blame == .target } ? .failed : .errored
            }
    }
}
