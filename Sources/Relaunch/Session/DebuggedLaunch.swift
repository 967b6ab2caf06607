import CrashStates
import SystemPackage

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A target that waits at its start for a debugger.
package struct StoppedTarget: Sendable, Codable {
    /// The process id.
    package var process: Int32
    /// The absolute path of the program that it becomes when it goes on.
    package var executable: String
    /// The path of its container.
    package var container: String
    /// The path of the pipe from which it reads a line before it goes on.
    package var gate: String
}

/// The one launch of a case in which the target waits before its first instruction.
struct DebuggedLaunch: Sendable {
    /// Which launch it is, counted from 1; a ladder counts as one.
    let number: Int
    /// Tells whoever starts the debugger.
    let announce: @Sendable (StoppedTarget) -> Void
    /// Launches so far, until it has come.
    private var count = 0
    private var isOver = false

    /// Deadlines are the debugger's user's from here on.
    static let timeLimit = Duration.seconds(7 * 86_400)

    init(number: Int, announce: @escaping @Sendable (StoppedTarget) -> Void) {
        self.number = number
        self.announce = announce
    }

    /// Counts a launch.
    mutating func countLaunch() { count += 1 }

    /// Whether the launch has come; true once.
    mutating func begin() -> Bool {
        guard !isOver, count == number else { return false }
        isOver = true
        return true
    }
}

extension Session {
    /// Spawns a process that waits, is announced, and becomes `command` when it is let go on.
    func spawnStopped(
        _ command: Supervisor.Command, _ debugged: DebuggedLaunch,
        _ spawn: (Supervisor.Command) throws -> TargetProcess
    ) throws -> TargetProcess {
        guard command.recorded == nil else {
            throw StepFailure(
                blame: .scenario, kind: .unsupported,
                """
                Relaunch itself traces launch \(debugged.number) of this scenario, to record or to \
                watch it, so no debugger can attach; name another one with --launch
                """)
        }
        // Not a signal that stops it: debuggers report that again and again.
        let gate = runDirectory.newPath()
        guard mkfifo(gate, 0o600) == 0 else {
            throw StepFailure(
                blame: .harness, "cannot make the pipe '\(gate)': \(Errno(rawValue: errno))")
        }
        var waiting = command
        waiting.executable = "/bin/sh"
        waiting.arguments =
            ["-c", #"read -r _ <"$0"; exec "$@""#, gate, command.executable] + command.arguments
        let process = try spawn(waiting)
        log("launched, waiting at its start as process \(process.id)")
        debugged.announce(
            StoppedTarget(
                process: process.id, executable: command.executable, container: container.path,
                gate: gate))
        return process
    }
}
