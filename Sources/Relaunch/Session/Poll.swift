import CrashStates
import SystemPackage

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Waits until one of the descriptors can be read (or has been closed at its other end), or until the
/// deadline. Returns those that can; none means that the deadline has passed. Throws where the case has
/// taken longer, more memory or more processes than it may.
package func waitForInput(
    _ descriptors: [Int32], until deadline: ContinuousClock.Instant?
) throws -> [Int32] {
    guard let worker = Worker.current.worker else {
        return try pollForInput(descriptors, until: deadline)
    }
    worker.isWaiting(true)
    defer { worker.isWaiting(false) }
    let limit = deadline.map { $0 > .now } ?? true ? worker.caseLimit : nil
    let end = [deadline, limit?.deadline].compactMap { $0 }.min()
    while true {
        let look = worker.nextLookAtGrowth
        let ready = try pollForInput(descriptors, until: [end, look].compactMap { $0 }.min())
        if let limit, limit.isOver { throw limit.failure }
        try worker.lookAtGrowth()
        if !ready.isEmpty { return ready }
        if let end, end <= .now { return [] }
    }
}

/// A pipe whose ends no other program inherits.
func makePipe() throws -> (read: Int32, write: Int32) {
    let ends = try FileDescriptor.pipe()
    for end in [ends.readEnd.rawValue, ends.writeEnd.rawValue] {
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    return (ends.readEnd.rawValue, ends.writeEnd.rawValue)
}

/// Waits until the clock shows another second than that one: what holds the time in whole seconds is another
/// then.
///
/// - Parameter second: in seconds since 1970; by default the one that it is now.
package func waitForSecond(after second: time_t = time(nil)) async throws {
    while time(nil) == second { try await Task.sleep(for: .milliseconds(10)) }
}
