import Relaunch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The least that a kill-relaunch cycle can cost: spawn the target, answer its hello, wait until it is
/// active, kill it, reap it. No supervisor, no captured output, no JSON, no proof about descendants.
struct BareLoop {
    private let executable: String
    private var arguments: [UnsafeMutablePointer<CChar>?]
    private var environment: [UnsafeMutablePointer<CChar>?]
    private var buffer = [CChar](repeating: 0, count: 256 * 1024)

    private static let channel: Int32 = 3
    // The same device as the harness's, so that the target does the same.
    private static let welcome = Array(
        """
        {"id":1,"jsonrpc":"2.0","result":{"device":{"idiom":"phone","locked":false,\
        "orientation":"portrait","screen":{"height":844,"width":390}},"hold":[],"protocol":1}}\n
        """.utf8)
    private static let background = Array(
        """
        {"id":1,"jsonrpc":"2.0","method":"lifecycle",\
        "params":{"event":"background","hold":[]}}\n
        """.utf8)
    private static let hello: StaticString = "\"hello\""
    private static let answer: StaticString = "\"id\":1,"
    private static let active: StaticString = "\"phase\":\"active\""

    init(executable: String, environment: [String: String]) {
        self.executable = executable
        arguments = [strdup(executable), nil]
        self.environment = environment.map { strdup("\($0.key)=\($0.value)") }
        self.environment.append(strdup("RELAUNCH_CHANNEL=\(Self.channel)"))
        self.environment.append(nil)
    }

    /// Frees what the loop holds. It is not used again.
    func dispose() {
        for text in arguments + environment { free(text) }
    }

    /// One cycle. Returns how long the target took from the call that spawns it to `active`.
    mutating func cycle(savesBefore: Bool) throws -> Duration {
        let begin = ContinuousClock.now
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw BareError("socketpair") }
        defer { close(ends[0]) }
        let process = try spawn(channel: ends[1])
        close(ends[1])
        defer { waitpid(process, nil, 0) }
        defer { kill(process, SIGKILL) }
        // The hello is the target's first line, and its only one until it is answered.
        try receive(Self.hello, from: ends[0])
        try say(Self.welcome, to: ends[0])
        try receive(Self.active, from: ends[0])
        let launch = ContinuousClock.now - begin
        if savesBefore {
            try say(Self.background, to: ends[0])
            try receive(Self.answer, from: ends[0])
        }
        return launch
    }

    private mutating func spawn(channel: Int32) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, channel, Self.channel)
        var process = pid_t()
        let code = posix_spawn(&process, executable, &actions, nil, &arguments, &environment)
        guard code == 0 else { throw BareError("posix_spawn of \(executable)", code) }
        return process
    }

    private func say(_ bytes: [UInt8], to channel: Int32) throws {
        guard send(channel, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
            throw BareError("send to \(executable)")
        }
    }

    /// Reads until the text has come, and the line that it stands in.
    private mutating func receive(_ text: StaticString, from channel: Int32) throws {
        var filled = 0
        while true {
            // One byte of room stays for the end of the string.
            let room = buffer.count - filled - 1
            let isThere = try buffer.withUnsafeMutableBufferPointer { bytes in
                guard let start = bytes.baseAddress else { return false }
                let count = recv(channel, start + filled, room, 0)
                guard count > 0 else { throw BareError("recv from \(executable)") }
                let searched = max(0, filled - text.utf8CodeUnitCount)
                filled += count
                start[filled] = 0
                return start[filled - 1] == CChar(UInt8(ascii: "\n"))
                    && text.withUTF8Buffer { text in
                        text.withMemoryRebound(to: CChar.self) { text in
                            text.baseAddress.map { strstr(start + searched, $0) } ?? nil
                        }
                    } != nil
            }
            if isThere { return }
        }
    }
}

/// A system call of the bare loop that failed.
struct BareError: Error, CustomStringConvertible {
    private let what: String
    private let code: Int32

    init(_ what: String, _ code: Int32 = errno) {
        self.what = what
        self.code = code
    }

    var description: String { "the bare loop: \(what): \(String(cString: strerror(code)))" }
}
