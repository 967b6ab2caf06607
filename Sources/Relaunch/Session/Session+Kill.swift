import CrashStates
import RelaunchProtocol

extension Session {
    /// Kills the target and proves that it and everything it has spawned is dead.
    ///
    /// - Parameters:
    ///   - scope: which of its processes die.
    ///   - place: where in its life it is killed, in words.
    ///   - isByTheClock: whether the moment is chance, so that the target may have ended just before.
    public func kill(
        _ manner: Kill.Manner, of scope: Kill.Scope = .tree, where place: String,
        isByTheClock: Bool = false
    ) async throws {
        guard let running else {
            throw StepFailure(
                blame: .scenario, kind: .wrongLife, "no target is running here; launch it first")
        }
        record = running.record
        let begin = ContinuousClock.now
        let placeBefore = lastKillPoint
        lastKillPoint = "\(manner), \(place)"
        if case .crash = manner { caseState.crashes += 1 }
        try await running.askToDie(of: manner, in: self)
        if let process = running.process {
            switch manner {
            case .system, .forceQuit: if scope == .main { try crash(process, .SIGKILL) }
            case .crash(let signal): try crash(process, signal)
            case .terminate: try terminate(process)
            }
        }
        var killed = 0
        if scope == .main { try leaveOthers(of: running) } else { killed = try terminateAndReap() }
        observeFiles()
        if manner == .forceQuit { try container.discard(record.hello?.savedState ?? []) }
        let hasLeft = killed > 0 && running is any BackgroundTarget
        if let process = running.process, let status = try ownEnd(of: process, manner),
            !(hasLeft && status == .exited(0))
        {
            lastKillPoint = placeBefore
            log("the target had ended by itself: it \(status)")
            return try report(status, isByTheClock: isByTheClock)
        }
        log("killed (\(manner)) \(place); proved dead after \(begin.duration(to: .now).shortText)")
    }

    /// Goes on beside what the target's first process has left running.
    private func leaveOthers(of target: any RunningTarget) throws {
        guard let process = target.process else {
            throw StepFailure(
                blame: .scenario, kind: .unsupported,
                "the target's main process is not known to Relaunch; kill all of it: `Kill(.system)`"
            )
        }
        // What is left may go on writing where it has written.
        process.drainWhatIsThere()
        lastOutput = process.output.lastLines()
        isSuspended = false
        hasSurvivors = true
        self.running = nil
    }

    /// The exit status of that very process is a part of the proof: it has died of the kill, and not by
    /// itself before it.
    ///
    /// - Returns: nil where it has died of the kill.
    private func ownEnd(of process: TargetProcess, _ manner: Kill.Manner) throws -> ExitStatus? {
        guard let status = process.exitStatus else { throw DeathNotReported(process: process.id) }
        let isOfTheKill =
            switch manner {
            case .system, .forceQuit: status == .signaled(.SIGKILL)
            // A program may end in its own way when it is asked to, or on its way down.
            case .terminate, .crash: process.wasSignaled
            }
        return isOfTheKill ? nil : status
    }

    /// Tells of a target that was not there any more when it was to be killed. By the clock that is chance.
    private func report(_ status: ExitStatus, isByTheClock: Bool) throws {
        if isByTheClock {
            return note("the target had ended by itself before it was killed: it \(status)")
        }
        throw StepFailure.endedByItself(
            status, "before it was killed", expected: "it lives until it is killed")
    }

    /// Sends a signal of a crash from outside; the target must die of it.
    private func crash(_ process: TargetProcess, _ signal: Signal) throws {
        guard try process.signal(signal) else { return }
        try resume()
        let status = try end(
            of: process, "died of \(signal)",
            orElse: "the target survived \(signal): it catches the signal and lives on")
        if status != .signaled(signal) {
            note("\(signal) was sent, and the target \(status)")
        }
    }

    /// Asks the target to end.
    private func terminate(_ process: TargetProcess) throws {
        guard try process.signal(.SIGTERM) else { return }
        try resume()
        _ = try end(of: process, orElse: "the target ignores SIGTERM")
    }

    /// Waits for the end of the target's process. One that lives on is killed, and fails the step.
    private func end(
        of process: TargetProcess, _ expected: String = "ended", orElse problem: String
    ) throws -> ExitStatus {
        if let status = try process.waitForExit(until: deadline) { return status }
        let problem =
            process.isStopped
            ? "the target is stopped, as by SIGSTOP, and does nothing until SIGCONT" : problem
        try terminateAndReap()
        throw StepFailure.stillRunning(.survived, problem, expected: expected, within: timeLimit)
    }

    /// Closes the target's terminal and waits for its end.
    func hangUp() throws {
        guard let process = try awake().process else {
            throw StepFailure(
                blame: .scenario, kind: .unsupported, "the target has no terminal to hang up")
        }
        try checkLives("before its terminal was hung up")
        try process.hangUp()
        try awaitEnd(.any, of: process, orElse: "the target lives on without its terminal")
        lastKillPoint = "its terminal was hung up"
    }

    /// Waits until the target has ended of what was typed.
    func awaitEnd(_ exit: Run.Exit) throws {
        guard let process = try awake().process else { return }
        try awaitEnd(exit, of: process, orElse: "the target did not end of what was typed")
        lastKillPoint = "ended by what was typed"
    }

    private func awaitEnd(
        _ exit: Run.Exit, of process: TargetProcess, orElse problem: String
    ) throws {
        let status = try end(of: process, orElse: problem)
        try terminateAndReap()
        observeFiles()
        log("the target \(status)")
        try exit.check(CompletedRun(target.executable, status: status, process.output))
    }

    /// Lets the target quit by itself and waits for its end.
    public func quit() async throws {
        let running = try awake()
        if target.driver.can(.interface) { try checkLives("before it was told to quit") }
        let progress = try await running.askToTake(.quit, killedAt: nil, in: self)
        record = running.record
        var status: ExitStatus?
        if case .ended(let end) = progress { status = end }
        if status == nil, let process = running.process {
            status = try end(of: process, orElse: "the target was told to quit and did not end")
        }
        try terminateAndReap()
        observeFiles()
        lastKillPoint = "quit by itself"
        log("quit: the target \(status.map { "\($0)" } ?? "ended")")
        if let status, status != .exited(0) {
            throw StepFailure(
                "the target did not end well when it was told to quit",
                expected: "exited with status 0", actual: "\(status)")
        }
    }
}

extension StepFailure {
    /// Something lives on that was to be over by then.
    static func stillRunning(
        _ kind: Failure.Kind, _ message: String, expected: String = "ended", within limit: Duration
    ) -> StepFailure {
        StepFailure(
            kind: kind, message, expected: "\(expected) within \(limit.shortText)",
            actual: "still running")
    }
}

/// A termination without the exit status of the process that it was for.
struct DeathNotReported: Error, CustomStringConvertible {
    var process: Int32
    var description: String {
        "the exit status of process \(process) was not reported: no proof of its death"
    }
}
