import CrashStates
import RealDisk
import RelaunchProtocol

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A case in progress: the container, the target where one runs, what was observed, what happened.
///
/// Steps are carried out inside it, on its worker's thread.
public actor Session {
    nonisolated let worker: Worker
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        worker.asUnownedSerialExecutor()
    }

    /// Everything the target persists. An update or a backup gives it another path.
    public nonisolated var container: Container { place.withLock { $0.container } }
    /// What the suite drives.
    public nonisolated let target: Target
    /// The absolute path of the target's executable. An update replaces it.
    public nonisolated var executable: String { place.withLock { $0.executable } }
    private nonisolated let place: Locked<(container: Container, executable: String)>
    /// The deadline of every single wait.
    public nonisolated let timeLimit: Duration
    /// What time limits that a step names are multiplied by, as ``timeLimit`` is already: see
    /// `--timeout-factor`.
    public nonisolated let timeFactor: Double
    /// What the scenario's expectations need to have observed.
    public nonisolated let observations: Set<Rehearsal.Observation>
    package nonisolated let runDirectory: RunDirectory

    /// The launched target; nil before a launch and after a death.
    public internal(set) var running: (any RunningTarget)?
    /// Whether the target's processes are stopped, as a system stops an app in the background.
    public internal(set) var isSuspended = false
    /// Everything else that the case has become so far: what a fork takes along.
    var caseState: CaseState

    /// What is to be asked of the target about a save waits until the recording has ended: the answers
    /// would be part of it, as if the target told the outside something.
    var postponesObservation = false
    var hasPostponed = false

    /// Processes of a target may live on whose first process was killed alone.
    var hasSurvivors = false

    /// Where what is recorded begins and ends in the log of the real disk that the container is on.
    var diskMarks: DiskMarks?
    /// When it ended there.
    var diskEnd: Int?

    /// Watches what is launched, where the disk is full or writes outside are to be seen.
    var watch: Recorder?
    /// Whether it has calls fail that need space.
    var isDiskRefused = false

    /// The run's seed, from which every random choice of the case is drawn.
    public nonisolated let seed: UInt64
    private var spawned: [TargetProcess] = []

    init(
        scenario: Scenario, target: Target, executable: String, timeLimit: Duration,
        timeFactor: Double = 1, seed: UInt64,
        observations: Set<Rehearsal.Observation>, sweeps: Int = 0, worker: Worker,
        runDirectory: RunDirectory, control: ControlPlan? = nil, debugged: DebuggedLaunch? = nil
    ) throws {
        self.worker = worker
        self.target = target
        self.timeLimit = timeLimit
        self.timeFactor = timeFactor
        self.observations = observations
        self.runDirectory = runDirectory
        self.seed = seed
        inheritedEnvironment = Self.makeInheritedEnvironment()
        caseState = CaseState(seed: seed, sweeps: sweeps, control: control)
        caseState.debugged = debugged
        place = Locked((try Container(making: runDirectory.newPath()), executable))
    }

    /// A session that goes on from a state that another one was in, in a container of its own.
    init(
        continuing other: Session, from state: CaseState, in container: Container,
        on worker: Worker
    ) {
        self.worker = worker
        target = other.target
        timeLimit = other.timeLimit
        timeFactor = other.timeFactor
        observations = other.observations
        runDirectory = other.runDirectory
        seed = other.seed
        inheritedEnvironment = other.inheritedEnvironment
        place = Locked((container, other.executable))
        caseState = state
    }

    /// Whether a launched target lives.
    public var isTargetRunning: Bool { running != nil }

    /// The deadline of a wait that begins now.
    public var deadline: ContinuousClock.Instant { .now + timeLimit }

    /// The time at which a kill point that is a time is due, from now.
    func arm(_ point: KillPoint?, by manner: Kill.Manner) -> ArmedKill? {
        switch point {
        case nil: nil
        case .after(let time): ArmedKill(point: .after(time), time: .now + time, by: manner)
        case .within(let range):
            {
                let time = random(in: range)
                return ArmedKill(point: .after(time), time: .now + time, by: manner)
            }()
        case .some(let place): ArmedKill(point: place, by: manner)
        }
    }

    /// Goes on in another container, or with another executable.
    package func move(to container: Container, executable: String) {
        place.withLock { $0 = (container, executable) }
        commonEnvironment = nil
    }

    // MARK: Processes

    /// Spawns a process for this case. It is killed and proved dead with everything else of the case.
    ///
    /// - Parameters:
    ///   - executable: an absolute path; it is not searched for.
    ///   - arguments: without the program's own name.
    ///   - environment: all of it; see ``environment(adding:)``.
    ///   - stdio: what its standard streams are. By default they are captured.
    ///   - withChannel: whether it gets a channel to talk with its driver.
    ///   - acknowledges: whether what it writes tells somebody that something is done, so that it has to
    ///     be there after a death from then on. A log does not.
    /// - Throws: ``StepFailure``: blamed on the scenario where what was asked for cannot be, such as
    ///   an executable that is not there, and on the harness where the machine refuses.
    public func spawn(
        _ executable: String, arguments: [String] = [], environment: [String: String],
        stdio: StandardStreams = .pipes, withChannel: Bool = false, acknowledges: Bool = true
    ) throws -> TargetProcess {
        try spawn(
            executable, arguments, environment, stdio: stdio, withChannel: withChannel,
            acknowledges: acknowledges)
    }

    /// - Parameters:
    ///   - separator: what ends a message on the channel.
    ///   - onlyLooks: whether it is no part of what happens, and not recorded.
    func spawn(
        _ executable: String, _ arguments: [String], _ environment: [String: String],
        stdio: StandardStreams = .pipes, withChannel: Bool = false,
        separator: UInt8 = UInt8(ascii: "\n"), acknowledges: Bool = true,
        onlyLooks: Bool = false
    ) throws -> TargetProcess {
        if let problem = commandProblem(executable, arguments, environment) {
            throw StepFailure(blame: .scenario, kind: .wrongUse, problem)
        }
        try startWatch()
        let isRecorded =
            !onlyLooks
            && (caseState.sweepsLeft > 0
                || !observations.isDisjoint(with: [.calls, .writesOutside]))
        var command = world.command(
            Supervisor.Command(
                executable: executable, arguments: arguments, environment: environment,
                directory: container.path, recorded: isRecorded ? container.path : nil))
        command.acknowledges = acknowledges
        let process: TargetProcess
        do {
            func spawn(_ command: Supervisor.Command) throws -> TargetProcess {
                try TargetProcess(
                    command, stdio: stdio, withChannel: withChannel, separator: separator,
                    on: worker)
            }
            if let debugged = caseState.debugged, caseState.debugged?.begin() == true {
                process = try spawnStopped(command, debugged, spawn)
            } else {
                process = try spawn(command)
            }
        } catch let error as SpawnError where error.lacksDirectory {
            throw StepFailure(
                "'\(executable)' cannot be started: the target has removed its container",
                expected: "its directory is there", actual: "missing: \(container.path)")
        } catch let error as SpawnError {
            throw StepFailure(
                blame: error.isOfTheMachine ? .harness : .scenario,
                kind: error.isMissing ? .missing : nil, "\(error)")
        } catch let error as TerminalError {
            throw StepFailure(error)
        }
        spawned.append(process)
        return process
    }

    /// The environment of everything that runs in the container.
    public func environment(adding: [String: String] = [:]) -> [String: String] {
        let common = commonEnvironment ?? makeEnvironment()
        commonEnvironment = common
        return adding.isEmpty ? common : common.merging(adding) { $1 }
    }

    /// The same for every launch in one container.
    private var commonEnvironment: [String: String]?
    /// Made once for all sessions that go on from one: it is worth some forty microseconds.
    let inheritedEnvironment: [String: String]

    private func makeEnvironment() -> [String: String] {
        inheritedEnvironment.merging(container.environment) { $1 }
            .merging(target.environment) { $1 }
    }

    /// What a target gets of the harness's own environment.
    private static func makeInheritedEnvironment() -> [String: String] {
        var environment = ProcessInfo.processInfo.environment
        for name in environment.keys where name.hasPrefix("RELAUNCH_") { environment[name] = nil }
        // Otherwise Swift's backtracer catches a crash signal from outside and the process lives on.
        environment["SWIFT_BACKTRACE"] = "enable=no"
        return environment
    }

    /// Kills everything that the case has spawned, and proves that nothing is left.
    ///
    /// - Returns: how many processes still lived.
    @discardableResult
    package func terminateAndReap() throws -> Int {
        // However late it is: what is left is ended, and proved dead.
        let limit = worker.caseLimit
        worker.limit(nil)
        defer {
            worker.limit(limit)
            spawned.removeAll()
            isSuspended = false
            hasSurvivors = false
            running = nil
            watch = nil
        }
        let killed: Int
        do {
            killed = try worker.supervisor().terminateAndReap(within: max(timeLimit, .seconds(10)))
        } catch {
            // The next case is not to suffer from it.
            worker.dropSupervisor()
            throw error
        }
        try endWatch()
        for process in spawned { process.drain() }
        if let last = spawned.last?.output.lastLines() { caseState.lastOutput = last }
        return killed
    }

    /// The same where a command has ended, or was killed; what it has left running is noted.
    func terminateAndReap(_ command: String, endedWith status: ExitStatus?) throws {
        let killed = try terminateAndReap()
        guard killed > 0, case .exited = status else { return }
        note(
            "\(command) left \(killed == 1 ? "a process" : "\(killed) processes") running, killed at "
                + "the command's end: what was not yet written then is missing from every state"
        )
    }

    /// Takes leave of a process that has ended while the target goes on.
    func release(_ process: TargetProcess) {
        process.drainWhatIsThere()
        spawned.removeAll { $0 === process }
    }

    /// The output of the process that was spawned last.
    var currentOutput: String? {
        spawned.last?.drainWhatIsThere()
        return spawned.last?.output.lastLines() ?? lastOutput
    }

    /// How the process ended with which the launch began; nil where it has not, or is forgotten.
    package var exitOfLaunch: ExitStatus? { spawned.first?.exitStatus }

    /// The last messages with the process that was spawned last.
    var lastMessages: [String] { spawned.last?.messages.last ?? [] }

    func supervisor() throws -> Supervisor { try worker.supervisor() }

    /// Carries out a step inside the present one.
    package func carryOut(_ step: any Step) async throws -> Next {
        worker.enter(step)
        defer { worker.leaveStep() }
        return try await step.perform(in: self)
    }
}

/// A command or target that has run to its end.
public struct CompletedRun: Sendable {
    /// The command with its arguments in quotation marks, as messages name it.
    public var text: String
    /// Nil where it was killed first.
    public var status: ExitStatus?
    /// What it wrote on its standard output, up to ``CapturedOutput/limit``.
    public var output: String
    /// What it wrote on its standard error, up to ``CapturedOutput/limit``.
    public var error: String
    /// Whether it wrote more on its standard output than is kept: see ``CapturedOutput/limit``.
    public var outputIsCut = false

    init(_ text: String, status: ExitStatus?, _ captured: CapturedOutput) {
        self.text = "'\(text)'"
        self.status = status
        output = captured.text(.output)
        error = captured.text(.error)
        outputIsCut = captured.isCut(.output)
    }
}

/// The launch of a control before which the container is put back as it was before the first launch.
struct ControlPlan: Sendable {
    var judgedLaunch: Int
    /// Launches so far, a ladder counted as one.
    var launch = 0
    /// The copy of the container before the first launch, once it has been made.
    var original: Container?
    /// Whether the container has been put back.
    var isWiped = false
}
