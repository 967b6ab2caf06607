import ArgumentParser
import CrashStates
import Relaunch

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A large app's save and restoration, beside Foundation's JSON with the same data.
struct ArchiveBenchmark: Measurement {
    static let configuration = CommandConfiguration(
        commandName: "archive",
        abstract: """
            A save and a restoration of 10,000 controllers and 100 MB, against Foundation's JSON.
            """,
        discussion: """
            An app with very many screens goes to the background, and is launched again and restored. \
            Beside it, in the same round, `JSONEncoder` and `JSONDecoder` write and read the same \
            values with files in the same place. Each runs in a process of its own; its memory is the \
            most that it ever had.
            """)

    /// How many times what Foundation takes may be ours.
    private static let limit = 3.0

    @Option(help: ArgumentHelp("So many screens.", valueName: "n"))
    var controllers = 10_000

    @Option(help: ArgumentHelp("Their texts' length, in 1,000,000 bytes.", valueName: "n"))
    var megabytes = 100

    @Option(help: ArgumentHelp("Rounds of all four; a figure is their median.", valueName: "n"))
    var rounds = 5

    @Option(
        name: .customLong("target"),
        help: ArgumentHelp(
            "The app. (default: BenchmarkArchive beside this program)", valueName: "path"))
    var app: String?

    @OptionGroup var output: OutputOptions

    private var target: String { app.map(Bench.program) ?? Bench.neighbour("BenchmarkArchive") }

    func validate() throws {
        try requireCount(controllers, "--controllers")
        try requireCount(megabytes, "--megabytes")
        try requireCount(rounds, "--rounds")
        try requireExecutables(target)
    }

    func measure(_ sheet: inout Sheet) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        sheet.line(
            "\(controllers) controllers and \(megabytes) MB, beside Foundation's JSON; medians of "
                + "\(rounds) rounds")
        var costs: [String: [Cost]] = [:]
        for _ in 1...rounds {
            // In this order: what is read was written before.
            for part in ["encode", "save", "decode", "restore"] {
                costs[part, default: []].append(try cost(of: part, in: folder.path))
            }
        }
        compare("restoration", costs["restore"] ?? [], "decode", costs["decode"] ?? [], &sheet)
        compare("save", costs["save"] ?? [], "encode", costs["encode"] ?? [], &sheet)
    }

    private struct Cost {
        var seconds: Double
        var megabytes: Double
    }

    private func cost(of part: String, in folder: String) throws -> Cost {
        let command = [target, part, folder, "\(controllers)", "\(megabytes * 1_000_000)"]
        var run = try CommandRun(command)
        let line = run.nextLine()
        let status = run.finish().status
        guard status == 0, let figures = try line.map({ try JSON(parsing: $0) }),
            let seconds = figures["seconds"]?.number, let memory = figures["megabytes"]?.number
        else {
            throw CommandDidNotPass(command: command.joined(separator: " "), status: status)
        }
        return Cost(seconds: seconds, megabytes: memory)
    }

    private func compare(
        _ name: String, _ ours: [Cost], _ theirName: String, _ theirs: [Cost],
        _ sheet: inout Sheet
    ) {
        func note(
            _ what: String, _ unit: String, _ decimals: Int, _ value: (Cost) -> Double
        ) {
            let our = ours.map(value).median
            let their = theirs.map(value).median
            let ratio = zip(ours, theirs).map { value($0) / value($1) }.median
            sheet.line(
                "  \(name), \(what): \(our.fixed(decimals))\(unit), JSON's \(theirName) "
                    + "\(their.fixed(decimals))\(unit)")
            sheet.note("\(name).\(what)", .number(our))
            sheet.note("\(theirName).\(what)", .number(their))
            sheet.note("\(name).\(what).ratio", .number(ratio))
            sheet.bound("\(name) / \(theirName), \(what)", ratio, atMost: Self.limit)
        }
        note("time", " s", 3, \.seconds)
        note("memory", " MB", 0, \.megabytes)
    }
}
