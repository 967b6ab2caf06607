import CrashStates

extension CaseReporter {
    /// Ends a case for `replay --open`: its result is reported at once, and the target stays where the
    /// case has failed or ended until it ends by itself or the run is interrupted.
    func leaveOpen(
        _ session: Session, _ branches: [String], _ failures: [Failure]
    ) async throws {
        do {
            let place = try await session.prepareToBeSeen()
            var result = await account(of: session, branches)
            result.setVerdict(failures, runner)
            result.container = await session.copyContainer(
                in: runner.configuration.keptDirectory, for: result.identity)
            result.notes = await session.notes
            report(.caseFinished(result))
            report(.note("\(place); Ctrl-C ends it"))
            let ending = try await session.waitWhileSeen()
            report(.note(ending))
        } catch {
            try? await session.abandon()
            throw error
        }
        try await session.abandon()
    }

    /// Whether a case was to be left open or debugged that has several branches here, none of which is named; that is
    /// then reported.
    func refusesToOpen(_ step: any Step, at branches: [String], wanted: [String]) -> Bool {
        let configuration = runner.configuration
        let option = configuration.leavesOpen ? "--open" : "--debugger"
        guard configuration.leavesOpen || configuration.debuggedLaunch != nil,
            wanted.count <= branches.count
        else { return false }
        let failure = Failure(
            blame: .scenario, location: step.location, step: step.text,
            message: """
                the scenario has several branches here, and `\(option)` needs one: add its name to the \
                case, as FILE::SCENARIO::NAME; a failure says it in its replay command
                """)
        report(.caseFinished(runner.result(branches, [failure])))
        return true
    }
}

extension Session {
    /// Sees to it that the target runs, where it is one that stays, and says where everything is.
    fileprivate func prepareToBeSeen() async throws -> String {
        if running == nil, !target.driver.can(.endsByItself) {
            do { try await launchAgain() } catch {
                if error is CancellationError { throw error }
                note("the target could not be launched once more: \(error)")
            }
        }
        try resume()
        guard let process = running?.process, process.exitStatus == nil else {
            return "no target is running; its container is \(container.path)"
        }
        return "the target runs as process \(process.id) in \(container.path)"
    }

    /// Waits until the target ends, and says how.
    ///
    /// - Throws: `CancellationError` when the run is interrupted.
    fileprivate func waitWhileSeen() throws -> String {
        while let process = running?.process, process.exitStatus == nil {
            _ = try process.takeInput(until: .now + .seconds(3600))
        }
        if let status = running?.process?.exitStatus { return "the target \(status)" }
        while try waitForInput([worker.cancellationDescriptor], until: nil).isEmpty {}
        throw CancellationError()
    }
}
