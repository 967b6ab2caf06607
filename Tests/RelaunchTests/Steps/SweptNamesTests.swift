#if os(Linux)
    import Relaunch
    import Synchronization
    import Testing
    import TestSupport

    /// States are the same but for names that differ from run to run only where another run has shown
    /// that these do.
    @Suite struct SweptNamesTests {
        private func sweep(_ script: String, _ death: Sweep.Death = .system) async throws -> String
        {
            let result = try await trial(TrialTarget.command("ls")) {
                Sweep(death) { Run("sh", "-ec", script) }
                Launch()
                Expect(.exitStatus(0))
            }.only()
            #expect(result.verdict == .passed, "\(result.failures)")
            return result.notes.first ?? ""
        }

        @Test(
            "names that only look random are three states",
            arguments: [
                "StateV1 StateV2", "Page1Of2 Page2Of2", "MainDB1 MainDB2", "NotesV1 NotesV2",
                "Statev1 Statev2",
            ])
        func stable(names: String) async throws {
            let line = try await sweep("set \(names); : > $1; mv $1 $2")
            try expectGolden(line, of: names)
        }

        @Test("also where more of that kind come and go")
        func passing() async throws {
            let line = try await sweep(
                "for i in 1Of2 2Of2; do : > Page$i; mv Page$i state; rm state; done")
            try expectGolden(line)
        }

        @Test("names of chance are merged, and the figures say so")
        func random() async throws {
            let line = try await sweep(
                "for i in 1 2 3 4; do f=$(mktemp save-XXXXXX); echo x > $f; rm $f; done")
            try expectGolden(line)
        }

        @Test("so are the numbers of processes")
        func numbers() async throws {
            let line = try await sweep(
                """
                for i in 1 2 3; do sh -c 'echo x > aside-$$; rm aside-$$'; done
                """)
            try expectGolden(line)
            #expect(line.contains("'aside-"), "\(line)")
        }

        @Test("nothing is merged where the steps do not come to their end once more")
        func notRepeatable() async throws {
            let directory = try TemporaryDirectory()
            let mark = directory.path + "/mark"
            let line = try await sweep(
                """
                for i in 1 2 3; do f=$(mktemp save-XXXXXX); rm $f; done
                test ! -e \(mark); : > \(mark)
                """)
            try expectGolden(line)
        }

        /// The sweep inside another one has no run of its own to compare with.
        @Test("nothing is merged in a sweep inside another one")
        func nested() async throws {
            let result = try await trial(TrialTarget.command("ls")) {
                Sweep(.system) { Run("sh", "-c", ": > a") }
                Sweep(.system) {
                    Run("sh", "-ec", "for i in 1 2 3; do f=$(mktemp save-XXXXXX); rm $f; done")
                }
                Launch()
                Expect(.exitStatus(0))
            }.only()
            #expect(result.verdict == .passed, "\(result.failures)")
            try expectGolden(result)
        }

        @Test("steps that make no names of their own are carried out once")
        func once() async throws {
            let counter = StepCounter()
            _ = try await trial(TrialTarget.command("cat state")) {
                Run("sh", "-c", "echo old > state")
                Sweep(.system) {
                    CountedStep(counter)
                    Run("sh", "-c", "echo new > state.tmp; mv state.tmp state")
                }
                Launch()
                Expect(.output(isOneOf: ["old", "new"]))
            }.only()
            #expect(counter.count.withLock { $0 } == 1)
        }
    }

    private final class StepCounter: Sendable {
        let count = Mutex(0)
    }

    /// Counts how often it is carried out.
    private struct CountedStep: Step {
        let counter: StepCounter
        let location = FileLocation(fileID: #fileID, file: #filePath, line: #line, column: 1)
        var text: String { "CountedStep()" }

        init(_ counter: StepCounter) { self.counter = counter }

        func rehearse(_ rehearsal: inout Rehearsal) {}

        func perform(in session: isolated Session) async throws -> Next {
            counter.count.withLock { $0 += 1 }
            return .step
        }
    }
#endif
