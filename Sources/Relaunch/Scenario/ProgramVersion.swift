import CrashStates

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A version of a program as it tells it: numbers with dots between them.
struct ProgramVersion: Comparable, CustomStringConvertible {
    var numbers: [Int]

    var description: String { numbers.map(String.init).joined(separator: ".") }

    /// The first version in a text: two numbers at least where there is such a one, or else the first number.
    init?(in text: String) {
        let candidates = text.split { !$0.isASCII || !($0.isNumber || $0 == ".") }
            .map { $0.split(separator: ".").compactMap { Int($0) } }
        let found = candidates.first { $0.count > 1 } ?? candidates.first { !$0.isEmpty }
        guard let found else { return nil }
        numbers = found
    }

    static func < (lhs: ProgramVersion, rhs: ProgramVersion) -> Bool {
        let count = max(lhs.numbers.count, rhs.numbers.count)
        func padded(_ numbers: [Int]) -> [Int] {
            numbers + Array(repeating: 0, count: count - numbers.count)
        }
        return padded(lhs.numbers).lexicographicallyPrecedes(padded(rhs.numbers))
    }

    /// Why a program has not told its version.
    struct Silence: Error, CustomStringConvertible {
        var description: String
    }

    /// How long a program may take to tell its version.
    static let timeLimit = Duration.seconds(10)

    private static let known = Locked<[String: Result<ProgramVersion, Silence>]>([:])

    /// What the program at a path tells when it is called with `--version`. It is called once in this process.
    static func told(
        by path: String, within limit: Duration = timeLimit
    ) -> Result<ProgramVersion, Silence> {
        if let known = known.withLock({ $0[path] }) { return known }
        let told = Result<ProgramVersion, Silence> { () throws(Silence) in
            let output = try output(of: path, limit)
            guard let version = ProgramVersion(in: output) else {
                let line = output.split(separator: "\n").first.map { ": " + shortened(String($0)) }
                throw Silence(description: "tells no version\(line ?? "")")
            }
            return version
        }
        known.withLock { $0[path] = told }
        return told
    }

    /// What the program says within the limit; then it is killed with its group.
    private static func output(of path: String, _ limit: Duration) throws(Silence) -> String {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw Silence(description: "cannot be called: no pipe") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[0]) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        for number in [STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_adddup2(&actions, ends[1], number)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
        var words = [strdup(path), strdup("--version"), nil]
        defer { for word in words { free(word) } }
        var process = pid_t()
        let deadline = ContinuousClock.now + limit
        var code: Int32
        repeat {
            code = posix_spawn(&process, path, &actions, &attributes, &words, environ)
            // Somebody who is writing it is about to be done.
        } while code == ETXTBSY && .now < deadline && usleep(1000) == 0
        close(ends[1])
        guard code == 0 else {
            throw Silence(description: "cannot be called: \(String(cString: strerror(code)))")
        }
        defer {
            kill(-process, SIGKILL)
            while waitpid(process, nil, 0) < 0, errno == EINTR {}
        }
        return try read(ends[0], limit)
    }

    private static func read(_ descriptor: Int32, _ limit: Duration) throws(Silence) -> String {
        let deadline = ContinuousClock.now + limit
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while bytes.count < 64 * 1024 {
            let left = (deadline - .now) / .milliseconds(1)
            var waited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let ready = poll(&waited, 1, Int32(max(0, left)))
            if ready < 0, errno == EINTR { continue }
            guard ready == 1 else {
                throw Silence(description: "does not end within \(limit.shortText)")
            }
            let count = Self.count(read: descriptor, &buffer)
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func count(read descriptor: Int32, _ buffer: inout [UInt8]) -> Int {
        while true {
            #if canImport(Glibc)
                let count = Glibc.read(descriptor, &buffer, buffer.count)
            #elseif canImport(Musl)
                let count = Musl.read(descriptor, &buffer, buffer.count)
            #else
                let count = Darwin.read(descriptor, &buffer, buffer.count)
            #endif
            if count >= 0 || errno != EINTR { return count }
        }
    }
}
