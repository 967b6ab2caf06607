#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A command whose standard output is read line by line.
struct CommandRun {
    private let process: pid_t
    private let output: Int32
    private var pending: [UInt8] = []
    private var lines: ArraySlice<String> = []

    /// Starts it. What it says to people goes to a file that nobody reads.
    init(_ command: [String]) throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw BareError("pipe") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        var arguments = command.map { strdup($0) as UnsafeMutablePointer<CChar>? }
        defer { for argument in arguments { free(argument) } }
        arguments.append(nil)
        var process = pid_t()
        let code = posix_spawn(&process, command[0], &actions, nil, &arguments, environ)
        close(ends[1])
        guard code == 0 else {
            close(ends[0])
            throw BareError("posix_spawn of \(command[0])", code)
        }
        self.process = process
        output = ends[0]
    }

    /// The next whole line, or nil at the end.
    mutating func nextLine() -> String? {
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while lines.isEmpty {
            let count = read(output, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return nil }
            pending += buffer[..<count]
            guard let end = pending.lastIndex(of: UInt8(ascii: "\n")) else { continue }
            lines =
                pending[..<end].split(separator: UInt8(ascii: "\n"))
                .map { String(decoding: $0, as: UTF8.self) }[...]
            pending.removeSubrange(...end)
        }
        return lines.popFirst()
    }

    /// Waits for its end. Returns its exit status, or 128 and its signal's number, and the most memory
    /// that it had, in KiB.
    func finish() -> (status: Int32, kibibytes: Int) {
        close(output)
        var status: Int32 = 0
        var usage = rusage()
        while wait4(process, &status, 0, &usage) < 0, errno == EINTR {}
        let signal = status & 0x7f
        return (signal == 0 ? (status >> 8) & 0xff : 128 + signal, usage.ru_maxrss)
    }
}
