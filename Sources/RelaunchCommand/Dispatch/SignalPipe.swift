/// The signals that end a run, stop it or ask it something, as bytes that can be waited for.
///
/// There is one for the process, made after the supervisor, which must not share it.
enum SignalPipe {
    private nonisolated(unsafe) static var writeEnd: Int32 = -1

    /// Catches SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGTSTP and SIGCONT from now on and returns the descriptor
    /// that tells of them.
    /// SIGPIPE is ignored: a reader that goes away is an error of the write. A SIGHUP that is ignored
    /// already stays so: `nohup` means that the run outlives its terminal. So does a SIGTSTP: a shell without
    /// job control ignores it.
    static func open() throws -> Int32 {
        let pipe = try makePipe()
        _ = fcntl(pipe.write, F_SETFL, O_NONBLOCK)
        writeEnd = pipe.write
        // Whoever started this process may have had them blocked.
        var ours = sigset_t()
        sigemptyset(&ours)
        defer { pthread_sigmask(SIG_UNBLOCK, &ours, nil) }
        for number in [SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGTSTP, SIGCONT] {
            if number == SIGHUP || number == SIGTSTP, isIgnored(number) { continue }
            sigaddset(&ours, number)
            tell(of: number)
        }
        signal(SIGPIPE, SIG_IGN)
        return pipe.read
    }

    private static func tell(of number: Int32) {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { number in
            let before = errno
            var byte = UInt8(truncatingIfNeeded: number)
            _ = write(SignalPipe.writeEnd, &byte, 1)
            errno = before
        }
        sigaction(number, &action, nil)
    }

    /// Stops this process as SIGTSTP would have done, and returns when it goes on. Where no shell would
    /// wake it again the system does not stop it.
    static func stopProcess() {
        signal(SIGTSTP, SIG_DFL)
        // To this thread, so that it is delivered before the call returns.
        raise(SIGTSTP)
        tell(of: SIGTSTP)
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        sigaction(number, nil, &action)
        // SIG_IGN is the address 1, which no function has.
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    }

    /// The signals that have come since the last time.
    static func received(on descriptor: Int32) -> [Int32] {
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = read(descriptor, &bytes, bytes.count)
        return count > 0 ? bytes[..<count].map(Int32.init) : []
    }
}
