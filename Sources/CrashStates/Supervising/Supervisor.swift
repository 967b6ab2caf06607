import CSupervisor
import SystemPackage

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The process that spawns, watches, terminates and reaps all that one worker launches.
///
/// It is the child subreaper of all of it, and kills all of it when this process ends, however it ends.
/// A supervisor is used by one thread at a time.
package final class Supervisor {
    private var state = rl_supervisor()
    /// Whether it was found to have ended, by itself or by somebody else's hand.
    private var isGone = false
    /// How many processes were spawned.
    private var spawned: Int32 = 0
    /// Whether it is known that nothing is below it.
    private var isEmpty = false
    /// Ends that were reported since the last termination.
    private var exits: [Int32: ProcessExit] = [:]

    package init() throws {
        let code = Shortage.waitingOut { rl_supervisor_start(&state) }
        guard code == 0 else { throw SupervisorError.notStarted(Errno(rawValue: code)) }
    }

    deinit {
        rl_supervisor_stop(&state)
    }

    /// Becomes readable when `nextExit()` has something to tell.
    package var eventsDescriptor: Int32 { state.events }

    /// What to spawn.
    package struct Command: Sendable {
        package var executable: String
        /// Without the program's own name.
        package var arguments: [String]
        package var environment: [String: String]
        package var directory: String
        /// Descriptors that become 0, 1 and 2; nil is `/dev/null`.
        package var input: Int32?
        package var output: Int32?
        package var error: Int32?
        /// Whether `input` is a terminal that becomes the controlling one of the process.
        package var hasTerminal = false
        /// The descriptor that becomes 3.
        package var channel: Int32?
        /// The absolute path of the container whose changes a `Recorder` can record in this process
        /// and all that come from it; nil where nothing is to be recorded: it costs a stop a call.
        /// Where nothing can be traced, a `CallCounter` can count its calls instead.
        package var recorded: String?
        /// Whether what it writes on its streams acknowledges what it has done. A log does not.
        package var acknowledges = true

        package init(
            executable: String, arguments: [String] = [], environment: [String: String] = [:],
            directory: String, input: Int32? = nil, output: Int32? = nil, error: Int32? = nil,
            channel: Int32? = nil, recorded: String? = nil
        ) {
            self.executable = executable
            self.arguments = arguments
            self.environment = environment
            self.directory = directory
            self.input = input
            self.output = output
            self.error = error
            self.channel = channel
            self.recorded = recorded
        }
    }

    /// The number under which the spawned process finds its channel.
    package static let channelDescriptor: Int32 = 3

    /// Spawns a process and returns its id.
    package func spawn(_ command: Command) throws -> Int32 {
        let environment = command.environment.map { "\($0.key)=\($0.value)" }
        let isCounted = command.recorded != nil && tracingError != nil
        var result = rl_spawn_result()
        let code = withCStrings([command.executable] + command.arguments) { arguments in
            withCStrings(environment) { environment in
                command.executable.withCString { path in
                    command.directory.withCString { directory in
                        withOptionalCString(command.recorded) { recorded in
                            var request = rl_spawn_request(
                                path: path, arguments: arguments, environment: environment,
                                directory: directory, input: command.input ?? -1,
                                output: command.output ?? -1, error: command.error ?? -1,
                                channel: command.channel ?? -1, recorded: recorded,
                                counted: isCounted, terminal: command.hasTerminal,
                                silent: !command.acknowledges)
                            var code: Int32 = 0
                            _ = Shortage.waitingOut {
                                code = rl_spawn(&state, &request, &result)
                                let step = UInt32(bitPattern: result.step)
                                let isForked = step != RL_SPAWN_FORK.rawValue
                                return code != 0 || isForked ? 0 : result.error
                            }
                            return code
                        }
                    }
                }
            }
        }
        guard code == 0 else { throw SupervisorError.lost(Errno(rawValue: code)) }
        guard result.step == Int32(bitPattern: RL_SPAWN_OK.rawValue) else {
            throw SpawnError(
                command: command, step: result.step, errno: Errno(rawValue: result.error))
        }
        exits[result.pid] = nil
        spawned += 1
        isEmpty = false
        return result.pid
    }

    /// Sends a signal to one spawned process; false where it has ended already.
    package func signal(_ process: Int32, _ signal: Int32) throws -> Bool {
        let code = rl_signal(&state, process, signal)
        if code == ESRCH { return false }
        guard code == 0 else { throw SupervisorError.lost(Errno(rawValue: code)) }
        return true
    }

    /// Stops every process below the supervisor and returns how many there are.
    package func freeze(within limit: Duration) throws -> Int {
        var count: Int32 = 0
        let code = rl_freeze(&state, limit.milliseconds, &count)
        if code == ETIMEDOUT { throw SupervisorError.notFrozen(limit) }
        guard code == 0 else { throw SupervisorError.lost(Errno(rawValue: code)) }
        return Int(count)
    }

    package func thaw() throws {
        let code = rl_thaw(&state)
        guard code == 0 else { throw SupervisorError.lost(Errno(rawValue: code)) }
    }

    /// Kills everything below the supervisor and proves that nothing is left. Returns how many
    /// processes still lived.
    ///
    /// - Parameters:
    ///   - limit: How long it may take until somebody dies.
    ///   - patience: How much longer it may take where some die all the time, as where a program forks without
    ///     end on a busy machine, where one waits for a disk, since it dies of no signal before that answers,
    ///     and where one waits for a processor to die on.
    @discardableResult
    package func terminateAndReap(
        within limit: Duration, patience: Duration = .seconds(120)
    ) throws -> Int {
        if isEmpty { return 0 }
        let deadline = ContinuousClock.now + limit + patience
        var killed = 0
        // Who dies between two rounds is counted by neither.
        var seen = 0
        while true {
            var termination = rl_termination()
            let code = rl_terminate_and_reap(&state, limit.milliseconds, &termination)
            killed += Int(termination.killed)
            seen = max(seen, killed + Int(termination.remaining))
            if code == 0 { break }
            guard code == ETIMEDOUT else { throw SupervisorError.lost(Errno(rawValue: code)) }
            let condition = ProcessCondition(of: termination.survivor)
            let goesOn = termination.killed > 0 || condition?.mayYetDie ?? true
            guard goesOn, ContinuousClock.now < deadline else {
                throw SupervisorError.notReaped(
                    remaining: Int(termination.remaining), termination.survivor, condition)
            }
        }
        isEmpty = true
        if exits.count > 1000 { exits.removeAll() }
        return seen
    }

    /// Why this machine does not let processes be traced; nil where it does.
    package private(set) lazy var tracingError: Errno? = {
        let code = rl_can_trace(&state)
        return code == 0 ? nil : Errno(rawValue: code)
    }()

    /// Begins to count calls; returns 0 or an errno value.
    func startCounting(killBefore call: UInt32) -> Int32 { rl_count_start(&state, call) }

    /// Ends it; returns 0 or an errno value.
    func stopCounting(_ result: inout rl_count_result) -> Int32 { rl_count_stop(&state, &result) }

    /// Begins a recording; returns 0 or an errno value.
    func startRecording(_ options: rl_record_options) -> Int32 {
        withUnsafePointer(to: options) { rl_record_start(&state, $0) }
    }

    /// Ends it; returns 0 or an errno value.
    func stopRecording(_ result: inout rl_record_result) -> Int32 {
        rl_record_stop(&state, &result)
    }

    /// How many processes are below the supervisor.
    package func processCount() throws -> Int {
        var count: Int32 = 0
        let code = rl_processes(&state, nil, 0, &count)
        guard code == 0 else { throw SupervisorError.lost(Errno(rawValue: code)) }
        return Int(count)
    }

    /// The processes below the supervisor, parents before their children.
    package func processes() throws -> [Int32] {
        var count: Int32 = 0
        var ids = [Int32](repeating: 0, count: 1 << 16)
        let code = rl_processes(&state, &ids, Int32(ids.count), &count)
        guard code == 0 else { throw SupervisorError.lost(Errno(rawValue: code)) }
        return Array(ids.prefix(Int(count)))
    }

    /// How a spawned process ended, or nil where that has not been reported yet. Does not wait.
    package func exit(of process: Int32) -> ProcessExit? {
        while let exit = nextExit() { exits[exit.process] = exit }
        return exits[process]
    }

    /// The same as far as it has been read: what was reported since shows in ``eventsDescriptor``.
    package func reportedExit(of process: Int32) -> ProcessExit? { exits[process] }

    /// - Throws: `SupervisorError.lost` where nothing will be reported any more.
    package func check() throws {
        if isGone { throw SupervisorError.lost(.brokenPipe) }
    }

    /// The next process whose end has been reported, or nil where none has. Does not wait.
    package func nextExit() -> ProcessExit? {
        var event = rl_exit_event()
        let size = MemoryLayout<rl_exit_event>.size
        let count = recv(state.events, &event, size, Int32(MSG_DONTWAIT))
        if count == 0 { isGone = true }
        guard count == size else { return nil }
        if event.empty_after == spawned { isEmpty = true }
        return ProcessExit(process: event.pid, status: ExitStatus(waitStatus: event.status))
    }
}

/// How a spawned process ended.
package struct ProcessExit: Sendable {
    package var process: Int32
    package var status: ExitStatus
}

/// The supervisor could not do what it is for: always a fault of the harness or the machine.
package enum SupervisorError: Error, CustomStringConvertible {
    case notStarted(Errno)
    case lost(Errno)
    case notFrozen(Duration)
    case notReaped(remaining: Int, Int32, ProcessCondition?)

    package var description: String {
        switch self {
        case .notStarted(let errno): "the supervising process cannot be started: \(errno)"
        case .lost(let errno):
            """
            the supervising process does not answer (\(errno)); was it killed, or stopped? An orphan of a \
            target has it for its parent and may do so; look for SIGKILL or SIGSTOP to a parent process, \
            and run again
            """
        case .notFrozen(let limit): "the target's processes were not all stopped within \(limit)"
        case .notReaped(let count, let process, let condition):
            """
            \(count == 1 ? "a process" : "\(count) processes") survived SIGKILL, \
            process \(process)\(condition.map { ", which \($0)" } ?? ""): no proof of death
            """
        }
    }
}

/// A program could not be started.
package struct SpawnError: Error, CustomStringConvertible {
    package var executable: String
    package var directory: String
    package var step: Int32
    package var errno: Errno

    init(command: Supervisor.Command, step: Int32, errno: Errno) {
        executable = command.executable
        directory = command.directory
        self.step = step
        self.errno = errno
    }

    private var isDirectory: Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Whether the working directory is not there.
    package var lacksDirectory: Bool {
        UInt32(bitPattern: step) == RL_SPAWN_DIRECTORY.rawValue && errno == .noSuchFileOrDirectory
    }

    /// Whether the executable, or what interprets it, is not there.
    package var isMissing: Bool {
        UInt32(bitPattern: step) == RL_SPAWN_EXEC.rawValue && errno == .noSuchFileOrDirectory
    }

    /// The path where the executable is looked for: a relative one from the working directory.
    private var path: String {
        executable.hasPrefix("/") ? executable : directory + "/" + executable
    }

    /// Whether the machine has run out of something, whatever was to be started.
    package var isOfTheMachine: Bool {
        let shortages: [Errno] = [
            .resourceTemporarilyUnavailable, .noMemory, .tooManyOpenFiles,
            .tooManyOpenFilesInSystem,
        ]
        return shortages.contains(errno)
    }

    package var description: String {
        switch UInt32(bitPattern: step) {
        case _ where isOfTheMachine:
            "'\(executable)' cannot be started: \(errno). Is the machine out of processes or memory?"
        case RL_SPAWN_ARGUMENTS.rawValue:
            "'\(executable)' cannot be started: its arguments and environment are over 2 MiB"
        case RL_SPAWN_DIRECTORY.rawValue:
            "'\(executable)' cannot be started in '\(directory)': \(errno)"
        case RL_SPAWN_EXEC.rawValue:
            switch errno {
            case .noSuchFileOrDirectory where access(path, F_OK) == 0:
                "'\(executable)' cannot be started: the interpreter that its first line names is "
                    + "not there"
            case .noSuchFileOrDirectory:
                "there is no executable '\(path)'; build it, or name another path"
            case .permissionDenied where isDirectory:
                "'\(executable)' is a directory, not an executable"
            case .permissionDenied:
                "'\(executable)' is not executable; `chmod +x` it, or name another file"
            case .execFormatError:
                "'\(executable)' is not a program that this machine can run (a script needs a #! line)"
            default: "'\(executable)' cannot be started: \(errno)"
            }
        case RL_SPAWN_TRACE.rawValue:
            """
            '\(executable)' cannot be traced on this machine (\(errno)), so its crash states cannot \
            be recorded; allow ptrace and seccomp here, in a container by `--cap-add=SYS_PTRACE`
            """
        case RL_SPAWN_COUNT.rawValue:
            """
            '\(executable)' can neither be traced on this machine nor have its calls counted \
            (\(errno)), so its crash states cannot be visited; allow ptrace or seccomp's user \
            notification here, in a container by `--cap-add=SYS_PTRACE`
            """
        case RL_SPAWN_TERMINAL.rawValue:
            "'\(executable)' cannot take its terminal as the controlling one: \(errno)"
        default: "'\(executable)' cannot be started: \(errno)"
        }
    }
}

private func withOptionalCString<Result>(
    _ string: String?, _ body: (UnsafePointer<CChar>?) -> Result
) -> Result {
    guard let string else { return body(nil) }
    return string.withCString { body($0) }
}

private func withCStrings<Result>(
    _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
    var pointers: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    pointers.append(nil)
    return body(pointers)
}

extension Duration {
    /// Whole milliseconds, rounded up, as system calls take them.
    package var milliseconds: Int32 {
        let parts = components
        let value =
            parts.seconds * 1000 + (parts.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
        return Int32(clamping: value)
    }

    package var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
