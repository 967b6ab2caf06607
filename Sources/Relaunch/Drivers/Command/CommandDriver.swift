import RelaunchProtocol

/// Drives a program that runs to its end, such as `git commit`: a launch lasts until then.
struct CommandDriver: DescribedDriver {
    let durability: Durability
    var described: Set<DriverCapability> = []

    init(durability: Durability) { self.durability = durability }

    var name: String { "command" }
    var capabilities: Set<DriverCapability> {
        described.union([.endsByItself, .executable, .interface])
    }

    func launch(_ launch: LaunchRequest, in session: isolated Session) async throws
        -> any RunningTarget
    {
        let process = try session.spawn(
            launch.executable, arguments: launch.arguments, environment: launch.environment)
        let command = RunningCommand(process: process)
        try command.run(launch.kill, limit: session.timeLimit)
        return command
    }
}

/// A launched command.
final class RunningCommand: RunningTarget {
    let command: TargetProcess
    let record = LaunchRecord()
    private(set) var launchProgress = TargetProgress.done

    init(process: TargetProcess) { command = process }

    var process: TargetProcess? { command }

    func run(_ kill: ArmedKill?, limit: Duration) throws {
        if let kill, kill.time == nil {
            throw StepFailure(
                blame: .scenario, kind: .unsupported,
                "a command does not report its phases; kill it `.after(…)` or `.within(…)`",
                expected: "a time", actual: "\(kill.point)")
        }
        let deadline = ContinuousClock.now + limit
        if let status = try command.waitForExit(until: min(deadline, kill?.time ?? deadline)) {
            launchProgress = .ended(status)
        } else if let time = kill?.time, time <= deadline {
            launchProgress = .atKillPoint
        } else {
            throw StepFailure.stillRunning(.timedOut, "the command did not end", within: limit)
        }
    }

    static func unsupported(_ what: String) -> StepFailure {
        StepFailure(
            blame: .scenario, kind: .unsupported,
            "a `.command` target has no \(what); it runs to its end at `Launch(arguments: …)`")
    }

    func perform(
        _ action: String, _ arguments: [String: JSON], killedAt: ArmedKill?,
        in session: isolated Session
    ) async throws -> (JSON, TargetProgress) { throw Self.unsupported("actions") }

    func deliver(_ event: LifecycleEvent, killedAt: ArmedKill?, in session: isolated Session)
        async throws -> TargetProgress
    { throw Self.unsupported("lifecycle") }

    func state(in session: isolated Session) async throws -> JSON {
        throw Self.unsupported("state")
    }

    func screenshot(in session: isolated Session) async throws -> Picture {
        throw Self.unsupported("screen")
    }
}
