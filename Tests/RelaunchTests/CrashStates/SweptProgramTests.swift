#if os(Linux)
    import Relaunch
    import Testing
    import TestSupport

    /// What ordinary programs do, and what a sweep of them says.
    @Suite("A sweep of a program that")
    struct SweptProgramTests {
        private func sweep(_ program: String, _ arguments: String...) async throws -> CaseResult {
            try await trial(TrialTarget.command("true")) {
                Run("sh", "-c", "printf old > state")
                Sweep(.system) { Run(program, arguments: arguments) }
                Launch()
                Expect(.exitStatus(0))
            }.only()
        }

        @Test("copies permissions with a file", arguments: ["-p", "-a"])
        func copies(option: String) async throws {
            let result = try await sweep("cp", option, "state", "copy")
            #expect(result.verdict == .passed, "\(result.failures)")
        }

        @Test("edits a file in its place, and keeps its permissions")
        func edits() async throws {
            let result = try await trial(TrialTarget.command("cat state; stat -c ' %a' state")) {
                Run("sh", "-c", "printf old > state; chmod 640 state")
                Sweep(.system) { Run("sed", "-i", "s/old/new/", "state") }
                Launch()
                Expect(.output(isOneOf: ["old 640", "new 640"]))
            }.only()
            #expect(result.verdict == .passed, "\(result.failures)")
        }

        @Test("makes a socket", .enabled(if: TrialTarget.hasPython))
        func listens() async throws {
            let result = try await trial(TrialTarget.command("test ! -e door || test -S door")) {
                Sweep(.system) {
                    Run(
                        "python3", "-c", "import socket; socket.socket(socket.AF_UNIX).bind('door')"
                    )
                }
                Launch()
                Expect(.exitStatus(0))
            }.only()
            #expect(result.verdict == .passed, "\(result.failures)")
            try expectGolden(result)
        }

        @Test("nests directories too deep says so", .enabled(if: TrialTarget.hasPython))
        func nests() async throws {
            let result = try await sweep(
                "python3", "-c",
                """
                import os
                for _ in range(45): os.mkdir("d" * 100); os.chdir("d" * 100)
                """)
            #expect(result.verdict == .errored)
            #expect(result.failure?.blame == .scenario)
            let message = result.failure?.message ?? ""
            try expectGolden(message)
        }

        @Test("removes its container has failed by that")
        func removes() async throws {
            let gone = try await sweep("sh", "-c", "rm -rf \"$HOME\"")
            #expect(gone.verdict == .failed)
            try expectGolden(gone, of: "gone")

            let other = try await sweep("sh", "-c", "rm -rf \"$HOME\"; mkdir \"$HOME\"; >$HOME/new")
            #expect(other.verdict == .failed)
            try expectGolden(other, of: "other")
        }

        @Test("leaves something running is told that it was killed")
        func leaves() async throws {
            let result = try await sweep("sh", "-c", "(sleep 1000; echo late > late) & echo a > b")
            #expect(result.verdict == .passed, "\(result.failures)")
            try expectGolden(result)
        }
    }
#endif
