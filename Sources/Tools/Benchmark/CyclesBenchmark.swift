import ArgumentParser
import Relaunch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Many cycles in one run: nothing may be left behind, and the memory may not grow.
struct CyclesBenchmark: Measurement {
    static let configuration = CommandConfiguration(
        commandName: "cycles",
        abstract: "Ten thousand cycles in one run: what is left behind, and the memory.",
        discussion: """
            Kill-relaunch cycles in one scenario, and what there is before and after: processes and \
            descriptors of the harness, processes below its supervisor, directories, and the memory \
            of both. Everything that the harness makes in a temporary place is made below one folder \
            of this run's own (RELAUNCH_CONTAINERS and TMPDIR), so that other programs do not count.
            """)

    /// How much the harness's memory, and that of its supervisor, may grow, in MiB.
    private static let memoryLimit = 5.0

    @Option(
        help: ArgumentHelp(
            "Cycles; memory counts from the 500th, or from half of them.", valueName: "n"))
    var count = 10_000

    @OptionGroup var app: TargetOption

    @OptionGroup var output: OutputOptions

    private var target: String { app.path }

    func validate() throws {
        guard count >= 4 else { throw ValidationError("--count has to be at least 4") }
        try requireExecutables(target)
    }

    func measure(_ sheet: inout Sheet) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        setenv("RELAUNCH_CONTAINERS", folder.path, 1)
        setenv("TMPDIR", folder.path, 1)
        try await openTimers()
        let before = try Census(folder: folder.path)
        let taken = try await run(folder.path)
        let after = try Census(folder: folder.path)
        report(before, taken, after, &sheet)
    }

    /// Has Dispatch open the descriptor of its timers. It does so with the first timer of a process and keeps
    /// it, so that it is no cycle's; the harness has timers in its watch over a scenario's own code.
    private func openTimers() async throws {
        // One that is due at once would need no descriptor.
        let later = Task { try await Task.sleep(for: .seconds(60)) }
        try await Task.sleep(for: .milliseconds(20))
        later.cancel()
    }

    /// Carries the cycles out. Nothing of the harness is left when it returns.
    private func run(_ folder: String) async throws -> [Census] {
        let bench = try Bench()
        do {
            let taken = try await run(bench, folder)
            await bench.close()
            return taken
        } catch {
            await bench.close()
            throw error
        }
    }

    /// Returns what there was after the first cycle, which starts the supervisor, after the warm-up and
    /// after the last one.
    private func run(_ bench: Bench, _ folder: String) async throws -> [Census] {
        let warmUp = max(1, min(500, count / 2))
        let readings = Readings<Census>()
        try await bench.run(target) {
            for index in 1...count {
                Launch()
                Kill(.system)
                if index == 1 || index == warmUp || index == count {
                    InlineStep("census") { _ in readings.append(try Census(folder: folder)) }
                }
            }
        }
        return readings.all
    }

    private func report(
        _ before: Census, _ taken: [Census], _ after: Census, _ sheet: inout Sheet
    ) {
        let columns = [before] + taken + [after]
        sheet.line("\(count) cycles of \(target)")
        let titles = ["before", "first", "warm", "last", "after"].map { $0.padded(to: 10) }
        sheet.line("  " + "".padded(to: 36, isLabel: true) + titles.joined())
        for row in Census.rows {
            let values = columns.map { row.value($0) }
            let cells = values.map { $0.fixed(row.decimals).padded(to: 10) }
            sheet.line("  " + row.title.padded(to: 36, isLabel: true) + cells.joined())
            sheet.note(row.title, .array(values.map { .number($0) }))
        }
        for row in Census.rows where row.mustBeEqual {
            let first = row.value(taken[0])
            sheet.bound("\(row.title), last - first", row.value(taken[2]) - first, atMost: 0)
            sheet.bound(
                "\(row.title), after - before", row.value(after) - row.value(before), atMost: 0)
        }
        for row in Census.rows where !row.mustBeEqual {
            sheet.bound(
                "\(row.title), last - warm", row.value(taken[2]) - row.value(taken[1]),
                atMost: Self.memoryLimit, unit: " MiB")
        }
    }
}
