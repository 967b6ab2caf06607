import CrashStates

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// What a spawned process gets as its standard input, output and error.
public enum StandardStreams: Sendable, Hashable {
    /// Its input is `/dev/null`. What it writes on output and error arrives in
    /// ``TargetProcess/output``, each in its own stream.
    case pipes

    /// All three are one new pseudo-terminal of this size, with the usual settings of a terminal:
    /// it echoes, edits lines and turns Ctrl-C into SIGINT until the process sets it otherwise.
    ///
    /// The process leads a session of its own, the terminal is the controlling one of that session,
    /// and the process is in its foreground. What it writes there, with the echo of what is typed,
    /// arrives in ``TargetProcess/output`` as the stream `output`; `error` stays empty. Lines end in
    /// CR and LF. ``TargetProcess/type(_:until:)`` types, ``TargetProcess/resizeTerminal(rows:columns:)``
    /// resizes, ``TargetProcess/hangUp()`` hangs up. The environment is the caller's business: most
    /// programs want `TERM`.
    ///
    /// Rows and columns are 1 to 65535.
    case terminal(rows: Int, columns: Int)

    /// Those of the harness itself, for a person to see and answer; `/dev/null` where the harness
    /// has closed one. Nothing arrives in ``TargetProcess/output``.
    case inherited
}

/// The descriptors that ``StandardStreams`` come to: those of the process, and those that stay here.
struct OpenedStreams {
    private(set) var outputs: [(descriptor: Int32, stream: CapturedOutput.Stream)] = []
    private(set) var terminal: PseudoTerminal?
    private var input: Int32?
    private var output: Int32?
    private var error: Int32?
    /// Ends that only the process needs.
    private var passed: [Int32] = []

    /// - Throws: ``TerminalError``, or an `Errno` where there are no pipes.
    init(_ streams: StandardStreams) throws {
        switch streams {
        case .pipes:
            do {
                output = try addPipe(.output)
                error = try addPipe(.error)
            } catch {
                closePassed()
                closeOutputs()
                throw error
            }
        case .terminal(let rows, let columns):
            let terminal = try PseudoTerminal(rows: rows, columns: columns)
            self.terminal = terminal
            outputs = [(terminal.harnessEnd, .output)]
            input = terminal.targetEnd
            output = terminal.targetEnd
            error = terminal.targetEnd
        case .inherited:
            input = Self.openDescriptor(STDIN_FILENO)
            output = Self.openDescriptor(STDOUT_FILENO)
            error = Self.openDescriptor(STDERR_FILENO)
        }
    }

    private mutating func addPipe(_ stream: CapturedOutput.Stream) throws -> Int32 {
        let pipe = try makePipe()
        outputs.append((pipe.read, stream))
        passed.append(pipe.write)
        return pipe.write
    }

    private static func openDescriptor(_ number: Int32) -> Int32? {
        fcntl(number, F_GETFD) >= 0 ? number : nil
    }

    /// The command with these streams.
    func applied(to command: Supervisor.Command) -> Supervisor.Command {
        var command = command
        command.input = input
        command.output = output
        command.error = error
        command.hasTerminal = terminal != nil
        return command
    }

    /// To be called where the process could not be spawned. A terminal closes itself.
    func closeOutputs() {
        if terminal == nil { outputs.forEach { close($0.descriptor) } }
    }

    /// To be called when the process has them, or will never have.
    mutating func closePassed() {
        passed.forEach { close($0) }
        passed = []
    }
}
