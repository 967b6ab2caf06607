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

    private init() {
        let text = ProcessInfo.processInfo.environment["RELAUNCH_SEED"]
        seed = text.flatMap(UInt64.init) ?? UInt64.random(in: 0..<1_000_000_000)
        atexit { TestRun.shared.directory.remove() }
    }

    /// Runs every case of a scenario and returns their results.
    func run(_ scenario: Scenario, seed: UInt64?, controls: Bool) async throws -> [CaseResult] {
        let file = scenario.location.file
        let configuration = HostConfiguration(
            file: file, seed: seed ?? self.seed, runsControls: controls,
            executable: try scenario.resolvedExecutable(), keptDirectory: Self.keptDirectory)
        let worker = try pool.take()
        defer { pool.give(worker) }
        let results = Mutex<[CaseResult]>([])
        let runner = CaseRunner(
            scenario, configuration: configuration, worker: worker,
            runDirectory: try directory.get())
        try await runner.run { kind in
            if case .caseFinished(let result) = kind { results.withLock { $0.append(result) } }
        }
        return results.withLock { $0 }
    }

    private static var keptDirectory: String {
        FileManager.default.currentDirectoryPath + "/.relaunch/kept"
    }
}
