import ArgumentParser
import CrashStates
import Relaunch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A sweep of crash states: against what a user would write instead, near what is possible at all, at
/// scale, and what recording and predicting cost.
struct SweepBenchmark: Measurement {
    static let configuration = CommandConfiguration(
        commandName: "sweep",
        abstract: """
            A sweep of crash states: against a loop over strace, against a bare loop, at scale, and \
            what recording and predicting cost.
            """,
        discussion: """
            strace     our sweep of a save beside a loop over `strace -e inject=…` that
                       kills at the same calls, with the same target, the same
                       check and as many workers
            limit      states checked per second, beside a bare loop that writes the
                       same directories, spawns, waits for the same last message,
                       kills and reaps
            scale      100, 1,000 and 10,000 distinct states: is the time for each
                       the same, and how much memory does it take
            large      a save that changes 100 places in a file of 100 MiB
            recording  what a recorded call costs, and every other call
            predict    what a state of a power failure costs beside the launch that
                       looks at it, by what the file system promises
            """)

    enum Part: String, CaseIterable, ExpressibleByArgument {
        case strace, limit, scale, large, recording, predict
    }

    @Option(help: ArgumentHelp("Only one of them.", valueName: "part"))
    var only: Part?

    @Option(
        help: ArgumentHelp(
            "Rounds of each comparison; a figure is their median.", valueName: "n"))
    var rounds = 5

    @Option(
        name: .customLong("workers"),
        help: ArgumentHelp(
            "Workers on either side. (default: one for each processor)", valueName: "n"))
    var workerCount: Int?

    @Option(
        name: .customLong("target"),
        help: ArgumentHelp(
            "The Swift target. (default: BenchmarkTarget beside this program)",
            valueName: "path"))
    var app: String?

    @OptionGroup var output: OutputOptions

    private var workers: Int {
        workerCount ?? max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    }
    private var target: String { app.map(Bench.program) ?? Bench.neighbour("BenchmarkTarget") }

    func validate() throws {
        try requireCount(rounds, "--rounds")
        if let workerCount { try requireCount(workerCount, "--workers") }
        try requireExecutables(target, Bench.neighbour("counter-c"), Bench.neighbour("notes"))
    }

    func measure(_ sheet: inout Sheet) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        if only == nil || only == .recording {
            try RecordingCost(target: target, rounds: rounds, folder: folder.path).measure(&sheet)
        }
        if only == nil || only == .predict {
            try PredictionCost(rounds: rounds, folder: folder.path).measure(&sheet)
        }
        let bench = try Bench()
        do {
            try await measure(bench, folder.path, &sheet)
        } catch {
            await bench.close()
            throw error
        }
        await bench.close()
    }

    private func measure(_ bench: Bench, _ folder: String, _ sheet: inout Sheet) async throws {
        if only == nil || only == .strace {
            try await StraceComparison(
                bench: bench, target: target, rounds: rounds, workers: workers, folder: folder
            ).measure(&sheet)
        }
        if only == nil || only == .limit {
            try await SweepLimit(
                bench: bench, target: target, rounds: rounds, workers: workers, folder: folder
            ).measure(&sheet)
        }
        if only == nil || only == .scale {
            try await SweepScale(bench: bench, target: target).measureStates(&sheet)
        }
        if only == nil || only == .large {
            try await SweepScale(bench: bench, target: target).measureLargeFile(&sheet)
        }
    }
}

/// The time that one sweep took, as its marks tell.
struct SweepTimes: Sendable {
    /// States that were visited.
    var states: Int
    /// From the launch that leads to the swept step until the last state was checked, in seconds.
    var whole: Double
    /// From the end of the swept step until then, in seconds.
    var visiting: Double
    /// The same for each state.
    var forState: Double { visiting / Double(states) }
}

extension Bench {
    /// Sweeps once.
    func sweep(
        _ subject: SweepSubject, workers: Int = 1, marks: SweepSubject.Marks = .init()
    ) async throws -> SweepTimes {
        try await run(subject.executable, workers: workers) { subject.steps(marks) }
        let end = ContinuousClock.now
        guard let begin = marks.begin.all.first, let recorded = marks.recorded.all.first else {
            throw BareError("the sweep of \(subject.name) left no marks", ENODATA)
        }
        return SweepTimes(
            states: marks.visits.all.count, whole: (end - begin).seconds,
            visiting: (end - recorded).seconds)
    }
}
