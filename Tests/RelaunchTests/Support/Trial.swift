@testable import CrashStates
import Foundation
import Relaunch
import Synchronization
import Testing

/// One run of a scenario in this process, as the host of a scenario file makes it, and what a user would
/// see of it. Afterwards no process and no directory may be left.
struct Trial {
    /// A result for each case, in the order in which they ended.
    var results: [CaseResult]
    /// Every event, in order.
    var events: [Event.Kind]

    /// The only case.
    func only(sourceLocation: Testing.SourceLocation = #_sourceLocation) throws -> CaseResult {
        try #require(results.count == 1, sourceLocation: sourceLocation)
        return results[0]
    }
}

/// How a trial is made, apart from the steps.
struct TrialOptions {
    var name = "trial"
    var timeLimit = Duration.seconds(30)
    var control = Control.none(because: "the trial is about something else")
    var knownIssue: String?
    var runsControls = true
    var keepsContainers = false
    var kernelCheckPoints = 0
    var isKernelCheckAsked = true
    var realImages = 0
    var seed: UInt64 = 1
    var branches: [String] = []
    /// On how many workers the states of a sweep are visited.
    var workers = 1
    /// What every process of the trial has in its environment.
    var mark = "trial-\(UInt64.random(in: .min ... .max))"
    /// Where containers are made; nil is where they usually are.
    var place: String?
    /// Where kept containers go.
    var directory: TemporaryDirectory?
}

/// Runs one scenario with its cases and, where asked for, its control.
///
/// - Parameter parts: What the suite says of a target that speaks no protocol.
@discardableResult
func trial(
    _ target: Target, _ options: TrialOptions = TrialOptions(), describedBy parts: [SuitePart] = [],
    sourceLocation: Testing.SourceLocation = #_sourceLocation,
    @StepsBuilder _ steps: () -> [any Step]
) async throws -> Trial {
    let marked = Target(
        driver: target.driver, executable: target.executable, arguments: target.arguments,
        environment: target.environment.merging(["TRIAL": options.mark]) { $1 })
    let suite = Suite("Trials", target: marked, timeLimit: options.timeLimit) {
        parts
        Scenario(options.name, control: options.control, knownIssue: options.knownIssue) { steps() }
    }
    let temporary = try options.directory ?? TemporaryDirectory()
    return try await Turnstile.shared.pass {
        let pool = WorkerPool()
        let run = try RunDirectory(in: options.place)
        defer { run.remove() }
        let events = Mutex<[Event.Kind]>([])
        var configuration = HostConfiguration(
            file: "Trials.swift", seed: options.seed, runsControls: options.runsControls,
            keepsContainers: options.keepsContainers, keptDirectory: temporary.path + "/kept",
            kernelCheckPoints: options.kernelCheckPoints,
            isKernelCheckAsked: options.isKernelCheckAsked)
        configuration.realImages = options.realImages
        var runner = CaseRunner(
            suite.scenarios[0], configuration: configuration, worker: try pool.take(),
            runDirectory: run)
        if options.workers > 1 { runner.lender = Lender(pool: pool, count: options.workers - 1) }
        try await runner.run(branches: options.branches) { kind in
            events.withLock { $0.append(kind) }
        }
        #expect(
            processes(marked: options.mark).isEmpty, "processes are left",
            sourceLocation: sourceLocation)
        // The library that moves the clock is the run's, and stays as long as that.
        let left = try FileManager.default.contentsOfDirectory(atPath: run.path)
        #expect(
            left.filter { $0 != "moved-clock.so" } == ["lock"], "directories are left",
            sourceLocation: sourceLocation)
        await pool.stop()
        let all = events.withLock { $0 }
        let results = all.compactMap { kind in
            if case .caseFinished(let result) = kind { result } else { nil }
        }
        return Trial(results: results, events: all)
    }
}

/// Lends every sweep some workers at once.
private struct Lender: WorkerLender {
    let pool: WorkerPool
    let count: Int

    func sweepBegins(in scenario: String) -> BorrowedWorkers? {
        let borrowed = BorrowedWorkers { [pool] in pool.give($0) }
        for _ in 0..<count { if let worker = try? pool.take() { borrowed.lend(worker) } }
        return borrowed
    }

    func sweepEnds(in scenario: String) {}
}

/// The processes of this machine that have the mark of a trial in their environment.
func processes(marked mark: String) -> [Int] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    let wanted = Data("TRIAL=\(mark)".utf8)
    return names.compactMap(Int.init).filter { process in
        let environment = FileManager.default.contents(atPath: "/proc/\(process)/environ")
        return environment?.range(of: wanted) != nil
    }
}

/// Lets few trials run at a time, so that a deadline measures the target and not the other tests.
actor Turnstile {
    static let shared = Turnstile(places: 3)
    private var places: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(places: Int) { self.places = places }

    nonisolated func pass<Result: Sendable>(_ body: () async throws -> Result) async throws
        -> Result
    {
        await enter()
        do {
            let result = try await body()
            await leave()
            return result
        } catch {
            await leave()
            throw error
        }
    }

    private func enter() async {
        if places > 0 {
            places -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    private func leave() {
        if waiting.isEmpty { places += 1 } else { waiting.removeFirst().resume() }
    }
}

/// A directory that is removed with the value.
final class TemporaryDirectory: Sendable {
    let path: String

    init(_ name: String = "trial") throws {
        path = NSTemporaryDirectory() + "/\(name)-\(UInt64.random(in: .min ... .max))"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes an executable and returns its path.
    func script(_ name: String, _ text: String) throws -> String {
        let file = path + "/" + name
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file)
        return file
    }
}

extension CaseResult {
    /// The first thing that was wrong.
    var failure: Failure? { failures.first }
    /// The texts of the timeline.
    var happenings: [String] { timeline.map(\.text) }
}
