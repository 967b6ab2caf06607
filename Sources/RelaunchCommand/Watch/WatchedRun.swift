import CrashStates
import Relaunch

/// One `relaunch run` of some files, in a process of its own that has this terminal. Its events come
/// through a pipe, whose end is its end.
final class WatchedRun {
    let files: [ScenarioFile]
    private let process: pid_t
    /// Readable when there is an event, or when the process has ended.
    let descriptor: Int32
    private var buffer: [UInt8] = []
    /// Whether it was told to stop because something was saved.
    private(set) var isStopped = false

    /// The descriptor that the process writes its events to.
    private static let eventsDescriptor: Int32 = 3

    /// - Parameters:
    ///   - named: what `relaunch run` is told of the files.
    ///   - options: those of `relaunch run`.
    init(_ files: [ScenarioFile], named: [String], options: [String]) throws {
        self.files = files
        let pipe = try makePipe()
        defer { close(pipe.write) }
        let arguments =
            [CommandLine.arguments[0], "run"] + named
            + ["--events", "/dev/fd/\(Self.eventsDescriptor)"] + options
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, pipe.write, Self.eventsDescriptor)
        var strings = arguments.map { strdup($0) } + [nil]
        defer { for string in strings { free(string) } }
        var process: pid_t = 0
        let code = posix_spawn(&process, Installation.program, &actions, nil, &strings, environ)
        guard code == 0 else {
            close(pipe.read)
            throw FileError(action: "start", path: Installation.program, code: code)
        }
        self.process = process
        descriptor = pipe.read
    }

    deinit { close(descriptor) }

    /// Ends it as Ctrl-C does: what has a result is reported.
    func stop() {
        isStopped = true
        signal(SIGINT)
    }

    func signal(_ number: Int32) { kill(process, number) }

    /// Takes the events that have come; nil once the process has ended, and was waited for.
    func takeEvents() -> [Event]? {
        var chunk = [UInt8](repeating: 0, count: 65536)
        var isOver = false
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            if count > 0 {
                buffer += chunk[..<count]
            } else {
                isOver = count == 0
                if count == 0 || errno != EINTR { break }
            }
        }
        var events: [Event] = []
        while let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
            let line = String(decoding: buffer[..<end], as: UTF8.self)
            buffer.removeSubrange(...end)
            if let event = try? EventStream.event(from: line) { events.append(event) }
        }
        guard isOver, events.isEmpty else { return events }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return nil
    }
}
