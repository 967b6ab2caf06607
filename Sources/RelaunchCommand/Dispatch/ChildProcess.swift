import CrashStates
import Relaunch

/// A process that the run has started: a compiler, a build, or the host of a scenario file.
final class ChildProcess {
    let process: Int32
    /// What it has written on both of its outputs, in the order in which it came.
    private(set) var output = BoundedOutput()
    /// How it ended; nil while it runs.
    fileprivate(set) var exit: ProcessExit?
    /// The socket that it has as its channel, for those that have one.
    let channel: LineChannel?
    /// The reading end of its outputs, or -1 once it is closed.
    fileprivate var outputDescriptor: Int32

    fileprivate init(process: Int32, outputDescriptor: Int32, channel: LineChannel?) {
        self.process = process
        self.outputDescriptor = outputDescriptor
        self.channel = channel
    }

    deinit { if outputDescriptor >= 0 { close(outputDescriptor) } }

    /// Takes what can be read without waiting.
    fileprivate func readOutput() {
        var buffer = [UInt8](repeating: 0, count: 65536)
        while outputDescriptor >= 0 {
            let count = read(outputDescriptor, &buffer, buffer.count)
            if count > 0 {
                output.append(buffer[..<count])
            } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
                closeOutput()
            } else if errno == EAGAIN {
                return
            }
        }
    }

    fileprivate func closeOutput() {
        if outputDescriptor >= 0 { close(outputDescriptor) }
        outputDescriptor = -1
    }
}

/// Every process of the run, below one supervisor that kills what is left when this process ends.
final class ProcessTable {
    private let supervisor: Supervisor
    private var running: [Int32: ChildProcess] = [:]
    /// The environment of this process, which those that it starts inherit.
    let environment = ProcessInfo.processInfo.environment

    init() throws {
        supervisor = try Supervisor()
    }

    /// Starts a process with standard input closed and both outputs captured.
    ///
    /// - Parameters:
    ///   - changes: what is different in its environment.
    ///   - hasChannel: whether it gets one end of a socket as descriptor 3.
    func start(
        _ executable: String, _ arguments: [String] = [], changes: [String: String] = [:],
        directory: String = Path.workingDirectory, hasChannel: Bool = false
    ) throws -> ChildProcess {
        let pipe = try makePipe()
        defer { close(pipe.write) }
        let sockets = hasChannel ? try makeSocketPair() : nil
        defer { if let sockets { close(sockets.theirs) } }
        let process: Int32
        do {
            process = try supervisor.spawn(
                Supervisor.Command(
                    executable: executable, arguments: arguments,
                    environment: environment.merging(changes) { $1 }, directory: directory,
                    output: pipe.write, error: pipe.write, channel: sockets?.theirs))
        } catch {
            close(pipe.read)
            if let sockets { close(sockets.ours) }
            throw error
        }
        let child = ChildProcess(
            process: process, outputDescriptor: pipe.read,
            channel: sockets.map { LineChannel(descriptor: $0.ours) })
        running[process] = child
        return child
    }

    /// What to wait for: outputs and ends, not the channels.
    var descriptors: [Int32] {
        [supervisor.eventsDescriptor]
            + running.values.map(\.outputDescriptor).filter { $0 >= 0 }
    }

    /// Takes what the processes have written and how they ended. Returns those that have ended now.
    func update() -> [ChildProcess] {
        for child in running.values { child.readOutput() }
        var ended: [ChildProcess] = []
        while let exit = supervisor.nextExit() {
            guard let child = running.removeValue(forKey: exit.process) else { continue }
            child.exit = exit
            // What its own children might still write is not waited for.
            child.readOutput()
            child.closeOutput()
            ended.append(child)
        }
        return ended
    }

    func signal(_ child: ChildProcess, _ signal: Int32) {
        guard child.exit == nil else { return }
        _ = try? supervisor.signal(child.process, signal)
    }

    /// Waits until one process has ended; kills it where it takes longer. Returns whether it has ended
    /// by itself.
    @discardableResult
    func wait(for child: ChildProcess, within limit: Duration) throws -> Bool {
        let deadline = ContinuousClock.now + limit
        while child.exit == nil {
            if try waitForInput(descriptors, until: deadline).isEmpty {
                signal(child, SIGKILL)
                return false
            }
            _ = update()
        }
        return true
    }

    /// Kills everything that is left and proves it dead.
    func terminateAndReap() throws {
        try supervisor.terminateAndReap(within: .seconds(5))
    }

    private func makeSocketPair() throws -> (ours: Int32, theirs: Int32) {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            throw FileError(action: "make", path: "a socket", code: errno)
        }
        return (ends[0], ends[1])
    }
}
