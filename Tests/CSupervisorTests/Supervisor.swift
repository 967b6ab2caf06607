#if os(Linux)
    import CSupervisor
    import Glibc
    import Testing

    /// What a call of the supervisor answered instead of success.
    struct SupervisorFailure: Error, CustomStringConvertible {
        let call: String
        let code: Int32

        var description: String { "\(call) failed: \(String(cString: strerror(code)))" }
    }

    /// A supervisor of one test's own, stopped with the test.
    final class Supervisor {
        private var raw = rl_supervisor()

        init() throws {
            try check("rl_supervisor_start", rl_supervisor_start(&raw))
        }

        deinit { stop() }

        var pid: pid_t { raw.pid }

        func stop() { rl_supervisor_stop(&raw) }

        /// Asks for a spawn and returns the answer as it is, failures of the target's own included.
        func trySpawn(
            _ arguments: [String], path: String? = nil,
            environment: [String] = ["PATH=/usr/bin:/bin"],
            directory: String? = nil, input: Int32 = -1, output: Int32 = -1, error: Int32 = -1,
            channel: Int32 = -1, recorded: String? = nil, counted: Bool = false,
            terminal: Bool = false
        ) throws -> rl_spawn_result {
            try withCStrings(arguments) { arguments in
                try withCStrings(environment) { environment in
                    try withOptionalCString(directory) { directory in
                        try withOptionalCString(recorded) { recorded in
                            try (path ?? String(cString: arguments[0]!)).withCString { path in
                                var request = rl_spawn_request(
                                    path: path, arguments: arguments, environment: environment,
                                    directory: directory, input: input, output: output,
                                    error: error, channel: channel, recorded: recorded,
                                    counted: counted, terminal: terminal,
                                    silent: false)
                                var result = rl_spawn_result()
                                try check("rl_spawn", rl_spawn(&raw, &request, &result))
                                return result
                            }
                        }
                    }
                }
            }
        }

        /// Spawns what has to be spawned for the test to go on.
        func spawn(
            _ arguments: [String], output: Int32 = -1, directory: String? = nil,
            recorded: String? = nil
        ) throws -> pid_t {
            let result = try trySpawn(
                arguments, directory: directory ?? recorded, output: output, recorded: recorded)
            try #require(result.step == 0, "step \(result.step), errno \(result.error)")
            return result.pid
        }

        func shell(_ script: String, output: Int32 = -1, directory: String? = nil) throws -> pid_t {
            try spawn(["/bin/sh", "-c", script], output: output, directory: directory)
        }

        func signal(_ pid: pid_t, _ number: Int32) -> Int32 { rl_signal(&raw, pid, number) }

        func freeze(timeout: Int32 = 5000) throws -> Int32 {
            var count: Int32 = 0
            try check("rl_freeze", rl_freeze(&raw, timeout, &count))
            return count
        }

        func thaw() throws { try check("rl_thaw", rl_thaw(&raw)) }

        @discardableResult func terminateAndReap(timeout: Int32 = 5000) throws -> rl_termination {
            var termination = rl_termination()
            try check("rl_terminate_and_reap", rl_terminate_and_reap(&raw, timeout, &termination))
            return termination
        }

        func processes() throws -> [pid_t] {
            var pids = [pid_t](repeating: 0, count: 4096)
            var count: Int32 = 0
            try check("rl_processes", rl_processes(&raw, &pids, Int32(pids.count), &count))
            return Array(pids.prefix(Int(count)))
        }

        /// The next exit event, or nil where none comes in time.
        func nextExit(within timeout: Int32 = 5000) -> rl_exit_event? {
            var file = pollfd(fd: raw.events, events: Int16(POLLIN), revents: 0)
            var event = rl_exit_event()
            guard poll(&file, 1, timeout) == 1,
                recv(raw.events, &event, MemoryLayout<rl_exit_event>.size, 0) > 0
            else { return nil }
            return event
        }

        func startRecording(_ options: rl_record_options) throws {
            var options = options
            try check("rl_record_start", rl_record_start(&raw, &options))
        }

        func stopRecording() throws -> rl_record_result {
            var result = rl_record_result()
            try check("rl_record_stop", rl_record_stop(&raw, &result))
            return result
        }

        private func check(_ call: String, _ code: Int32) throws {
            guard code == 0 else { throw SupervisorFailure(call: call, code: code) }
        }
    }

    private func withCStrings<Result>(
        _ strings: [String],
        _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) throws -> Result
    ) rethrows -> Result {
        var pointers = strings.map { strdup($0) } + [nil]
        defer { pointers.forEach { free($0) } }
        return try pointers.withUnsafeMutableBufferPointer {
            try body(UnsafePointer($0.baseAddress!))
        }
    }

    private func withOptionalCString<Result>(
        _ string: String?, _ body: (UnsafePointer<CChar>?) throws -> Result
    ) rethrows -> Result {
        guard let string else { return try body(nil) }
        return try string.withCString { try body($0) }
    }
#endif
