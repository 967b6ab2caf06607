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

/// `relaunch-benchmark`: measures what the harness promises about its own speed and leftovers.
@main
struct Benchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "relaunch-benchmark",
        abstract: "Measure the harness's own speed, memory and leftovers.",
        discussion: """
            Each subcommand prints its figures and the bounds that they have to keep.

            EXIT STATUS
              0   every bound was kept
              1   a bound is broken
              2   nothing could be measured
              64  wrong usage
            """,
        subcommands: [
            CycleBenchmark.self, CyclesBenchmark.self, StartBenchmark.self, SweepBenchmark.self,
            ArchiveBenchmark.self, SceneBenchmark.self, StressBenchmark.self,
            ProgramsBenchmark.self, MergeBenchmark.self,
        ])
}

/// One subcommand.
protocol Measurement: AsyncParsableCommand {
    var output: OutputOptions { get }
    func measure(_ sheet: inout Sheet) async throws
}

/// How the figures are printed.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Print the figures as one JSON object.")
    var json = false
}

/// The command that is measured.
struct CommandOption: ParsableArguments {
    @Option(
        name: .customLong("relaunch"),
        help: ArgumentHelp(
            "The built command. (default: the one beside this program)", valueName: "path"))
    private var relaunch: String?

    var path: String { relaunch.map(Bench.program) ?? Bench.neighbour("relaunch") }
}

/// The target that is driven.
struct TargetOption: ParsableArguments {
    @Option(
        name: .customLong("target"),
        help: ArgumentHelp(
            "The target. (default: counter-c beside this program)", valueName: "path"))
    private var target: String?

    var path: String { target.map(Bench.program) ?? Bench.neighbour("counter-c") }
}

extension Measurement {
    mutating func run() async throws {
        var sheet = Sheet(isQuiet: output.json)
        do {
            sheet.noteLoad("before")
            try await measure(&sheet)
            sheet.noteLoad("after")
        } catch {
            writeLine("relaunch-benchmark: \(error)", to: STDERR_FILENO)
            throw ExitCode(2)
        }
        if output.json { print(sheet.json.text) }
        guard sheet.conclude() else { throw ExitCode(1) }
    }

    /// Complains about usage where a number of things to do is none.
    func requireCount(_ count: Int, _ option: String) throws {
        guard count < 1 else { return }
        throw ValidationError("\(option) is \(count); at least 1 is needed")
    }

    /// Complains about usage where one of the programs that are needed is not there.
    func requireExecutables(_ paths: String...) throws {
        for path in paths where !Executable.isProgram(path) {
            throw ValidationError(
                "there is no executable '\(path)'; `swift build -c release` builds the targets")
        }
    }
}
