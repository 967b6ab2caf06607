import CrashStates

/// Carries out the steps of a scenario along one path, as far as it goes. It reports nothing: what it
/// returns is for whoever has sent it.
struct PathRunner: Sendable {
    let runner: CaseRunner
    let rehearsal: Rehearsal

    /// How steps have ended.
    enum Ending: Sendable {
        /// No step is left.
        case completed
        case failed(Failure)
        /// A step has opened branches, each of which is a case.
        case branches([Branch])
        /// A step has opened very many, which are one case.
        case sweep(SweptStates)
        /// A step has opened branches for each of which it is carried out again.
        case again(RepeatedBranches)
    }

    /// Where steps have ended.
    struct Stop: Sendable {
        var ending: Ending
        /// The index of the step behind the last that was carried out.
        var next: Int
        /// The step that has opened branches, where it is reported.
        var openStep: StepReporter.Running?
    }

    /// A new session, in which no step has been carried out.
    func makeSession(control: ControlPlan? = nil) throws -> Session {
        try runner.makeSession(rehearsal, control: control)
    }

    /// Carries out steps until one fails or opens branches, or none is left before `end`. It stays on the
    /// session's worker from step to step: to leave it and come back costs more than most steps do.
    ///
    /// - Parameter reporter: is told of each step. A step that opens branches is left for whoever visits
    ///   them to end.
    func advance(
        _ session: isolated Session, from start: Int, to end: Int? = nil,
        reporting reporter: StepReporter? = nil
    ) async throws -> Stop {
        let steps = rehearsal.steps.prefix(end ?? .max)
        defer { session.worker.begin(nil) }
        for index in start..<steps.count {
            session.worker.begin(steps[index])
            let running = reporter?.begin(steps[index], number: index + 1, in: session)
            do {
                let next = try await steps[index].perform(in: session)
                if let ending = try opened(next, in: session) {
                    return Stop(ending: ending, next: index + 1, openStep: running)
                }
                if let running { reporter?.end(running, in: session) }
            } catch let error as CancellationError {
                try? session.abandon()
                throw error
            } catch {
                let failure = self.failure(error, at: steps[index], in: session)
                if let running { reporter?.end(running, in: session, failure: failure) }
                return Stop(ending: .failed(failure), next: index + 1)
            }
        }
        if end == nil, let failure = try ownEnd(of: session) {
            return Stop(ending: .failed(failure), next: steps.count)
        }
        return Stop(ending: .completed, next: steps.count)
    }

    /// What is wrong where the target was to run until the scenario's end, and has ended by itself.
    private func ownEnd(of session: isolated Session) throws -> Failure? {
        guard let last = rehearsal.steps.last else { return nil }
        do {
            try session.checkLives("before the scenario's end")
            return nil
        } catch let error as StepFailure {
            return failure(error, at: last, in: session)
        }
    }

    /// What a step has opened; nil where the following step is next.
    private func opened(_ next: Next, in session: isolated Session) throws -> Ending? {
        switch next {
        case .step: return nil
        case .again(let branches): return .again(branches)
        case .branches, .sweep:
            guard !session.isTargetRunning else {
                throw StepFailure(
                    blame: .scenario,
                    "a step with several branches needs a dead target; `Kill(…)` it first")
            }
        }
        switch next {
        case .branches(let branches): return .branches(Array(branches))
        case .sweep(let states): return .sweep(states)
        case .step, .again: return nil
        }
    }

    /// What a step threw, with what the session knows of how it came to that.
    func failure(
        _ error: any Error, at step: any Step, in session: isolated Session
    ) -> Failure {
        var failure = Failure(error, at: step)
        failure.fault = session.caseState.lastFault
        failure.killPoint = session.lastKillPoint
        failure.output = session.currentOutput
        if [.timedOut, .overdue, .brokenProtocol].contains(failure.kind) {
            failure.messages = session.lastMessages
        }
        return failure.blamingFullDisk(of: session.runDirectory, container: session.container)
    }

    /// The same for an error of swept steps on a real disk.
    func failureOnDisk(_ error: any Error, at step: any Step, in session: Session) async -> Failure
    {
        if let interrupted = error as? RealDiskInterrupted { return interrupted.reason }
        return await failure(error, at: step, of: session)
    }

    private func failure(
        _ error: any Error, at step: any Step, of session: isolated Session
    ) -> Failure {
        failure(error, at: step, in: session)
    }

    /// Makes a fork what a branch says. Returns what is wrong with that.
    nonisolated(nonsending) func prepare(
        _ branch: Branch, in fork: Session, at step: any Step
    ) async throws -> Failure? {
        do {
            try await branch.prepare(fork)
            return nil
        } catch let error as CancellationError {
            try? await fork.abandon()
            throw error
        } catch {
            return Failure(error, at: step)
        }
    }
}

// MARK: - One path

extension PathRunner {
    /// A new session that has gone the way to just before a step, along the branches. Whoever asks for
    /// it ends it. Where the way ends early, the failure says why.
    func session(
        before index: Int, along branches: [String], control: ControlPlan? = nil
    ) async throws -> (Failure?, Session) {
        let start = try await makeSessionOnWorker(control: control)
        return try await follow(start, along: branches, to: index)
    }

    /// The same as ``makeSession(control:)``, from wherever it is called.
    func makeSessionOnWorker(control: ControlPlan? = nil) async throws -> Session {
        try await SessionMaker(on: runner.worker).session(of: self, control)
    }

    /// What is found out in a session of its own, which is abandoned then; nil where that goes wrong: what does not
    /// even get that far says nothing of the case.
    func inSessionAside<Result: Sendable>(
        _ find: @Sendable (isolated Session) async throws -> Result?
    ) async throws -> Result? {
        let session = try await makeSessionOnWorker()
        do {
            let result = try await find(session)
            try await session.abandon()
            return result
        } catch let error as CancellationError {
            try? await session.abandon()
            throw error
        } catch {
            try? await session.abandon()
            return nil
        }
    }

    /// Follows one path, the first where no branch is named, to its end, to just before a step, or to
    /// its first failure.
    func follow(
        _ start: Session, along branches: [String], to end: Int? = nil
    ) async throws -> (Failure?, Session) {
        var session = start
        var index = 0
        var names = branches[...]
        while true {
            let stop = try await advance(session, from: index, to: end)
            switch stop.ending {
            case .completed: return (nil, session)
            case .failed(let failure): return (failure, session)
            case .branches(let opened):
                let name = names.popFirst()
                let branch = opened.first { name == nil || $0.name == name }
                if let failure = await enter(branch, &session, { try $0.fork() }) {
                    return (failure, session)
                }
            case .sweep(let states):
                // Where none is named, the one after which least may come back.
                // A real image is only there while its disk is mounted.
                let name = names.popFirst().flatMap {
                    RealDiskCheck.ImageName($0) == nil ? $0 : nil
                }
                let branch = name.map(states.branch(named:)) ?? states.settled
                let failure = await enter(branch, &session) { session in
                    let container = try Container(making: session.runDirectory.newPath())
                    return session.forkPoint.session(in: container, on: session.worker)
                }
                if let failure { return (failure, session) }
            case .again(let opened):
                let path = Array(branches.dropLast(names.count))
                let name = names.popFirst()
                let branch = opened.branches.first { name == nil || $0.name == name }
                if let failure = try await repeatOnce(branch, at: stop.next - 1, path, &session) {
                    return (failure, session)
                }
            }
            index = stop.next
        }
    }

    /// Goes on in one branch. Returns what is wrong with that.
    private func enter(
        _ branch: Branch?, _ session: inout Session,
        _ makeFork: @Sendable (isolated Session) throws -> Session
    ) async -> Failure? {
        guard let branch else { return Self.missingBranch }
        do {
            let fork = try await makeFork(session)
            // What was put aside for the control goes on with the fork.
            try await session.leave()
            session = fork
            try await branch.prepare(fork)
            return nil
        } catch {
            return Failure(error)
        }
    }

    /// Goes on in a branch for which the step is carried out again. Returns what is wrong with that.
    private func repeatOnce(
        _ branch: Branch?, at index: Int, _ path: [String], _ session: inout Session
    ) async throws -> Failure? {
        guard let branch else { return Self.missingBranch }
        let control = await session.caseState.control.map {
            ControlPlan(judgedLaunch: $0.judgedLaunch)
        }
        try await session.abandon()
        let (failure, again) = try await self.session(
            before: index, along: path, control: control)
        session = again
        if let failure { return failure }
        do { try await branch.prepare(again) } catch {
            return Failure(error, at: rehearsal.steps[index])
        }
        return nil
    }

    private static var missingBranch: Failure {
        Failure(blame: .harness, message: "the step did not open this branch again")
    }
}

/// Makes sessions on the thread of a worker, which alone may see where their containers are.
private actor SessionMaker {
    nonisolated let worker: Worker
    nonisolated var unownedExecutor: UnownedSerialExecutor { worker.asUnownedSerialExecutor() }

    init(on worker: Worker) { self.worker = worker }

    func session(of paths: PathRunner, _ control: ControlPlan?) throws -> Session {
        try paths.makeSession(control: control)
    }
}
