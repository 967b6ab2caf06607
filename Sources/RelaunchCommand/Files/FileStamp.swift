import CrashStates

/// What tells cheaply whether a file is still the same: one system call, no reading.
struct FileStamp: Hashable {
    var size: Int64
    /// Nanoseconds since 1970.
    var modified: Int64
    var isDirectory: Bool

    /// The stamp of what the path leads to, or nil where there is nothing.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        size = Int64(status.st_size)
        modified = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
        isDirectory = status.st_mode & S_IFMT == S_IFDIR
    }

    /// The stamp as a part of a key.
    var text: String { "\(size) \(modified)" }
}
