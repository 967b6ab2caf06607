import SystemPackage

/// Runs the cases of one scenario, and its control, on one worker.
package struct CaseRunner: Sendable {
    package let scenario: Scenario
    package let configuration: HostConfiguration
    package let worker: Worker
    package let runDirectory: RunDirectory

    package init(
        _ scenario: Scenario, configuration: HostConfiguration, worker: Worker,
        runDirectory: RunDirectory
    ) {
        self.scenario = scenario
        self.configuration = configuration
        self.worker = worker
        self.runDirectory = runDirectory
    }

    /// Runs every case, or the one that `branches` names, and reports each as it begins and ends.
    /// Throws `CancellationError` when the worker was cancelled; then some have no result.
    package func run(
        branches: [String] = [], report: @escaping @Sendable (Event.Kind) -> Void
    ) async throws {
        let rehearsal = Rehearsal(of: scenario)
        if let skipped = scenario.requirements.lazy.compactMap(\.obstacle).first {
            report(.caseStarted(identity([])))
            return report(.caseFinished(result([], .skipped, skipped: skipped)))
        }
        guard rehearsal.problems.isEmpty else {
            report(.caseStarted(identity([])))
            return report(.caseFinished(result([], .errored, failures: rehearsal.problems)))
        }
        let needsControl =
            rehearsal.relaunchesAfterDeath && configuration.runsControls
            && scenario.control == .automatic
        let walk = Walk(
            runner: self, rehearsal: rehearsal, wanted: branches, needsControl: needsControl,
            report: report)
        try await walk.run()
    }

    func identity(_ branches: [String]) -> CaseIdentity {
        CaseIdentity(
            file: configuration.file, suite: scenario.placement?.suite ?? "",
            scenario: scenario.name, branches: branches, line: scenario.location.line)
    }

    func result(
        _ branches: [String], _ verdict: Verdict, seconds: Double = 0, failures: [Failure] = [],
        skipped: String? = nil
    ) -> CaseResult {
        let identity = identity(branches)
        let failures = failures.map { failure in
            var failure = failure
            // Messages name the file as the user named it.
            if let file = failure.location?.file, file == scenario.location.file {
                failure.location?.file = configuration.file
            }
            return failure
        }
        return CaseResult(
            identity: identity, verdict: verdict, seconds: seconds, seed: configuration.seed,
            failures: failures, control: controlWithoutRun, skipped: skipped,
            replay: "\(configuration.replayCommand) \(identity.text.shellQuoted) "
                + "--seed \(configuration.seed)")
    }

    private var controlWithoutRun: ControlResult {
        if case .none(let reason) = scenario.control { return .declined(reason) }
        return .notRun
    }

    func makeSession(
        _ rehearsal: Rehearsal, control: ControlPlan? = nil
    ) throws -> Session {
        guard let placement = scenario.placement else {
            throw StepFailure(
                blame: .scenario, "the scenario '\(scenario.name)' is not part of a suite")
        }
        let target = placement.target
        var executable = configuration.executable ?? target.executable
        if configuration.executable == nil, !executable.contains("/"),
            let path = Executable.onPath(executable)
        {
            executable = path
        }
        return try Session(
            scenario: scenario, target: target, executable: executable,
            timeLimit: placement.timeLimit,
            seed: SeededGenerator.seed(of: scenario.name, in: configuration.seed),
            observations: rehearsal.observations, sweeps: rehearsal.sweeps, worker: worker,
            runDirectory: runDirectory, control: control)
    }
}

extension String {
    /// As one word of a shell's command line.
    package var shellQuoted: String {
        let plain = allSatisfy { character in
            character.isASCII
                && (character.isLetter || character.isNumber || "-_./:=,@%+".contains(character))
        }
        if plain, !isEmpty { return self }
        return "'"
            + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
            + "'"
    }
}
