import CSupervisor

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Waits until one of the descriptors can be read (or has been closed at its other end), or until the
/// deadline. Returns those that can; none means that the deadline has passed.
package func pollForInput(
    _ descriptors: [Int32], until deadline: ContinuousClock.Instant?
) throws -> [Int32] {
    var entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while true {
        let limit = deadline.map { max(.zero, ContinuousClock.now.duration(to: $0)).nanoseconds }
        let count = rl_poll(&entries, UInt32(entries.count), limit ?? -1)
        if count > 0 { return entries.filter { $0.revents != 0 }.map(\.fd) }
        if count == 0 {
            if let deadline, ContinuousClock.now < deadline { continue }
            return []
        }
        guard errno == EINTR else { throw PollError(errno: errno) }
    }
}

extension Duration {
    /// Whole nanoseconds, rounded up; at most those of thirty years.
    fileprivate var nanoseconds: Int64 {
        min(components.seconds, 1_000_000_000) * 1_000_000_000
            + (components.attoseconds + 999_999_999) / 1_000_000_000
    }
}

/// The system cannot wait for descriptors.
package struct PollError: Error, CustomStringConvertible {
    package var errno: Int32
    package var description: String { "poll failed: \(String(cString: strerror(errno)))" }
}
