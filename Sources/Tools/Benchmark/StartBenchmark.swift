import ArgumentParser
import CrashStates
import Relaunch

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// From saving a scenario file to its first launch, and again with the file unchanged.
struct StartBenchmark: Measurement {
    static let configuration = CommandConfiguration(
        commandName: "start",
        abstract: "From saving a scenario file to its first launch.",
        discussion: """
            The time from just before `relaunch run FILE` is started, FILE having been saved with a \
            content that was never compiled before, until its first target is launched and active; \
            and again with the file unchanged. For suites of 10, 50, 200 and 500 scenarios of ten \
            steps each.

            The end is when the first case's start is read from `relaunch`'s events, and from there \
            the time that the case's own timeline gives for its launch.
            """)

    @Option(help: ArgumentHelp("Runs of each kind; a figure is their median.", valueName: "n"))
    var rounds = 7

    @OptionGroup var builtCommand: CommandOption

    @OptionGroup var app: TargetOption

    @OptionGroup var output: OutputOptions

    /// Suites that compile for seconds are measured no more often than this.
    private static let roundsOfLarge = 3

    private var command: String { builtCommand.path }
    private var target: String { app.path }

    func validate() throws {
        try requireCount(rounds, "--rounds")
        try requireExecutables(command, target)
    }

    func measure(_ sheet: inout Sheet) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = folder.path + "/Counter.swift"
        sheet.line("from the saved file to the first launch, in seconds, medians of \(rounds)")
        // What the command prepares once for a build is no part of an edit.
        try save(scenarios: 1, edit: 0, to: file)
        _ = try firstLaunch(of: file)
        for scenarios in [10, 50, 200, 500] {
            var edited: [Double] = []
            var unchanged: [Double] = []
            for round in 1...(scenarios < 200 ? rounds : min(rounds, Self.roundsOfLarge)) {
                try save(scenarios: scenarios, edit: round, to: file)
                edited.append(try firstLaunch(of: file))
                unchanged.append(try firstLaunch(of: file))
            }
            sheet.line(
                "  \(scenarios) scenarios of ten steps:  edited \(edited.median.fixed(3))"
                    + "  unchanged \(unchanged.median.fixed(3))")
            sheet.note("\(scenarios).edited", .number(edited.median))
            sheet.note("\(scenarios).unchanged", .number(unchanged.median))
            switch scenarios {
            case 10:
                sheet.bound("10 scenarios, edited", edited.median, atMost: 1, unit: " s")
                sheet.bound("10 scenarios, unchanged", unchanged.median, atMost: 0.2, unit: " s")
            case 500: sheet.bound("500 scenarios, edited", edited.median, atMost: 8, unit: " s")
            default: break
            }
        }
    }

    /// Writes a suite. No two edits have the same content.
    private func save(scenarios: Int, edit: Int, to file: String) throws {
        var text = """
            import Relaunch

            // Edit \(edit) of process \(getpid()).
            let suite = Suite("Counter", target: .app("\(target)")) {

            """
        for number in 1...scenarios {
            text += """
                    Scenario("scenario \(number) of edit \(edit)") {
                        Launch()
                        Perform("increment", ["by": \(number)])
                        Expect("count", equals: \(number))
                        Background()
                        Foreground()
                        Perform("set", ["to": \(edit + number)])
                        Kill(.system)
                        Launch()
                        Expect(.restored)
                        Expect("count", isOneOf: \(number), \(edit + number))
                    }

                """
        }
        try Data((text + "}\n").utf8).write(to: URL(fileURLWithPath: file))
    }

    /// Runs the command on the file and returns the seconds until its first target is active.
    private func firstLaunch(of file: String) throws -> Double {
        let begin = ContinuousClock.now
        var run = try CommandRun([command, "run", file, "--no-controls", "--events", "-"])
        var started: (identity: CaseIdentity, seconds: Double)?
        var launched: Double?
        while let line = run.nextLine() {
            let now = (ContinuousClock.now - begin).seconds
            switch try EventStream.event(from: line)?.kind {
            case .caseStarted(let identity) where started == nil: started = (identity, now)
            case .caseFinished(let result) where result.identity == started?.identity:
                launched = result.timeline.first?.time
            default: break
            }
        }
        let status = run.finish().status
        guard let started, let launched, status == 0 else {
            throw CommandDidNotPass(command: "\(command) run \(file)", status: status)
        }
        return started.seconds + launched
    }
}

struct CommandDidNotPass: Error, CustomStringConvertible {
    var command: String
    var status: Int32

    var description: String { "`\(command)` launched nothing or failed, with status \(status)" }
}
