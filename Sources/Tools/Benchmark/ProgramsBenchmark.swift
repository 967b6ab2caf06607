import ArgumentParser
import CrashStates
import Relaunch

/// Programs as they are, through the harness and by a bare loop that waits for the same.
struct ProgramsBenchmark: Measurement {
    static let configuration = CommandConfiguration(
        commandName: "programs",
        abstract: "Services, a terminal and a browser through the harness, against bare loops.",
        discussion: """
            Kill-relaunch cycles of Redis, PostgreSQL, Vim and Chromium through their drivers, against a \
            loop in the same process that spawns the same program in the same container, waits for the \
            same sign that it is ready, kills it and reaps it. Blocks of both alternate; a figure is the \
            median of the rounds. A program that is not installed is left out.
            """)

    @Option(help: ArgumentHelp("Blocks of each kind.", valueName: "n"))
    var rounds = 7

    @Option(help: ArgumentHelp("Cycles of a block.", valueName: "n"))
    var count = 10

    @Option(help: ArgumentHelp("Only the program of this name.", valueName: "name"))
    var only: String?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        try requireCount(rounds, "--rounds")
        try requireCount(count, "--count")
    }

    func measure(_ sheet: inout Sheet) async throws {
        let bench = try Bench()
        do {
            for program in BenchedProgram.all where only == nil || program.name == only {
                guard program.isThere else {
                    sheet.line("\(program.name): skipped, it is not installed")
                    continue
                }
                try await compare(program, bench, &sheet)
            }
        } catch {
            await bench.close()
            throw error
        }
        await bench.close()
    }

    private func compare(
        _ program: BenchedProgram, _ bench: Bench, _ sheet: inout Sheet
    ) async throws {
        var harness: [Double] = []
        var bare: [Double] = []
        // The first round warms up and does not count.
        for round in 0...rounds {
            let blocks = try await blocks(of: program, bench)
            if round == 0 { continue }
            harness.append(blocks.harness)
            bare.append(blocks.bare)
        }
        let ratio = harness.median / bare.median
        let difference = harness.median - bare.median
        sheet.line(
            "\(program.name): harness \(harness.median.fixed(2)) ms a cycle, bare "
                + "\(bare.median.fixed(2)), ratio \(ratio.fixed(3)), difference "
                + "\(difference.fixed(2))")
        sheet.note("\(program.name).harness", .number(harness.median))
        sheet.note("\(program.name).bare", .number(bare.median))
        switch program.bound {
        case .ratio(let limit):
            sheet.bound("\(program.name), harness / bare", ratio, atMost: limit)
        case .difference(let limit):
            sheet.bound(
                "\(program.name), harness - bare", difference, atMost: limit, unit: " ms")
        }
    }

    /// A block of each kind in one container, in milliseconds a cycle.
    private func blocks(
        of program: BenchedProgram, _ bench: Bench
    ) async throws -> (harness: Double, bare: Double) {
        let count = count
        let marks = Readings<ContinuousClock.Instant>()
        try await bench.run(program.target) {
            program.setup
            InlineStep("begin") { _ in marks.append(.now) }
            for _ in 0..<count {
                program.cycle
                Kill(.system)
            }
            InlineStep("between") { _ in marks.append(.now) }
            // A step each: a step has its limit.
            for _ in 0..<count {
                InlineStep("a bare cycle") { session in
                    let process = try BareProgram(
                        program.command, hasTerminal: program.hasTerminal,
                        in: session.container.path,
                        environment: session.environment(adding: program.environment))
                    defer { process.end() }
                    try program.wait(process)
                }
            }
            InlineStep("end") { _ in marks.append(.now) }
        }
        let times = zip(marks.all, marks.all.dropFirst()).map { ($1 - $0).seconds * 1000 }
        return (times[0] / Double(count), times[1] / Double(count))
    }
}
