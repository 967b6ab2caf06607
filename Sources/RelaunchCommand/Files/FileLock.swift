/// Does something while holding a lock that two runs share. The system releases it when its holder
/// dies. Waits until the lock is free; throws `FileError` where the file cannot be made.
func withFileLock<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw FileError(action: "lock", path: path, code: errno) }
    defer { close(descriptor) }
    while flock(descriptor, LOCK_EX) != 0 {
        guard errno == EINTR else { throw FileError(action: "lock", path: path, code: errno) }
    }
    return try body()
}
