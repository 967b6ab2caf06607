import SystemPackage

/// Why a real disk cannot be made, or used.
package enum RealDiskError: Error, CustomStringConvertible {
    /// What the machine lacks.
    case unavailable(String)
    /// There is no directory to mount at.
    case noFolder([String])
    /// A file system cannot be made: its program's status and what it said.
    case notFormatted(DiskFileSystem, String)
    /// A step of making the disk failed.
    case notMade(DiskFileSystem, step: String, Errno)
    /// A file system cannot be mounted: after a power failure, it could not be recovered.
    case notMounted(DiskFileSystem, Errno)
    /// A file system cannot be unmounted.
    case notUnmounted(DiskFileSystem, Errno)
    /// More was written than the log has room for.
    case logIsFull(DiskFileSystem)
    /// The log has no mark at which the workload begins, or ends.
    case noMark(String)

    package var description: String {
        switch self {
        case .unavailable(let reason): reason
        case .noFolder(let paths):
            "none of \(paths.joined(separator: ", ")) is a directory to mount disks at; make one"
        case .notFormatted(let system, let text):
            "\(system.program) cannot make \(system.name): \(text)"
        case .notMade(let system, let step, let errno):
            "a disk for \(system.name) cannot be made: \(step): \(errno)"
        case .notMounted(let system, let errno):
            "\(system.name) cannot be mounted with \(system.options.joined(separator: ",")): \(errno)"
        case .notUnmounted(let system, let errno):
            "\(system.name) cannot be unmounted: \(errno); is a process still in it?"
        case .logIsFull(let system):
            "more was written to \(system.name) than the log has room for; write less"
        case .noMark(let mark):
            "the log of the disk has no mark '\(mark)': the workload did not run to its end"
        }
    }
}
