import ArgumentParser
import CrashStates
import Relaunch

/// Many windows, beside one window with all of their controllers, and beside a tenth of them.
struct SceneBenchmark: Measurement {
    static let configuration = CommandConfiguration(
        commandName: "scenes",
        abstract: """
            A save and a restoration of 1,000 scenes with 100 controllers each.
            """,
        discussion: """
            An app with very many windows goes to the background, and is launched again and restored. \
            Beside it, in the same round, the same controllers are in one window, and a tenth of the \
            windows is saved and restored. Each runs in a process of its own.
            """)

    /// How many times what one window takes, and what a tenth takes ten times, may be that of all.
    private static let limit = 1.5

    @Option(help: ArgumentHelp("So many scenes.", valueName: "n"))
    var scenes = 1000

    @Option(help: ArgumentHelp("The controllers of each.", valueName: "n"))
    var controllers = 100

    @Option(help: ArgumentHelp("The length of each controller's text.", valueName: "bytes"))
    var bytes = 100

    @Option(help: ArgumentHelp("Rounds of all; a figure is their median.", valueName: "n"))
    var rounds = 5

    @Option(
        name: .customLong("target"),
        help: ArgumentHelp(
            "The app. (default: BenchmarkArchive beside this program)", valueName: "path"))
    var app: String?

    @OptionGroup var output: OutputOptions

    private var target: String { app.map(Bench.program) ?? Bench.neighbour("BenchmarkArchive") }

    func validate() throws {
        guard scenes >= 10, scenes % 10 == 0 else {
            throw ValidationError("--scenes is \(scenes); a multiple of 10 is needed")
        }
        try requireCount(controllers, "--controllers")
        try requireCount(bytes, "--bytes")
        try requireCount(rounds, "--rounds")
        try requireExecutables(target)
    }

    func measure(_ sheet: inout Sheet) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        sheet.line(
            "\(scenes) scenes with \(controllers) controllers each; medians of \(rounds) rounds")
        let shapes = [
            (name: "all", scenes: scenes, controllers: controllers),
            (name: "one", scenes: 1, controllers: scenes * controllers),
            (name: "tenth", scenes: scenes / 10, controllers: controllers),
        ]
        var seconds: [String: [Double]] = [:]
        for _ in 1...rounds {
            for shape in shapes {
                for part in ["save", "restore"] {
                    seconds["\(part) \(shape.name)", default: []].append(
                        try time(
                            of: part, in: folder.path, scenes: shape.scenes,
                            controllers: shape.controllers))
                }
            }
        }
        for part in ["save", "restore"] {
            compare(part, seconds, "one", "the same controllers in one scene", 1, &sheet)
            compare(part, seconds, "tenth", "ten times a tenth of the scenes", 10, &sheet)
        }
    }

    private func time(
        of part: String, in folder: String, scenes: Int, controllers: Int
    ) throws -> Double {
        let command = [
            target, part + "-scenes", folder, "\(controllers)", "\(controllers * bytes)",
            "\(scenes)",
        ]
        var run = try CommandRun(command)
        let line = run.nextLine()
        let status = run.finish().status
        guard status == 0, let seconds = try line.map({ try JSON(parsing: $0) })?["seconds"]?.number
        else { throw CommandDidNotPass(command: command.joined(separator: " "), status: status) }
        return seconds
    }

    private func compare(
        _ part: String, _ seconds: [String: [Double]], _ other: String, _ words: String,
        _ times: Double, _ sheet: inout Sheet
    ) {
        let all = seconds["\(part) all"] ?? []
        let others = seconds["\(part) \(other)"] ?? []
        let ratio = zip(all, others).map { $0 / ($1 * times) }.median
        sheet.line(
            "  \(part): \(all.median.fixed(3)) s, \(words): \((others.median * times).fixed(3)) s")
        sheet.note("\(part).\(other).ratio", .number(ratio))
        sheet.bound("\(part) / \(words)", ratio, atMost: Self.limit)
    }
}
