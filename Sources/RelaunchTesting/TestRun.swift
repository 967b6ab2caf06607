import CrashStates
import Relaunch
import Synchronization

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

/// What the scenarios of one test process share: the workers, the run's directory and the seed.
final class TestRun: Sendable {
    static let shared = TestRun()

    private let pool = WorkerPool()
    private let directory = RunDirectoryPromise()
    private let seed: UInt64
    /// The reporters of each suite of which a scenario was run.
    private let reports = Locked<[ObjectIdentifier: SuiteReporters]>([:])
    private let faults = Locked<[ReporterFault]>([])

    private init() {
        let text = ProcessInfo.processInfo.environment["RELAUNCH_SEED"]
        seed = text.flatMap(UInt64.init) ?? UInt64.random(in: 0..<1_000_000_000)
        atexit {
            TestRun.shared.finishReports()
            TestRun.shared.directory.remove()
        }
    }

    /// Runs every case of a scenario and returns their results.
    func run(_ scenario: Scenario, seed: UInt64?, controls: Bool) async throws -> [CaseResult] {
        let file = scenario.location.file
        var configuration = HostConfiguration(
            file: file, seed: seed ?? self.seed, runsControls: controls,
            executable: try scenario.resolvedExecutable(), keptDirectory: Self.keptDirectory)
        configuration.timeoutFactor = Self.timeoutFactor
        if let target = scenario.placement?.target { _ = configuration.findSlowdown(of: target) }
        let worker = try pool.take()
        defer { pool.give(worker) }
        let results = Mutex<[CaseResult]>([])
        let runner = CaseRunner(
            scenario, configuration: configuration, worker: worker,
            runDirectory: try directory.get())
        let reporters = reporters(of: scenario, configuration)
        try await runner.run { kind in
            reporters?.publish(kind)
            if case .caseFinished(let result) = kind { results.withLock { $0.append(result) } }
        }
        return results.withLock { $0 }
    }

    // MARK: Reporters

    /// The reporters of a scenario's suite, which are made with its first scenario.
    private func reporters(
        of scenario: Scenario, _ configuration: HostConfiguration
    ) -> SuiteReporters? {
        guard let reporting = scenario.placement?.reporting else { return nil }
        return reports.withLock { reports in
            let key = ObjectIdentifier(reporting)
            if let known = reports[key] { return known }
            let run = RunDescription(
                relaunch: relaunchVersion, seed: seed,
                jobs: ProcessInfo.processInfo.activeProcessorCount, files: [configuration.file])
            let new = SuiteReporters(
                reporting, run: run, suite: reporting.suite.describe(file: configuration.file)
            ) { fault in self.faults.withLock { $0.append(fault) } }
            reports[key] = new
            return new
        }
    }

    /// The reporters that have failed since the last call.
    func takeFaults() -> [ReporterFault] {
        faults.withLock { faults in
            defer { faults = [] }
            return faults
        }
    }

    /// No hook of Swift Testing says that a suite is over: it is when the process ends.
    private func finishReports() {
        for reporters in reports.withLock({ Array($0.values) }) { reporters.finish(RunEnding()) }
        var output = OutputDescriptor(STDERR_FILENO)
        for fault in takeFaults() { try? output.write("relaunch: error: \(fault)\n") }
    }

    /// What the environment says.
    private static var timeoutFactor: Double? {
        ProcessInfo.processInfo.environment["RELAUNCH_TIMEOUT_FACTOR"].flatMap(Double.init)
            .flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
    }

    private static var keptDirectory: String {
        FileManager.default.currentDirectoryPath + "/.relaunch/kept"
    }
}
