import ArgumentParser
import CrashStates
import Relaunch

/// A kill-relaunch cycle through the harness, against a bare loop in the same process.
///
/// Blocks of both alternate, so that whatever else the machine does meets both. Every block runs in a
/// scenario of its own, on the same worker, in a new container in which the target has saved once.
struct CycleBenchmark: Measurement {
    static let configuration = CommandConfiguration(
        commandName: "cycle",
        abstract: "A kill-relaunch cycle through the harness, against a bare loop.",
        discussion: """
            Kill-relaunch cycles through the harness (the `.app` driver and the whole machinery of a \
            scenario, on one worker), against a bare loop in the same process that only spawns the \
            same target on a kept container, answers its hello, waits until it is active, kills and \
            reaps it. Blocks of both alternate; a figure is the median of the rounds.
            """)

    /// What the harness may add to a cycle.
    private struct Bounds {
        /// Times the bare loop's; nil where there is none.
        var ratio: Double?
        /// Milliseconds.
        var difference: Double
    }

    @Option(help: ArgumentHelp("Blocks of each kind.", valueName: "n"))
    var rounds = 10

    @Option(help: ArgumentHelp("Cycles of a block.", valueName: "n"))
    var count = 200

    @Option(
        help: ArgumentHelp(
            "Measure this target instead of counter-c and notes.", valueName: "path"))
    var target: String?

    /// The target's absolute path, where one is named.
    private var program: String? { target.map(Bench.program) }

    @OptionGroup var output: OutputOptions

    func validate() throws {
        try requireCount(rounds, "--rounds")
        try requireCount(count, "--count")
        if let program { try requireExecutables(program) }
    }

    func measure(_ sheet: inout Sheet) async throws {
        let bench = try Bench()
        do {
            try await measure(bench, &sheet)
        } catch {
            await bench.close()
            throw error
        }
        await bench.close()
    }

    private func measure(_ bench: Bench, _ sheet: inout Sheet) async throws {
        let ofSwift = Bounds(ratio: 1.25, difference: 1)
        if let program {
            return try await compare(program, ofSwift, bench, &sheet)
        }
        for (name, bounds) in [("counter-c", Bounds(difference: 0.5)), ("notes", ofSwift)] {
            let path = Bench.neighbour(name)
            guard Executable.isProgram(path) else {
                sheet.line("\(name): skipped, there is no '\(path)'; build it first")
                continue
            }
            try await compare(path, bounds, bench, &sheet)
        }
    }

    private func compare(
        _ executable: String, _ bounds: Bounds, _ bench: Bench, _ sheet: inout Sheet
    ) async throws {
        let name = executable.split(separator: "/").last.map(String.init) ?? executable
        sheet.line("\(name): \(rounds) rounds of \(count) cycles each, in ms a cycle")
        let plain = try await rounds(executable, savesBefore: false, bench)
        report("kill in the foreground", plain, name, &sheet)
        sheet.line("  start of \(name), exec to active: \(plain.launch.median.fixed(3)) ms")
        sheet.note("\(name).start", .number(plain.launch.median))
        if let ratio = bounds.ratio {
            sheet.bound("\(name), harness / bare", plain.ratio, atMost: ratio)
        }
        sheet.bound(
            "\(name), harness - bare", plain.difference, atMost: bounds.difference, unit: " ms")
        let saving = try await rounds(executable, savesBefore: true, bench)
        report("save, suspend, kill", saving, name, &sheet)
        sheet.line()
    }

    private func report(_ title: String, _ figures: Rounds, _ name: String, _ sheet: inout Sheet) {
        sheet.line(
            "  " + title.padded(to: 24, isLabel: true)
                + "harness \(figures.harness.median.fixed(3))  bare \(figures.bare.median.fixed(3))"
                + "  ratio \(figures.ratio.fixed(3))  difference \(figures.difference.fixed(3))"
                + "  (\((1000 / figures.harness.median).fixed(0)) cycles a second)")
        let key = "\(name).\(title)"
        sheet.note("\(key).harness", .number(figures.harness.median))
        sheet.note("\(key).bare", .number(figures.bare.median))
        sheet.note("\(key).ratio", .number(figures.ratio))
        sheet.note("\(key).difference", .number(figures.difference))
    }

    /// Milliseconds a cycle, one element a round.
    private struct Rounds {
        var harness: [Double] = []
        var bare: [Double] = []
        var launch: [Double] = []

        var ratio: Double { harness.median / bare.median }
        var difference: Double { harness.median - bare.median }
    }

    private func rounds(
        _ executable: String, savesBefore: Bool, _ bench: Bench
    ) async throws -> Rounds {
        var rounds = Rounds()
        // The first round of each warms up and does not count.
        for round in 0...self.rounds {
            let bare = try await bareBlock(executable, savesBefore, bench)
            let harness = try await harnessBlock(executable, savesBefore, bench)
            if round == 0 { continue }
            rounds.harness.append(harness)
            rounds.bare.append(bare.cycle)
            rounds.launch.append(bare.launch)
        }
        return rounds
    }

    private func harnessBlock(
        _ executable: String, _ savesBefore: Bool, _ bench: Bench
    ) async throws -> Double {
        let marks = Readings<ContinuousClock.Instant>()
        try await bench.run(executable) {
            Launch()
            Background()
            Kill(.system)
            InlineStep("begin") { _ in marks.append(.now) }
            for _ in 0..<count {
                Launch()
                if savesBefore { Background() }
                Kill(.system)
            }
            InlineStep("end") { _ in marks.append(.now) }
        }
        return (marks.all[1] - marks.all[0]).seconds * 1000 / Double(count)
    }

    private func bareBlock(
        _ executable: String, _ savesBefore: Bool, _ bench: Bench
    ) async throws -> (cycle: Double, launch: Double) {
        let count = count
        let requests = savesBefore ? [BareRequest.lifecycle(1, "background")] : []
        let results = Readings<(Double, Double)>()
        try await bench.run(executable) {
            Launch()
            Background()
            Kill(.system)
            InlineStep("the bare loop") { session in
                var loop = BareLoop([executable], environment: session.environment())
                defer { loop.dispose() }
                var launches: [Double] = []
                let begin = ContinuousClock.now
                for _ in 0..<count {
                    launches.append(try loop.cycle(asking: requests).seconds * 1000)
                }
                let time = (ContinuousClock.now - begin).seconds * 1000
                results.append((time / Double(count), launches.median))
            }
        }
        return results.all[0]
    }
}
