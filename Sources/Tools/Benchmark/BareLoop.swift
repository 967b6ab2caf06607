import Relaunch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The least that driving a target can cost: spawn it, answer its hello, wait until it is active, say
/// lines and wait for their answers, kill it, reap it. No supervisor, no captured output, no JSON, no
/// proof about descendants.
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
    private static let hello = "\"hello\"".utf8CString
    private static let active = "\"phase\":\"active\"".utf8CString

    /// A target that runs, or the tracer that it runs under.
    struct Process {
        let id: pid_t
        let channel: Int32
    }

    /// - Parameter command: the target and its arguments, or a program that launches it.
    init(_ command: [String], environment: [String: String]) {
        executable = command[0]
        arguments = command.map { strdup($0) } + [nil]
        self.environment = environment.map { strdup("\($0.key)=\($0.value)") }
        self.environment.append(strdup("RELAUNCH_CHANNEL=\(Self.channel)"))
        self.environment.append(nil)
    }

    /// Frees what the loop holds. It is not used again.
    func dispose() {
        for text in arguments + environment { free(text) }
    }

    /// One cycle. Returns how long the target took from the call that spawns it to `active`.
    mutating func cycle(asking requests: [BareRequest]) throws -> Duration {
        let begin = ContinuousClock.now
        let process = try start()
        defer { end(process) }
        let launch = ContinuousClock.now - begin
        for request in requests { try ask(request, of: process) }
        return launch
    }

    /// Launches the target and waits until it is active.
    mutating func start() throws -> Process {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw BareError("socketpair") }
        let spawned = Result { try spawn(channel: ends[1]) }
        close(ends[1])
        if case .failure = spawned { close(ends[0]) }
        let process = Process(id: try spawned.get(), channel: ends[0])
        do {
            // The hello is the target's first line, and its only one until it is answered.
            guard try receive(Self.hello, from: process) else { throw gone() }
            try say(Self.welcome, to: process)
            guard try receive(Self.active, from: process) else { throw gone() }
        } catch {
            end(process)
            throw error
        }
        return process
    }

    /// Says a line and waits for the answer to it.
    mutating func ask(_ request: BareRequest, of process: Process) throws {
        guard try isAnswered(request, by: process) else { throw gone() }
    }

    /// Says a line and waits for the answer to it, or for the target's end: then false.
    mutating func isAnswered(_ request: BareRequest, by process: Process) throws -> Bool {
        try say(request.line, to: process)
        return try receive(request.answer, from: process)
    }

    /// Whether what came last has one of these texts in it.
    func heard(_ texts: [ContiguousArray<CChar>]) -> Bool {
        texts.contains { text in
            buffer.withUnsafeBufferPointer { buffer in
                text.withUnsafeBufferPointer { text in
                    guard let start = buffer.baseAddress, let text = text.baseAddress else {
                        return false
                    }
                    return strstr(start, text) != nil
                }
            }
        }
    }

    /// Kills it, and reaps it.
    func end(_ process: Process) {
        kill(process.id, SIGKILL)
        reap(process)
    }

    /// Closes its channel, upon which a target ends by itself, and waits for that.
    func reap(_ process: Process) {
        close(process.channel)
        waitpid(process.id, nil, 0)
    }

    private func gone() -> BareError { BareError("recv from \(executable)", ECONNRESET) }

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

    private func say(_ bytes: [UInt8], to process: Process) throws {
        let count = send(process.channel, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        guard count == bytes.count else { throw BareError("send to \(executable)") }
    }

    /// Reads until the text has come, and the line that it stands in; false where the target is gone.
    private mutating func receive(
        _ text: ContiguousArray<CChar>, from process: Process
    ) throws -> Bool {
        var filled = 0
        while true {
            // One byte of room stays for the end of the string.
            let room = buffer.count - filled - 1
            let count = buffer.withUnsafeMutableBufferPointer { bytes in
                bytes.baseAddress.map { recv(process.channel, $0 + filled, room, 0) } ?? 0
            }
            if count == 0 || (count < 0 && errno == ECONNRESET) { return false }
            guard count > 0 else { throw BareError("recv from \(executable)") }
            let searched = max(0, filled - text.count)
            filled += count
            buffer[filled] = 0
            guard buffer[filled - 1] == CChar(UInt8(ascii: "\n")) else { continue }
            let isThere = buffer.withUnsafeBufferPointer { bytes in
                text.withUnsafeBufferPointer { text in
                    guard let start = bytes.baseAddress, let text = text.baseAddress else {
                        return false
                    }
                    return strstr(start + searched, text) != nil
                }
            }
            if isThere { return true }
        }
    }
}

/// A line that is said to a target, and by what its answer is known.
struct BareRequest: Sendable {
    let line: [UInt8]
    let answer: ContiguousArray<CChar>

    init(_ id: Int, _ method: String, _ params: JSON) {
        let message: JSON = [
            "id": .integer(Int64(id)), "jsonrpc": "2.0", "method": .string(method),
            "params": params,
        ]
        line = Array((message.text + "\n").utf8)
        answer = "\"id\":\(id),".utf8CString
    }

    static func lifecycle(_ id: Int, _ event: String) -> BareRequest {
        BareRequest(id, "lifecycle", ["event": .string(event), "hold": []])
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
