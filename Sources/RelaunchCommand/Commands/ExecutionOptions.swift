import ArgumentParser
import Relaunch

/// How cases are run, for `run` and `replay`.
struct ExecutionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The seed of every random choice. (default: a new one each time)",
            valueName: "number"))
    var seed: UInt64?

    @Flag(help: "Keep the containers of cases that pass too.")
    var keep = false

    @Flag(
        inversion: .prefixedNo, exclusivity: .exclusive,
        help: "Run each scenario's control: once more, without what was saved.")
    var controls = true

    @Option(
        help: ArgumentHelp("Write a JUnit report.", valueName: "file"), completion: .file())
    var junit: String?

    @Option(
        help: ArgumentHelp(
            "Write the events as JSON Lines ('-': standard output).", valueName: "file"),
        completion: .file())
    var events: String?

    @Option(help: "Whether to colour the report.")
    var color = ColorChoice.auto

    @Flag(help: "Show the timelines of cases that pass too.")
    var verbose = false

    @Option(
        defaultAsFlag: 10,
        help: ArgumentHelp("List so many of the slowest cases at the end.", valueName: "number"))
    var durations: Int?

    @Option(
        help: ArgumentHelp(
            "Say that a case is slow after this many seconds.", valueName: "seconds"))
    var slow = 30.0

    func validate() throws {
        if let durations, durations < 1 {
            throw ValidationError("--durations is \(durations); at least 1 is needed")
        }
        guard slow > 0 else { throw ValidationError("--slow is \(slow); more than 0 is needed") }
        guard let junit, let events, events != "-" else { return }
        let path = Path.absolute(junit)
        if path == Path.absolute(events), !path.hasPrefix("/dev/") {
            throw ValidationError("--junit and --events both write '\(junit)'; name two files")
        }
    }

    /// How text for people looks.
    func style(isVerbose: Bool, environment: [String: String]) -> ConsoleStyle {
        let size = terminalSize()
        return ConsoleStyle(
            usesColor: color.colors(STDERR_FILENO, environment: environment),
            showsProgress: isatty(STDERR_FILENO) == 1 && environment["TERM"] != "dumb"
                && environment["CI", default: ""].isEmpty,
            width: size.columns, rows: size.rows, isVerbose: verbose || isVerbose,
            slowAfter: slow, slowest: durations ?? 0)
    }

    /// A seed that can be typed again without counting digits.
    func chosenSeed() -> UInt64 { seed ?? UInt64.random(in: 1...999_999_999) }
}
