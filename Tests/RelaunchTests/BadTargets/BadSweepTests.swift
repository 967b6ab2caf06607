@testable import CrashStates

#if os(Linux)
    import Foundation
    import Relaunch
    import Testing
    import TestSupport

    /// Sweeps of steps and programs that cannot be swept as they are, or only just.
    @Suite struct BadSweepTests {
        /// A sweep of one program run, and whatever judges what it left.
        private func sweep(
            _ program: String, _ arguments: [String] = [], _ options: TrialOptions = TrialOptions(),
            callLimit: Int = 200_000, check: String = "test ! -e state || cat state"
        ) async throws -> CaseResult {
            try await trial(TrialTarget.command(check), options) {
                Sweep(.system, callLimit: callLimit) { Run(program, arguments: arguments) }
                Launch()
                Expect(.exitStatus(0))
            }.only()
        }

        // MARK: Steps

        @Test func `a step that never ends meets its deadline, and is named`() async throws {
            let result = try await sweep(
                "sleep", ["1000"], TrialOptions(timeLimit: .milliseconds(500)))
            #expect(result.verdict == .failed)
            try expectGolden(result)
            #expect(result.failure?.step == "Sweep(.system) { Run(\"sleep\", \"1000\") }")
        }

        @Test func `a step with more calls than the limit says which, and what to do`()
            async throws
        {
            let result = try await sweep(
                RecordedProgram.path.get(), ["many"], callLimit: 1000)
            #expect(result.verdict == .errored)
            #expect(result.failure?.blame == .scenario)
            let message = result.failure?.message ?? ""
            try expectGolden(message)
        }

        @Test(.timeLimit(.minutes(10))) func `a step with 100,000 calls is swept`() async throws {
            let result = try await sweep(RecordedProgram.path.get(), ["same"])
            #expect(result.verdict == .passed, "\(result.failures)")
            try expectGolden(result)
        }

        // MARK: Programs

        @Test func `a debugger in a sweep is told why it cannot trace`() async throws {
            let result = try await sweep(RecordedProgram.path.get(), ["debug"])
            #expect(result.verdict == .failed)
            let message = result.failure?.message ?? ""
            try expectGolden(message)
        }

        @Test(.enabled(if: Executable.onPath("strace") != nil, "there is no strace here"))
        func `strace in a sweep is told why it cannot trace`() async throws {
            let result = try await sweep("strace", ["-f", "true"])
            #expect(result.verdict == .failed)
            try expectGolden(try #require(result.failure?.message))
        }

        @Test(.timeLimit(.minutes(10)))
        func `a program that forks without end is ended, and nothing of it is left`()
            async throws
        {
            let options = TrialOptions(timeLimit: .seconds(2))
            let result = try await sweep(RecordedProgram.path.get(), ["forks"], options)
            // What reaches its limit first differs: the time, the number of processes, or a part of it.
            #expect(result.verdict == .failed || result.verdict == .errored)
        }

        @Test func `a setuid program runs with the rights it has, which is said`() async throws {
            let place = try TemporaryDirectory()
            let program = place.path + "/setuid"
            try FileManager.default.copyItem(
                atPath: RecordedProgram.path.get(), toPath: program)
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o4755], ofItemAtPath: program)
            let result = try await sweep(program, ["save"])
            #expect(result.verdict == .passed, "\(result.failures)")
            try expectGolden(result)
        }

        @Test(
            .enabled(if: (try? RecordedProgram.staticPath.get()) != nil, "nothing links statically")
        )
        func `a program that is linked statically is swept as any other`() async throws {
            let result = try await sweep(RecordedProgram.staticPath.get(), ["save"])
            #expect(result.verdict == .passed, "\(result.failures)")
            try expectGolden(result)
        }

        #if arch(x86_64)
            @Test func `a program of 32 bits is ended, which is said`() async throws {
                let place = try TemporaryDirectory()
                let program = place.path + "/i386"
                try Data(Self.program32).write(to: URL(fileURLWithPath: program))
                try FileManager.default.setAttributes(
                    [.posixPermissions: 0o755], ofItemAtPath: program)
                let result = try await sweep(program)
                // A kernel may lack what runs it: then it is a program for no machine here.
                if result.failure?.kind != .missing { try expectGolden(result) }
            }

            /// An executable of the i386 that asks for its process id and exits.
            private static let program32: [UInt8] = {
                let code: [UInt8] = [
                    0xb8, 20, 0, 0, 0, 0xcd, 0x80, 0xb8, 1, 0, 0, 0, 0x31, 0xdb, 0xcd, 0x80,
                ]
                let size = UInt8(84 + code.count)
                let header: [UInt8] = [
                    0x7f, 0x45, 0x4c, 0x46, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                    2, 0, 3, 0, 1, 0, 0, 0, 0x54, 0x80, 0x04, 0x08, 52, 0, 0, 0, 0, 0, 0, 0,
                    0, 0, 0, 0, 52, 0, 32, 0, 1, 0, 0, 0, 0, 0, 0, 0,
                ]
                let segment: [UInt8] = [
                    1, 0, 0, 0, 0, 0, 0, 0, 0x00, 0x80, 0x04, 0x08, 0x00, 0x80, 0x04, 0x08,
                    size, 0, 0, 0, size, 0, 0, 0, 5, 0, 0, 0, 0, 0x10, 0, 0,
                ]
                return header + segment + code
            }()
        #endif

        // MARK: Disks

        @Test(.enabled(if: Tmpfs.isPossible, "no small disk can be mounted here"))
        func `a save that finds the containers' own disk full is not the target's fault`()
            async throws
        {
            let disk = try Tmpfs(size: "2m")
            let options = TrialOptions(place: disk.place.path)
            let result = try await sweep(
                "sh", ["-c", "dd if=/dev/zero of=state bs=64k count=100 status=none"], options)
            #expect(result.verdict == .errored)
            #expect(result.failure?.blame == .harness)
            #expect(result.failure?.output?.contains(String(cString: strerror(ENOSPC))) == true)
            try expectGolden(result)
        }

        @Test(.enabled(if: Tmpfs.isPossible, "no small disk can be mounted here"))
        func `a disk with no room for the states is the harness's trouble`() async throws {
            let disk = try Tmpfs(size: "2m")
            let options = TrialOptions(place: disk.place.path)
            let result = try await trial(TrialTarget.command("test -e state"), options) {
                Run("sh", "-c", "head -c 1200000 /dev/urandom > state")
                Sweep(.system) { Run("sh", "-c", "printf new >> state") }
                Launch()
                Expect(.exitStatus(0))
            }.only()
            #expect(result.verdict == .errored)
            #expect(result.failure?.blame == .harness)
            let message = result.failure?.message ?? ""
            try expectGolden(message)
            #expect(message.contains(disk.place.path))
        }
    }
#endif
