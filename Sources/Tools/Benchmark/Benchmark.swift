import Relaunch

/// The benchmark's subcommands.
enum Benchmark {
    static let help = """
        USAGE: relaunch-benchmark <cycle | cycles | start | sweep | archive>
               [options]

        cycle    a kill-relaunch cycle through the harness, against a bare loop
        cycles   ten thousand cycles in one run: what is left behind, and the memory
        start    from saving a scenario file to its first launch
        sweep    a sweep of crash states: against a loop over strace, against a bare loop, at scale,
                 and what recording costs
        archive  a save and a restoration of 10,000 controllers and 100 MB, against Foundation's JSON

        Each prints its figures and the bounds that they have to keep; the exit status is 1 where a
        bound is broken, 2 where nothing could be measured, 64 for wrong usage.
        `relaunch-benchmark <subcommand> --help` shows the options.
        """

    /// Runs what the arguments ask for and returns whether every bound was kept.
    static func run(_ arguments: [String]) async throws -> Bool {
        guard let name = arguments.first else { throw ArgumentsError.missingSubcommand }
        let options = Array(arguments.dropFirst())
        switch name {
        case "--help", "-h", "help":
            print(help)
            return true
        case "cycle": return try await measure(CycleBenchmark.self, options)
        case "cycles": return try await measure(CyclesBenchmark.self, options)
        case "start": return try await measure(StartBenchmark.self, options)
        case "sweep": return try await measure(SweepBenchmark.self, options)
        case "archive": return try await measure(ArchiveBenchmark.self, options)
        default: throw ArgumentsError.unknownSubcommand(name)
        }
    }

    private static func measure<Measured: Measurement>(
        _ type: Measured.Type, _ options: [String]
    ) async throws -> Bool {
        if options.contains("--help") || options.contains("-h") {
            print(type.help)
            return true
        }
        var arguments = Arguments(options)
        let json = arguments.flag("--json")
        let measurement = try type.init(&arguments)
        try arguments.finish()
        var sheet = Sheet(isQuiet: json)
        sheet.noteLoad("before")
        try await measurement.measure(&sheet)
        sheet.noteLoad("after")
        if json { print(sheet.json.text) }
        return sheet.conclude()
    }
}

/// One subcommand.
protocol Measurement {
    static var help: String { get }
    init(_ arguments: inout Arguments) throws
    func measure(_ sheet: inout Sheet) async throws
}
