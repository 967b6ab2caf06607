@testable import CrashStates

#if os(Linux)
    import Glibc
    import Synchronization
    import Testing

    @testable import Relaunch

    /// A C program of the tests' own that makes all kinds of calls: its first argument says which.
    /// It is compiled once, by the C compiler of the toolchain.
    enum RecordedProgram {
        static let path: Result<String, BuildFailure> = build()
        /// The same, linked statically.
        static let staticPath: Result<String, BuildFailure> = build("-static")

        struct BuildFailure: Error, CustomStringConvertible {
            let description: String
        }

        private static func build(_ options: String...) -> Result<String, BuildFailure> {
            do {
                guard
                    let compiler = ["clang", "cc", "gcc"].lazy.compactMap({ Executable.onPath($0) })
                        .first
                else { return .failure(BuildFailure(description: "there is no C compiler")) }
                let program = "/tmp/recorded-program\(options.joined())-\(getpid())"
                removeAtExit(program)
                let output = try TestPipe()
                let input = open(program, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o700)
                let text = Array(source.utf8)
                try #require(write(input, text, text.count) == text.count)
                lseek(input, 0, SEEK_SET)
                unlink(program)
                defer { close(input) }
                let supervisor = try Supervisor()
                let process = try supervisor.spawn(
                    Supervisor.Command(
                        executable: compiler,
                        arguments: options + [
                            "-O1", "-w", "-pthread", "-x", "c", "-o", program, "-",
                        ],
                        environment: [
                            "PATH": getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
                        ],
                        directory: "/", input: input, output: output.writing,
                        error: output.writing))
                var status: Relaunch.ExitStatus?
                _ = eventually(within: .seconds(60)) {
                    status = supervisor.exit(of: process)?.status
                    return status != nil
                }
                guard status == .exited(0) else {
                    return .failure(BuildFailure(description: output.read(within: 0)))
                }
                return .success(program)
            } catch {
                return .failure(BuildFailure(description: "\(error)"))
            }
        }

        /// Each program has an exit handler of its own, which can capture nothing.
        private static func removeAtExit(_ program: String) {
            removedAtExit.withLock { $0.append(program) }
            atexit {
                RecordedProgram.removedAtExit.withLock { $0.popLast().map { _ = unlink($0) } }
            }
        }

        private static let removedAtExit = Mutex<[String]>([])
    }
#endif
