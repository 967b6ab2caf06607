import CrashStates
import SystemPackage

/// Runs the cases of one scenario, and its control, on one worker.
package struct CaseRunner: Sendable {
    package let scenario: Scenario
    package let configuration: HostConfiguration
    package let worker: Worker
    package let runDirectory: RunDirectory
    /// Who has more workers for a sweep; without one, each case keeps to its own.
    package var lender: (any WorkerLender)?
    let crew: Crew
    /// How long code of a step may take without a wait.
    package var patience = Vigil.limit

    package init(
        _ scenario: Scenario, configuration: HostConfiguration, worker: Worker,
        runDirectory: RunDirectory
    ) {
        self.scenario = scenario
        self.configuration = configuration
        self.worker = worker
        crew = Crew(worker)
        self.runDirectory = runDirectory
    }

    /// Runs every case, or the one that `branches` names, and reports each as it begins and ends.
    /// Throws `CancellationError` when the worker was cancelled; then some have no result.
    package func run(
        branches: [String] = [], report: @escaping @Sendable (Event.Kind) -> Void
    ) async throws {
        let rehearsal = Rehearsal(of: scenario, executable: executable)
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
        // A case that was given up says nothing more, should it come back all the same.
        let present = Locked<CaseIdentity?>(nil)
        let isGivenUp = Locked(false)
        let walk = Walk(
            runner: self, rehearsal: rehearsal, wanted: branches, needsControl: needsControl
        ) { kind in
            isGivenUp.withLock { isGivenUp in
                guard !isGivenUp else { return }
                if case .caseStarted(let identity) = kind { present.withLock { $0 = identity } }
                report(kind)
            }
        }
        let vigil = Vigil(over: crew, limit: patience)
        guard let step = try await vigil.watch({ try await walk.run() }) else { return }
        isGivenUp.withLock { $0 = true }
        let names = present.withLock { $0?.branches } ?? branches
        report(.caseFinished(result(names, .errored, failures: [notComingBack(from: step)])))
    }

    private func notComingBack(from step: any Step) -> Failure {
        Failure(
            blame: .scenario, location: step.location, step: step.text,
            message: """
                the step has neither ended nor waited for anything for \(patience.shortText): does a \
                closure in it loop or block?
                """)
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
                + "--seed \(configuration.seed)\(configuration.replaySuffix)")
    }

    private var controlWithoutRun: ControlResult {
        if case .none(let reason) = scenario.control { return .declined(reason) }
        return .notRun
    }

    /// The executable of the target, as far as it can be found.
    private var executable: String? {
        guard configuration.executable == nil else { return configuration.executable }
        guard let name = scenario.placement?.target.executable else { return nil }
        return name.contains("/") ? name : Executable.onPath(name) ?? name
    }

    func makeSession(
        _ rehearsal: Rehearsal, control: ControlPlan? = nil
    ) throws -> Session {
        guard let placement = scenario.placement else {
            throw StepFailure(
                blame: .scenario, "the scenario '\(scenario.name)' is not part of a suite")
        }
        let target = placement.target
        return try Session(
            scenario: scenario, target: target, executable: executable ?? target.executable,
            timeLimit: placement.timeLimit,
            seed: SeededGenerator.seed(of: scenario.name, in: configuration.seed),
            observations: rehearsal.observations, sweeps: rehearsal.sweeps, worker: worker,
            runDirectory: runDirectory, control: control)
    }
}

extension String {
    /// As one word in which everything can be seen, and so be copied from a screen.
    private var escapedForShell: String {
        var text = "$'"
        for scalar in unicodeScalars {
            switch scalar {
            case "'", "\\": text += "\\\(scalar)"
            case "\n": text += "\\n"
            case _ where VisibleText.isInvisible(scalar):
                let (mark, width) = scalar.isASCII ? ("x", 2) : ("U", 8)
                let digits = String(scalar.value, radix: 16)
                text += "\\\(mark)" + String(repeating: "0", count: width - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "'"
    }

    /// As one word of a shell's command line.
    package var shellQuoted: String {
        let plain = allSatisfy { character in
            character.isASCII
                && (character.isLetter || character.isNumber || "-_./:=,@%+".contains(character))
        }
        if plain, !isEmpty { return self }
        if unicodeScalars.contains(where: VisibleText.isInvisible) { return escapedForShell }
        return "'"
            + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
            + "'"
    }
}
