import RelaunchProtocol

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Drives a program that is used at a terminal: keys go in, and a screen comes out.
struct TerminalDriver: DescribedDriver {
    let rows: Int
    let columns: Int
    var described: Set<DriverCapability> = []

    init(rows: Int, columns: Int) {
        self.rows = rows
        self.columns = columns
    }

    var name: String { "terminal" }
    var capabilities: Set<DriverCapability> {
        described.union([.executable, .interface, .screen, .keyboard, .terminal])
    }

    /// The environment for this terminal: the harness may have one of its own, of another kind and size.
    private func environment(
        of launch: LaunchRequest, in session: isolated Session
    ) -> [String: String] {
        let chosen = session.target.environment.merging(
            session.caseState.latestLaunch.environment
        ) { $1 }
        var environment = launch.environment
        environment["TERM"] = chosen["TERM"] ?? "xterm-256color"
        environment["LINES"] = chosen["LINES"]
        environment["COLUMNS"] = chosen["COLUMNS"]
        if ["LC_ALL", "LC_CTYPE", "LANG"].allSatisfy({ environment[$0] == nil }) {
            environment["LANG"] = "C.UTF-8"
        }
        return environment
    }

    func launch(_ launch: LaunchRequest, in session: isolated Session) async throws
        -> any RunningTarget
    {
        try checkSize(rows, columns)
        let screen = EmulatedScreen(rows: rows, columns: columns)
        // A redraw promises nothing: what the scenario waits for does.
        let process = try session.spawn(
            launch.executable, arguments: launch.arguments,
            environment: environment(of: launch, in: session),
            stdio: .terminal(rows: rows, columns: columns), acknowledges: false)
        let terminal = RunningTerminal(process, screen, session.target.interface)
        if let time = launch.kill?.time {
            try terminal.live(until: time)
        }
        return terminal
    }
}

/// A program that was launched at a terminal.
final class RunningTerminal: RunningTarget {
    private let program: TargetProcess
    private let screen: EmulatedScreen
    private let interface: TargetInterface
    private(set) var record = LaunchRecord()
    private(set) var launchProgress = TargetProgress.done

    init(_ process: TargetProcess, _ screen: EmulatedScreen, _ interface: TargetInterface) {
        program = process
        self.screen = screen
        self.interface = interface
        record.hello = interface.hello(of: "terminal")
        process.onOutput = { [screen] bytes, _ in screen.write(bytes) }
    }

    var process: TargetProcess? { program }

    /// Goes on until it is to die.
    func live(until time: ContinuousClock.Instant) throws {
        while ContinuousClock.now < time, program.exitStatus == nil {
            _ = try program.takeInput(until: time)
        }
        launchProgress = .atKillPoint
    }

    // MARK: Screen and keys

    func screenshot(in session: isolated Session) async throws -> Picture {
        try takeIn(until: session.deadline)
        return Picture(mediaType: "text/plain", content: screen.text, isText: true)
    }

    func cursor(in session: isolated Session) async throws -> (row: Int, column: Int)? {
        try takeIn(until: session.deadline)
        return screen.cursor
    }

    func type(_ text: String, in session: isolated Session) async throws {
        let keys = try Keys.reading(text)
        try takeIn(until: session.deadline)
        try checkLives()
        for key in keys.keys {
            switch key {
            case .bytes(let bytes): try program.type(Data(bytes), until: session.deadline)
            case .special(let key):
                try program.type(screen.bytes(of: key), until: session.deadline)
            }
        }
    }

    func resize(rows: Int, columns: Int, in session: isolated Session) async throws {
        try checkSize(rows, columns)
        try takeIn(until: session.deadline)
        try program.resizeTerminal(rows: rows, columns: columns)
        screen.resize(rows: rows, columns: columns)
    }

    /// Takes in what has been written so far, and answers what the program has asked its terminal.
    private func takeIn(until deadline: ContinuousClock.Instant) throws {
        program.drainWhatIsThere()
        let answers = screen.takeAnswers()
        if !answers.isEmpty { try program.type(answers, until: deadline) }
    }

    /// - Throws: where the program has ended, with the screen that it has left.
    private func checkLives() throws {
        guard let status = try program.waitForExit(until: .now) else { return }
        throw StepFailure(
            kind: .ended, "the program at the terminal has ended", expected: "it runs",
            actual: "it \(status)", difference: screen.framed)
    }

    // MARK: What the suite says of it

    func perform(
        _ action: String, _ arguments: [String: JSON], killedAt kill: ArmedKill?,
        in session: isolated Session
    ) async throws -> (JSON, TargetProgress) {
        try await interface.perform(action, arguments, killedAt: kill, in: session)
    }

    func state(in session: isolated Session) async throws -> JSON {
        try await interface.state(in: session)
    }

    func deliver(_ event: LifecycleEvent, killedAt: ArmedKill?, in session: isolated Session)
        async throws -> TargetProgress
    {
        throw StepFailure(
            blame: .scenario, kind: .unsupported, "a `.terminal` target has no lifecycle events")
    }
}

/// - Throws: ``StepFailure`` of the scenario for a size that a terminal cannot have here.
func checkSize(_ rows: Int, _ columns: Int) throws {
    let possible = TerminalEmulator.possibleSize
    if possible.contains(rows), possible.contains(columns) { return }
    throw StepFailure(
        blame: .scenario, "a terminal of \(rows) rows and \(columns) columns is not possible here",
        expected: "1 to \(possible.upperBound) of each", actual: "\(rows) and \(columns)")
}
