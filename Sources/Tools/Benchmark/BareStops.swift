#if os(Linux)
    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #endif

    /// The least that two stops for each system call can cost: a tracer that does nothing but let its
    /// tracee go on, both on one processor.
    struct BareStops {
        private typealias Trace = @convention(c) (Int, Int, Int, Int) -> Int

        private static let seize = 0x4206
        private static let interrupt = 0x4207
        private static let onToNextCall = 24
        private static let killsOnExit = 1 << 20

        private typealias Affinity = @convention(c) (pid_t, Int, UnsafeMutableRawPointer) -> Int32

        /// A function of the C library that Swift's module of it leaves out.
        static func function<Function>(
            _ name: String, as type: Function.Type
        ) throws -> Function {
            guard let symbol = dlsym(nil, name) else { throw BareError("dlsym of \(name)", ENOSYS) }
            return unsafeBitCast(symbol, to: type)
        }

        /// Runs a command that prints a number when it has made its calls, and returns that number.
        static func run(_ command: [String]) throws -> Double {
            try onOneProcessor {
                let output = try Pipe()
                let input = try Pipe()
                let process = try spawn(command, input: input.read, output: output.write)
                var usual = withoutNewsOfStops()
                defer { sigaction(SIGCHLD, &usual, nil) }
                try trace(process, command[0]) { input.closeWriting() }
                return try output.number()
            }
        }

        /// Leaves out the signal that tells of each stop, which `waitpid` does not need. Returns what was
        /// the rule before.
        private static func withoutNewsOfStops() -> sigaction {
            var quiet = sigaction()
            quiet.sa_flags = SA_NOCLDSTOP
            var usual = sigaction()
            sigaction(SIGCHLD, &quiet, &usual)
            return usual
        }

        private static func trace(
            _ process: pid_t, _ name: String, whenSeized begin: () -> Void
        ) throws {
            let trace = try function("ptrace", as: Trace.self)
            var status: Int32 = 0
            guard trace(seize, Int(process), 0, killsOnExit) == 0,
                trace(interrupt, Int(process), 0, 0) == 0,
                waitpid(process, &status, 0) == process
            else { throw BareError("ptrace of \(name)") }
            begin()
            while status & 0x7f == 0x7f {
                guard trace(onToNextCall, Int(process), 0, 0) == 0,
                    waitpid(process, &status, 0) == process
                else { throw BareError("ptrace of \(name)") }
            }
        }

        /// Keeps this thread, and what it spawns, on the first of its processors meanwhile.
        private static func onOneProcessor<Result>(_ body: () throws -> Result) throws -> Result {
            var usual = [UInt8](repeating: 0, count: 128)
            let get = try function("sched_getaffinity", as: Affinity.self)
            let set = try function("sched_setaffinity", as: Affinity.self)
            guard get(0, usual.count, &usual) >= 0, let place = usual.firstIndex(where: { $0 != 0 })
            else { throw BareError("sched_getaffinity") }
            var one = [UInt8](repeating: 0, count: usual.count)
            one[place] = 1 << UInt8(usual[place].trailingZeroBitCount)
            guard set(0, one.count, &one) == 0 else { throw BareError("sched_setaffinity") }
            defer { _ = set(0, usual.count, &usual) }
            return try body()
        }

        /// Spawns a program that waits for the end of its input.
        static func spawn(
            _ command: [String], input: Int32, output: Int32
        ) throws -> pid_t {
            var actions = posix_spawn_file_actions_t()
            posix_spawn_file_actions_init(&actions)
            defer { posix_spawn_file_actions_destroy(&actions) }
            posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
            posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
            var arguments = command.map { strdup($0) as UnsafeMutablePointer<CChar>? }
            defer { for argument in arguments { free(argument) } }
            arguments.append(nil)
            var process = pid_t()
            let code = posix_spawn(&process, command[0], &actions, nil, &arguments, environ)
            guard code == 0 else { throw BareError("posix_spawn of \(command[0])", code) }
            return process
        }
    }

    /// A pipe that is closed with its object.
    final class Pipe {
        let read: Int32
        private(set) var write: Int32

        init() throws {
            var ends: [Int32] = [-1, -1]
            guard pipe(&ends) == 0 else { throw BareError("pipe") }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            (read, write) = (ends[0], ends[1])
        }

        deinit {
            close(read)
            closeWriting()
        }

        func closeWriting() {
            if write >= 0 { close(write) }
            write = -1
        }

        /// Closes the end for writing and reads the number that others have written.
        func number() throws -> Double {
            closeWriting()
            var text: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 256)
            while case let count = Glibc.read(read, &buffer, buffer.count), count > 0 {
                text += buffer[..<count]
            }
            let word = String(decoding: text, as: UTF8.self).split(separator: "\n").first
            guard let number = word.flatMap({ Double($0) }) else {
                throw BareError("the loop over a call printed no number", ENODATA)
            }
            return number
        }
    }
#endif
