import CrashStates

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

/// Visits every state of a sweep, on the worker of the case and on each that is lent, and says what became
/// of them.
struct SweepRunner: Sendable {
    let paths: PathRunner
    let sweep: SweepInProgress
    private let tally: BranchTally
    private let announce: @Sendable (Failure) -> Void
    private let meter: SweepMeter

    private var runner: CaseRunner { paths.runner }

    init(
        paths: PathRunner, sweep: SweepInProgress, reporting steps: StepReporter,
        _ meter: SweepMeter
    ) {
        self.paths = paths
        self.sweep = sweep
        self.meter = meter
        announce = steps.report
        tally = BranchTally(paths.runner, announce: steps.report)
    }

    func run() async throws -> BranchesOutcome {
        try await NameSearch(paths: paths, sweep: sweep).run()
        let queue = BranchQueue(sweep.states.branches)
        meter.begin()
        try await onEachWorker { worker, goesOn in
            try await SweepWorker(worker).visit(
                sweep, along: paths, from: queue, tally, meter, while: goesOn)
        }
        meter.end()
        if let limit = runner.workers.exceeded {
            var outcome = interrupted()
            outcome.notes.append("states were not visited: its limit was \(limit.length.shortText)")
            return outcome
        }
        let search = try await LossSearch(paths: paths, sweep: sweep).run(tally)
        var failures = search.causes.map { $0.summary(below: sweep.branches.count, as: "states") }
        if let inner = tally.inner, !inner.changesFiles {
            failures.append(Failure(Sweep.nothing(in: inner.figures.calls), at: inner.step))
        }
        var figures = figures(searched: search.visited)
        if let check = try await kernelCheck() {
            if !figures.isEmpty, !check.text.isEmpty { figures[0] += ", \(check.text)" }
            if let failure = check.failure { failures.append(failure) }
        }
        let real = try await realDisk()
        if let text = real.text, !figures.isEmpty { figures[0] += ", \(text)" }
        return BranchesOutcome(
            failures: failures + real.failures,
            launches: tally.launches + search.launches + real.launches,
            kept: search.kept ?? real.kept,
            notes: figures + tally.missedNotes + sweep.states.summary() + real.notes,
            sweep: sweep.states.visitor.map {
                SweepCount(
                    calls: $0.figures.calls, states: tally.visited, realDisk: real.count)
            })
    }

    /// What has been found until now, where the run was interrupted.
    func interrupted() -> BranchesOutcome {
        BranchesOutcome(
            failures: tally.all.map { $0.summary(below: sweep.branches.count, as: "states") },
            launches: tally.launches, kept: tally.kept, notes: figures())
    }

    /// Carries out `visit` on the worker of the case and on each that is lent.
    private func onEachWorker(
        _ visit: @escaping @Sendable (Worker, @escaping @Sendable () -> Bool) async throws -> Void
    ) async throws {
        let scenario = runner.scenario.name
        guard let lender = runner.lender, let borrowed = lender.sweepBegins(in: scenario)
        else { return try await visit(runner.worker) { true } }
        defer { lender.sweepEnds(in: scenario) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { borrowed.end() }
                try await visit(runner.worker) { true }
            }
            for await worker in borrowed.arriving {
                group.addTask {
                    runner.workers.join(worker)
                    defer {
                        runner.workers.leave(worker)
                        borrowed.giveBack(worker)
                    }
                    try await visit(worker) { !borrowed.takesOneBack() }
                }
            }
            try await group.waitForAll()
        }
    }

    /// What the sweep has consisted of until now, and the sweeps inside it.
    private func figures(searched: Int = 0) -> [String] {
        var lines: [String] = []
        if var outer = sweep.states.visitor?.figures {
            outer.relaunched = tally.visited
            outer.searched = searched
            lines.append("sweep: \(outer)")
        }
        if let inner = tally.innerNote { lines.append(inner) }
        return lines
    }

    /// Has the kernel confirm a sweep.
    private func kernelCheck() async throws -> KernelCheck.Outcome? {
        let points = runner.configuration.kernelCheckPoints
        guard points > 0, let recorded = sweep.states.visitor?.recorded else { return nil }
        let check = KernelCheck(
            paths: paths, sweep: sweep.step, steps: sweep.states.steps, index: sweep.next - 1,
            branches: sweep.branches, calls: recorded.plannableCount, points: points,
            isAsked: runner.configuration.isKernelCheckAsked)
        return try await check.run()
    }
}

extension SweepRunner {
    /// Has a real disk confirm a sweep, where the run or the sweep asks for it.
    private func realDisk() async throws -> RealDiskCheck.Outcome {
        let asked = runner.configuration.realImages
        let images = asked > 0 ? asked : sweep.states.realImages
        guard images > 0,
            let check = RealDiskCheck(
                paths: paths, sweep: sweep, images: images, announce: announce)
        else { return RealDiskCheck.Outcome() }
        return try await check.run()
    }
}

/// Branches, handed out one at a time to whoever visits them.
private final class BranchQueue: Sendable {
    private let rest: Locked<Rest>

    private struct Rest {
        /// Made here and used under the lock alone.
        nonisolated(unsafe) var branches: any IteratorProtocol<Branch>
        var count = 0
        var hasEnded = false
    }

    init(_ branches: any Sequence<Branch> & Sendable) {
        rest = Locked(Rest(branches: branches.makeIterator()))
    }

    /// The next branch with its number.
    func next() -> (Int, Branch)? {
        rest.withLock { rest in
            guard !rest.hasEnded, let branch = rest.branches.next() else { return nil }
            rest.count += 1
            return (rest.count, branch)
        }
    }

    func end() { rest.withLock { $0.hasEnded = true } }
}

/// Visits states on one worker. It is isolated to that worker's thread, as the sessions there are: a
/// state is carried out from its beginning to its end without a change of threads, each of which costs
/// more than most of what is done in between.
private actor SweepWorker {
    nonisolated let worker: Worker
    nonisolated var unownedExecutor: UnownedSerialExecutor { worker.asUnownedSerialExecutor() }

    init(_ worker: Worker) { self.worker = worker }

    /// Visits one state after the other, each as it comes from the queue.
    func visit(
        _ sweep: SweepInProgress, along paths: PathRunner, from queue: BranchQueue,
        _ tally: BranchTally, _ meter: SweepMeter, while goesOn: @Sendable () -> Bool
    ) async throws {
        let container = try Container(making: paths.runner.runDirectory.newPath())
        defer { try? container.remove() }
        do {
            while goesOn(), let (number, branch) = queue.next() {
                let position = BranchPosition(outer: number)
                if tally.isOver(before: position) { return queue.end() }
                let state = StateRunner(
                    paths: paths, tally: tally, position: position, sweptContainer: container)
                try await state.enter(branch, of: sweep, on: worker)
                meter.count()
            }
        } catch {
            queue.end()
            throw error
        }
    }
}
