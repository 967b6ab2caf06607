import CrashStates
import Relaunch

/// The process that carries out an audit: like the compiled host of a scenario file, but its suite is made
/// here, from the profile of the target.
package enum AuditHost {
    /// Probes the target, makes the suite and serves the orders of the command.
    ///
    /// - Parameter described: the suite that describes the target; nil for one that describes itself.
    package static func main(_ options: AuditOptions, of described: Suite? = nil) async {
        await SuiteHost.main { channel in
            await suite(for: options, of: described) { channel.send(.preparing($0)) }
        }
    }

    /// The rules for a target, as a suite. Where the target cannot be profiled, the suite has one scenario,
    /// which says why.
    ///
    /// - Parameters:
    ///   - described: the suite that describes the target; nil for one that describes itself.
    ///   - announce: Is told how long profiling takes, as soon as that is known.
    package static func suite(
        for options: AuditOptions, of described: Suite? = nil,
        announce: @escaping @Sendable (Preparation) -> Void = { _ in }
    ) async -> Suite {
        var options = options
        let factor =
            options.timeoutFactor ?? Slowdown(executable: options.executable)?.factor ?? 1
        options.timeoutFactor = factor
        options.patienceSeconds *= factor
        if options.isCommand {
            let target = Target.command(options.executable, arguments: options.arguments)
            let result = ProbeResult<CommandProfile>()
            let probe = CommandProbe(options: options, result: result, announce: announce)
            return await suite(for: target, options, probedBy: probe, result) { profile in
                CommandRuleSet.rules.filter { options.includes($0.number) }
                    .flatMap { $0.scenarios(for: profile) }
            }
        }
        if let target = described?.target, !target.driver.can(.lifecycle) {
            return await suite(for: target, options)
        }
        let target = described?.target ?? options.target
        let result = ProbeResult<TargetProfile>()
        let probe = Probe(options: options, result: result, announce: announce)
        let keeping = KeepingProbe(probe: probe)
        let reporters = { @Sendable [options] in [ProfileKeeper(result, options)] }
        var suite = await suite(
            for: target, options, probedBy: keeping, result, reporters: reporters
        ) { profile in
            RuleSet.rules(for: profile).flatMap { $0.scenarios(for: profile) }
        }
        suite.notes = result.profile?.notes ?? []
        let effort = result.profile?.effort ?? AuditEffort(choice: options.effort)
        suite.replayOption = effort.replayOption
        return suite
    }

    /// The rules for a target that speaks no protocol, as a suite describes it.
    private static func suite(for target: Target, _ options: AuditOptions) async -> Suite {
        let result = ProbeResult<TargetProfile>()
        let probe = DescribedProbe(options: options, result: result)
        var suite = await suite(for: target, options, probedBy: probe, result) { profile in
            DescribedRuleSet.rules.filter { options.includes($0.number) }
                .flatMap { $0.scenarios(for: profile) }
        }
        suite.notes = result.profile?.notes ?? []
        return suite
    }

    private static func suite<Profile>(
        for target: Target, _ options: AuditOptions, probedBy probe: any Step,
        _ result: ProbeResult<Profile>,
        reporters: (@Sendable () throws -> [any Reporter])? = nil,
        with scenarios: (Profile) -> [Scenario]
    ) async -> Suite {
        let limit = Duration.seconds(options.timeLimitSeconds)
        let failure = await carryOut(probe, target, options, limit)
        return Suite(
            "audit of \(options.name)", target: target, timeLimit: limit, reporters: reporters
        ) {
            target.interface.parts
            if let profile = result.profile {
                scenarios(profile)
            } else {
                Scenario(
                    trying: RuleReference(
                        number: RuleReference.probe,
                        title: "the target can be launched, driven and read"),
                    control: .none(because: "nothing is relaunched")
                ) {
                    Refuse(
                        failure: failure
                            ?? Failure(blame: .harness, message: "the probe had no result"))
                }
            }
        }
    }

    /// Carries the probe out as a scenario of its own; its first failure.
    static func carryOut(
        _ probe: any Step, _ target: Target, _ options: AuditOptions, _ limit: Duration
    ) async -> Failure? {
        let suite = Suite("probe", target: target, timeLimit: limit) {
            Scenario("probe", control: .none(because: "it judges nothing")) { probe }
        }
        let first = Locked<Failure?>(nil)
        do {
            let worker = try Worker()
            let directory = try RunDirectory()
            var configuration = HostConfiguration(
                file: options.name, seed: options.seed, runsControls: false,
                executable: options.executable, keptDirectory: directory.path + "/kept")
            configuration.timeoutFactor = options.timeoutFactor
            let runner = CaseRunner(
                suite.scenarios[0], configuration: configuration, worker: worker,
                runDirectory: directory)
            try await runner.run { event in
                guard case .caseFinished(let result) = event else { return }
                first.withLock { $0 = $0 ?? result.failures.first }
            }
            await worker.stop()
            directory.remove()
        } catch {
            return Failure(blame: .harness, message: "\(error)")
        }
        return first.withLock { $0 }
    }
}

extension AuditOptions {
    /// What is driven, where no suite says it.
    fileprivate var target: Target {
        guard let driver else { return .app(executable, arguments: arguments) }
        return .external(driver, target: executable, arguments: arguments)
    }

    func includes(_ rule: String) -> Bool { rules.isEmpty || rules.contains(rule) }
}

/// Fails as the probe did, before there was a scenario.
private struct Refuse: AuditStep {
    let failure: Failure
    var text: String { "Probe()" }

    func perform(in session: isolated Session) async throws -> Next {
        session.lastOutput = failure.output
        throw StepFailure(
            blame: failure.blame, kind: failure.kind, failure.message, expected: failure.expected,
            actual: failure.actual, difference: failure.difference)
    }
}
