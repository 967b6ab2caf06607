import RelaunchProtocol

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension Harness {
    /// Connects to the harness that launched this process; nil where no harness did.
    ///
    /// The call removes `RELAUNCH_CHANNEL` from the environment and marks its descriptor
    /// close-on-exec, so that child processes do not use the channel. A second call therefore
    /// returns nil. Where the variable names no open socket, the call says so on standard error and
    /// returns nil, and the program runs as for a user. Call it before any other thread reads the
    /// environment.
    public static func connect() -> Harness? {
        guard let variable = getenv(channelVariable) else { return nil }
        let value = String(cString: variable)
        unsetenv(channelVariable)
        guard let descriptor = Int32(value), isSocket(descriptor) else {
            complain("\(channelVariable) is \"\(value)\", which is not an open socket's number.")
            complain("The program runs without a harness.")
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

/// Writes a line to standard error. It ignores a failure: nobody may be reading.
func complain(_ text: String) {
    let line = Array("relaunch: \(text)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
}
