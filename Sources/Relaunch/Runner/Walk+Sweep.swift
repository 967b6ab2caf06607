extension Walk {
    /// Visits every state of a sweep and reports them as one case.
    func visit(
        _ states: SweptStates, of session: Session, step: any Step, from next: Int,
        branches: [String]
    ) async throws {
        defer { try? states.container.remove() }
        if refusesToOpen(step, at: branches) { return }
        if wanted.count > branches.count {
            return try await visitOne(
                states, of: session, step: step, from: next, branches: branches)
        }
        let tally = SweepTally()
        var inner = self
        inner.tally = tally
        for state in states.futures {
            try await inner.enter(
                state, of: session, in: states.container, step: step, from: next,
                branches: branches + [state.name])
            if await tally.isFull { break }
        }
        if let outer = self.tally { return await outer.add(tally) }
        let check = try await kernelCheck(step, at: next - 1, branches: branches)
        var summary = states.summary()
        if let check, !summary.isEmpty { summary[0] += ", \(check.text)" }
        try await conclude(
            tally, of: session, branches: branches, notes: summary,
            failures: [check?.failure].compactMap { $0 })
    }

    /// Has the kernel confirm a sweep, where the run asks for it.
    private func kernelCheck(_ step: any Step, at index: Int, branches: [String]) async throws
        -> KernelCheck.Outcome?
    {
        let points = runner.configuration.kernelCheckPoints
        guard points > 0, let sweep = step as? Sweep, sweep.death == .system else { return nil }
        let seed = SeededGenerator.seed(
            of: "\(runner.scenario.name), kernel check", in: runner.configuration.seed)
        let check = KernelCheck(
            walk: self, sweep: sweep, index: index, branches: branches, seed: seed, points: points)
        return try await check.run()
    }

    /// Visits the one state that is wanted, as a case like any other.
    private func visitOne(
        _ states: SweptStates, of session: Session, step: any Step, from next: Int,
        branches: [String]
    ) async throws {
        let name = wanted[branches.count]
        for state in states.futures where state.name == name {
            return try await enter(
                state, of: session, in: states.container, step: step, from: next,
                branches: branches + [name])
        }
        let failure = Failure(
            blame: .scenario, location: step.location, step: step.text,
            message: "the sweep has no state '\(name)' this time; run the whole scenario again")
        try await conclude(session, branches: branches, failure: failure)
    }

    /// Ends the one case that stands for many futures.
    func conclude(
        _ tally: SweepTally, of session: Session, branches: [String], notes: [String],
        failures added: [Failure] = []
    ) async throws {
        var failures = await tally.failures + added
        var control = ControlResult.notRun
        if failures.isEmpty, needsControl {
            control = try await runControl(branches)
            if let failure = verdictOfControl(control) { failures.append(failure) }
        }
        var result = runner.result(
            branches, Self.verdict(failures, control), failures: failures)
        if needsControl { result.control = control }
        result.seconds = session.started.duration(to: .now).seconds
        result.timeline = await session.timeline.entries
        result.launches = await session.launches + tally.launches
        result.container = await tally.container
        result.notes = await session.notes + notes
        report(.caseFinished(result))
    }
}

/// Counts what became of the states of a sweep.
actor SweepTally {
    /// How many different causes are told apart before the sweep ends early.
    private static let causeLimit = 20

    private(set) var launches = 0
    /// The container of the first state that failed.
    private(set) var container: String?
    private var causes: [(failure: Failure, states: [String])] = []

    var isFull: Bool { causes.count >= Self.causeLimit }

    /// One failure for each cause, with the states that showed it.
    var failures: [Failure] {
        causes.map { failure, states in
            var failure = failure
            if states.count > 1 {
                failure.message += " (in \(states.count) states: \(Self.list(states)))"
            }
            return failure
        }
    }

    private static func list(_ states: [String]) -> String {
        states.prefix(5).joined(separator: ", ") + (states.count > 5 ? ", …" : "")
    }

    func count(
        _ session: Session, _ branches: [String], _ failures: [Failure], _ runner: CaseRunner
    ) async {
        launches += await session.launches
        for var failure in failures {
            let name = branches.last ?? ""
            if let index = causes.firstIndex(where: { $0.failure.isSameCause(as: failure) }) {
                causes[index].states.append(name)
                continue
            }
            failure.replay = runner.result(branches, .failed).replay
            causes.append((failure, [name]))
            if container == nil {
                container = await session.copyContainer(
                    in: runner.configuration.keptDirectory, for: runner.identity(branches))
            }
        }
    }

    /// Takes in the states of a sweep inside this one.
    func add(_ other: SweepTally) async {
        launches += await other.launches
        causes += await other.causes
        let kept = await other.container
        container = container ?? kept
    }
}

extension Failure {
    /// Whether two states failed in the same way: the same step, the same message.
    fileprivate func isSameCause(as other: Failure) -> Bool {
        location == other.location && step == other.step && message == other.message
            && blame == other.blame
    }
}
