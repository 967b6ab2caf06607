extension Walk {
    /// Runs the scenario once more, with the container of before the first launch put back just before
    /// the last launch that is judged.
    func runControl(_ branches: [String]) async throws -> ControlResult {
        let session: Session
        do {
            session = try runner.makeSession(
                rehearsal, control: ControlPlan(judgedLaunch: rehearsal.lastJudgedLaunch))
        } catch {
            return .errored("\(error)")
        }
        let (failure, last) = try await followOne(session, branches)
        let isWiped = await last.caseState.control?.isWiped ?? false
        do { try await last.abandon() } catch { return .errored("\(error)") }
        guard let failure else {
            return isWiped ? .passed : .errored("it never came to the launch that is judged")
        }
        if failure.blame == .harness { return .errored(failure.message) }
        guard isWiped else {
            return .errored("it failed before the container was put back: \(failure.message)")
        }
        return .detected(failure.step)
    }

    /// Follows one path, the first where no branch is named, to its end, to just before a step, or to
    /// its first failure.
    func followOne(_ start: Session, _ branches: [String], to end: Int? = nil) async throws -> (
        Failure?, Session
    ) {
        var session = start
        var index = 0
        var names = branches[...]
        while true {
            let (ending, next) = try await advance(session, from: index, to: end)
            switch ending {
            case .completed: return (nil, session)
            case .failed(let failure): return (failure, session)
            case .branched(let futures):
                let name = names.popFirst()
                let branch = futures.first { name == nil || $0.name == name }
                if let failure = await follow(branch, &session, { try $0.fork() }) {
                    return (failure, session)
                }
            case .swept(let states):
                // Where none is named, the one after which least may come back.
                let branch = names.popFirst().map(states.future(named:)) ?? states.settled
                let failure = await follow(branch, &session) { session in
                    let container = try Container(making: session.runDirectory.newPath())
                    return session.forkPoint.session(in: container, on: session.worker)
                }
                if let failure { return (failure, session) }
            case .repeated(let repetitions):
                let path = Array(branches.dropLast(names.count))
                let name = names.popFirst()
                let future = repetitions.futures.first { name == nil || $0.name == name }
                if let failure = try await repeatOne(future, at: next - 1, path, &session) {
                    return (failure, session)
                }
            }
            index = next
        }
    }

    /// Goes on in one future. Returns what is wrong with that.
    private func follow(
        _ branch: Branch?, _ session: inout Session,
        _ makeFork: @Sendable (isolated Session) throws -> Session
    ) async -> Failure? {
        guard let branch else {
            return Failure(blame: .harness, message: "the branch is not there again")
        }
        do {
            let fork = try await makeFork(session)
            // What was put aside for the control goes on with the fork.
            try await session.leave()
            session = fork
            try await branch.prepare(fork)
            return nil
        } catch {
            return Self.failure(error, step: nil)
        }
    }

    func verdictOfControl(_ control: ControlResult) -> Failure? {
        let location = runner.scenario.location
        switch control {
        case .passed:
            return Failure(
                blame: .scenario, location: location, step: "Scenario",
                message: """
                    every expectation also passes when the target starts on the container as it was \
                    before the first launch, so the scenario proves nothing; expect something that only \
                    the saved state can show, or say `control: .none(because: "…")`
                    """)
        case .errored(let reason):
            return Failure(
                blame: .harness, location: location, step: "Scenario",
                message: "the control could not be carried out: \(reason)")
        default: return nil
        }
    }
}
