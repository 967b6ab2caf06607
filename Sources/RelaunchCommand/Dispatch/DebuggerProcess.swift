import ArgumentParser
import CrashStates
import Relaunch

/// The debuggers that `replay --debugger` knows.
enum Debugger: String, CaseIterable, ExpressibleByArgument {
    case lldb
    case gdb

    /// What it is told to attach to a process, and to stop again where that becomes the target.
    func arguments(for process: Int32) -> [String] {
        switch self {
        // It stops where a process becomes another program by itself.
        case .lldb: ["--attach-pid", "\(process)", "--one-line", "process continue"]
        case .gdb: ["-q", "-p", "\(process)", "-ex", "tcatch exec", "-ex", "continue"]
        }
    }

    /// Its program: on the `PATH`, else beside the compiler.
    func program(in environment: [String: String]) -> String? {
        if let path = Path.program(rawValue, in: environment) { return path }
        guard let compiler = try? Compiler(environment: environment) else { return nil }
        let beside = Path.directory(of: compiler.path) + "/" + rawValue
        return Executable.isProgram(beside) ? beside : nil
    }
}

/// A debugger that a person uses on the terminal of this process.
///
/// It is a child of this process itself, in its group, so that the terminal is the debugger's too.
final class DebuggerProcess {
    /// Becomes readable when the debugger has ended.
    let descriptor: Int32
    private let process: pid_t
    private let target: StoppedTarget
    /// Stays open as long as this process: a target that opens it late, after the debugger has ended,
    /// finds the line that lets it go on.
    private var gate: Int32 = -1

    /// Starts it for a target that waits.
    init(_ debugger: String, _ arguments: [String], target: StoppedTarget) throws {
        self.target = target
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw FileError(action: "make", path: "a pipe", code: errno)
        }
        _ = fcntl(ends[0], F_SETFD, FD_CLOEXEC)
        descriptor = ends[0]
        defer { close(ends[1]) }

        // A debugger is used to the signals that this process takes care of itself.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in [SIGPIPE, SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, number) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))

        var words = ([debugger] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var process: pid_t = 0
        let code = posix_spawn(&process, debugger, nil, &attributes, &words, environ)
        self.process = process
        guard code == 0 else {
            close(descriptor)
            throw FileError(action: "start", path: debugger, code: code)
        }
    }

    deinit { close(descriptor) }

    /// Whether it has attached. The target then waits for it, and no longer for this process.
    private(set) var isAttached = false

    /// Looks whether it has attached.
    func update() {
        guard !isAttached, let status = try? readFile("/proc/\(target.process)/status") else {
            return
        }
        let tracer = String(decoding: status, as: UTF8.self).split(separator: "\n")
            .first { $0.hasPrefix("TracerPid:") }
        guard let number = tracer?.split(separator: "\t").last, number != "0" else { return }
        isAttached = true
        openGate()
    }

    /// Lets the target go on. For reading too, so that it waits for nobody.
    private func openGate() {
        guard gate < 0 else { return }
        gate = open(target.gate, O_RDWR | O_CLOEXEC)
        _ = writeAll([UInt8(ascii: "\n")], to: gate)
    }

    /// Tells it to end, since the run does.
    func end(atOnce: Bool) { kill(process, atOnce ? SIGKILL : SIGTERM) }

    /// Takes leave of a debugger that has ended. The target goes on without it.
    func finish() {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        openGate()
    }
}
