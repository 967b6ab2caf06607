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
/// scale, and what recording costs.
struct SweepBenchmark: Measurement {
    static let help = """
        USAGE: relaunch-benchmark sweep [--only PART] [--rounds N] [--workers N] [--target PATH]
               [--json]

          strace     our sweep of a save beside a loop over `strace -e inject=…:signal=KILL:when=k` on
                     the same calls, with the same target, the same check and as many workers
          limit      states checked per second, beside a bare loop that writes the same directories,
                     spawns, waits for the same last message, kills and reaps
          scale      100, 1,000 and 10,000 distinct states: is the time for each the same, and how much
                     memory does it take
          large      a save that changes 100 places in a file of 100 MiB
          recording  what a recorded call costs, and every other call

          --only PART    one of them
          --rounds N     rounds of each comparison; a figure is their median (default 5)
          --workers N    workers on either side (default: one for each processor)
          --target PATH  the Swift target (default: BenchmarkTarget beside this program)
          --json         print the figures as one JSON object
        """

    private static let parts = ["strace", "limit", "scale", "large", "recording"]

    private let only: String?
    private let rounds: Int
    private let workers: Int
    private let target: String

    init(_ arguments: inout Arguments) throws {
        only = try arguments.option("--only")
        if let only, !Self.parts.contains(only) { throw ArgumentsError.unknown(only) }
        rounds = try arguments.count("--rounds", default: 5)
        workers = try arguments.count(
            "--workers", default: max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))))
        target = try arguments.option("--target") ?? Bench.neighbour("BenchmarkTarget")
        for path in [target, Bench.neighbour("counter-c"), Bench.neighbour("notes")]
        where !Executable.isProgram(path) {
            throw ArgumentsError.noTarget(path)
        }
    }

    func measure(_ sheet: inout Sheet) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        if only == nil || only == "recording" {
            try RecordingCost(target: target, rounds: rounds, folder: folder.path).measure(&sheet)
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
        if only == nil || only == "strace" {
            try await StraceComparison(
                bench: bench, target: target, rounds: rounds, workers: workers, folder: folder
            ).measure(&sheet)
        }
        if only == nil || only == "limit" {
            try await SweepLimit(
                bench: bench, target: target, rounds: rounds, workers: workers, folder: folder
            ).measure(&sheet)
        }
        if only == nil || only == "scale" {
            try await SweepScale(bench: bench, target: target).measureStates(&sheet)
        }
        if only == nil || only == "large" {
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
