import ArgumentParser
import Relaunch

/// How cases are run, for `run` and `replay`.
struct ExecutionOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The seed of every random choice. (default: a new one each time)",
            valueName: "number"))
    var seed: UInt64?

    @Flag(help: "Keep the containers of cases that pass too.")
    var keep = false

    @Flag(
        inversion: .prefixedNo, exclusivity: .exclusive,
        help: """
            Run each scenario's control: once more, without what was saved. (default: --controls)
            """)
    var controls: Bool?

    @Option(
        help: ArgumentHelp(
            "Write a JUnit report; folders that are missing are made.", valueName: "file"),
        completion: .file())
    var junit: String?

    @Option(
        help: ArgumentHelp(
            """
            Write the events as JSON Lines ('-': standard output); folders that are missing are made.
            """, valueName: "file"),
        completion: .file())
    var events: String?

    @Option(
        help: ArgumentHelp(
            "Write what scenarios have measured as a table in Markdown.", valueName: "file"),
        completion: .file())
    var measurements: String?

    @Option(help: "Whether to colour the report.")
    var color = ColorChoice.auto

    @Flag(
        help: """
            Show the timelines of cases that pass, too; in an audit, whole timelines, and the trials of rules \
            that are kept.
            """)
    var verbose = false

    @Option(
        defaultAsFlag: 10,
        help: ArgumentHelp("List so many of the slowest cases at the end.", valueName: "number"))
    var durations: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Say that a case is slow after this many seconds. (default: 30)",
            valueName: "seconds"))
    var slow: Double?

    @Flag(
        help: """
            Show each message between Relaunch and a target or a driver, with its direction and its time.
            """)
    var traceProtocol = false

    @Option(
        help: ArgumentHelp(
            "Write these messages into a file for each case instead.", valueName: "folder"),
        completion: .directory)
    var traceFolder: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            """
            Multiply every time limit. (default: RELAUNCH_TIMEOUT_FACTOR, or what a target with a \
            sanitizer or under Valgrind needs, or 1)
            """, valueName: "factor"))
    var timeoutFactor: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Fail each case that takes longer than this as a whole.", valueName: "seconds"))
    var caseLimit: Double?

    func validate() throws {
        if let timeoutFactor, !TimeLimits.isFactor(timeoutFactor) {
            throw ValidationError(
                "--timeout-factor is \(timeoutFactor); a number from 0.01 to 10000 is needed")
        }
        if let caseLimit, !TimeLimits.isCaseLimit(caseLimit) {
            throw ValidationError(
                "--case-limit is \(caseLimit); more than 0 seconds and at most a year are needed")
        }
        if let durations, durations < 1 {
            throw ValidationError("--durations is \(durations); at least 1 is needed")
        }
        if let slow, !(slow > 0) {
            throw ValidationError("--slow is \(slow); more than 0 is needed")
        }
        try checkFiles()
    }

    /// No two reports write the same file.
    private func checkFiles() throws {
        let files = [
            ("--junit", junit), ("--events", events == "-" ? nil : events),
            ("--measurements", measurements),
        ]
        var options: [String: String] = [:]
        for case (let option, let file?) in files {
            let path = Path.absolute(file)
            if path.hasPrefix("/dev/") { continue }
            if let other = options[path] {
                throw ValidationError("\(other) and \(option) both write '\(file)'; name two files")
            }
            options[path] = option
        }
    }

    /// How text for people looks.
    ///
    /// - Parameter slow: after how many seconds a case is slow, where that was typed or set.
    func style(
        isVerbose: Bool, slow: Double?, environment: [String: String]
    ) -> ConsoleStyle {
        let size = terminalSize()
        return ConsoleStyle(
            usesColor: color.colors(STDERR_FILENO, environment: environment),
            showsProgress: isatty(STDERR_FILENO) == 1 && environment["TERM"] != "dumb"
                && environment["CI", default: ""].isEmpty,
            width: size.columns, rows: size.rows, isVerbose: verbose || isVerbose,
            slowAfter: slow ?? 30, slowest: durations ?? 0)
    }

    /// Where messages go, if anywhere. A folder that cannot be made is found before anything runs.
    func trace() throws -> ProtocolTrace? {
        guard let traceFolder else { return traceProtocol ? ProtocolTrace(folder: nil) : nil }
        do { try makeDirectory(Path.absolute(traceFolder)) } catch {
            throw ValidationError("--trace-folder '\(traceFolder)': \(error)")
        }
        return ProtocolTrace(folder: traceFolder)
    }

    /// What was asked for, else what the environment says.
    func chosenTimeoutFactor() throws -> Double? {
        if let timeoutFactor { return timeoutFactor }
        let text = ProcessInfo.processInfo.environment["RELAUNCH_TIMEOUT_FACTOR"] ?? ""
        if text.isEmpty { return nil }
        guard let factor = Double(text), TimeLimits.isFactor(factor) else {
            throw ValidationError(
                """
                RELAUNCH_TIMEOUT_FACTOR is '\(text)'; a number from 0.01 to 10000 is needed, or unset it
                """)
        }
        return factor
    }

    /// A seed that can be typed again without counting digits.
    func chosenSeed() -> UInt64 { seed ?? UInt64.random(in: 1...999_999_999) }
}
