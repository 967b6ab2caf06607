#if os(Linux)
    import Relaunch
    import Testing
    import TestSupport

    /// Sweeps where ptrace is not permitted: killed before each call instead.
    @Suite struct CountedSweepTests {
        private func sweep(
            _ save: String, _ death: Sweep.Death = .system, branches: [String] = []
        ) async throws -> CaseResult {
            var options = TrialOptions()
            options.branches = branches
            return try await trial(TrialTarget.command("cat state"), options) {
                ForbidPtrace()
                Run("sh", "-c", "printf old > state")
                Sweep(death) { Run("sh", "-c", save) }
                Launch()
                Expect(.output(isOneOf: ["old", "new"]))
            }.only()
        }

        @Test func `a save in place is found to lose the state, and what is not reached is said`()
            async throws
        {
            let result = try await sweep("printf new > state; printf x > other")
            #expect(result.verdict == .failed)
            #expect(result.failures.count == 1)
            #expect(result.failure?.actual == #""""#)
            try expectGolden(result, of: "result")
            #expect(result.failure?.replay?.contains("::trial::2") == true)
            let figures = result.notes.joined(separator: "\n")
            try expectGolden(figures, of: "figures")
        }

        @Test func `a save that is written aside and renamed survives`() async throws {
            let result = try await sweep("printf new > state.tmp; mv state.tmp state")
            #expect(result.verdict == .passed, "\(result.failures)")
            try expectGolden(result)
        }

        @Test func `what is written elsewhere is not counted`() async throws {
            let result = try await sweep(
                "printf x > /dev/null; printf out; printf x > ../aside; rm ../aside; printf new > state"
            )
            try expectGolden(result)
        }

        @Test func `one kill is made again by its name`() async throws {
            let result = try await sweep("printf new > state", branches: ["2"])
            #expect(result.verdict == .failed)
            #expect(result.identity.branches == ["2"])
        }

        @Test func `a sweep inside another is a part of that one's case`() async throws {
            let trial = try await trial(TrialTarget.command("cat state; printf x > log")) {
                ForbidPtrace()
                Run("sh", "-c", "printf old > state")
                Sweep(.system) { Run("sh", "-c", "printf new > state") }
                Sweep(.system) { Launch() }
                Launch()
                Expect(.output(isOneOf: ["old", "new"]))
            }
            let result = try trial.only()
            #expect(result.verdict == .failed)
            #expect(result.failures.count == 1)
            #expect(result.failure?.replay?.contains("::trial::2::1") == true)
        }

        @Test func `a step that changes nothing leaves nothing to sweep`() async throws {
            let result = try await sweep("cat state")
            #expect(result.verdict == .errored)
            try expectGolden(result)
        }

        @Test func `a target that speaks the protocol is swept while it saves`() async throws {
            let result = try await trial(
                TrialTarget.counter, TrialOptions(control: .automatic)
            ) {
                ForbidPtrace()
                Launch()
                Perform("increment")
                Background()
                Foreground()
                Perform("increment")
                Sweep(.system) { Background() }
                Launch()
                Expect(.restored)
                Expect(.stateAsSaved)
                Expect("count", isOneOf: 1, 2)
            }.only()
            #expect(result.verdict == .passed, "\(result.failures)")
            #expect(result.control == .detected("Expect(.restored)"))
        }

        @Test func `threads and children die together`() async throws {
            let program = try RecordedProgram.path.get()
            let result = try await trial(TrialTarget.command("test ! -e shared || cat shared")) {
                ForbidPtrace()
                Sweep(.system) { Run(program, "children") }
                Launch()
                Expect(.exitStatus(0))
            }.only()
            #expect(result.verdict == .passed, "\(result.failures)")
        }

        @Test func `a power loss cannot be swept, and the message says what to allow`() async throws
        {
            let result = try await sweep("printf new > state", .powerLoss)
            #expect(result.verdict == .errored)
            #expect(result.failure?.blame == .harness)
            try expectGolden(result)
            #expect(result.failure?.message.contains("--cap-add=SYS_PTRACE") == true)
        }

        @Test func `calls cannot be made to fail`() async throws {
            let result = try await trial(TrialTarget.command("cat state")) {
                ForbidPtrace()
                Fail(.write, with: .ENOSPC) { Run("sh", "-c", "printf new > state", exit: .any) }
                Launch()
                Expect(.exitStatus(0))
            }.only()
            #expect(result.verdict == .errored)
            try expectGolden(result)
        }
    }
#endif
