import CrashStates

/// Where a walk is in a sweep: which state, and who counts it.
struct SweepVisit: Sendable {
    let tally: SweepTally
    let position: StatePosition
    /// The container in which the states are built, which stays when a state has been judged.
    let container: Container
}

/// The futures of a sweep, handed out one at a time to whoever visits them.
private final class FutureQueue: Sendable {
    private let rest: Locked<Rest>

    private struct Rest {
        /// Made here and used under the lock alone.
        nonisolated(unsafe) var futures: any IteratorProtocol<Branch>
        var count = 0
        var hasEnded = false
    }

    init(_ futures: any Sequence<Branch> & Sendable) {
        rest = Locked(Rest(futures: futures.makeIterator()))
    }

    /// The next future with its number.
    func next() -> (Int, Branch)? {
        rest.withLock { rest in
            guard !rest.hasEnded, let branch = rest.futures.next() else { return nil }
            rest.count += 1
            return (rest.count, branch)
        }
    }

    func end() { rest.withLock { $0.hasEnded = true } }
}

/// Visits states on one worker. It is isolated to that worker's thread, as the sessions there are: a
/// state is carried out from its beginning to its end without a change of threads, each of which costs
/// more than most of what is done in between.
private actor Lane {
    nonisolated let worker: Worker
    nonisolated var unownedExecutor: UnownedSerialExecutor { worker.asUnownedSerialExecutor() }

    init(on worker: Worker) { self.worker = worker }

    /// Visits one state after the other, each as it comes from the queue.
    func visit(
        _ sweep: SweepInProgress, of walk: Walk, from queue: FutureQueue, _ tally: SweepTally,
        while goesOn: @Sendable () -> Bool
    ) async throws {
        let container = try Container(making: walk.runner.runDirectory.newPath())
        defer { try? container.remove() }
        do {
            while goesOn(), let (number, branch) = queue.next() {
                let position = StatePosition(outer: number)
                if tally.isOver(before: position) { return queue.end() }
                let visit = SweepVisit(tally: tally, position: position, container: container)
                try await walk.enter(branch, sweep, visit, on: worker)
            }
        } catch {
            queue.end()
            throw error
        }
    }
}

/// A sweep that is being visited.
struct SweepInProgress: Sendable {
    let states: SweptStates
    let step: any Step
    /// The index of the step behind it.
    let next: Int
    /// The branches that led to it.
    let branches: [String]
    let start: Session.ForkPoint
}

extension Walk {
    /// Visits every state of a sweep and reports them as one case.
    nonisolated(nonsending) func visit(
        _ states: SweptStates, of session: Session, step: any Step, from next: Int,
        branches: [String]
    ) async throws {
        if refusesToOpen(step, at: branches) { return }
        let sweep = SweepInProgress(
            states: states, step: step, next: next, branches: branches,
            start: await session.forkPoint)
        if wanted.count > branches.count { return try await visitOne(sweep, of: session) }
        if let outer = self.sweep { return try await visitInside(outer, sweep, of: session) }
        let tally = SweepTally(runner)
        let queue = FutureQueue(states.futures)
        do {
            try await withLanes { worker, goesOn in
                try await Lane(on: worker).visit(sweep, of: self, from: queue, tally, while: goesOn)
            }
            let search = try await fewestLost(in: sweep, tally)
            try await conclude(tally, sweep, search, of: session)
        } catch let error as CancellationError {
            await reportInterrupted(
                tally, "states", figures(of: sweep, tally), of: session, branches: branches)
            throw error
        }
    }

    /// Carries out `lane` on the worker of the case and on each that is lent.
    private func withLanes(
        _ lane: @escaping @Sendable (Worker, @escaping @Sendable () -> Bool) async throws -> Void
    ) async throws {
        guard let lender = runner.lender, let loan = lender.sweepBegins(in: runner.scenario.name)
        else { return try await lane(runner.worker) { true } }
        defer { lender.sweepEnds(in: runner.scenario.name) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { loan.end() }
                try await lane(runner.worker) { true }
            }
            for await worker in loan.workers {
                group.addTask {
                    runner.crew.join(worker)
                    defer {
                        runner.crew.leave(worker)
                        loan.giveBack(worker)
                    }
                    try await lane(worker) { !loan.takesOneBack() }
                }
            }
            try await group.waitForAll()
        }
    }

    /// Goes on in one state, whose end is counted and not reported.
    nonisolated(nonsending) func enter(
        _ branch: Branch, _ sweep: SweepInProgress, _ visit: SweepVisit, on worker: Worker
    ) async throws {
        var walk = self
        walk.sweep = visit
        try await walk.enter(
            branch, as: sweep.start.session(in: visit.container, on: worker), step: sweep.step,
            from: sweep.next, branches: sweep.branches + [branch.name])
    }

    /// Visits a sweep in a state of another one: what becomes of its states is counted there.
    nonisolated(nonsending) private func visitInside(
        _ outer: SweepVisit, _ sweep: SweepInProgress, of session: Session
    ) async throws {
        guard outer.position.inner == 0 else {
            let failure = StepFailure(
                blame: .scenario, "a third sweep inside two others; sweeps nest once")
            return try await conclude(
                session, branches: sweep.branches, failure: Self.failure(failure, step: sweep.step))
        }
        let container = try Container(making: runner.runDirectory.newPath())
        defer { try? container.remove() }
        var position = outer.position
        for branch in sweep.states.futures {
            position.inner += 1
            if outer.tally.isOver(before: position) { break }
            let visit = SweepVisit(tally: outer.tally, position: position, container: container)
            try await enter(branch, sweep, visit, on: session.worker)
        }
        let launches = await session.ownLaunches
        outer.tally.add(sweep, visited: position.inner, launches: launches, at: outer.position)
    }

    /// Visits the one state that is wanted, as a case like any other.
    private func visitOne(_ sweep: SweepInProgress, of session: Session) async throws {
        let name = wanted[sweep.branches.count]
        guard let branch = sweep.states.future(named: name) else {
            let failure = Failure(
                blame: .scenario, location: sweep.step.location, step: sweep.step.text,
                message: "the sweep has no state '\(name)' this time; run the whole scenario again")
            return try await conclude([failure], of: session, branches: sweep.branches)
        }
        let container = try Container(making: runner.runDirectory.newPath())
        defer { try? container.remove() }
        try await enter(
            branch, as: sweep.start.session(in: container, on: session.worker), step: sweep.step,
            from: sweep.next, branches: sweep.branches + [name])
    }

    private func conclude(
        _ tally: SweepTally, _ sweep: SweepInProgress, _ search: LossSearch, of session: Session
    ) async throws {
        var figures = figures(of: sweep, tally, searched: search.visited)
        var failures = search.causes.map { $0.summary(below: sweep.branches.count) }
        if let inner = tally.inner, !inner.changesFiles {
            failures.append(
                Self.failure(Sweep.nothing(in: inner.figures.calls), step: inner.step))
        }
        if let check = try await kernelCheck(of: sweep) {
            if !figures.isEmpty { figures[0] += ", \(check.text)" }
            if let failure = check.failure { failures.append(failure) }
        }
        try await conclude(
            failures, of: session, branches: sweep.branches,
            launches: session.launches + tally.launches + search.launches,
            kept: search.kept, notes: figures + sweep.states.summary())
    }

    /// What a sweep has consisted of until now, and the sweeps inside it.
    private func figures(
        of sweep: SweepInProgress, _ tally: SweepTally, searched: Int = 0
    ) -> [String] {
        var lines: [String] = []
        if var outer = sweep.states.visitor?.figures {
            outer.relaunched = tally.visited
            outer.searched = searched
            lines.append("sweep: \(outer)")
        }
        if let inner = tally.inner?.figures {
            lines.append("\(inner.sweeps) sweeps inside it: \(inner)")
        }
        return lines
    }

    /// Has the kernel confirm a sweep, where the run asks for it.
    private func kernelCheck(of sweep: SweepInProgress) async throws -> KernelCheck.Outcome? {
        let points = runner.configuration.kernelCheckPoints
        guard points > 0, let step = sweep.step as? Sweep, step.death == .system else { return nil }
        let check = KernelCheck(
            walk: self, sweep: step, index: sweep.next - 1, branches: sweep.branches,
            points: points)
        return try await check.run()
    }
}
