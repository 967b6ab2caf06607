#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// What tells a file from another one of its name, and from itself before it was changed.
package struct FileStamp: Equatable {
    private let device: UInt64
    private let inode: UInt64
    package let size: Int64
    /// When its content was changed, and when anything of it was, in nanoseconds.
    private let modified: Int64
    private let changed: Int64

    /// Nil where there is no file.
    package init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        size = Int64(status.st_size)
        modified = Self.nanoseconds(status.st_mtim)
        changed = Self.nanoseconds(status.st_ctim)
    }

    private static func nanoseconds(_ time: timespec) -> Int64 {
        Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Waits until a change would show: the kernel stamps files by a clock that stands still for some
    /// milliseconds. A stamp of the future is not waited for.
    func letTimePass() {
        for _ in 0..<20 {
            var now = timespec()
            clock_gettime(CLOCK_REALTIME_COARSE, &now)
            if Self.nanoseconds(now) > max(modified, changed) { return }
            usleep(1000)
        }
    }
}
