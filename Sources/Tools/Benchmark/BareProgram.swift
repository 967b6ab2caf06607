import CrashStates
import Relaunch

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The least that driving a program as it is can cost: it is spawned with a pipe or a terminal, what it says is
/// read, and it is killed with its children and reaped. No supervisor and no proof about descendants.
final class BareProgram {
    private let id: pid_t
    /// What it says on its output, its error, its terminal, or on the pipe of its developer tools.
    private let output: Int32
    private let terminal: PseudoTerminal?
    private let directory: String
    private var heard: [UInt8] = []
    private var buffer = [UInt8](repeating: 0, count: 64 * 1024)

    init(
        _ command: [String], hasTerminal: Bool, in directory: String,
        environment: [String: String]
    ) throws {
        self.directory = directory
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        terminal = hasTerminal ? try PseudoTerminal(rows: 24, columns: 80) : nil
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw BareError("socketpair") }
        defer { close(ends[1]) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let isBrowser = command.contains("--remote-debugging-pipe")
        let numbers: [Int32] = hasTerminal ? [0, 1, 2] : isBrowser ? [3, 4] : [1, 2]
        let target = terminal?.targetEnd ?? ends[1]
        for number in numbers { posix_spawn_file_actions_adddup2(&actions, target, number) }
        var arguments = command.map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { (arguments + variables).forEach { free($0) } }
        var process = pid_t()
        // It inherits the working directory of this process, which has nothing else to do now.
        let before = FileManager.default.currentDirectoryPath
        guard chdir(directory) == 0 else { throw BareError("chdir to \(directory)") }
        let code = posix_spawn(&process, command[0], &actions, nil, &arguments, &variables)
        chdir(before)
        output = ends[0]
        id = process
        guard code == 0 else {
            close(ends[0])
            throw BareError("posix_spawn of \(command[0])", code)
        }
    }

    private var descriptor: Int32 { terminal?.harnessEnd ?? output }

    /// Reads until a text has come.
    func read(until text: String) throws {
        let wanted = Array(text.utf8)
        while heard.firstRange(of: wanted) == nil {
            var waited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&waited, 1, 30_000) == 1 else { throw BareError("no '\(text)'", ETIMEDOUT) }
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            guard count > 0 else { throw BareError("read") }
            heard += buffer[..<count]
        }
    }

    /// Connects again and again until a Unix socket takes connections.
    func connect(to name: String) throws {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) {
            $0.copyBytes(from: "\(directory)/\(name)".utf8)
        }
        let limit = ContinuousClock.now + .seconds(30)
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        while ContinuousClock.now < limit {
            let descriptor = socket(
                AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
            defer { close(descriptor) }
            let code = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    Glibc.connect(descriptor, $0, size)
                }
            }
            if code == 0 { return }
            usleep(200)
        }
        throw BareError("connect to \(name)", ETIMEDOUT)
    }

    func type(_ text: String) throws {
        let bytes = Array(text.utf8)
        heard = []
        guard write(descriptor, bytes, bytes.count) == bytes.count else { throw BareError("write") }
    }

    /// Waits until a browser has a tab that has loaded. A page may be there before it is asked for, or come
    /// while it is, which leaves the question without its answer.
    func awaitPage() throws {
        try type(
            #"{"id":1,"method":"Target.setAutoAttach","params":{"autoAttach":true,"#
                + #""waitForDebuggerOnStart":false,"flatten":true,"filter":[{"type":"page"}]}}"#
                + "\0")
        let sign = #""sessionId":""#
        try read(until: sign)
        try read(until: #"waitingForDebugger"#)
        let text = String(decoding: heard, as: UTF8.self)
        let session = text.components(separatedBy: sign)[1].prefix { $0 != "\"" }
        // The empty page that a tab has first is not meant.
        let script =
            "location.href == 'about:blank' ? new Promise(() => {}) : new Promise(fulfil => "
            + "document.readyState == 'complete' ? fulfil('there') "
            + ": addEventListener('load', () => fulfil('there')))"
        for number in 2... {
            try type(
                #"{"id":\#(number),"sessionId":"\#(session)","method":"Runtime.evaluate","#
                    + #""params":{"expression":"\#(script)","awaitPromise":true}}"# + "\0")
            try read(until: #"{"id":\#(number),"#)
            try read(until: "\0")
            if heard.firstRange(of: Array(#""value":"there""#.utf8)) != nil { return }
            usleep(2000)
        }
    }

    /// Kills it with its children, and waits until they are gone.
    func end() {
        let processes = [id] + children(of: id)
        for process in processes { kill(process, SIGKILL) }
        waitpid(id, nil, 0)
        // Those of a dead parent are reaped by another.
        for child in processes.dropFirst() {
            while lives(child) { usleep(100) }
        }
        close(output)
    }

    private func lives(_ process: pid_t) -> Bool {
        let stat = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        return stat.map { !$0.contains(") Z ") } ?? false
    }

    private func children(of process: pid_t) -> [pid_t] {
        let path = "/proc/\(process)/task/\(process)/children"
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        let direct = text.split(separator: " ").compactMap { pid_t($0) }
        return direct + direct.flatMap { children(of: $0) }
    }
}
