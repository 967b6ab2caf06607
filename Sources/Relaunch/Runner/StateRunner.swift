import CrashStates

/// Carries out what follows in one branch of many, to the ends of all its paths, and counts them. It
/// stays on the session's worker from beginning to end.
struct StateRunner: Sendable {
    let paths: PathRunner
    let tally: BranchTally
    let position: BranchPosition
    /// The container in which a sweep makes one state after the other; nil where each session has its own.
    let sweptContainer: Container?

    /// Goes on in a fork as a branch says.
    nonisolated(nonsending) func enter(
        _ branch: Branch, as fork: Session, at step: any Step, next: Int, branches: [String]
    ) async throws {
        if let failure = try await paths.prepare(branch, in: fork, at: step) {
            return try await end(fork, branches, failure)
        }
        try await follow(fork, from: next, branches: branches)
    }

    /// Goes on with a session from a step.
    nonisolated(nonsending) func follow(
        _ session: Session, from index: Int, branches: [String]
    ) async throws {
        session.worker.follow(paths.runner.identity(branches))
        let stop = try await paths.advance(session, from: index)
        let next = stop.next
        switch stop.ending {
        case .completed: try await end(session, branches, nil)
        case .failed(let failure): try await end(session, branches, failure)
        case .branches(let opened):
            try await enter(opened, of: session, next: next, branches: branches)
        case .sweep(let states):
            try await visit(states, of: session, next: next, branches: branches)
        case .again(let opened):
            try await visit(opened, of: session, next: next, branches: branches)
        }
    }

    /// Counts a path that has come to its end.
    nonisolated(nonsending) func end(
        _ session: Session, _ branches: [String], _ failure: Failure?
    ) async throws {
        var failures = failure.map { [$0] } ?? []
        do { try await session.terminateAndReap() } catch { failures.append(Failure(error)) }
        await tally.count(session, at: position, branches: branches, failures)
        leave(session.container)
    }

    /// Removes a container, unless the next state of a sweep is made in it.
    private func leave(_ container: Container) {
        if container.path != sweptContainer?.path { try? container.remove() }
    }

    // MARK: Branches inside this one

    nonisolated(nonsending) private func enter(
        _ opened: [Branch], of session: Session, next: Int, branches: [String]
    ) async throws {
        let step = paths.rehearsal.steps[next - 1]
        if let failure = opened.problem(at: step, after: branches, wanted: []) {
            return try await end(session, branches, failure)
        }
        defer { leave(session.container) }
        for branch in opened {
            let fork = try await session.fork()
            try await enter(
                branch, as: fork, at: step, next: next, branches: branches + [branch.name])
        }
    }

    /// Visits a sweep inside this branch. What becomes of its states is counted with the branch.
    nonisolated(nonsending) private func visit(
        _ states: SweptStates, of session: Session, next: Int, branches: [String]
    ) async throws {
        let step = paths.rehearsal.steps[next - 1]
        guard position.inner == 0 else {
            return try await end(session, branches, thirdLevel(at: step))
        }
        let container = try Container(making: paths.runner.runDirectory.newPath())
        defer { try? container.remove() }
        let sweep = SweepInProgress(
            states: states, step: step, next: next, branches: branches,
            start: await session.forkPoint)
        var place = position
        for branch in states.branches {
            place.inner += 1
            if tally.isOver(before: place) { break }
            let state = StateRunner(
                paths: paths, tally: tally, position: place, sweptContainer: container)
            try await state.enter(branch, of: sweep, on: session.worker)
        }
        let launches = await session.ownLaunches
        tally.add(sweep, visited: place.inner, launches: launches, at: position)
        leave(session.container)
    }

    /// Carries a step out again for each of its branches, inside this one.
    nonisolated(nonsending) private func visit(
        _ opened: RepeatedBranches, of session: Session, next: Int, branches: [String]
    ) async throws {
        let step = paths.rehearsal.steps[next - 1]
        guard position.inner == 0 else {
            return try await end(session, branches, thirdLevel(at: step))
        }
        let launches = await session.ownLaunches
        tally.add(launches: launches, at: position)
        _ = try await session.terminateAndReap()
        leave(session.container)
        var place = position
        for branch in opened.branches {
            place.inner += 1
            if tally.isOver(before: place) { break }
            let state = StateRunner(
                paths: paths, tally: tally, position: place, sweptContainer: nil)
            try await state.enterAgain(branch, at: next - 1, along: branches)
        }
    }

    /// Carries the scenario out again into a branch, and on to its end.
    func enterAgain(_ branch: Branch, at index: Int, along branches: [String]) async throws {
        let path = branches + [branch.name]
        switch try await paths.repeatStep(as: branch, at: index, along: branches) {
        case .done(let session): try await follow(session, from: index + 1, branches: path)
        case .failed(let failure, let session): try await end(session, path, failure)
        case .missed(let reason): tally.addMissed(branch.name, reason, at: position)
        }
    }

    /// Goes on in one state of a sweep.
    nonisolated(nonsending) func enter(
        _ branch: Branch, of sweep: SweepInProgress, on worker: Worker
    ) async throws {
        guard let sweptContainer else {
            preconditionFailure("the states of a sweep are made in a container of the sweep")
        }
        try await enter(
            branch, as: sweep.start.session(in: sweptContainer, on: worker), at: sweep.step,
            next: sweep.next, branches: sweep.branches + [branch.name])
    }

    private func thirdLevel(at step: any Step) -> Failure {
        Failure(
            StepFailure(
                blame: .scenario, "a third sweep inside two others; sweeps nest once"), at: step)
    }
}
