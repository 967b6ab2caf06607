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
    let workers: CaseWorkers
    /// Is told of the target that waits for a debugger, where the configuration asks for one.
    package var announceStop: (@Sendable (StoppedTarget) -> Void)?
    /// How long code of a step may take without a wait.
    package var patience = Watchdog.limit

    package init(
        _ scenario: Scenario, configuration: HostConfiguration, worker: Worker,
        runDirectory: RunDirectory
    ) {
        self.scenario = scenario
        self.configuration = configuration
        self.worker = worker
        workers = CaseWorkers(worker)
        self.runDirectory = runDirectory
    }

    /// Runs every case, or the one that `branches` names, and reports each as it begins and ends.
    /// Throws `CancellationError` when the worker was cancelled; then some have no result.
    package func run(
        branches: [String] = [], report: @escaping @Sendable (Event.Kind) -> Void
    ) async throws {
        let rehearsal = Rehearsal(of: scenario, executable: executable)
        let reporter = CaseReporter(
            PathRunner(runner: self, rehearsal: rehearsal),
            needsControl: rehearsal.relaunchesAfterDeath && configuration.runsControls
                && scenario.control == .automatic, send: report)
        if let skipped = scenario.obstacle {
            reporter.begin([])
            return try await reporter.conclude(.skipped(skipped), of: [])
        }
        guard rehearsal.problems.isEmpty else {
            reporter.begin([])
            return try await reporter.conclude(.nothing(rehearsal.problems), of: [])
        }
        defer { workers.limit(nil) }
        let watchdog = Watchdog(over: workers, limit: patience * timeFactor)
        let step = try await watchdog.watch {
            try await BranchRunner(reporter: reporter, wanted: branches).run()
        }
        if let step { reporter.giveUp(step, after: patience * timeFactor, branches: branches) }
    }

    func identity(_ branches: [String]) -> CaseIdentity {
        CaseIdentity(
            file: configuration.file, suite: scenario.placement?.suite ?? "",
            scenario: scenario.name, branches: branches, line: scenario.line,
            round: configuration.round)
    }

    /// A result without what happened: passed, or what the failures make it.
    func result(_ branches: [String], _ failures: [Failure] = []) -> CaseResult {
        let identity = identity(branches)
        return CaseResult(
            identity: identity, verdict: Verdict(of: failures, .notRun), seconds: 0,
            seed: configuration.seed, failures: failures.map(located), control: controlWithoutRun,
            replay: identity.replay(
                by: configuration.replayCommand, seed: configuration.seed,
                configuration.replaySuffix),
            rule: scenario.rule)
    }

    /// A failure whose message names the file as the user named it.
    func located(_ failure: Failure) -> Failure {
        var failure = failure
        failure.location = failure.location.flatMap(located)
        return failure
    }

    /// The same of a place; nil of one among the rules of this package, which means nothing to anybody.
    func located(_ location: FileLocation) -> FileLocation? {
        if scenario.rule != nil, location.module == scenario.location.module { return nil }
        var location = location
        if location.file == scenario.location.file { location.file = configuration.file }
        return location
    }

    private var controlWithoutRun: ControlResult {
        if case .none(let reason) = scenario.control { return .declined(reason) }
        return .notRun
    }

    /// The executable of the target, as far as it can be found.
    var executable: String? {
        guard configuration.executable == nil else { return configuration.executable }
        guard let target = scenario.placement?.target else { return nil }
        let name = target.executable
        guard name.contains("/") else { return Executable.onPath(name) ?? name }
        // What an external driver launches is named in that driver's own terms.
        guard target.driver.can(.executable) else { return name }
        return FileLocation(file: configuration.file, line: 1, column: 1)
            .absolutePath(beside: name)
    }

    func makeSession(
        _ rehearsal: Rehearsal, control: ControlPlan? = nil
    ) throws -> Session {
        guard let placement = scenario.placement else {
            throw StepFailure(
                blame: .scenario, "the scenario '\(scenario.name)' is not part of a suite")
        }
        let target = placement.target
        let debugged = try debuggedLaunch(rehearsal)
        return try Session(
            scenario: scenario, target: target, executable: executable ?? target.executable,
            timeLimit: debugged == nil
                ? placement.timeLimit * timeFactor : DebuggedLaunch.timeLimit,
            timeFactor: timeFactor,
            seed: SeededGenerator.seed(of: scenario.name, in: configuration.seed),
            observations: rehearsal.observations, sweeps: rehearsal.sweeps, worker: worker,
            runDirectory: runDirectory, control: control, debugged: debugged)
    }

    /// The launch that a debugger is to see: the one that is named, else the last that is judged.
    private func debuggedLaunch(_ rehearsal: Rehearsal) throws -> DebuggedLaunch? {
        guard let named = configuration.debuggedLaunch, let announceStop else { return nil }
        guard rehearsal.launches > 0, named <= rehearsal.launches else {
            throw StepFailure(
                blame: .scenario, kind: .missing,
                "this launch cannot be debugged: the scenario does not have it",
                expected: "a launch from 1 to \(rehearsal.launches)", actual: "\(max(named, 1))")
        }
        let last = rehearsal.lastJudgedLaunch > 0 ? rehearsal.lastJudgedLaunch : rehearsal.launches
        return DebuggedLaunch(number: named > 0 ? named : last, announce: announceStop)
    }
}

extension CaseIdentity {
    /// The command that replays the case.
    ///
    /// - Parameters:
    ///   - command: what stands before the case.
    ///   - suffix: what stands at the end.
    package func replay(by command: String, seed: UInt64, _ suffix: String) -> String {
        "\(command) \(text.shellQuoted) --seed \(seed)\(suffix)"
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
