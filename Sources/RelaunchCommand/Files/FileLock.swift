/// A lock that two runs in one directory share. The system releases it when its holder dies.
struct FileLock: ~Copyable {
    private let descriptor: Int32

    /// Waits until the lock is free. Throws `FileError` where the file cannot be made.
    init(_ path: String) throws {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw FileError(action: "lock", path: path, code: errno) }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else {
                close(descriptor)
                throw FileError(action: "lock", path: path, code: errno)
            }
        }
    }

    deinit { close(descriptor) }
}
