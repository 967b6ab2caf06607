import CRealDisk
import SystemPackage

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Where a workload begins and ends in the log of a disk, for whoever carries it out.
package struct DiskMarks: Sendable {
    private let system: DiskFileSystem
    private let mountPoint: String
    private let file: String

    init(_ disk: LoggedDisk) {
        system = disk.system
        mountPoint = disk.mountPoint
        file = disk.markFile
    }

    /// Everything that was changed before is on the disk, and the power can fail from now on.
    ///
    /// - Throws: ``RealDiskError``.
    package func begin() throws {
        try sync()
        // Where no metadata is left to be written, xfs does not flush what others have written back.
        try commit()
        try mark("S")
    }

    /// The power can fail up to now, or at any time after everything has reached the disk.
    ///
    /// - Returns: When the workload has ended, in microseconds of the monotonic clock.
    /// - Throws: ``RealDiskError``.
    package func end() throws -> Int {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        try sync()
        try mark("E")
        return now.tv_sec * 1_000_000 + now.tv_nsec / 1000
    }

    /// Everything that was changed is on the disk afterwards. On a thread that sees it.
    ///
    /// - Throws: ``RealDiskError``.
    package func sync() throws {
        let directory = open(mountPoint, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { close(directory) }
        let code = rl_sync_file_system(directory)
        if code != 0 { throw RealDiskError.notMade(system, step: "sync", Errno(rawValue: code)) }
    }

    /// Has metadata written by syncing a file of another's: a commit or a log takes along what is ready,
    /// and data that it does not wait for stays behind. On a thread that sees it.
    ///
    /// - Throws: ``RealDiskError``.
    package func commit() throws {
        let descriptor = open(
            mountPoint + "/unrelated", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        defer { close(descriptor) }
        guard descriptor >= 0, write(descriptor, "x", 1) == 1, fsync(descriptor) == 0 else {
            throw RealDiskError.notMade(system, step: "commit", Errno(rawValue: errno))
        }
    }

    private func mark(_ text: String) throws {
        let descriptor = open(file, O_WRONLY | O_CLOEXEC)
        defer { close(descriptor) }
        guard descriptor >= 0, write(descriptor, text, text.utf8.count) == text.utf8.count else {
            throw RealDiskError.notMade(system, step: "mark \(file)", Errno(rawValue: errno))
        }
    }
}
