@testable import CrashStates
import Foundation
import TestSupport
import Testing

/// A program on a terminal of its own, as a person would use it.
final class TerminalProcess {
    struct TookTooLong: Error, CustomStringConvertible {
        var screen: String
        var description: String { "the screen did not become what was waited for:\n\(screen)" }
    }

    private let supervisor: Supervisor
    private let terminal: PseudoTerminal
    private let process: Int32
    private let columns: Int
    /// What the terminal was told to do with keys before the program started.
    private let before: String
    private(set) var output = ""

    init(
        _ program: String, _ arguments: [String], in folder: TemporaryFolder, columns: Int = 80,
        environment: [String: String] = [:]
    ) throws {
        self.columns = columns
        terminal = try PseudoTerminal(rows: 24, columns: columns)
        supervisor = try Supervisor()
        var all = ProcessInfo.processInfo.environment
        for name in ["CI", "NO_COLOR", "CLICOLOR_FORCE", "GITHUB_ACTIONS"] { all[name] = nil }
        all["TERM"] = "xterm"
        var command = Supervisor.Command(
            executable: program, arguments: arguments,
            environment: all.merging(environment) { $1 }, directory: folder.path,
            input: terminal.targetEnd, output: terminal.targetEnd, error: terminal.targetEnd)
        command.hasTerminal = true
        before = Self.modes(of: terminal)
        process = try supervisor.spawn(command)
    }

    /// How the terminal treats keys, in words.
    private static func modes(of terminal: PseudoTerminal) -> String {
        var settings = termios()
        tcgetattr(terminal.targetEnd, &settings)
        return "\(settings.c_lflag) \(settings.c_iflag) \(settings.c_oflag)"
    }

    /// Whether keys are treated as before the program started.
    var isAsBefore: Bool { Self.modes(of: terminal) == before }

    /// What a person sees.
    var screen: String { TerminalScreen(output, columns: columns).text }

    /// Presses keys.
    func type(_ keys: String) {
        let bytes = Array(keys.utf8)
        _ = write(terminal.harnessEnd, bytes, bytes.count)
    }

    func signal(_ number: Int32) throws { _ = try supervisor.signal(process, number) }

    /// Reads until a condition holds.
    func wait(
        within seconds: Double = patience, until isDone: (TerminalProcess) throws -> Bool
    ) throws {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while try !isDone(self) {
            guard ContinuousClock.now < deadline else { throw TookTooLong(screen: screen) }
            try read(until: min(deadline, .now + .milliseconds(100)))
        }
    }

    private func read(until deadline: ContinuousClock.Instant) throws {
        guard try !pollForInput([terminal.harnessEnd], until: deadline).isEmpty else { return }
        var buffer = [UInt8](repeating: 0, count: 65536)
        var bytes: [UInt8] = []
        while true {
            let count = Glibc.read(terminal.harnessEnd, &buffer, buffer.count)
            guard count > 0 else { break }
            bytes += buffer[..<count]
            // A character may come in two parts.
            if String(validating: bytes, as: UTF8.self) != nil, count < buffer.count { break }
        }
        output += String(decoding: bytes, as: UTF8.self)
    }

    /// Waits for its end, and returns its exit status, or that of a shell for a signal.
    func finish(within seconds: Double = patience) throws -> Int32 {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while true {
            try read(until: .now + .milliseconds(50))
            if let exit = supervisor.exit(of: process) {
                try read(until: .now + .milliseconds(50))
                switch exit.status {
                case .exited(let code): return code
                case .signaled(let signal): return 128 + signal.rawValue
                }
            }
            guard ContinuousClock.now < deadline else { throw TookTooLong(screen: screen) }
        }
    }
}
