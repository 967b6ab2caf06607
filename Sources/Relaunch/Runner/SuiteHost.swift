import CrashStates

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The entry point of a compiled scenario file.
///
/// `relaunch` generates the few lines that call it; nobody else needs to.
public enum SuiteHost {
    /// Serves the orders of the command until it closes its socket; then stops what still runs.
    public static func main(_ suite: Suite) async {
        CommandLibrary.runIfNamed(suite)
        await main { _ in suite }
    }

    /// The same for a suite that takes its time to come about, and may say so meanwhile.
    package static func main(_ makeSuite: (HostChannel) async -> Suite) async {
        guard let text = ProcessInfo.processInfo.environment[hostChannelVariable],
            let descriptor = Int32(text)
        else {
            let message = "This is a compiled scenario file. Run the file with: relaunch run FILE\n"
            StandardError.write(message)
            exit(ExitCode.usage.rawValue)
        }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        let channel = HostChannel(descriptor)
        await SuiteServer(suite: await makeSuite(channel), channel: channel).serve()
        exit(0)
    }
}

/// Standard error, without the cost of a file handle.
enum StandardError {
    static func write(_ text: String) {
        var text = text
        text.withUTF8 { _ = Glibc.write(2, $0.baseAddress, $0.count) }
    }
}

/// Carries out the orders for one suite.
private struct SuiteServer {
    let suite: Suite
    let channel: HostChannel
    private let pool = WorkerPool()
    private let lender: HostLender
    private let directory = RunDirectoryPromise()
    private let running = RunningScenarios()

    init(suite: Suite, channel: HostChannel) {
        self.suite = suite
        self.channel = channel
        lender = HostLender(pool: pool, channel: channel)
    }

    func serve() async {
        channel.send(.suiteFound(suite.describe()))
        for note in suite.notes { channel.send(.note(note)) }
        var configuration: HostConfiguration?
        var reporters: SuiteReporters?
        // Unless the command says how it ends, it is gone.
        var ending = RunEnding(interruption: "relaunch was ended", exitCode: .terminated)
        await withTaskGroup(of: Void.self) { group in
            for await order in channel.orders() {
                switch order {
                case .configure(var new):
                    new.replaySuffix = suite.replayOption + new.replaySuffix
                    if let slowdown = new.findSlowdown(of: suite.target) {
                        channel.send(.note(slowdown.note))
                    }
                    if new.tracesProtocol {
                        pool.trace { [channel] in channel.send(.traced($0)) }
                    }
                    configuration = new
                    reporters = makeReporters(new)
                case .lend(let scenario, let count): lender.lend(count, to: scenario)
                case .recall(let scenario, let count): lender.recall(count, from: scenario)
                case .describe: channel.send(.status(running.status))
                case .finish(let known): ending = known
                case .run(let name, let branches, let round):
                    guard var configuration,
                        let scenario = suite.scenarios.first(where: { $0.name == name })
                    else {
                        // Whoever has given the order waits for its end.
                        channel.send(.finished(scenario: name))
                        continue
                    }
                    configuration.enter(round)
                    group.addTask { [reporters, configuration] in
                        await run(scenario, branches, configuration, reporters)
                    }
                }
            }
            pool.cancel()
        }
        reporters?.finish(ending)
        await pool.stop()
        directory.remove()
    }

    /// The suite's own reporters, which know of its file alone.
    private func makeReporters(_ configuration: HostConfiguration) -> SuiteReporters? {
        guard let reporting = suite.reporting else { return nil }
        var description = suite.describe(file: configuration.file)
        if let selection = configuration.selection {
            description.scenarios.removeAll { !selection.contains($0.name) }
        }
        let run = RunDescription(
            relaunch: relaunchVersion, seed: configuration.seed, jobs: configuration.jobs,
            files: [configuration.file])
        let reporters = SuiteReporters(
            reporting, run: run, suite: description,
            start: ContinuousClock.now - .seconds(configuration.elapsed)
        ) { [channel] in channel.send(.reporterFailed($0)) }
        for note in suite.notes { reporters.publish(.note(note)) }
        for case .caseFinished(let result) in configuration.results.map(\.event.kind) {
            reporters.publish(.caseStarted(result.identity))
            reporters.publish(.caseFinished(result))
        }
        return reporters
    }

    private func run(
        _ scenario: Scenario, _ branches: [String], _ configuration: HostConfiguration,
        _ reporters: SuiteReporters?
    ) async {
        let report: @Sendable (Event.Kind) -> Void = { [channel] kind in
            channel.send(kind)
            reporters?.publish(kind)
        }
        do {
            let worker = try pool.take()
            defer { pool.give(worker) }
            var runner = CaseRunner(
                scenario, configuration: configuration, worker: worker,
                runDirectory: try directory.get())
            runner.lender = lender
            runner.announceStop = { [channel] in channel.send(.stopped($0)) }
            let number = running.begin(runner)
            defer { running.end(number) }
            try await RetryRunner(runner: runner, report: report).run(branches: branches)
            channel.send(.finished(scenario: scenario.name))
        } catch is CancellationError {
            return
        } catch {
            let identity = CaseIdentity(
                file: configuration.file, suite: suite.name, scenario: scenario.name,
                line: scenario.line)
            let failure = Failure(blame: .harness, message: "\(error)")
            report(.caseStarted(identity))
            report(
                .caseFinished(
                    CaseResult(
                        identity: identity, verdict: .errored, seconds: 0,
                        seed: configuration.seed, failures: [failure],
                        replay: configuration.replayCommand, rule: scenario.rule)))
            channel.send(.finished(scenario: scenario.name))
        }
    }
}

extension Suite {
    /// The suite as it is reported; the file is set by whoever knows how the user named it.
    package func describe(file: String = "") -> SuiteDescription {
        var updates: Set<String> = []
        let scenarios = scenarios.map { scenario in
            let rehearsal = Rehearsal(of: scenario)
            updates.formUnion(rehearsal.updates)
            return ScenarioDescription(
                name: scenario.name, line: scenario.line, problems: rehearsal.problems,
                skipped: scenario.obstacle, rule: scenario.rule)
        }
        return SuiteDescription(
            name: name, file: file.isEmpty ? location.file : file,
            target: TargetDescription(
                driver: target.driver.name, capabilities: target.driver.capabilities,
                executable: target.executable,
                updates: updates.isEmpty ? nil : updates.sorted()),
            problem: problem, scenarios: scenarios)
    }
}

/// The run's directory, made when the first case needs it.
package final class RunDirectoryPromise: Sendable {
    private let directory = Locked<RunDirectory?>(nil)

    package init() {}

    package func get() throws -> RunDirectory {
        try directory.withLock { directory in
            if let directory { return directory }
            let new = try RunDirectory()
            directory = new
            return new
        }
    }

    package func remove() {
        directory.withLock { directory in
            directory?.remove()
            directory = nil
        }
    }
}
