import CrashStates
import Relaunch

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A large app's save and restoration, beside Foundation's JSON with the same data.
struct ArchiveBenchmark: Measurement {
    static let help = """
        USAGE: relaunch-benchmark archive [--controllers N] [--megabytes N] [--rounds N]
               [--target PATH] [--json]

        An app with very many screens goes to the background, and is launched again and restored. Beside
        it, in the same round, `JSONEncoder` and `JSONDecoder` write and read the same values with files
        in the same place. Each in a process of its own; its memory is the most that it ever had.

          --controllers N  so many screens (default 10,000)
          --megabytes N    their texts' length, in 1,000,000 bytes (default 100)
          --rounds N       rounds of all four; a figure is their median (default 5)
          --target PATH    the app (default: BenchmarkArchive beside this program)
          --json           print the figures as one JSON object
        """

    /// How many times what Foundation takes may be ours.
    private static let limit = 3.0

    private let controllers: Int
    private let megabytes: Int
    private let rounds: Int
    private let target: String

    init(_ arguments: inout Arguments) throws {
        controllers = try arguments.count("--controllers", default: 10_000)
        megabytes = try arguments.count("--megabytes", default: 100)
        rounds = try arguments.count("--rounds", default: 5)
        target = try arguments.option("--target") ?? Bench.neighbour("BenchmarkArchive")
        guard Executable.isProgram(target) else { throw ArgumentsError.noTarget(target) }
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
        let status = run.finish()
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
