#if os(Linux)
    import Glibc
    import Testing

    /// A pipe whose ends are closed with it.
    final class Pipe {
        private(set) var reading: Int32 = -1
        private(set) var writing: Int32 = -1
        private var rest = ""

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

        /// What arrives before the deadline; empty at the end of file or when nothing came.
        func readSome(within timeout: Int32 = 5000) -> String {
            var file = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
            guard poll(&file, 1, timeout) == 1 else { return "" }
            var buffer = [UInt8](repeating: 0, count: 65536)
            let count = read(reading, &buffer, buffer.count)
            return String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)
        }

        /// The next line, without its end, or nil where none came in time.
        func readLine(within timeout: Int32 = 5000) -> String? {
            while true {
                if let end = rest.firstIndex(of: "\n") {
                    let line = String(rest[..<end])
                    rest = String(rest[rest.index(after: end)...])
                    return line
                }
                let more = readSome(within: timeout)
                if more.isEmpty { return nil }
                rest += more
            }
        }

        /// Everything up to the end of file. The writing end has to be closed here.
        func readAll() -> String {
            var all = rest
            while case let more = readSome(), !more.isEmpty { all += more }
            return all
        }

        /// Whether nobody can write any more and everything has been read.
        var isAtEnd: Bool {
            var file = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
            return poll(&file, 1, 0) == 1 && file.revents == Int16(POLLHUP)
        }

        /// How many bytes lie in the pipe.
        var unread: Int {
            var count: Int32 = 0
            _ = ioctl(reading, UInt(FIONREAD), &count)
            return Int(count)
        }
    }

    /// A directory that goes with the test.
    final class TemporaryDirectory {
        let path: String

        init() throws {
            var template = Array("/tmp/supervisor-tests-XXXXXX".utf8CString)
            let made: String? = template.withUnsafeMutableBufferPointer {
                guard let path = mkdtemp($0.baseAddress!) else { return nil }
                return String(cString: path)
            }
            path = try #require(made)
        }

        deinit {
            for name in entries { unlink("\(path)/\(name)") }
            rmdir(path)
        }

        var entries: [String] { namesInDirectory(path).filter { $0 != "." && $0 != ".." } }

        func write(_ text: String, to name: String) throws {
            let file = open("\(path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
            try #require(file >= 0)
            defer { close(file) }
            let bytes = Array(text.utf8)
            try #require(Glibc.write(file, bytes, bytes.count) == bytes.count)
        }
    }

    func namesInDirectory(_ path: String) -> [String] {
        guard let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            names.append(
                withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                })
        }
        return names
    }

    func textOfFile(_ path: String) -> String? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 65536)
        let count = read(file, &bytes, bytes.count)
        return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    /// The states of all threads of a process as /proc shows them, or nil where it is gone.
    func threadStates(of pid: pid_t) -> Set<Character>? {
        let threads = namesInDirectory("/proc/\(pid)/task").filter { Int($0) != nil }
        let states = threads.compactMap { thread -> Character? in
            guard let text = textOfFile("/proc/\(pid)/task/\(thread)/stat"),
                let end = text.lastIndex(of: ")")
            else { return nil }
            return text[end...].dropFirst(2).first
        }
        return states.isEmpty ? nil : Set(states)
    }

    func isAlive(_ pid: pid_t) -> Bool {
        kill(pid, 0) == 0 && threadStates(of: pid) != ["Z"]
    }

    /// Waits until something is so. False where it does not come about in time.
    func eventually(within timeout: Duration = .seconds(10), _ condition: () throws -> Bool)
        rethrows
        -> Bool
    {
        let deadline = ContinuousClock.now + timeout
        while try !condition() {
            if ContinuousClock.now > deadline { return false }
            poll(nil, 0, 1)
        }
        return true
    }
#endif
