import CrashStates

/// Runs a command to its end, inside the container: its working directory and home.
///
/// A command that does not end well fails the scenario, unless `exit` says otherwise. What it writes can
/// be expected with `Expect(.output(contains: …))`.
public struct Run: Step {
    /// How a command is to end; one that is killed may end as it likes. ``Launch`` of a target that ends
    /// by itself uses it too.
    public enum Exit: Sendable, Equatable {
        /// With status 0.
        case success
        /// With this status.
        case status(Int32)
        /// In any way: what became of it is left to the expectations.
        case any
    }

    /// How the command is to end.
    public let exit: Exit
    /// A program on the `PATH`, or a path with a `/`, relative to the scenario file's folder.
    public let executable: String
    /// The command's arguments, without its own name.
    public let arguments: [String]
    /// Added to that of the suite's target.
    public let environment: [String: String]
    /// The time after which it is killed, where it still runs; nil to let it end.
    public let killPoint: KillPoint?
    /// How it is killed.
    public let manner: Kill.Manner
    public let location: FileLocation

    /// - Parameters:
    ///   - executable: a program on the `PATH`, or a path with a `/`, relative to the scenario file's
    ///     folder.
    ///   - exit: how it is to end.
    ///   - killPoint: a time, `.after(…)` or `.within(…)`, after which it is killed where it still runs.
    public init(
        _ executable: String, _ arguments: String..., environment: [String: String] = [:],
        exit: Exit = .success, killedAt killPoint: KillPoint? = nil,
        by manner: Kill.Manner = .system,
        fileID: String = #fileID, file: String = #filePath, line: Int = #line, column: Int = #column
    ) {
        self.init(
            executable, arguments: arguments, environment: environment, exit: exit,
            killedAt: killPoint, by: manner, fileID: fileID, file: file, line: line, column: column)
    }

    /// The same with an array of arguments.
    public init(
        _ executable: String, arguments: [String], environment: [String: String] = [:],
        exit: Exit = .success, killedAt killPoint: KillPoint? = nil,
        by manner: Kill.Manner = .system,
        fileID: String = #fileID, file: String = #filePath, line: Int = #line, column: Int = #column
    ) {
        self.executable = executable
        self.arguments = arguments
        self.environment = environment
        self.exit = exit
        self.killPoint = killPoint
        self.manner = manner
        location = FileLocation(fileID: fileID, file: file, line: line, column: column)
    }

    public var text: String {
        let words = ([executable] + arguments).map(\.quoted).joined(separator: ", ")
        return killPoint.map { "Run(\(words), killedAt: \($0.source))" } ?? "Run(\(words))"
    }

    public func rehearse(_ rehearsal: inout Rehearsal) {
        if let killPoint, killPoint.hold != nil {
            rehearsal.problem(
                "a command does not report its phases; kill it `.after(…)` or `.within(…)`"
            )
        }
        if let problem = commandProblem(executable, arguments, environment) {
            rehearsal.problem(problem)
        }
        if rehearsal.commandsAreLaunches {
            rehearsal.launch(endsDead: true, isKilled: killPoint != nil)
        }
    }

    public func perform(in session: isolated Session) async throws -> Next {
        if session.target.driver.can(.endsByItself) { try session.prepareControl() }
        try session.run(
            executable, at: path, arguments, environment: environment, killedAt: killPoint,
            by: manner)
        try exit.check(session.lastRun)
        return .step
    }

    /// Where the executable is; nil for a program on the `PATH`.
    var path: String? {
        executable.contains("/") ? location.absolutePath(beside: executable) : nil
    }
}

extension Run.Exit {
    /// As it is written in a scenario.
    var source: String {
        switch self {
        case .success: ".success"
        case .status(let status): ".status(\(status))"
        case .any: ".any"
        }
    }

    /// Throws where a command has ended in another way; one that was killed may end as it likes.
    ///
    /// - Parameter problem: what that means, where it means more than that.
    func check(_ run: CompletedRun?, _ problem: String? = nil) throws {
        guard let run, let status = run.status else { return }
        let expected: ExitStatus
        switch self {
        case .success: expected = .exited(0)
        case .status(let status): expected = .exited(status)
        case .any: return
        }
        if status == expected { return }
        let said = run.error.isEmpty ? run.output : run.error
        throw StepFailure(
            (problem.map { "\($0): " } ?? "") + "\(run.text) did not end as expected",
            expected: "\(expected)",
            actual: "\(status)"
                + (problem == nil || said.isEmpty ? "" : ": \(shortened(said.trimmingSpace))"))
    }
}

extension Session {
    /// Runs a command to its end, or to the kill.
    ///
    /// - Parameter executable: a program on the `PATH`, or an absolute path.
    public func run(
        _ executable: String, _ arguments: [String], environment: [String: String] = [:],
        killedAt point: KillPoint? = nil, by manner: Kill.Manner = .system
    ) throws {
        try run(
            executable, at: executable.hasPrefix("/") ? executable : nil, arguments,
            environment: environment, killedAt: point, by: manner)
    }

    /// - Parameters:
    ///   - executable: as the scenario names it.
    ///   - path: where it is; nil for a program on the `PATH`.
    fileprivate func run(
        _ executable: String, at path: String?, _ arguments: [String],
        environment: [String: String], killedAt point: KillPoint?, by manner: Kill.Manner
    ) throws {
        let text = commandText(executable, arguments)
        expectEnd(.success)
        let process = try spawn(executable, at: path, arguments, environment)
        let begin = ContinuousClock.now
        let armed = arm(point, by: manner)
        let limit = deadline
        let own = min(limit, armed?.time ?? limit)
        let death = caseState.targetDies.flatMap { $0.time ?? own <= own ? $0 : nil }
        let status = try process.waitForExit(until: death?.time ?? own, beside: awakeProcess)
        if status == nil, let death {
            // Beside a target that runs it is a client of what dies; else it is what dies.
            if running == nil { try kill(process, text, by: death, since: begin) }
            throw TargetDies()
        }
        if status == nil {
            guard let armed, let time = armed.time, time <= limit else {
                throw StepFailure.stillRunning(
                    .timedOut, "'\(text)' did not end", within: timeLimit)
            }
            try kill(process, text, by: armed, since: begin)
        }
        if running == nil, !hasSurvivors {
            try terminateAndReap("'\(text)'", endedWith: status)
        } else {
            release(process)
        }
        lastRun = CompletedRun(text, status: status, process.output)
        lastOutput = process.output.lastLines()
        let end = status.map { "\($0)" } ?? "killed (\(manner))"
        log("ran \(text): \(end) after \(begin.duration(to: .now).shortText)")
    }
}

extension Session {
    /// Kills a command while it runs.
    private func kill(
        _ process: TargetProcess, _ text: String, by kill: ArmedKill,
        since begin: ContinuousClock.Instant
    ) throws {
        switch kill.manner {
        case .crash(let signal): _ = try process.signal(signal)
        case .terminate: _ = try process.signal(.SIGTERM)
        case .system, .forceQuit: _ = try process.signal(.SIGKILL)
        }
        guard try process.waitForExit(until: deadline) != nil else {
            throw StepFailure.stillRunning(
                .survived,
                "'\(text)' survived its kill (\(kill.manner)): it handles the signal and lives on",
                within: timeLimit)
        }
        let time = (kill.time ?? .now).shortText(since: begin)
        lastKillPoint = "\(kill.manner), \(time) into '\(text)'"
        if running == nil, !hasSurvivors { try terminateAndReap() }
    }

    /// Spawns a command; where the harness has picked a port, `$PORT` in its arguments is that.
    func spawn(
        _ executable: String, at path: String?, _ arguments: [String],
        _ environment: [String: String], onlyLooks: Bool = false
    ) throws -> TargetProcess {
        var environment = self.environment(adding: environment)
        var arguments = arguments
        if let port = caseState.port { port.apply(to: &arguments, &environment) }
        guard let path = path ?? Executable.onPath(executable, in: environment["PATH"]) else {
            throw StepFailure(
                blame: .scenario, kind: .missing,
                "there is no '\(executable)' on the PATH; install it, or name a path")
        }
        return try spawn(path, arguments, environment, onlyLooks: onlyLooks)
    }

    /// The target's process beside which commands run.
    var awakeProcess: TargetProcess? { isSuspended ? nil : running?.process }

    /// Runs a command that only looks: it is not recorded, and is no part of what happened.
    func runAside(_ command: Run) throws -> CompletedRun {
        let process = try spawn(
            command.executable, at: command.path, command.arguments, command.environment,
            onlyLooks: true)
        defer { release(process) }
        let text = commandText(command.executable, command.arguments)
        guard let status = try process.waitForExit(until: deadline, beside: awakeProcess) else {
            _ = try process.signal(.SIGKILL)
            throw StepFailure.stillRunning(
                .timedOut, "'\(text)' did not end", within: timeLimit)
        }
        return CompletedRun(text, status: status, process.output)
    }
}

/// The time has come at which the target dies, while a command beside it still runs.
struct TargetDies: Error {}

/// A command with its arguments as messages name it: in one line, cut to a length that fits.
func commandText(_ executable: String, _ arguments: [String]) -> String {
    let words = ([executable] + arguments).joined(separator: " ")
    return VisibleText.shortened(VisibleText.line(words), to: 100)
}

/// Why no program can be given this; nil where one can. The system ends a text at its first NUL.
func commandProblem(
    _ executable: String, _ arguments: [String], _ environment: [String: String]
) -> String? {
    func problem(_ what: String, _ text: String) -> String {
        "\(what) \(shortened(text.quoted)) of '\(VisibleText.line(executable))' has a NUL character in it, "
            + "and no program can be given one; leave it out"
    }
    if executable.utf8.contains(0) { return problem("the name", executable) }
    if let argument = arguments.first(where: { $0.utf8.contains(0) }) {
        return problem("the argument", argument)
    }
    return environment.first { $0.utf8.contains(0) || $1.utf8.contains(0) }
        .map { problem("the variable", "\($0)=\($1)") }
}

extension ContinuousClock.Instant {
    fileprivate func shortText(since begin: Self) -> String { begin.duration(to: self).shortText }
}
