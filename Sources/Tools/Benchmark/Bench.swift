import CrashStates
import Relaunch

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

/// One worker in this process that carries out scenarios as a run does, without controls; others that
/// it lends to sweeps.
struct Bench {
    let worker: Worker
    let runDirectory: RunDirectory
    private let others = WorkerPool()

    init() throws {
        worker = try Worker()
        runDirectory = try RunDirectory()
    }

    /// Carries out a scenario of these steps, its sweeps by so many workers. Throws where it does not pass.
    func run(
        _ executable: String, workers: Int = 1, @StepsBuilder _ steps: () -> [any Step]
    ) async throws {
        try await run(.app(executable), workers: workers, steps)
    }

    /// The same for any target.
    func run(
        _ target: Target, workers: Int = 1, @StepsBuilder _ steps: () -> [any Step]
    ) async throws {
        let steps = steps()
        let executable = target.executable
        let suite = Suite("Benchmark", target: target, timeLimit: .seconds(60)) {
            Scenario("cycles", control: .none(because: "only time is measured")) { steps }
        }
        let configuration = HostConfiguration(
            file: #file, seed: 1, runsControls: false, executable: executable,
            keptDirectory: runDirectory.path)
        let results = Readings<CaseResult>()
        for scenario in suite.scenarios {
            var runner = CaseRunner(
                scenario, configuration: configuration, worker: worker, runDirectory: runDirectory)
            runner.lender = BenchLender(pool: others, count: workers - 1)
            try await runner.run { event in
                if case .caseFinished(let result) = event { results.append(result) }
            }
        }
        for result in results.all where result.verdict != .passed {
            throw ScenarioDidNotPass(executable: executable, result: result)
        }
    }

    /// Ends the worker and its supervisor, and removes the containers.
    func close() async {
        await worker.stop()
        await others.stop()
        runDirectory.remove()
    }

    /// The absolute path of a program that an option names: a path relative to the working directory, or
    /// else a program on the `PATH`. Targets are started in their containers.
    static func program(_ name: String) -> String {
        if name.hasPrefix("/") { return name }
        let here = FileManager.default.currentDirectoryPath + "/" + name
        return Executable.isProgram(here) ? here : Executable.onPath(name) ?? here
    }

    /// The path of an executable that was built with this one.
    static func neighbour(_ name: String) -> String {
        (Executable.folder ?? ".") + "/" + name
    }
}

/// Lends every sweep as many workers.
private struct BenchLender: WorkerLender {
    let pool: WorkerPool
    let count: Int

    func sweepBegins(in scenario: String) -> BorrowedWorkers? {
        let borrowed = BorrowedWorkers { pool.give($0) }
        for _ in 0..<count {
            if let worker = try? pool.take() { borrowed.lend(worker) }
        }
        return borrowed
    }

    func sweepEnds(in scenario: String) {}
}

struct ScenarioDidNotPass: Error, CustomStringConvertible {
    var executable: String
    var result: CaseResult

    var description: String {
        let failure = result.failures.first
        return
            "the cycles of \(executable) did not pass: \(failure?.message ?? "\(result.verdict)")"
            + (failure?.output.map { "\n" + $0 } ?? "")
    }
}
