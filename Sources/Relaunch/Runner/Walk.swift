import CrashStates
import SystemPackage

/// One walk through a scenario's steps: a case for each path, and the control of the first that passes.
struct Walk: Sendable {
    let runner: CaseRunner
    let rehearsal: Rehearsal
    /// The branches of the one case that is wanted, or none for all of them.
    let wanted: [String]
    let needsControl: Bool
    /// The state of a sweep that is visited: its end is counted, instead of being reported.
    var sweep: SweepVisit?
    let report: @Sendable (Event.Kind) -> Void

    /// How a path through the steps ended.
    enum Ending: Sendable {
        case completed
        case failed(Failure)
        case branched([Branch])
        case swept(SweptStates)
        case repeated(Repetitions)
    }

    func run() async throws {
        report(.caseStarted(runner.identity(wanted)))
        do {
            let session = try runner.makeSession(rehearsal)
            try await follow(session, from: 0, branches: [])
        } catch let error as CancellationError {
            throw error
        } catch {
            let failure = Self.failure(error, step: nil)
            report(.caseFinished(runner.result(wanted, .errored, failures: [failure])))
        }
    }

    /// Goes on with a session from a step, into every branch where it has several futures.
    nonisolated(nonsending) func follow(_ session: Session, from index: Int, branches: [String])
        async throws
    {
        let (ending, next) = try await advance(session, from: index)
        switch ending {
        case .completed:
            try await conclude(session, branches: branches, failure: nil)
        case .failed(let failure):
            try await conclude(session, branches: branches, failure: failure)
        case .branched(let futures):
            defer { leave(session.container) }
            let step = rehearsal.steps[next - 1]
            if refusesToOpen(step, at: branches) { return }
            if let failure = Self.problem(of: futures, at: branches, wanted: wanted, step) {
                return try await conclude(session, branches: branches, failure: failure)
            }
            var isFirst = true
            for branch in futures {
                let path = branches + [branch.name]
                guard wanted.isEmpty || wanted.starts(with: path) || path.starts(with: wanted)
                else { continue }
                if !isFirst { report(.caseStarted(runner.identity(path))) }
                isFirst = false
                try await enter(branch, of: session, step: step, from: next, branches: path)
            }
        case .swept(let states):
            defer { leave(session.container) }
            let step = rehearsal.steps[next - 1]
            try await visit(states, of: session, step: step, from: next, branches: branches)
        case .repeated(let repetitions):
            try await visit(repetitions, of: session, at: next - 1, branches: branches)
        }
    }

    /// Removes a container, unless the next state of a sweep is built from it.
    private func leave(_ container: Container) {
        if container.path != sweep?.container.path { try? container.remove() }
    }

    /// Forks a session into one of its futures and goes on there.
    nonisolated(nonsending) private func enter(
        _ branch: Branch, of session: Session, step: any Step, from next: Int, branches: [String]
    ) async throws {
        let fork: Session
        do { fork = try await session.fork() } catch {
            let failure = Self.failure(error, step: step)
            let verdict = Self.verdict([failure], .notRun)
            return report(.caseFinished(runner.result(branches, verdict, failures: [failure])))
        }
        try await enter(branch, as: fork, step: step, from: next, branches: branches)
    }

    /// Makes a fork what one of the futures says and goes on there.
    nonisolated(nonsending) func enter(
        _ branch: Branch, as fork: Session, step: any Step, from next: Int, branches: [String]
    ) async throws {
        do {
            try await branch.prepare(fork)
        } catch let error as CancellationError {
            try? await fork.abandon()
            throw error
        } catch {
            let failure = Self.failure(error, step: step)
            return try await conclude(fork, branches: branches, failure: failure)
        }
        try await follow(fork, from: next, branches: branches)
    }

    /// What is wrong with the futures that a step has opened, or with the one that is wanted.
    private static func problem(
        of futures: [Branch], at path: [String], wanted: [String], _ step: any Step
    ) -> Failure? {
        func failure(_ message: String, _ expected: String? = nil, _ actual: String? = nil)
            -> Failure
        {
            Failure(
                blame: .scenario, location: step.location, step: step.text, message: message,
                expected: expected, actual: actual)
        }
        if futures.isEmpty { return failure("the step has opened no future, so nothing follows") }
        var names: Set<String> = []
        for branch in futures where !names.insert(branch.name).inserted {
            return failure("two futures of the step are called '\(branch.name)'")
        }
        if wanted.count > path.count, wanted.starts(with: path), !names.contains(wanted[path.count])
        {
            return failure(
                "the step has no such future; was the scenario changed since?",
                futures.map(\.name).joined(separator: ", "), wanted[path.count])
        }
        return nil
    }

    /// Carries out steps until one fails, branches, or none is left before `end`. It stays on the
    /// session's worker from step to step: to leave it and come back costs more than most steps do.
    func advance(
        _ session: isolated Session, from start: Int, to end: Int? = nil
    ) async throws -> (Ending, Int) {
        let steps = rehearsal.steps.prefix(end ?? .max)
        defer { session.worker.begin(nil) }
        for index in start..<steps.count {
            session.worker.begin(steps[index])
            do {
                let next = try await steps[index].perform(in: session)
                if case .step = next { continue }
                if case .again(let repetitions) = next {
                    return (.repeated(repetitions), index + 1)
                }
                guard !session.isTargetRunning else {
                    throw StepFailure(
                        blame: .scenario,
                        "a step with several futures needs a dead target; `Kill(…)` it first")
                }
                if case .branches(let branches) = next {
                    return (.branched(Array(branches)), index + 1)
                }
                if case .sweep(let states) = next { return (.swept(states), index + 1) }
            } catch let error as CancellationError {
                try? session.abandon()
                throw error
            } catch {
                var failure = Self.failure(error, step: steps[index])
                failure.fault = session.caseState.lastFault
                failure.killPoint = session.lastKillPoint
                failure.output = session.currentOutput
                return (.failed(failure), index + 1)
            }
        }
        return (.completed, steps.count)
    }

    /// Ends a case: proof of death, control, verdict, container.
    nonisolated(nonsending) func conclude(_ session: Session, branches: [String], failure: Failure?)
        async throws
    {
        var result = runner.result(branches, .passed)
        var failures = failure.map { [$0] } ?? []
        if runner.configuration.leavesOpen {
            return try await leaveOpen(session, branches, failures)
        }
        do { try await session.terminateAndReap() } catch {
            failures.append(Self.failure(error, step: nil))
        }
        if let sweep {
            await sweep.tally.count(session, at: sweep.position, branches: branches, failures)
            return leave(session.container)
        }
        result.seconds = await session.age.seconds
        result.timeline = await session.caseState.timeline.entries
        result.launches = await session.launches
        result.isRandom = await session.isRandom
        if !rehearsal.relaunchesAfterDeath, runner.scenario.control == .automatic {
            result.control = .notNeeded
        }
        if failures.isEmpty, needsControl {
            result.control = try await runControl(branches)
            if let failure = verdictOfControl(result.control) { failures.append(failure) }
        }
        result.verdict = Self.verdict(failures, result.control)
        let located = runner.result(branches, result.verdict, failures: failures)
        result.failures = located.failures
        let isKept = runner.configuration.keepsContainers || !failures.isEmpty
        if isKept {
            result.container = await session.keepContainer(
                in: runner.configuration.keptDirectory, for: result.identity)
        } else {
            try? session.container.remove()
        }
        result.notes = await session.notes
        report(.caseFinished(result))
    }

    static func verdict(_ failures: [Failure], _ control: ControlResult) -> Verdict {
        if failures.isEmpty { return .passed }
        if control == .passed { return .vacuous }
        return failures.allSatisfy { $0.blame == .target } ? .failed : .errored
    }

    /// Any error as a failure with the one whose fault it is.
    static func failure(_ error: any Error, step: (any Step)?) -> Failure {
        var failure = Failure(
            blame: .harness, location: step?.location, step: step?.text ?? "", message: "\(error)")
        switch error {
        case let error as StepFailure:
            failure.blame = error.blame
            failure.message = error.message
            failure.expected = error.expected
            failure.actual = error.actual
            failure.difference = error.difference
        case is JSONPathError: failure.blame = .scenario
        case is SupervisorError, is DeathNotReported, is ContainerError, is FileTreeError,
            is PollError, is Errno,
            is RecordingError, is RecorderError, is MaterializationError:
            break
        default:
            failure.blame = .scenario
            failure.message = "the step threw an error: \(error)"
        }
        return failure
    }
}
