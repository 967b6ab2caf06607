/// Both ends of a pipe that no child inherits; reading from it does not wait.
func makePipe() throws -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
        throw FileError(action: "make", path: "a pipe", code: errno)
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // Only this end: a compiler that meets a full pipe has to wait for us.
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    return (ends[0], ends[1])
}
