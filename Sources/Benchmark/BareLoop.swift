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
    private var buffer = [UInt8](repeating: 0, count: 256 * 1024)
    private var filled = 0

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
    private static let active = Array("\"phase\":\"active\"".utf8)

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
        filled = 0
        // The hello is the target's first line, and its only one until it is answered.
        try receive(from: ends[0]) { $0.last == UInt8(ascii: "\n") }
        filled = 0
        try say(Self.welcome, to: ends[0])
        try receive(from: ends[0]) { $0.contains(Self.active) }
        let launch = ContinuousClock.now - begin
        if savesBefore {
            let answer = Array("\"id\":1,".utf8)
            try say(Self.background, to: ends[0])
            try receive(from: ends[0]) { bytes in
                bytes.last == UInt8(ascii: "\n") && bytes.contains(answer)
            }
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

    /// Reads until what has come satisfies the condition.
    private mutating func receive(
        from channel: Int32, until isEnough: (ArraySlice<UInt8>) -> Bool
    ) throws {
        repeat {
            let room = buffer.count - filled
            let count = buffer.withUnsafeMutableBytes { bytes in
                recv(channel, bytes.baseAddress?.advanced(by: filled), room, 0)
            }
            guard count > 0 else { throw BareError("recv from \(executable)") }
            filled += count
        } while !isEnough(buffer[..<filled])
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
