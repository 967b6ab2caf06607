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
/// taken longer than it may.
package func waitForInput(
    _ descriptors: [Int32], until deadline: ContinuousClock.Instant?
) throws -> [Int32] {
    let worker = Worker.current.worker
    worker?.isWaiting(true)
    defer { worker?.isWaiting(false) }
    guard let limit = worker?.caseLimit, deadline.map({ $0 > .now }) ?? true else {
        return try pollForInput(descriptors, until: deadline)
    }
    let end = min(deadline ?? limit.deadline, limit.deadline)
    let ready = try pollForInput(descriptors, until: end)
    if limit.isOver { throw limit.failure }
    return ready
}

/// A pipe whose ends no other program inherits.
func makePipe() throws -> (read: Int32, write: Int32) {
    let ends = try FileDescriptor.pipe()
    for end in [ends.readEnd.rawValue, ends.writeEnd.rawValue] {
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    return (ends.readEnd.rawValue, ends.writeEnd.rawValue)
}
