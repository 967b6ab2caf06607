import CrashStates

/// Carries a scenario to the end of each of its paths; what came of each goes to the reporter as it ends.
struct BranchRunner: Sendable {
    let reporter: CaseReporter
    /// The branches of the one case that is wanted, or none for all of them.
    let wanted: [String]

    private var paths: PathRunner { reporter.paths }
    private var runner: CaseRunner { reporter.runner }

    func run() async throws {
        reporter.begin(wanted)
        do {
            try await follow(paths.makeSession(), from: 0, branches: [])
        } catch let error as CancellationError {
            throw error
        } catch {
            try await reporter.conclude(.nothing([Failure(error)]), of: wanted)
        }
    }

    /// Goes on with a session from a step, into every branch where there are several.
    private func follow(
        _ session: Session, from index: Int, branches: [String]
    ) async throws {
        let steps = reporter.steps(of: branches)
        session.worker.follow(runner.identity(branches))
        let stop = try await paths.advance(session, from: index, reporting: steps)
        let opening = Opening(
            session: session, next: stop.next, branches: branches, steps: steps,
            openStep: stop.openStep)
        switch stop.ending {
        case .completed:
            // What is wanted lies behind a step with branches, and there was none.
            let failure = wanted.count > branches.count ? noBranches(after: branches) : nil
            try await reporter.conclude(.path(session, failure), of: branches)
        case .failed(let failure):
            try await reporter.conclude(.path(session, failure), of: branches)
        case .branches(let opened):
            defer { try? session.container.remove() }
            if let step = stop.openStep { await steps.end(step, in: session) }
            try await enter(opened, at: opening)
        case .sweep(let states):
            defer { try? session.container.remove() }
            try await visit(states, at: opening)
        case .again(let opened):
            try await session.leave()
            try await visit(opened, at: opening)
        }
    }

    /// Where a step has opened branches.
    private struct Opening {
        /// The session that led there.
        var session: Session
        /// The index of the step behind the one that has opened them.
        var next: Int
        /// The branches that led there.
        var branches: [String]
        var steps: StepReporter
        /// The step that has opened them, which has not been reported as ended.
        var openStep: StepReporter.Running?

        /// Reports the step as ended, where only one of its branches is visited.
        func endStep() async {
            if let openStep { await steps.end(openStep, in: session) }
        }
    }

    private func step(of opening: Opening) -> any Step {
        paths.rehearsal.steps[opening.next - 1]
    }

    private func noBranches(after branches: [String]) -> Failure {
        let path = branches.isEmpty ? "" : " after '\(branches.joined(separator: "::"))'"
        let rest = wanted.dropFirst(branches.count).map { "::" + $0 }.joined()
        return Failure(
            blame: .scenario, kind: .missing, location: runner.scenario.location, step: "Scenario",
            message: """
                there is no case '\(wanted.joined(separator: "::"))': no step\(path) has several \
                branches; leave '\(rest)' out
                """)
    }

    // MARK: Branches that are cases

    private func enter(_ opened: [Branch], at opening: Opening) async throws {
        let step = step(of: opening)
        if reporter.refusesToOpen(step, at: opening.branches, wanted: wanted) { return }
        if let failure = opened.problem(at: step, after: opening.branches, wanted: wanted) {
            return try await reporter.conclude(
                .path(opening.session, failure), of: opening.branches)
        }
        var isFirst = true
        for branch in opened {
            let path = opening.branches + [branch.name]
            guard wanted.isEmpty || wanted.starts(with: path) || path.starts(with: wanted)
            else { continue }
            if !isFirst { reporter.begin(path) }
            isFirst = false
            let fork: Session
            do { fork = try await opening.session.fork() } catch {
                try await reporter.conclude(.nothing([Failure(error, at: step)]), of: path)
                continue
            }
            try await enter(branch, as: fork, at: step, next: opening.next, branches: path)
        }
    }

    /// Makes a fork what a branch says and goes on there.
    private func enter(
        _ branch: Branch, as fork: Session, at step: any Step, next: Int, branches: [String]
    ) async throws {
        if let failure = try await paths.prepare(branch, in: fork, at: step) {
            return try await reporter.conclude(.path(fork, failure), of: branches)
        }
        try await follow(fork, from: next, branches: branches)
    }

    // MARK: Branches that are one case

    private func visit(_ states: SweptStates, at opening: Opening) async throws {
        let step = step(of: opening)
        if reporter.refusesToOpen(step, at: opening.branches, wanted: wanted) { return }
        let start = await opening.session.forkPoint
        let sweep = SweepInProgress(
            states: states, step: step, next: opening.next, branches: opening.branches,
            start: start)
        if wanted.count > opening.branches.count {
            await opening.endStep()
            return try await visitOne(sweep, at: opening)
        }
        let meter = reporter.meter(of: opening.branches) { states.expectedCount }
        let sweepRunner = SweepRunner(paths: paths, sweep: sweep, reporting: opening.steps, meter)
        try await conclude(opening, unit: "states", interrupted: sweepRunner.interrupted) {
            try await sweepRunner.run()
        }
    }

    private func visit(_ opened: RepeatedBranches, at opening: Opening) async throws {
        if reporter.refusesToOpen(step(of: opening), at: opening.branches, wanted: wanted) {
            return
        }
        if wanted.count > opening.branches.count {
            await opening.endStep()
            return try await visitOne(opened, at: opening)
        }
        let meter = reporter.meter(of: opening.branches) {
            ExpectedCount(count: opened.branches.count, isEstimated: false)
        }
        let repeatRunner = RepeatRunner(
            paths: paths, opened: opened, index: opening.next - 1, branches: opening.branches,
            reporting: opening.steps, meter)
        try await conclude(opening, unit: "branches", interrupted: repeatRunner.interrupted) {
            try await repeatRunner.run()
        }
    }

    /// Reports what became of everything that a step has opened, or what was found until the run was
    /// interrupted.
    private func conclude(
        _ opening: Opening, unit: String, interrupted: () -> BranchesOutcome,
        _ run: () async throws -> BranchesOutcome
    ) async throws {
        do {
            let outcome = try await run()
            if let step = opening.openStep {
                await opening.steps.end(step, outcome, from: opening.session)
            }
            try await reporter.conclude(
                .branches(outcome, from: opening.session), of: opening.branches)
        } catch let error as CancellationError {
            await reporter.interrupt(
                interrupted(), of: opening.branches, from: opening.session, unit: unit)
            throw error
        }
    }

    /// Visits the one state that is wanted, as a case like any other.
    private func visitOne(_ sweep: SweepInProgress, at opening: Opening) async throws {
        let name = wanted[opening.branches.count]
        if let image = RealDiskCheck.ImageName(name),
            let check = RealDiskCheck(
                paths: paths, sweep: sweep, images: image.count, only: image.number)
        {
            let outcome = try await check.run()
            return try await reporter.conclude(
                .branches(outcome.result, from: opening.session), of: opening.branches + [name])
        }
        try await NameSearch(paths: paths, sweep: sweep).run()
        guard let branch = sweep.states.branch(named: name) else {
            let failure = Failure(
                blame: .scenario, location: sweep.step.location, step: sweep.step.text,
                message: "the sweep has no state '\(name)' this time; run the whole scenario again",
                expected: sweep.states.names, actual: name)
            return try await reporter.conclude(
                .branches(BranchesOutcome(failures: [failure]), from: opening.session),
                of: opening.branches)
        }
        let container = try Container(making: runner.runDirectory.newPath())
        defer { try? container.remove() }
        try await enter(
            branch, as: sweep.start.session(in: container, on: opening.session.worker),
            at: sweep.step, next: sweep.next, branches: opening.branches + [name])
    }

    /// Carries the step out as the one branch that is wanted has it, as a case like any other.
    private func visitOne(_ opened: RepeatedBranches, at opening: Opening) async throws {
        let step = step(of: opening)
        let path = opening.branches + [wanted[opening.branches.count]]
        guard let branch = opened.branches.first(where: { $0.name == path.last }) else {
            let failure = Failure(
                blame: .scenario, location: step.location, step: step.text,
                message:
                    "the step has no '\(path.last ?? "")' this time; run the whole scenario again",
                expected: opened.branches.map(\.name).briefList, actual: path.last)
            return try await reporter.conclude(
                .branches(BranchesOutcome(failures: [failure]), from: opening.session),
                of: opening.branches)
        }
        let again = try await paths.repeatStep(
            as: branch, at: opening.next - 1, along: opening.branches)
        switch again {
        case .done(let session):
            defer { try? session.container.remove() }
            try await follow(session, from: opening.next, branches: path)
        case .failed(let failure, let session):
            defer { try? session.container.remove() }
            try await reporter.conclude(.path(session, failure), of: path)
        case .missed(let reason):
            let failure = Failure(ofMissed: reason, at: step)
            try await reporter.conclude(
                .branches(BranchesOutcome(failures: [failure]), from: opening.session), of: path)
        }
    }
}

extension [Branch] {
    /// What is wrong with the branches that a step has opened, or with the one that is wanted.
    func problem(
        at step: any Step, after path: [String], wanted: [String]
    ) -> Failure? {
        func failure(_ message: String, _ expected: String? = nil, _ actual: String? = nil)
            -> Failure
        {
            Failure(
                blame: .scenario, location: step.location, step: step.text, message: message,
                expected: expected, actual: actual)
        }
        if isEmpty { return failure("the step opened no branches, so nothing follows it") }
        var names: Set<String> = []
        for branch in self where !names.insert(branch.name).inserted {
            return failure("two branches of the step have the name '\(branch.name)'")
        }
        if wanted.count > path.count, wanted.starts(with: path), !names.contains(wanted[path.count])
        {
            return failure(
                "the step has no such branch; was the scenario changed since?",
                map(\.name).briefList, wanted[path.count])
        }
        return nil
    }
}
