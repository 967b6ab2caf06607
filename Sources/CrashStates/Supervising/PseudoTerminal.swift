import CSupervisor
import SystemPackage

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A pseudo-terminal between this process and one that it spawns. It hangs up when it is let go of.
package final class PseudoTerminal {
    /// Read, written and resized here; it does not block.
    package let harnessEnd: Int32
    /// What the spawned process gets. It stays open here too, so that a process that closes its
    /// terminal and opens `/dev/tty` again does not find it hung up; -1 once it has been closed.
    package private(set) var targetEnd: Int32

    /// - Throws: ``TerminalError``.
    package init(rows: Int, columns: Int) throws {
        try Self.check(rows: rows, columns: columns)
        var ends = rl_terminal()
        let code = rl_terminal_open(&ends, Int32(rows), Int32(columns))
        guard code == 0 else { throw TerminalError.notOpened(Errno(rawValue: code)) }
        harnessEnd = ends.harness_end
        targetEnd = ends.target_end
    }

    deinit {
        closeTargetEnd()
        close(harnessEnd)
    }

    /// After this, reading comes to an end when no process has the terminal open any more.
    package func closeTargetEnd() {
        if targetEnd >= 0 { close(targetEnd) }
        targetEnd = -1
    }

    /// Changes the size; the processes in the foreground get SIGWINCH.
    ///
    /// - Throws: ``TerminalError``.
    package func resize(rows: Int, columns: Int) throws {
        try Self.check(rows: rows, columns: columns)
        let code = rl_terminal_resize(harnessEnd, Int32(rows), Int32(columns))
        guard code == 0 else { throw TerminalError.notResized(Errno(rawValue: code)) }
    }

    private static func check(rows: Int, columns: Int) throws {
        let possible = 1...Int(UInt16.max)
        guard possible.contains(rows), possible.contains(columns) else {
            throw TerminalError.impossibleSize(rows: rows, columns: columns)
        }
    }
}

/// A process could not get the terminal that was asked for.
package enum TerminalError: Error, CustomStringConvertible {
    case impossibleSize(rows: Int, columns: Int)
    case notOpened(Errno)
    case notResized(Errno)

    /// Whether the machine refuses what it usually gives.
    package var isOfTheMachine: Bool {
        if case .impossibleSize = self { false } else { true }
    }

    package var description: String {
        switch self {
        case .impossibleSize(let rows, let columns):
            "a terminal cannot have \(rows) rows and \(columns) columns; give it 1 to 65535 of each"
        case .notOpened(let errno):
            """
            this machine gives no pseudo-terminal: \(errno). Check that /dev/ptmx can be opened, \
            that /dev/pts is mounted, and that not all are in use (/proc/sys/kernel/pty/max)
            """
        case .notResized(let errno): "the terminal cannot be resized: \(errno)"
        }
    }
}
