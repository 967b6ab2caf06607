import CrashStates
import RelaunchProtocol
import SystemPackage

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The number of a process, once there is one.
private final class SpawnedProcess: Sendable {
    private let number = Locked<Int32>(0)

    var id: Int32 { number.withLock { $0 } }

    func set(_ id: Int32) { number.withLock { $0 = id } }
}

/// A spawned process with its outputs and, where it has one, its channel. It belongs to one session and
/// is used on that session's worker alone.
public final class TargetProcess {
    /// The process id.
    public let id: Int32
    /// What it has written so far, as far as it was kept.
    public private(set) var output = CapturedOutput()
    /// Gets every byte of the output once, in order, however much of it is kept.
    var onOutput: ((ArraySlice<UInt8>, CapturedOutput.Stream) -> Void)?
    /// How it ended, once it has. What it had written until then is in ``output``, and its lines on the
    /// channel are there for ``nextLine()``.
    public private(set) var exitStatus: ExitStatus?
    /// Whether a signal has been sent to it while it lived.
    private(set) var wasSignaled = false
    /// Whether its end of the channel is closed and everything before that has been read.
    public private(set) var channelIsClosed = false

    /// What went over its channel last.
    let messages: MessageLog
    private let supervisor: Supervisor
    private let cancellation: Int32
    private var channel: Int32?
    private var outputs: [(descriptor: Int32, stream: CapturedOutput.Stream)]
    /// Whether it was spawned with a terminal, which may have been hung up since.
    let hasTerminal: Bool
    /// Its terminal; its end here is the one output too.
    private(set) var terminal: PseudoTerminal?
    private var lines: any MessageReader
    /// Bytes of the channel that have been read since the last line was looked for. Over the limit no
    /// more are read: a target that talks while nobody listens has to wait.
    private var unheard = 0
    private static let unheardLimit = 16 * 1024 * 1024
    private var buffer = [UInt8](repeating: 0, count: 64 * 1024)

    init(
        _ command: Supervisor.Command, stdio: StandardStreams, withChannel: Bool,
        separator: UInt8 = UInt8(ascii: "\n"), on worker: Worker
    ) throws {
        lines = LineReader(separator: separator)
        // The process has no number before it is spawned.
        let box = SpawnedProcess()
        var trace: (@Sendable (MessageLog.Entry) -> Void)?
        if worker.isTraced {
            trace = { [weak worker] entry in worker?.trace(entry, with: box.id) }
        }
        messages = MessageLog(trace: trace)
        supervisor = try worker.supervisor()
        cancellation = worker.cancellationDescriptor
        var streams = try OpenedStreams(stdio)
        defer { streams.closePassed() }
        var command = streams.applied(to: command)
        outputs = streams.outputs
        terminal = streams.terminal
        hasTerminal = terminal != nil
        var peer: Int32?
        if withChannel {
            var ends: [Int32] = [-1, -1]
            let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
            guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
                let error = Errno(rawValue: errno)
                streams.closeOutputs()
                throw error
            }
            channel = ends[0]
            peer = ends[1]
            command.channel = ends[1]
            command.environment[channelVariable] = String(Supervisor.channelDescriptor)
        }
        defer { if let peer { close(peer) } }
        do {
            id = try supervisor.spawn(command)
            worker.follow(id, messages)
            box.set(id)
        } catch {
            streams.closeOutputs()
            if let channel { close(channel) }
            throw error
        }
    }

    deinit {
        // A terminal, which is the one output then, closes itself.
        if terminal == nil { outputs.forEach { close($0.descriptor) } }
        if let channel { close(channel) }
    }

    /// Lets go of the terminal, which hangs up.
    func closeTerminal() {
        outputs.removeAll { $0.descriptor == terminal?.harnessEnd }
        terminal = nil
    }

    /// Takes a connection to a port of this machine for the channel of a process that was spawned without one.
    ///
    /// - Parameter reader: cuts what comes into messages.
    /// - Returns: whether somebody listens there.
    func connectChannel(toPort port: Int, reading reader: any MessageReader) -> Bool {
        guard channel == nil, let connection = connectedSocket(toPort: port) else { return false }
        channel = connection
        lines = reader
        return true
    }

    // MARK: Taking in

    /// Waits until something has arrived or happened, and takes it in: output, lines of the channel, the
    /// end. False at the deadline.
    ///
    /// - Throws: `CancellationError` where the run is ended.
    public func takeInput(until deadline: ContinuousClock.Instant) throws -> Bool {
        try takeInput(until: deadline, beside: nil)
    }

    /// - Parameter other: a process whose output is taken in too, so that it does not have to wait.
    private func takeInput(
        until deadline: ContinuousClock.Instant, beside other: TargetProcess?
    ) throws -> Bool {
        // The end of this process may have been reported while somebody waited for another one.
        if exitStatus == nil, let exit = supervisor.reportedExit(of: id) {
            end(with: exit.status)
            return true
        }
        let others = other?.outputs ?? []
        var descriptors =
            [cancellation, supervisor.eventsDescriptor] + (outputs + others).map(\.descriptor)
        if let channel, !channelIsClosed, unheard < Self.unheardLimit {
            descriptors.append(channel)
        }
        let ready = try waitForInput(descriptors, until: deadline)
        if ready.isEmpty { return false }
        if ready.contains(cancellation) { throw CancellationError() }
        if let channel, ready.contains(channel) { try readChannel(channel) }
        for (descriptor, stream) in outputs where ready.contains(descriptor) {
            readOutput(descriptor, stream)
        }
        for (descriptor, stream) in others where ready.contains(descriptor) {
            other?.readOutput(descriptor, stream)
        }
        if ready.contains(supervisor.eventsDescriptor) {
            readExits()
            try supervisor.check()
        }
        return true
    }

    /// The next whole line on the channel that has arrived, without its newline; nil where none has.
    public func nextLine() throws -> Data? {
        let line = try lines.next()
        if let line { messages.add(line, isSent: false) } else { unheard = 0 }
        return line
    }

    private func readChannel(_ channel: Int32) throws {
        let count = recv(channel, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        if count > 0 {
            lines.append(buffer[..<count])
            unheard += count
        } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
            channelIsClosed = true
        }
    }

    /// Reads what the process left on its channel when it ended; false where nothing is left. A child
    /// that lives on may hold the channel open, so its end is not waited for.
    func takeRestOfChannel() throws -> Bool {
        guard let channel, !channelIsClosed else { return false }
        let isReady = try waitForInput([channel], until: .now)
        if isReady.isEmpty { return false }
        try readChannel(channel)
        return !channelIsClosed
    }

    /// One read for each readiness: a target that floods its output is never read in a loop without end.
    private func readOutput(_ descriptor: Int32, _ stream: CapturedOutput.Stream) {
        let count = read(descriptor, &buffer, buffer.count)
        if count > 0 {
            output.append(buffer[..<count], to: stream)
            onOutput?(buffer[..<count], stream)
        } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
            if descriptor == terminal?.harnessEnd { return closeTerminal() }
            close(descriptor)
            outputs.removeAll { $0.descriptor == descriptor }
        }
    }

    private func readExits() {
        // Also where its own end is known: reports of others are not to stay in the way.
        guard let exit = supervisor.exit(of: id), exitStatus == nil else { return }
        end(with: exit.status)
    }

    /// Takes in how the process ended, with all that it had written. Its children may go on writing, so
    /// the end of what comes is not waited for.
    private func end(with status: ExitStatus) {
        exitStatus = status
        drainWhatIsThere()
        while unheard < Self.unheardLimit, (try? takeRestOfChannel()) == true {}
    }

    /// Takes in the exit status and what is left of the outputs after the proof of death, when nobody
    /// can write any more.
    func drain() {
        let limit = ContinuousClock.now + .seconds(2)
        readExits()
        while exitStatus == nil {
            let ready = try? waitForInput([supervisor.eventsDescriptor], until: limit)
            if ready?.isEmpty ?? true { break }
            readExits()
            if (try? supervisor.check()) == nil { break }
        }
        terminal?.closeTargetEnd()
        while !outputs.isEmpty {
            guard let ready = try? waitForInput(outputs.map(\.descriptor), until: limit),
                !ready.isEmpty
            else { return }
            for (descriptor, stream) in outputs where ready.contains(descriptor) {
                readOutput(descriptor, stream)
            }
        }
    }

    /// Takes in what has been written already, where others may go on writing.
    func drainWhatIsThere() {
        for _ in 0..<256 {
            guard let ready = try? waitForInput(outputs.map(\.descriptor), until: .now),
                !ready.isEmpty
            else { return }
            for (descriptor, stream) in outputs where ready.contains(descriptor) {
                readOutput(descriptor, stream)
            }
        }
    }

    // MARK: Acting

    /// Sends one message. A target that is gone or has closed its end is noticed by the reader.
    func send(_ message: Message, until deadline: ContinuousClock.Instant) throws {
        try send(message.line, until: deadline)
    }

    /// Sends bytes on the channel: a line with its newline.
    public func send(_ line: Data, until deadline: ContinuousClock.Instant) throws {
        guard let channel, !channelIsClosed else { return }
        messages.add(line, isSent: true)
        try line.withUnsafeBytes { bytes in
            var sent = 0
            while sent < bytes.count {
                let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
                let count = Glibc.send(
                    channel, bytes.baseAddress?.advanced(by: sent), bytes.count - sent, flags)
                if count > 0 {
                    sent += count
                } else if errno == EAGAIN {
                    // The target does not read: take in what it writes, so that both go on.
                    guard ContinuousClock.now < deadline else {
                        throw StepFailure(
                            kind: .timedOut, "the target does not read its channel",
                            expected: "a request of \(bytes.count) bytes is read",
                            actual: "\(sent) bytes were")
                    }
                    _ = try takeInput(until: min(deadline, .now + .milliseconds(20)))
                } else if errno != EINTR {
                    return
                }
            }
        }
    }

    /// Whether a signal has stopped it, such as SIGSTOP.
    var isStopped: Bool { ProcessCondition(of: id)?.letter == "T" }

    /// Sends a signal; false where the process has ended.
    public func signal(_ signal: Signal) throws -> Bool {
        let isSent = try supervisor.signal(id, signal.rawValue)
        if isSent { wasSignaled = true }
        return isSent
    }

    /// Waits for the process's end, and takes in what it writes until then. Nil at the deadline.
    public func waitForExit(until deadline: ContinuousClock.Instant) throws -> ExitStatus? {
        try waitForExit(until: deadline, beside: nil)
    }

    /// - Parameter other: a process whose output is taken in too: a client has to wait for a service that
    ///   cannot write its log.
    func waitForExit(
        until deadline: ContinuousClock.Instant, beside other: TargetProcess?
    ) throws -> ExitStatus? {
        readExits()
        while exitStatus == nil {
            // Something always arrives from a process that floods its output: the clock counts.
            guard try takeInput(until: deadline, beside: other), ContinuousClock.now < deadline
            else { break }
        }
        return exitStatus
    }
}
