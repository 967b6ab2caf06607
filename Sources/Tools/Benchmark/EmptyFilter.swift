#if os(Linux)
    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #endif

    /// What the kernel takes for each call of a program that has a seccomp filter at all: one that lets
    /// everything through.
    struct EmptyFilter {
        private typealias Control = @convention(c) (Int32, Int, Int, Int, Int) -> Int32

        /// An instruction of a filter, and a filter, as the kernel lays them out.
        private struct Instruction {
            var code: UInt16
            var jumpIfTrue: UInt8 = 0
            var jumpIfFalse: UInt8 = 0
            var value: UInt32
        }

        private struct Program {
            var count: UInt16
            var instructions: UnsafeMutablePointer<Instruction>
        }

        private static let returnConstant: UInt16 = 0x06
        private static let allow: UInt32 = 0x7fff_0000
        private static let setNoNewPrivileges: Int32 = 38
        private static let setSeccomp: Int32 = 22
        private static let filterMode = 2

        /// Runs a command that prints a number under such a filter, and returns that number.
        static func run(_ command: [String]) throws -> Double {
            let output = try Pipe()
            let input = try Pipe()
            // A filter is never taken off again: it is put on a thread that ends with it.
            final class Spawn {
                var command: [String] = []
                var ends: (input: Int32, output: Int32) = (-1, -1)
                var process: Result<pid_t, any Error>?
            }
            let spawn = Spawn()
            spawn.command = command
            spawn.ends = (input.read, output.write)
            var thread = pthread_t()
            let code = pthread_create(
                &thread, nil,
                { context in
                    guard let context else { return nil }
                    let spawn = Unmanaged<Spawn>.fromOpaque(context).takeUnretainedValue()
                    spawn.process = Result {
                        try EmptyFilter.begin()
                        return try BareStops.spawn(
                            spawn.command, input: spawn.ends.input, output: spawn.ends.output)
                    }
                    return nil
                }, Unmanaged.passUnretained(spawn).toOpaque())
            guard code == 0 else { throw BareError("pthread_create", code) }
            pthread_join(thread, nil)
            guard let process = try spawn.process?.get() else { throw BareError("spawn", ENODATA) }
            input.closeWriting()
            defer { waitpid(process, nil, 0) }
            return try output.number()
        }

        private static func begin() throws {
            let control = try BareStops.function("prctl", as: Control.self)
            var instruction = Instruction(code: returnConstant, value: allow)
            try withUnsafeMutablePointer(to: &instruction) { instruction in
                var program = Program(count: 1, instructions: instruction)
                let isOn = withUnsafeMutablePointer(to: &program) { program in
                    control(setNoNewPrivileges, 1, 0, 0, 0) == 0
                        && control(setSeccomp, filterMode, Int(bitPattern: program), 0, 0) == 0
                }
                guard isOn else { throw BareError("prctl") }
            }
        }
    }
#endif
