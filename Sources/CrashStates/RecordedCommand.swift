import SystemPackage

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What one command did to one directory, and every state that a death in the middle of it can leave
/// there.
///
/// ```swift
/// let command = try RecordedCommand("./save.sh", in: "/tmp/data")
/// var copy = try Materializer(root: "/tmp/copy")
/// for state in try command.statesAfterKill() {
///     try copy.materialize(state.tree)
///     print(state.killPoint, isReadable("/tmp/copy"))
/// }
/// ```
///
/// The command is carried out once. It runs to its end, traced; what it leaves running is killed then.
/// The model of what it did is compared with the real directory: a difference is an error.
public struct RecordedCommand: Sendable {
    /// The directory as it was before the command.
    public let base: DirectoryTree
    /// The directory after it.
    public let end: DirectoryTree
    /// What the command and its children did to files of the directory, in order, and what they wrote
    /// to the outside meanwhile.
    public let calls: [RecordedCall]
    /// What a reader of the recording also has to know.
    public let notes: [RecordingNote]
    /// How the command ended.
    public let status: ExitStatus

    /// Carries a command out in a directory and records what it does there. It blocks until the command
    /// has ended.
    ///
    /// - Parameters:
    ///   - executable: A path, or the name of a program on the `PATH`.
    ///   - directory: The directory that is watched, and in which the command starts. Nobody else may
    ///     change it meanwhile.
    ///   - environment: The whole environment; by default that of this process.
    ///   - timeLimit: How long the command may take. Then it is killed.
    /// - Throws: ``RecordedCommandError``, ``RecordingError`` where the directory cannot be read,
    ///   or ``SpawnError`` where the command cannot be started.
    public init(
        _ executable: String, _ arguments: [String] = [], in directory: String,
        environment: [String: String]? = nil, timeLimit: Duration = .seconds(60)
    ) throws {
        guard let root = FileTree.resolved(directory) else {
            throw RecordedCommandError.noDirectory(directory)
        }
        guard let program = Executable.absolutePath(of: executable) else {
            throw RecordedCommandError.noProgram(executable)
        }
        let supervisor = try Supervisor()
        if let reason = supervisor.tracingError {
            throw RecordedCommandError.notTraced(reason)
        }
        let store = try BaseStore(in: Self.folder(beside: root))
        let (base, files) = try BaseImage.readNumbered(root, store: store)
        let recorder = Recorder(supervisor)
        try recorder.start(files: files)
        let environment = environment ?? ProcessInfo.processInfo.environment
        let process = try supervisor.spawn(
            Supervisor.Command(
                executable: program, arguments: arguments,
                environment: environment, directory: root, output: 1, error: 2, recorded: root))
        let exit = try supervisor.waitForEnd(of: process, until: .now + timeLimit)
        try supervisor.terminateAndReap(within: .seconds(10))
        let recording = try recorder.stop()
        guard let exit else { throw RecordedCommandError.notEnded(executable, timeLimit) }
        guard recording.isComplete else { throw RecordedCommandError.incomplete(recording.notes) }
        var crossCheck = CrossCheck(root: root) { _, _ in nil }
        var tree = try recording.end(from: base)
        let differences = try crossCheck.differences(from: tree, isComplete: true)
        if let first = recording.firstUnexplained(of: differences) {
            throw RecordedCommandError.notExplained(first)
        }
        let stores = recording.stores(explaining: differences)
        for operation in stores.flatMap(\.operations) { try tree.apply(operation) }
        self.base = base
        end = tree
        calls = recording.calls + stores
        notes = recording.notes
        status = exit
    }

    /// Each distinct state that a SIGKILL in the middle of the command can leave, in the order of the
    /// calls.
    ///
    /// - Parameter seed: Which places of very long writes are tried; see ``KillStates``.
    /// - Throws: ``RecordingError`` for a recording that cannot have happened.
    public func statesAfterKill(seed: UInt64 = 0) throws -> some Sequence<CrashState> {
        let states = try KillStates(base: base, calls: calls, seed: seed)
        return DistinctSequence(states: states, acknowledgements: acknowledgements)
    }

    /// Each distinct state that a power failure in the middle of the command can leave.
    ///
    /// - Parameters:
    ///   - profile: What the file system promises.
    ///   - limit: How many states between two syncs are visited. Where there are no more, all of them
    ///     are.
    ///   - seed: Which ones.
    /// - Throws: ``RecordingError`` for a recording that cannot have happened.
    public func statesAfterPowerLoss(
        _ profile: PowerLossProfile, limit: Int = 1_000, seed: UInt64 = 0
    ) throws -> some Sequence<CrashState> {
        let states = try PowerLossStates(
            base: base, calls: calls, profile: profile, limit: limit, seed: seed)
        return DistinctSequence(states: states, acknowledgements: acknowledgements)
    }

    private var acknowledgements: Int { calls.acknowledgementCount }

    /// Where the private copy of the directory's contents lies: on its file system, outside of it.
    private static func folder(beside root: String) -> String {
        FilePath(root).removingLastComponent().string
    }
}

/// Why the crash states of a command cannot be found.
public enum RecordedCommandError: Error, CustomStringConvertible {
    /// The directory that was to be watched is not there.
    case noDirectory(String)
    /// No program of that name is on the `PATH`.
    case noProgram(String)
    /// The machine does not let processes be traced.
    case notTraced(Errno)
    /// The command, and how long it was waited for.
    case notEnded(String, Duration)
    /// The recording has holes; the notes say why.
    case incomplete([RecordingNote])
    /// What is on disk is not what the recording says.
    case notExplained(CrossCheck.Difference)

    /// What is wrong, and what to do about it.
    public var description: String {
        switch self {
        case .noDirectory(let path):
            "there is no directory '\(path)'; make it, or name another"
        case .noProgram(let name):
            "there is no program '\(name)' on the PATH; install it, or name a path, such as './\(name)'"
        case .notTraced(let reason):
            "ptrace is not permitted here (\(reason)); allow it, in a container by "
                + "`--cap-add=SYS_PTRACE`"
        case .notEnded(let command, let limit):
            "'\(command)' did not end within \(limit) and was killed; give it more time"
        case .incomplete(let notes):
            "the recording is incomplete: "
                + notes.map(\.description).joined(separator: "; ")
        case .notExplained(let difference):
            "the recording does not explain what is on disk: \(difference); does another program "
                + "change the directory?"
        }
    }
}

/// The states of a sequence that no state before was the same as.
private struct DistinctSequence<States: Sequence & Sendable>: Sequence
where States.Element == CrashState {
    let states: States
    let acknowledgements: Int

    func makeIterator() -> AnyIterator<CrashState> {
        var states = states.makeIterator()
        var distinct = DistinctStates(acknowledgements: acknowledgements)
        return AnyIterator {
            while let state = states.next() {
                if distinct.insert(state) { return state }
            }
            return nil
        }
    }
}

extension Supervisor {
    /// Waits for the end of a spawned process; nil at the deadline.
    fileprivate func waitForEnd(
        of process: Int32, until deadline: ContinuousClock.Instant
    ) throws -> ExitStatus? {
        while true {
            if let exit = exit(of: process) { return exit.status }
            try check()
            if try pollForInput([eventsDescriptor], until: deadline).isEmpty { return nil }
        }
    }
}
