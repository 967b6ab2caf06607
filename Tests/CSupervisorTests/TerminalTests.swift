#if os(Linux)
    import CSupervisor
    import Glibc
    import Testing

    /// A terminal of one test's own, with the side of the harness.
    final class Terminal {
        private var ends = rl_terminal()
        private var rest = ""

        init(rows: Int32 = 24, columns: Int32 = 80) throws {
            let code = rl_terminal_open(&ends, rows, columns)
            try #require(code == 0, "\(String(cString: strerror(code)))")
        }

        deinit {
            closeTargetEnd()
            hangUp()
        }

        var targetEnd: Int32 { ends.target_end }
        var name: String { String(cString: ttyname(ends.target_end)) }

        func closeTargetEnd() {
            if ends.target_end >= 0 { close(ends.target_end) }
            ends.target_end = -1
        }

        func hangUp() {
            if ends.harness_end >= 0 { close(ends.harness_end) }
            ends.harness_end = -1
        }

        func type(_ text: String) {
            let bytes = Array(text.utf8)
            #expect(write(ends.harness_end, bytes, bytes.count) == bytes.count)
        }

        func resize(rows: Int32, columns: Int32) -> Int32 {
            rl_terminal_resize(ends.harness_end, rows, columns)
        }

        /// The next line that is shown, without its end, or nil where none comes in time.
        func readLine(within timeout: Int32 = 10_000) -> String? {
            while true {
                if let end = rest.utf8.firstIndex(of: 10) {
                    let line = String(rest[..<end])
                    rest = String(rest[rest.utf8.index(after: end)...])
                    return line.filter { $0 != "\r" }
                }
                var file = pollfd(fd: ends.harness_end, events: Int16(POLLIN), revents: 0)
                var buffer = [UInt8](repeating: 0, count: 65536)
                guard poll(&file, 1, timeout) == 1,
                    case let count = read(ends.harness_end, &buffer, buffer.count), count > 0
                else { return nil }
                rest += String(decoding: buffer.prefix(count), as: UTF8.self)
                    .split(separator: "\r\n", omittingEmptySubsequences: false)
                    .joined(separator: "\n")
            }
        }
    }

    @Suite("A process with a terminal")
    struct TerminalTests {
        /// How a process is spawned. Its terminal is the same.
        enum Way: CaseIterable, Sendable { case plain, traced, counted }

        private let supervisor: Supervisor
        private let directory: TemporaryDirectory

        init() throws {
            supervisor = try Supervisor()
            directory = try TemporaryDirectory()
        }

        private func spawn(_ script: String, at terminal: Terminal, _ way: Way) throws -> pid_t {
            let end = terminal.targetEnd
            let result = try supervisor.trySpawn(
                ["/bin/sh", "-c", script], directory: directory.path, input: end, output: end,
                error: end, recorded: way == .plain ? nil : directory.path,
                counted: way == .counted, terminal: true)
            try #require(result.step == 0, "step \(result.step), errno \(result.error)")
            return result.pid
        }

        @Test("finds a terminal of the size that was asked for", arguments: Way.allCases)
        func hasTerminal(way: Way) throws {
            let terminal = try Terminal(rows: 33, columns: 101)
            _ = try spawn(
                "test -t 0 && test -t 1 && test -t 2 && tty && stty size", at: terminal, way)
            #expect(terminal.readLine() == terminal.name)
            #expect(terminal.readLine() == "33 101")
        }

        @Test("leads the session whose controlling terminal it is", arguments: Way.allCases)
        func controlsTerminal(way: Way) throws {
            let terminal = try Terminal()
            let pid = try spawn("echo there > /dev/tty; exec sleep 1000", at: terminal, way)
            #expect(terminal.readLine() == "there")
            #expect(getsid(pid) == pid && getpgid(pid) == pid)
            let stat = try #require(textOfFile("/proc/\(pid)/stat"))
            let fields = stat[try #require(stat.lastIndex(of: ")"))...].split(separator: " ")
            var status = Glibc.stat()
            try #require(fstat(terminal.targetEnd, &status) == 0)
            #expect(fields[5] == "\(status.st_rdev)", "the terminal of its session")
            #expect(fields[6] == "\(pid)", "the group in the foreground")
        }

        @Test("gets SIGINT with its foreground group when Ctrl-C is typed", arguments: Way.allCases)
        func isInterrupted(way: Way) throws {
            let terminal = try Terminal()
            let pid = try spawn(
                "trap 'echo caught' INT; echo ready; sleep 1000; exit 3", at: terminal, way)
            #expect(terminal.readLine() == "ready")
            // Before it is `sleep`, the child has the shell's trap and loses the signal.
            #expect(
                try eventually {
                    try supervisor.processes().contains {
                        textOfFile("/proc/\($0)/comm") == "sleep\n"
                    }
                })
            terminal.type("\u{3}")
            #expect(terminal.readLine()?.hasSuffix("caught") == true, "after the echo of ^C")
            let event = try #require(supervisor.nextExit())
            #expect(event.pid == pid && rl_wait_status_exit_code(event.status) == 3)
        }

        @Test("gets SIGWINCH and the new size when it is resized", arguments: Way.allCases)
        func isResized(way: Way) throws {
            let terminal = try Terminal()
            _ = try spawn(
                "trap 'stty size' WINCH; echo ready; while :; do sleep 0.02; done", at: terminal,
                way)
            #expect(terminal.readLine() == "ready")
            #expect(terminal.resize(rows: 40, columns: 132) == 0)
            #expect(terminal.readLine() == "40 132")
        }

        @Test(
            "leaves nothing when it is killed, with all that it has started",
            arguments: Way.allCases)
        func isKilled(way: Way) throws {
            let path = "/proc/\(supervisor.pid)/fd"
            let before = namesInDirectory(path).count
            do {
                let terminal = try Terminal()
                _ = try spawn(
                    // One that waits for its job may do so when both are dying: that job is not counted.
                    "trap '' HUP INT; sleep 1000 & (setsid sleep 1000 &); echo ready; "
                        + "exec tail -f /dev/null",
                    at: terminal, way)
                #expect(terminal.readLine() == "ready")
                #expect(try eventually { try supervisor.processes().count == 3 })
                let termination = try supervisor.terminateAndReap()
                #expect(termination.killed == 3 && termination.remaining == 0)
                terminal.closeTargetEnd()
                #expect(terminal.readLine() == nil, "nobody has it open any more")
            }
            #expect(try supervisor.processes().isEmpty)
            // Who is told of counted calls is let go of when the supervisor next looks.
            #expect(eventually { namesInDirectory(path).count == before })
        }

        @Test("is hung up when the harness closes the terminal", arguments: Way.allCases)
        func isHungUp(way: Way) throws {
            let terminal = try Terminal()
            let pid = try spawn("echo ready; exec sleep 1000", at: terminal, way)
            #expect(terminal.readLine() == "ready")
            terminal.hangUp()
            let event = try #require(supervisor.nextExit())
            #expect(event.pid == pid && rl_wait_status_signal(event.status) == SIGHUP)
            #expect(try supervisor.terminateAndReap().killed == 0)
        }

        @Test("that ignores the hang-up is killed like any other", arguments: Way.allCases)
        func ignoresHangUp(way: Way) throws {
            let terminal = try Terminal()
            let pid = try spawn("trap '' HUP; echo ready; exec sleep 1000", at: terminal, way)
            #expect(terminal.readLine() == "ready")
            terminal.hangUp()
            #expect(try supervisor.terminateAndReap().killed == 1)
            #expect(!isAlive(pid))
        }

        @Test("is recorded with what it tells its terminal, by whatever name it opens that")
        func isRecorded() throws {
            let terminal = try Terminal()
            let file = rl_record_file()
            defer { close(file) }
            var options = rl_record_options()
            options.file = file
            options.call_limit = 1000
            options.byte_limit = 1 << 20
            try supervisor.startRecording(options)
            let pid = try spawn(
                "echo one; echo two > /dev/tty; echo x > file", at: terminal, .traced)
            #expect(supervisor.nextExit()?.pid == pid)
            let result = try supervisor.stopRecording()
            #expect(acknowledgements(in: file, size: Int(result.bytes)) == ["one\n", "two\n"])
        }

        /// What a recording says was told on the output.
        private func acknowledgements(in file: Int32, size: Int) -> [String] {
            var bytes = [UInt8](repeating: 0, count: size)
            guard pread(file, &bytes, size, 0) == size else { return [] }
            return bytes.withUnsafeBytes { bytes in
                var told: [String] = []
                var position = 0
                while position < size {
                    let record = bytes.loadUnaligned(fromByteOffset: position, as: rl_record.self)
                    let data =
                        position + MemoryLayout<rl_record>.size + Int(record.path_size)
                        + Int(record.other_path_size) + Int(record.extra_size)
                    if record.kind == UInt16(RL_RECORD_ACKNOWLEDGE.rawValue),
                        record.arguments == RL_STREAM_OUTPUT.rawValue
                    {
                        let end = data + Int(record.data_size)
                        told.append(String(decoding: bytes[data..<end], as: UTF8.self))
                    }
                    position += Int(record.size)
                }
                return told
            }
        }

        // MARK: Bad input

        @Test(
            "is refused where the size is none",
            arguments: [(0, 80), (24, 0), (-1, 80), (65536, 80), (24, 65536)])
        func refusesSizes(rows: Int32, columns: Int32) throws {
            var ends = rl_terminal()
            #expect(rl_terminal_open(&ends, rows, columns) == EINVAL)
            #expect(ends.harness_end == -1 && ends.target_end == -1)
            let terminal = try Terminal(rows: 65535, columns: 1)
            #expect(terminal.resize(rows: rows, columns: columns) == EINVAL)
        }

        @Test("is refused where the machine gives no terminal")
        func namesShortage() throws {
            let output = try Pipe()
            _ = try supervisor.spawn(
                [TinyTargets.path.get(), "terminal-without-descriptors"], output: output.writing)
            #expect(output.readLine(within: 30_000) == "\(EMFILE) -1 -1")
        }

        @Test(
            "is refused where its input is none, or belongs to another session",
            arguments: Way.allCases)
        func refusesOthers(way: Way) throws {
            let pipe = try Pipe()
            let recorded = way == .plain ? nil : directory.path
            let none = try supervisor.trySpawn(
                ["/bin/true"], input: pipe.reading, recorded: recorded, counted: way == .counted,
                terminal: true)
            #expect(none.step == Int32(RL_SPAWN_TERMINAL.rawValue) && none.error == ENOTTY)

            let terminal = try Terminal()
            _ = try spawn("echo ready; exec sleep 1000", at: terminal, .plain)
            #expect(terminal.readLine() == "ready")
            let taken = try supervisor.trySpawn(
                ["/bin/true"], input: terminal.targetEnd, recorded: recorded,
                counted: way == .counted, terminal: true)
            #expect(taken.step == Int32(RL_SPAWN_TERMINAL.rawValue) && taken.error == EPERM)
            #expect(try supervisor.terminateAndReap().killed == 1)
        }
    }
#endif
