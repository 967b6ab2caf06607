extension Walk {
    /// How often a repetition is tried that did not become what it was to be.
    private static let attempts = 3

    /// A new session that has gone the way to just before a step, along the branches. Whoever asks for
    /// it terminates it. Where the way ends early, the failure says why.
    func walkAgain(
        to index: Int, along branches: [String], control: ControlPlan? = nil
    ) async throws -> (Failure?, Session) {
        let session = try runner.makeSession(rehearsal, control: control)
        return try await followOne(session, branches, to: index)
    }

    /// Makes every repetition of a step and reports them as one case.
    func visit(
        _ repetitions: Repetitions, of session: Session, at index: Int, branches: [String]
    ) async throws {
        try await session.leave()
        let step = rehearsal.steps[index]
        if refusesToOpen(step, at: branches) { return }
        if wanted.count > branches.count {
            return try await visitOne(repetitions, of: session, at: index, branches: branches)
        }
        let tally = SweepTally(runner)
        do {
            try await visit(repetitions, of: session, at: index, branches: branches, tally)
        } catch let error as CancellationError {
            await reportInterrupted(
                tally, "rounds", repetitions.summary(), of: session, branches: branches)
            throw error
        }
    }

    private func visit(
        _ repetitions: Repetitions, of session: Session, at index: Int, branches: [String],
        _ tally: SweepTally
    ) async throws {
        let step = rehearsal.steps[index]
        var missed: [(name: String, reason: RepetitionMissed)] = []
        for (number, future) in repetitions.futures.enumerated() {
            let position = StatePosition(outer: number + 1)
            if tally.isOver(before: position) { break }
            var walk = self
            walk.sweep = SweepVisit(tally: tally, position: position, container: session.container)
            let path = branches + [future.name]
            if let reason = try await walk.enter(future, again: index, branches: path) {
                missed.append((future.name, reason))
            }
        }
        var notes = repetitions.summary() + missed.map { "\($0.name) was left out: \($0.reason)" }
        if let inner = tally.inner?.figures {
            notes.append("\(inner.sweeps) sweeps inside it: \(inner)")
        }
        var failures = tally.all.map { $0.summary(below: branches.count, as: "rounds") }
        if missed.count == repetitions.futures.count, let first = missed.first {
            failures.append(Self.failure(ofMissed: first.reason, step))
        }
        try await conclude(
            failures, of: session, branches: branches,
            launches: session.launches + tally.launches, kept: tally.kept, notes: notes)
    }

    /// Makes the one repetition that is wanted, as a case like any other.
    private func visitOne(
        _ repetitions: Repetitions, of session: Session, at index: Int, branches: [String]
    ) async throws {
        let step = rehearsal.steps[index]
        let path = branches + [wanted[branches.count]]
        guard let future = repetitions.futures.first(where: { $0.name == path.last }) else {
            let names = repetitions.futures.map(\.name).joined(separator: ", ")
            let failure = Failure(
                blame: .scenario, location: step.location, step: step.text,
                message:
                    "the step has no '\(path.last ?? "")' this time; run the whole scenario again",
                expected: names, actual: path.last)
            return try await conclude([failure], of: session, branches: branches)
        }
        if let reason = try await enter(future, again: index, branches: path) {
            let failure = Self.failure(ofMissed: reason, step)
            try await conclude([failure], of: session, branches: path)
        }
    }

    /// Walks the scenario again into a repetition, and on to its end. Returns why that was not possible.
    private func enter(_ future: Branch, again index: Int, branches: [String]) async throws
        -> RepetitionMissed?
    {
        var missed: RepetitionMissed?
        for _ in 1...Self.attempts {
            let (failure, session) = try await walkAgain(
                to: index, along: Array(branches.dropLast()))
            defer { try? session.container.remove() }
            if let failure {
                try await conclude(session, branches: branches, failure: failure)
                return nil
            }
            do {
                try await future.prepare(session)
            } catch let error as CancellationError {
                try? await session.abandon()
                throw error
            } catch let reason as RepetitionMissed {
                try await session.abandon()
                missed = reason
                continue
            } catch {
                var failure = Self.failure(error, step: rehearsal.steps[index])
                failure.fault = await session.caseState.lastFault
                failure.killPoint = await session.lastKillPoint
                failure.output = await session.currentOutput
                try await conclude(session, branches: branches, failure: failure)
                return nil
            }
            try await follow(session, from: index + 1, branches: branches)
            return nil
        }
        return missed
    }

    /// Goes on in one repetition. Returns what is wrong with that.
    func repeatOne(
        _ future: Branch?, at index: Int, _ path: [String], _ session: inout Session
    ) async throws -> Failure? {
        guard let future else {
            return Failure(blame: .harness, message: "the branch is not there again")
        }
        let control = await session.caseState.control.map {
            ControlPlan(judgedLaunch: $0.judgedLaunch)
        }
        try await session.abandon()
        let (failure, again) = try await walkAgain(to: index, along: path, control: control)
        session = again
        if let failure { return failure }
        do { try await future.prepare(again) } catch {
            return Self.failure(error, step: rehearsal.steps[index])
        }
        return nil
    }

    private static func failure(ofMissed reason: RepetitionMissed, _ step: any Step) -> Failure {
        Failure(
            blame: .scenario, location: step.location, step: step.text,
            message: "the steps do not make the same calls each time: \(reason)",
            expected: "the recorded call comes again",
            actual: "it did not in \(attempts) rounds")
    }
}
