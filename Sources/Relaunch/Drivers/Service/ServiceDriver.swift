import CrashStates

/// Drives a program that goes on running and is asked by clients, such as a database server.
struct ServiceDriver: DescribedDriver {
    let ready: Readiness
    let durability: Durability
    var described: Set<DriverCapability> = []

    init(ready: Readiness, durability: Durability) {
        self.ready = ready
        self.durability = durability
    }

    var name: String { "service" }
    var capabilities: Set<DriverCapability> {
        described.union([.executable, .interface, .quits, .reloads])
    }

    var problem: String? { ready.problem }

    func launch(_ launch: LaunchRequest, in session: isolated Session) async throws
        -> any RunningTarget
    {
        if !session.hasSurvivors, let port = ready.portThatIsTaken {
            throw StepFailure(
                blame: .scenario, kind: .unavailable,
                "another process listens on port \(port) already; end it, or take `ready: .port`",
                expected: "a free port", actual: "it takes connections before the launch")
        }
        var arguments = launch.arguments
        var environment = launch.environment
        if case .port(nil) = ready.sign {
            let port = try PickedPort()
            session.caseState.port = port
            port.apply(to: &arguments, &environment)
        }
        let watch = ReadinessWatch(ready, in: session.container)
        // What it writes is a log: it promises nothing.
        let process = try session.spawn(
            launch.executable, arguments: arguments, environment: environment,
            acknowledges: false)
        watch.follow(process)
        let service = RunningService(process, watch, session.target.interface)
        try service.waitUntilReady(or: launch.kill?.time, in: session)
        return service
    }
}

/// A target whose first process may end with status 0 and leave others to go on in the background.
protocol BackgroundTarget: RunningTarget {}

/// A launched service.
final class RunningService: BackgroundTarget {
    private let main: TargetProcess
    private let watch: ReadinessWatch
    private let interface: TargetInterface
    private(set) var record = LaunchRecord()
    private(set) var launchProgress = TargetProgress.done
    /// Whether it has put itself into the background: the process that was spawned has ended.
    private var isDaemon = false
    /// How many looks in a row have found no process at all.
    private var looksWithoutProcess = 0

    init(_ process: TargetProcess, _ watch: ReadinessWatch, _ interface: TargetInterface) {
        main = process
        self.watch = watch
        self.interface = interface
        record.hello = interface.hello(of: "service")
    }

    var process: TargetProcess? { isDaemon ? nil : main }

    /// Waits until it is ready, or until it is to die.
    func waitUntilReady(
        or death: ContinuousClock.Instant?, in session: isolated Session
    ) throws {
        let limit = session.deadline
        var looks = Looks()
        while true {
            // What was written is looked at after it has been taken in. One that has said that it is ready
            // was ready, though it has ended since: what needs it finds that.
            if let status = main.exitStatus {
                if status != .exited(0), watch.ready.isWritten, try watch.holds(in: session) {
                    return
                }
                try follow(status)
            }
            if try looks.look({ try watch.holds(in: session) }) { return }
            try checkThatAnyIsLeft(in: session)
            if let death, death <= .now {
                launchProgress = .atKillPoint
                return
            }
            guard ContinuousClock.now < limit else {
                throw StepFailure(
                    kind: .timedOut, "the service is not ready",
                    expected: "within \(session.timeLimit.shortText) \(watch.ready)",
                    actual: (isDaemon
                        ? "its first process has ended with status 0" : "it runs and is not ready")
                        + advice(in: session))
            }
            // The end of a process in the background tells nobody.
            let isTold = watch.ready.isWritten && !isDaemon
            let next = isTold ? limit : min(limit, .now + looks.pause)
            _ = try main.takeInput(until: death.map { min($0, next) } ?? next)
        }
    }

    /// What may be the reason that it is not ready.
    private func advice(in session: isolated Session) -> String {
        guard case .port(nil) = watch.ready.sign else { return "" }
        let given = session.target.arguments + session.caseState.latestLaunch.arguments
        if given.contains(where: { $0.contains("$PORT") }) { return "" }
        return
            "; none of its arguments has `$PORT`: does it listen on the port that PORT in its environment says?"
    }

    /// A service that puts itself into the background leaves with status 0; any other end is its end.
    private func follow(_ status: ExitStatus) throws {
        guard status == .exited(0) else {
            throw StepFailure(
                kind: .ended, "the service ended before it was ready",
                expected: "\(watch.ready)", actual: "it \(status)")
        }
        isDaemon = true
    }

    /// One in the background that has ended does not become ready any more. A process that is just being
    /// started may escape one look.
    private func checkThatAnyIsLeft(in session: isolated Session) throws {
        guard isDaemon else { return }
        looksWithoutProcess =
            try session.supervisor().processCount() == 0 ? looksWithoutProcess + 1 : 0
        guard looksWithoutProcess > 2 else { return }
        throw StepFailure(
            kind: .ended, "the service ended before it was ready", expected: "\(watch.ready)",
            actual: "it \(ExitStatus.exited(0)), and none of its processes is left")
    }

    /// It may have been ready before the process had ended that started it. Where it has left no other one,
    /// that was its end.
    private func followLate(in session: isolated Session) throws {
        if !isDaemon, try main.waitForExit(until: .now) == .exited(0),
            try session.supervisor().processCount() > 0
        {
            isDaemon = try watch.holds(in: session)
        }
    }

    func exitStatus(in session: isolated Session) throws -> ExitStatus? {
        try followLate(in: session)
        return isDaemon ? nil : main.exitStatus
    }

    // MARK: What is asked of it

    func perform(
        _ action: String, _ arguments: [String: JSON], killedAt kill: ArmedKill?,
        in session: isolated Session
    ) async throws -> (JSON, TargetProgress) {
        try followLate(in: session)
        do {
            return try await interface.perform(action, arguments, killedAt: kill, in: session)
        } catch let failure as StepFailure where failure.blame == .target {
            throw try explained(failure)
        }
    }

    func deliver(_ event: LifecycleEvent, killedAt: ArmedKill?, in session: isolated Session)
        async throws -> TargetProgress
    {
        guard event == .quit else { throw unsupported("lifecycle events") }
        try followLate(in: session)
        guard let process else { throw inBackground() }
        _ = try process.signal(.SIGTERM)
        return .done
    }

    func state(in session: isolated Session) async throws -> JSON {
        do { return try await interface.state(in: session) } catch let failure as StepFailure
            where failure.blame == .target
        {
            throw try explained(failure)
        }
    }

    func screenshot(in session: isolated Session) async throws -> Picture {
        throw unsupported("screen")
    }

    func kill(_ manner: Kill.Manner, in session: isolated Session) async throws {
        try followLate(in: session)
        switch manner {
        case .system, .forceQuit: return
        case .crash, .terminate: if isDaemon { throw inBackground() }
        }
    }

    /// What a client says of a service that has ended is not the reason.
    private func explained(_ failure: StepFailure) throws -> StepFailure {
        guard !isDaemon, let status = try main.waitForExit(until: .now) else { return failure }
        return StepFailure(
            kind: .ended, "the service ended: \(failure.message)", expected: "it goes on running",
            actual: "it \(status)")
    }

    private func inBackground() -> StepFailure {
        StepFailure(
            blame: .scenario, kind: .unsupported,
            """
            the service has put itself into the background, where only `Kill(.system)` reaches it; have it \
            stay in the foreground, which most services have an option for
            """)
    }

    private func unsupported(_ what: String) -> StepFailure {
        StepFailure(
            blame: .scenario, kind: .unsupported, "a `.service` target has no \(what)")
    }
}
