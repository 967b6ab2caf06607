@testable import CrashStates

#if os(Linux)
    import CSupervisor
    import Glibc
    import Testing

    @testable import Relaunch

    /// A container, a supervisor and a recorder of one test's own.
    final class RecordingBench {
        let supervisor: Supervisor
        let recorder: Recorder
        let container: String
        private let root: String
        private let store: BaseStore
        private var base: DirectoryTree

        init() throws {
            var template = Array("/tmp/recording-tests-XXXXXX".utf8CString)
            let made: String? = template.withUnsafeMutableBufferPointer {
                guard let base = $0.baseAddress, let path = mkdtemp(base) else { return nil }
                return String(cString: path)
            }
            root = try #require(made)
            container = root + "/container"
            try #require(mkdir(container, 0o755) == 0)
            store = try BaseStore(in: root)
            base = try BaseImage.read(container, store: store)
            supervisor = try Supervisor()
            recorder = Recorder(supervisor)
        }

        deinit {
            _ = try? supervisor.terminateAndReap(within: .seconds(10))
            _ = try? supervisor.spawn(
                Supervisor.Command(
                    executable: "/bin/rm", arguments: ["-rf", root], directory: "/"))
            // A supervisor that goes kills what it has spawned.
            _ = eventually { access(self.root, F_OK) != 0 }
        }

        /// A place beside the container.
        var outside: String { root }

        /// Spawns a program in the container, with a recording possible.
        func spawn(
            _ executable: String, _ arguments: [String] = [], output: Int32? = nil,
            error: Int32? = nil, channel: Int32? = nil
        ) throws -> Int32 {
            let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
            return try supervisor.spawn(
                Supervisor.Command(
                    executable: executable, arguments: arguments,
                    environment: [
                        "PATH": path, "HOME": container, "TMPDIR": container,
                        "GIT_CONFIG_NOSYSTEM": "1",
                    ],
                    directory: container, output: output, error: error, channel: channel,
                    recorded: container))
        }

        /// Waits for the end of a process.
        func end(of process: Int32, within limit: Duration = .seconds(60)) throws
            -> Relaunch.ExitStatus
        {
            var status: Relaunch.ExitStatus?
            _ = eventually(within: limit) {
                status = self.supervisor.exit(of: process)?.status
                return status != nil
            }
            return try #require(status, "process \(process) did not end in time")
        }

        /// Records a program from its birth to its end.
        func record(
            _ executable: String, _ arguments: [String] = [], plan: RecordingPlan? = nil,
            limits: RecordingLimits = RecordingLimits()
        ) throws -> (recording: Recording, status: Relaunch.ExitStatus) {
            base = try BaseImage.read(container, store: store)
            try recorder.start(limits: limits, plan: plan)
            let status = try end(of: spawn(executable, arguments))
            try supervisor.terminateAndReap(within: .seconds(10))
            return (try recorder.stop(), status)
        }

        func shell(_ script: String, plan: RecordingPlan? = nil) throws -> (
            recording: Recording, status: Relaunch.ExitStatus
        ) {
            try record("/bin/sh", ["-c", script], plan: plan)
        }

        /// What is on disk and not in the recording, or the other way round.
        func differences(_ recording: Recording) throws -> [CrossCheck.Difference] {
            var tree = base
            for operation in recording.calls.flatMap(\.operations) { try tree.apply(operation) }
            var check = CrossCheck(root: container) {
                recording.identities[FileKey(device: $0, inode: $1)] ?? FileID($1)
            }
            return try check.differences(from: tree, isComplete: true)
        }

        /// The names in the container.
        var names: [String] { namesInDirectory(container).sorted() }
    }

    private func namesInDirectory(_ path: String) -> [String] {
        guard let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// Waits until something is so. False where it does not come about in time.
    func eventually(within limit: Duration = .seconds(10), _ condition: () throws -> Bool)
        rethrows -> Bool
    {
        let deadline = ContinuousClock.now + limit
        while try !condition() {
            if ContinuousClock.now > deadline { return false }
            poll(nil, 0, 1)
        }
        return true
    }

    /// A pipe whose ends are closed with it.
    final class TestPipe {
        let reading: Int32
        private(set) var writing: Int32

        init() throws {
            var ends: [Int32] = [-1, -1]
            try #require(pipe(&ends) == 0)
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            (reading, writing) = (ends[0], ends[1])
        }

        deinit {
            close(reading)
            closeWriting()
        }

        func closeWriting() {
            if writing >= 0 { close(writing) }
            writing = -1
        }

        /// What has arrived by the deadline, or an empty string.
        func read(within milliseconds: Int32 = 10_000) -> String {
            var file = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
            guard poll(&file, 1, milliseconds) == 1 else { return "" }
            var buffer = [UInt8](repeating: 0, count: 65536)
            let count = Glibc.read(reading, &buffer, buffer.count)
            return String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)
        }
    }
#endif
