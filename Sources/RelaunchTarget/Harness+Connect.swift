import RelaunchProtocol

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension Harness {
    /// The harness that launched this process, or nil where there is none.
    ///
    /// The variable `RELAUNCH_CHANNEL` is removed from the environment and its descriptor closed on
    /// exec, so that the program's own children do not take the channel for theirs. A second call
    /// therefore answers nil. Where the variable names no open socket, that is said on standard
    /// error, and the program runs as it would for a user. To be called before there are threads
    /// that read the environment.
    public static func connect() -> Harness? {
        guard let variable = getenv(channelVariable) else { return nil }
        let value = String(cString: variable)
        unsetenv(channelVariable)
        guard let descriptor = Int32(value), isSocket(descriptor) else {
            complain("\(channelVariable) is \"\(value)\", which is the number of no open socket.")
            complain("Nothing is reported to a harness.")
            return nil
        }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return Harness(fileDescriptor: descriptor)
    }

    private static func isSocket(_ descriptor: Int32) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
    }
}

/// Writes a line on standard error, whose other end may be gone.
func complain(_ text: String) {
    let line = Array("relaunch: \(text)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
}
