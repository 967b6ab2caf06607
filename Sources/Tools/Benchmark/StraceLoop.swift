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

/// What a user would write without this harness: for each file-changing call of the step, put the
/// container back, drive the target to the step under `strace`, which kills it at that call, and
/// look at what a relaunch makes of it.
///
/// It is as good as such a loop gets: one run under `strace` finds the calls that change something in
/// the container, so that none is tried for nothing, and everything is said to the target without a
/// harness. (`strace` counts the calls of each name by themselves: a point is a name and a number.)
struct StraceLoop: Sendable {
    /// The calls that are looked at, as `strace` names them; those that it does not know are left out.
    private static let calls = [
        "open", "openat", "openat2", "creat", "write", "pwrite64", "writev", "pwritev", "pwritev2",
        "sendfile", "copy_file_range", "splice", "truncate", "ftruncate", "fallocate", "rename",
        "renameat", "renameat2", "link", "linkat", "symlink", "symlinkat", "unlink", "unlinkat",
        "mkdir", "mkdirat", "rmdir", "mknod", "mknodat", "chmod", "fchmod", "fchmodat", "chown",
        "lchown", "fchown", "fchownat", "setxattr", "lsetxattr", "fsetxattr", "removexattr",
        "lremovexattr", "fremovexattr",
    ]
    private static let writing: Set = [
        "write", "pwrite64", "writev", "pwritev", "pwritev2", "sendfile", "copy_file_range",
        "splice", "ftruncate", "fallocate", "fchmod", "fchown", "fsetxattr", "fremovexattr",
    ]

    /// A call at which the target is killed: the so-manyth of its name.
    struct Point: Sendable {
        var call: String
        var number: Int
    }

    /// What came of one pass over all points.
    struct Pass: Sendable {
        /// What was on disk after each death, and after the step's end.
        var states: [Listing] = []
        /// Seconds of the whole pass, the run that finds the points among them.
        var seconds = 0.0
        /// Seconds for each point, with the given number of workers.
        var secondsForPoint = 0.0
    }

    let strace: String
    let subject: SweepSubject
    let base: Listing
    let environment: [String: String]
    /// The container that `environment` names.
    let container: String

    /// The path of `strace`, or nil where it is not installed.
    static var installed: String? { Executable.onPath("strace") }

    /// One pass, by so many workers at once.
    func pass(workers: Int, in folder: String) async throws -> Pass {
        let begin = ContinuousClock.now
        let points = try find(in: folder)
        guard !points.isEmpty else { throw BareError("no call changes the container", ENOENT) }
        let found = ContinuousClock.now
        let (states, idle) = try await withThrowingTaskGroup(
            of: (states: [Listing], idle: Duration).self
        ) { group in
            for worker in 0..<workers {
                group.addTask {
                    let all = points.map(Optional.some) + [nil]
                    let own = stride(from: worker, to: all.count, by: workers).map { all[$0] }
                    return try visit(own, in: "\(folder)/\(worker)")
                }
            }
            return try await group.reduce(into: (states: [Listing](), idle: Duration.zero)) {
                $0.states += $1.states
                $0.idle = max($0.idle, $1.idle)
            }
        }
        let end = ContinuousClock.now - idle
        return Pass(
            states: states, seconds: (end - begin).seconds,
            secondsForPoint: (end - found).seconds / Double(points.count + 1))
    }

    /// What the step leaves where it is not cut short.
    func wholeStep(in folder: String) throws -> Listing {
        let container = folder + "/whole"
        try base.write(to: container)
        try run(to: nil, in: container)
        return try Listing(of: container)
    }

    // MARK: One point after the other

    /// Visits points; nil is the end of the step. The time that it took to list the states is `idle`.
    private func visit(_ points: [Point?], in container: String) throws -> (
        states: [Listing], idle: Duration
    ) {
        var states: [Listing] = []
        var idle = Duration.zero
        var relaunch = loop([subject.executable], in: container)
        defer { relaunch.dispose() }
        for point in points {
            try base.write(to: container)
            try run(to: point, in: container)
            let begin = ContinuousClock.now
            states.append(try Listing(of: container))
            idle += ContinuousClock.now - begin
            try relaunch.check(subject)
        }
        return (states, idle)
    }

    /// Drives the target through the step, to its death at a point or to the end.
    private func run(to point: Point?, in container: String) throws {
        let tracer = point.map {
            [
                strace, "-f", "-qq", "-o", "/dev/null", "-e", "trace=\($0.call)", "-e",
                "inject=\($0.call):signal=KILL:when=\($0.number)",
            ]
        }
        var loop = loop((tracer ?? []) + [subject.executable], in: container)
        defer { loop.dispose() }
        let process = try loop.start()
        for request in subject.drivingLines { try loop.ask(request, of: process) }
        for request in subject.sweptLines {
            guard try loop.isAnswered(request, by: process) else {
                return loop.reap(process)
            }
        }
        loop.end(process)
        if let point {
            throw BareError("strace did not kill at \(point.call) \(point.number)", ESRCH)
        }
    }

    private func loop(_ command: [String], in container: String) -> BareLoop {
        BareLoop(
            command, environment: environment.moved(from: self.container, to: container))
    }

    // MARK: Finding the points

    /// Runs the step once to its end under `strace` and picks the calls that change the container.
    private func find(in folder: String) throws -> [Point] {
        let container = folder + "/points"
        let log = folder + "/points.log"
        try base.write(to: container)
        let set = Self.calls.map { "?" + $0 }.joined(separator: ",")
        var loop = loop(
            [
                strace, "-f", "-qq", "-y", "-s", "1000", "-o", log, "-e",
                "trace=\(set),?sendto,?sendmsg", subject.executable,
            ], in: container)
        defer { loop.dispose() }
        let process = try loop.start()
        for request in subject.drivingLines + subject.sweptLines {
            try loop.ask(request, of: process)
        }
        loop.reap(process)
        let text = try String(decoding: Data(contentsOf: URL(fileURLWithPath: log)), as: UTF8.self)
        return points(in: text, container)
    }

    /// The calls of the step lie between the answer before it and its own.
    private func points(in log: String, _ container: String) -> [Point] {
        let first = "\\\"id\\\":\(subject.driving.count),"
        let last = "\\\"id\\\":\(subject.driving.count + subject.swept.count),"
        var counts: [Substring: Int] = [:]
        var points: [Point] = []
        var isInStep = false
        for line in log.split(separator: "\n") {
            guard let process = line.firstIndex(of: " "), let end = line.firstIndex(of: "("),
                process < end
            else { continue }
            let call = line[process..<end].drop { $0 == " " }
            counts[line[..<end], default: 0] += 1
            if line.contains("\\\"result\\\"") {
                if line.contains(last) { break }
                if line.contains(first) { isInStep = true }
            } else if isInStep, changes(line, String(call), container) {
                points.append(Point(call: String(call), number: counts[line[..<end]] ?? 0))
            }
        }
        return points
    }

    /// Whether a line of the log is a call that changed something in the container.
    private func changes(_ line: Substring, _ call: String, _ container: String) -> Bool {
        if call.hasPrefix("send") && call != "sendfile" || line.contains(") = -1 ") { return false }
        if call.hasPrefix("open") { return line.contains("O_CREAT") || line.contains("O_TRUNC") }
        if Self.writing.contains(call) { return line.contains("<\(container)") }
        return true
    }
}

extension BareLoop {
    /// Launches the target on what a death has left, waits for its state, checks it, and kills it.
    mutating func check(_ subject: SweepSubject) throws {
        let process = try start()
        defer { end(process) }
        try ask(BareRequest(1, "state", [:]), of: process)
        guard heard(subject.acceptedTexts) else {
            throw BareError("\(subject.name) has another \(subject.field) than it may", EINVAL)
        }
    }
}

extension [String: String] {
    /// With the paths in it moved from one container to another.
    func moved(from old: String, to new: String) -> [String: String] {
        mapValues { $0 == old || $0.hasPrefix(old + "/") ? new + $0.dropFirst(old.count) : $0 }
    }
}
