@testable import CrashStates
import Synchronization
import Testing

@testable import Relaunch

/// A closure of a scenario that does not come back ends its case, and nothing else.
@Suite struct WatchdogTests {
    private func results(
        _ patience: Duration, @StepsBuilder _ steps: () -> [any Step]
    ) async throws -> (verdicts: [CaseResult], isAbandoned: Bool) {
        let suite = Suite("Watchdog", target: .command("true")) {
            Scenario("one", control: .none(because: "it is about its closure")) { steps() }
        }
        let pool = WorkerPool()
        let worker = try pool.take()
        let directory = try RunDirectory()
        defer { directory.remove() }
        var runner = CaseRunner(
            suite.scenarios[0],
            configuration: HostConfiguration(file: "V.swift", seed: 1, keptDirectory: "/nowhere"),
            worker: worker, runDirectory: directory)
        runner.patience = patience
        let results = Mutex<[CaseResult]>([])
        try await runner.run { kind in
            if case .caseFinished(let result) = kind { results.withLock { $0.append(result) } }
        }
        pool.give(worker)
        await pool.stop()
        return (results.withLock { $0 }, worker.isAbandoned)
    }

    @Test func `a closure that does not come back is the scenario's fault`() async throws {
        let loops = Expect.Condition("loops") { _ in
            while !released.load(ordering: .relaxed) {}
            return nil
        }
        defer { released.store(true, ordering: .relaxed) }
        let (results, isAbandoned) = try await results(.seconds(1)) { Expect(loops) }
        #expect(results.map(\.verdict) == [.errored])
        #expect(results.first?.failures.first?.blame == .scenario)
        #expect(results.first?.failures.first?.step == "Expect(loops)")
        #expect(isAbandoned)
    }

    @Test func `a wait is no hang`() async throws {
        let (results, isAbandoned) = try await results(.seconds(1)) {
            Wait(for: .seconds(3))
        }
        #expect(results.map(\.verdict) == [.passed])
        #expect(!isAbandoned)
    }
}

private let released = Atomic(false)
