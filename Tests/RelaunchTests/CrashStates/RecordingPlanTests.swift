@testable import CrashStates

#if os(Linux)
    import Glibc
    import Testing
    import TestSupport

    @testable import Relaunch

    @Suite("A plan")
    struct RecordingPlanTests {
        @Test("kills before each call of a save: the disk has what was done up to it")
        func killsBefore() throws {
            let program = try RecordedProgram.path.get()
            for call in 1...7 {
                let bench = try RecordingBench()
                let plan = RecordingPlan.killBefore(call: call)
                let (recording, status) = try bench.record(program, ["save"], plan: plan)
                #expect(status == .signaled(.SIGKILL))
                #expect(recording.calls.count == call - 1)
                #expect(recording.planned?.call == call)
                let differences = try bench.differences(recording)
                #expect(differences.isEmpty)
            }
        }

        @Test("kills after each call of a save")
        func killsAfter() throws {
            let program = try RecordedProgram.path.get()
            for call in 1...7 {
                let bench = try RecordingBench()
                let plan = RecordingPlan.killAfter(call: call)
                let (recording, status) = try bench.record(program, ["save"], plan: plan)
                #expect(status == .signaled(.SIGKILL))
                #expect(recording.calls.count == call)
                #expect(recording.planned?.call == call)
                let differences = try bench.differences(recording)
                #expect(differences.isEmpty)
                #expect(bench.names.contains("state") == (call >= 6))
            }
        }

        @Test(
            "kills all threads and processes at one point",
            arguments: [RecordingPlan.killBefore(call: 500), .killAfter(call: 777)])
        func killsTrees(plan: RecordingPlan) throws {
            let bench = try RecordingBench()
            let (recording, _) = try bench.record(
                RecordedProgram.path.get(), ["threads"], plan: plan)
            #expect(recording.planned != nil)
            let differences = try bench.differences(recording)
            #expect(differences.isEmpty)
        }

        @Test("lets each call of a save fail, once: the program sees it")
        func failsCalls() throws {
            let program = try RecordedProgram.path.get()
            var texts: [String] = []
            for call in 1...7 {
                let bench = try RecordingBench()
                let plan = RecordingPlan.fail(call: call, errno: ENOSPC)
                let (recording, status) = try bench.record(program, ["save"], plan: plan)
                #expect(status == .exited(ENOSPC))
                #expect(recording.calls.count == call)
                #expect(recording.calls.last?.error == ENOSPC)
                texts.append(try #require(recording.calls.last).text)
                let differences = try bench.differences(recording)
                #expect(differences.isEmpty)
            }
            try expectGolden(texts.joined(separator: "\n"))
        }

        @Test("cuts a write short: the program goes on behind it")
        func shortensWrites() throws {
            let bench = try RecordingBench()
            let (recording, status) = try bench.record(
                RecordedProgram.path.get(), ["save"], plan: .shorten(call: 3, bytes: 5))
            #expect(status == .exited(0))
            #expect(
                recording.calls.map(\.text)[2...3] == [
                    "write 5 bytes at 12 in state.tmp, as planned",
                    "write 8 bytes at 17 in state.tmp",
                ])
            let differences = try bench.differences(recording)
            #expect(differences.isEmpty)
        }

        @Test("that is due at a call that cannot be shortened says so")
        func namesWhatCannotBe() throws {
            let bench = try RecordingBench()
            let (recording, status) = try bench.record(
                RecordedProgram.path.get(), ["save"], plan: .shorten(call: 5, bytes: 0))
            #expect(status == .exited(0))
            #expect(recording.notes == [.notShortened] && recording.planned == nil)
        }
    }
#endif
