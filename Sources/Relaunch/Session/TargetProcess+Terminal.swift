import CrashStates

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

/// What a driver does at the terminal of a process that was spawned with
/// ``StandardStreams/terminal(rows:columns:)``.
extension TargetProcess {
    /// Types bytes at the terminal: text, or control characters such as 0x03 for Ctrl-C. They are
    /// dropped where the process has ended or the terminal was hung up.
    ///
    /// A process that never set its terminal otherwise reads whole lines, of at most 4,095 bytes:
    /// the kernel drops the rest of a longer one.
    ///
    /// - Throws: ``StepFailure`` where the process has no terminal, or does not read what was typed
    ///   before the deadline.
    public func type(_ bytes: Data, until deadline: ContinuousClock.Instant) throws {
        try checkHasTerminal()
        try bytes.withUnsafeBytes { bytes in
            var typed = 0
            while typed < bytes.count, exitStatus == nil, let terminal {
                let count = write(
                    terminal.harnessEnd, bytes.baseAddress?.advanced(by: typed),
                    bytes.count - typed)
                if count > 0 {
                    typed += count
                } else if count == 0 || errno == EAGAIN {
                    // The process does not read: take in what it writes, so that both go on.
                    guard ContinuousClock.now < deadline else {
                        throw StepFailure(
                            kind: .timedOut, "the target does not read its terminal",
                            expected: "\(bytes.count) typed bytes are read",
                            actual: "\(typed) were")
                    }
                    _ = try takeInput(until: min(deadline, .now + .milliseconds(20)))
                } else if errno != EINTR {
                    return
                }
            }
        }
    }

    /// Gives the terminal another size. The process in the foreground gets SIGWINCH. Nothing happens
    /// where the terminal was hung up.
    ///
    /// - Throws: ``StepFailure`` where the process has no terminal, or the size is not 1 to 65535
    ///   rows and columns.
    public func resizeTerminal(rows: Int, columns: Int) throws {
        try checkHasTerminal()
        do { try terminal?.resize(rows: rows, columns: columns) } catch let error as TerminalError {
            throw StepFailure(error)
        }
    }

    /// Closes the terminal, as whoever closes its window does: the process and those in the
    /// foreground get SIGHUP, and every read and write of the terminal fails from then on. What they
    /// have written before is taken in first.
    ///
    /// - Throws: ``StepFailure`` where the process has no terminal.
    public func hangUp() throws {
        try checkHasTerminal()
        drainWhatIsThere()
        closeTerminal()
    }

    private func checkHasTerminal() throws {
        guard hasTerminal else {
            throw StepFailure(
                blame: .scenario,
                "process \(id) has no terminal; its driver has to spawn it with "
                    + "`stdio: .terminal(rows:columns:)`")
        }
    }
}

extension StepFailure {
    init(_ error: TerminalError) {
        self.init(blame: error.isOfTheMachine ? .harness : .scenario, "\(error)")
    }
}
