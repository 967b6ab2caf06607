#if os(Linux)
    import CSupervisor
    import Glibc
    import Testing

    @Suite("A traced process tree")
    struct TraceTests {
        @Test(
            "is frozen, thawed, terminated and reaped, whatever its shape",
            arguments: ["deep", "threads", "bomb", "chain", "vforks"])
        func obeys(shape: String) throws {
            let supervisor = try Supervisor()
            let directory = try TemporaryDirectory()
            let output = try Pipe()
            _ = try supervisor.spawn(
                [TinyTargets.path.get(), shape], output: output.writing, recorded: directory.path)
            try #require(output.readLine() == "ready")
            for _ in 1...5 {
                let count = try supervisor.freeze()
                let processes = try supervisor.processes()
                #expect(Int(count) == processes.count)
                #expect(
                    processes.allSatisfy {
                        threadStates(of: $0)?.isSubset(of: ["t", "Z"]) ?? false
                    })
                try supervisor.thaw()
            }
            #expect(try supervisor.terminateAndReap(timeout: 20_000).remaining == 0)
            #expect(try supervisor.processes().isEmpty)
        }

        /// There is always another stop to serve, and no command may wait until there is none.
        @Test("that forks as fast as it can is ended before it is too large")
        func commandsComeBetweenForks() throws {
            let supervisor = try Supervisor()
            let directory = try TemporaryDirectory()
            let output = try Pipe()
            _ = try supervisor.spawn(
                [TinyTargets.path.get(), "large-bomb"], output: output.writing,
                recorded: directory.path)
            try #require(output.readLine() == "ready")
            let termination = try supervisor.terminateAndReap(timeout: 20_000)
            #expect(termination.killed < 6000 && termination.remaining == 0)
        }

        @Test("is killed as often as there are processes, not threads")
        func countsProcesses() throws {
            let supervisor = try Supervisor()
            let directory = try TemporaryDirectory()
            let output = try Pipe()
            _ = try supervisor.spawn(
                [TinyTargets.path.get(), "deep"], output: output.writing, recorded: directory.path)
            try #require(output.readLine() == "ready")
            let termination = try supervisor.terminateAndReap()
            #expect(termination.killed == 50 && termination.remaining == 0)
        }

        @Test("leaves no descriptor in its supervisor, and gets none but its own")
        func descriptorsDoNotLeak() throws {
            let supervisor = try Supervisor()
            let directory = try TemporaryDirectory()
            let path = "/proc/\(supervisor.pid)/fd"
            let before = namesInDirectory(path).count
            for _ in 1...20 {
                let file = rl_record_file()
                defer { close(file) }
                var options = rl_record_options()
                options.file = file
                options.call_limit = 1000
                options.byte_limit = 1 << 20
                try supervisor.startRecording(options)
                let script = "echo a > x; echo b >> x; mv x y; (echo c > z) & wait; rm y z"
                let pid = try supervisor.spawn(
                    ["/bin/sh", "-c", script], recorded: directory.path)
                #expect(supervisor.nextExit()?.pid == pid)
                let result = try supervisor.stopRecording()
                #expect(result.calls == 9 && result.planned == 0)
                #expect(result.bytes > 0)
            }
            #expect(namesInDirectory(path).count == before)

            let output = try Pipe()
            _ = try supervisor.spawn(
                [TinyTargets.path.get(), "list-descriptors"], output: output.writing,
                recorded: directory.path)
            #expect(output.readLine() == "0 1 2 ")
        }

        @Test("shares one processor with its supervisor while it is recorded, and only then")
        func sharesOneProcessor() throws {
            let supervisor = try Supervisor()
            let directory = try TemporaryDirectory()
            let pid = try supervisor.spawn(["/bin/sleep", "1000"], recorded: directory.path)
            let before = processors(of: pid)
            try #require(Int(before) == nil, "there is one processor only")
            let file = rl_record_file()
            defer { close(file) }
            var options = rl_record_options()
            options.file = file
            options.one_processor = true
            try supervisor.startRecording(options)
            #expect(Int(processors(of: pid)) != nil)
            #expect(processors(of: pid) == processors(of: supervisor.pid))
            _ = try supervisor.stopRecording()
            #expect(processors(of: pid) == before)
            #expect(processors(of: supervisor.pid) == before)
        }

        /// Such as `0-1`.
        private func processors(of pid: pid_t) -> Substring {
            let lines = textOfFile("/proc/\(pid)/status")?.split(separator: "\n") ?? []
            return lines.first { $0.hasPrefix("Cpus_allowed_list:\t") }?.dropFirst(19) ?? ""
        }

        @Test("is refused with a step of its own where the machine forbids ptrace")
        func namesForbiddenPtrace() throws {
            let supervisor = try Supervisor()
            let output = try Pipe()
            _ = try supervisor.spawn(
                [TinyTargets.path.get(), "untraceable-harness"], output: output.writing)
            #expect(output.readLine() == "\(RL_SPAWN_TRACE.rawValue) \(EPERM) 0")
        }

        @Test("dies with its supervisor")
        func diesWithSupervisor() throws {
            let supervisor = try Supervisor()
            let directory = try TemporaryDirectory()
            let pid = try supervisor.spawn(["/bin/sleep", "1000"], recorded: directory.path)
            kill(supervisor.pid, SIGKILL)
            #expect(eventually { !isAlive(pid) })
        }

        @Test("is recorded one recording at a time")
        func refusesTwoRecordings() throws {
            let supervisor = try Supervisor()
            let file = rl_record_file()
            defer { close(file) }
            var options = rl_record_options()
            options.file = file
            try supervisor.startRecording(options)
            #expect(throws: SupervisorFailure.self) { try supervisor.startRecording(options) }
            _ = try supervisor.stopRecording()
            #expect(throws: SupervisorFailure.self) { try supervisor.stopRecording() }
        }
    }
#endif
