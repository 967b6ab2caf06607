import CSupervisor
import SystemPackage

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A process that was not spawned by a supervisor itself, such as a child of a target. It is held by a
/// descriptor: its number is never mistaken for that of a later one.
package struct HeldProcess: ~Copyable {
    /// Its number.
    package let id: Int32
    /// Becomes readable when the process has ended.
    package let descriptor: Int32

    /// - Throws: `Errno`, such as `noSuchProcess` where it has ended.
    package init(_ id: Int32) throws {
        self.id = id
        var descriptor: Int32 = -1
        let code = rl_process_open(id, &descriptor)
        guard code == 0 else { throw Errno(rawValue: code) }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Sends a signal; false where the process has ended.
    package func signal(_ signal: Int32) throws -> Bool {
        let code = rl_process_signal(descriptor, signal)
        if code == ESRCH { return false }
        guard code == 0 else { throw Errno(rawValue: code) }
        return true
    }
}
