#if os(Linux)
    import Glibc
    import Relaunch

    /// Makes everything that the case spawns from here on live where ptrace is not permitted: a filter
    /// of the worker's thread, which its supervisor gets when it is forked. It stands first.
    struct ForbidPtrace: Step {
        let text = "ForbidPtrace()"
        let location: FileLocation

        init(
            fileID: String = #fileID, file: String = #filePath, line: Int = #line,
            column: Int = #column
        ) {
            location = FileLocation(fileID: fileID, file: file, line: line, column: column)
        }

        func perform(in session: isolated Session) async throws -> Next {
            guard Self.setFilter() else { throw Errno(rawValue: errno) }
            return .step
        }

        private struct Errno: Error { var rawValue: Int32 }

        private static func setFilter() -> Bool {
            typealias Prctl = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32
            guard let symbol = dlsym(nil, "prctl") else { return false }
            let prctl = unsafeBitCast(symbol, to: Prctl.self)
            let (noNewPrivileges, setFilter, mode) = (Int32(38), Int32(22), UInt(2))
            #if arch(x86_64)
                let ptrace: UInt64 = 101
            #else
                let ptrace: UInt64 = 117
            #endif
            // Load the number; is it ptrace? EPERM; else allow. Code, two jumps and value of each.
            let code: [UInt64] = [
                0x20, 0x15 | 1 << 24 | ptrace << 32, 0x06 | 0x0005_0001 << 32,
                0x06 | 0x7fff_0000 << 32,
            ]
            return code.withUnsafeBufferPointer { code in
                let program = [UInt(code.count), UInt(bitPattern: code.baseAddress)]
                return program.withUnsafeBufferPointer { program in
                    prctl(noNewPrivileges, 1, 0, 0, 0) == 0
                        && prctl(setFilter, mode, UInt(bitPattern: program.baseAddress), 0, 0) == 0
                }
            }
        }
    }
#endif
