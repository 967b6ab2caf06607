import SystemPackage

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Writes text to a descriptor that may be a pipe whose reader goes away.
///
/// A reader that is gone ends no run: the rest is silently dropped, as nobody misses it. The signal that
/// the kernel sends for it is taken from this thread alone, so that neither the process's handling of
/// SIGPIPE nor what its children inherit is changed.
package struct OutputDescriptor {
    package let descriptor: CInt
    /// Whether the reader has gone away.
    package private(set) var isClosed = false

    package init(_ descriptor: CInt) {
        self.descriptor = descriptor
    }

    /// How long a reader may take nothing from a descriptor that does not block.
    private static let patience_ms: CInt = 30_000

    /// Writes the whole text.
    ///
    /// - Throws: `Errno`: what the system says, except that the reader has gone away.
    package mutating func write(_ text: String) throws {
        var text = text
        try text.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while !rest.isEmpty, !isClosed {
                try writeSome(&rest)
            }
        }
    }

    private mutating func writeSome(_ rest: inout UnsafeRawBufferPointer) throws {
        let (count, problem) = Self.writeWithoutSignal(descriptor, rest)
        if count >= 0 {
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            return
        }
        switch problem {
        case EINTR: break
        case EPIPE: isClosed = true
        case EAGAIN:
            var poller = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            guard poll(&poller, 1, Self.patience_ms) != 0 else { throw Errno.timedOut }
        default: throw Errno(rawValue: problem)
        }
    }

    private static func writeWithoutSignal(
        _ descriptor: CInt, _ bytes: UnsafeRawBufferPointer
    ) -> (count: Int, errno: CInt) {
        var pipeSignal = sigset_t()
        var before = sigset_t()
        var pending = sigset_t()
        sigemptyset(&pipeSignal)
        sigaddset(&pipeSignal, SIGPIPE)
        sigpending(&pending)
        let wasPending = sigismember(&pending, SIGPIPE) == 1
        pthread_sigmask(SIG_BLOCK, &pipeSignal, &before)
        #if canImport(Glibc)
            let count = Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        #elseif canImport(Musl)
            let count = Musl.write(descriptor, bytes.baseAddress, bytes.count)
        #else
            let count = Darwin.write(descriptor, bytes.baseAddress, bytes.count)
        #endif
        let problem = errno
        if count < 0, problem == EPIPE, !wasPending {
            sigpending(&pending)
            var signal: CInt = 0
            if sigismember(&pending, SIGPIPE) == 1 { sigwait(&pipeSignal, &signal) }
        }
        pthread_sigmask(SIG_SETMASK, &before, nil)
        return (count, problem)
    }
}
