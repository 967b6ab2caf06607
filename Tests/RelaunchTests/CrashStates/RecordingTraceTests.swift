@testable import CrashStates

#if os(Linux)
    import Glibc
    import Testing

    @testable import Relaunch

    @Suite("A traced process")
    struct RecordingTraceTests {
        @Test("is frozen and thawed while it is recorded, and ends when it is terminated")
        func canBeFrozen() throws {
            let bench = try RecordingBench()
            let output = try TestPipe()
            try bench.recorder.start()
            _ = try bench.spawn(RecordedProgram.path.get(), ["busy"], output: output.writing)
            #expect(output.read() != "")
            for _ in 1...10 {
                #expect(try bench.supervisor.freeze(within: .seconds(5)) == 2)
                #expect(try bench.supervisor.freeze(within: .seconds(5)) == 2)
                let frozen = FileStamp(of: bench.container + "/two")
                try bench.supervisor.thaw()
                #expect(eventually { FileStamp(of: bench.container + "/two") != frozen })
            }
            #expect(try bench.supervisor.terminateAndReap(within: .seconds(5)) == 2)
            #expect(try bench.supervisor.processCount() == 0)
            let recording = try bench.recorder.stop()
            #expect(recording.calls.count > 10)
        }

        @Test("writes nothing while it is frozen")
        func isStillWhileFrozen() throws {
            let bench = try RecordingBench()
            let output = try TestPipe()
            _ = try bench.spawn(
                "/bin/sh", ["-c", "while :; do echo x; done"], output: output.writing)
            for _ in 1...10 {
                #expect(output.read() != "")
                _ = try bench.supervisor.freeze(within: .seconds(5))
                while output.read(within: 0) != "" {}
                #expect(output.read(within: 5) == "")
                try bench.supervisor.thaw()
            }
        }

        @Test("gets its signals, and ends as it would without a tracer")
        func getsSignals() throws {
            let bench = try RecordingBench()
            let output = try TestPipe()
            try bench.recorder.start()
            let process = try bench.spawn(
                RecordedProgram.path.get(), ["signals"], output: output.writing)
            #expect(output.read() == "ready\n")
            #expect(try bench.supervisor.signal(process, SIGUSR1))
            #expect(output.read() == "caught\n")
            #expect(try bench.supervisor.signal(process, SIGSEGV))
            #expect(try bench.end(of: process) == .signaled(Signal(rawValue: SIGSEGV)))
            let recording = try bench.recorder.stop()
            #expect(recording.calls.contains { $0.text == "create caught" })
        }

        @Test(
            "keeps its own job control, its refused calls and its exits",
            arguments: ["jobs", "uring", "traceme"])
        func behavesAsUsual(part: String) throws {
            let bench = try RecordingBench()
            let (_, status) = try bench.record(RecordedProgram.path.get(), [part])
            #expect(status == .exited(0))
        }

        @Test("that exits while its threads write is recorded to the end", .timeLimit(.minutes(10)))
        func exitsAmongWriters() throws {
            for _ in 1...5 {
                let bench = try RecordingBench()
                let (recording, status) = try bench.record(RecordedProgram.path.get(), ["leave"])
                #expect(status == .exited(7))
                #expect(recording.isComplete)
            }
        }

        @Test("is not held for ever by a call that does not end: the recording says what it lacks")
        func boundsHolding() throws {
            let bench = try RecordingBench()
            let (recording, status) = try bench.record(RecordedProgram.path.get(), ["lease"])
            #expect(status == .exited(0))
            #expect(recording.calls.contains { $0.text == "create meanwhile" })
            #expect(
                recording.notes.contains {
                    if case .heldTooLong = $0 { return true }
                    return false
                })
        }

        @Test("that makes calls of another machine's kind is ended, and the recording says why")
        func endsForeignPrograms() throws {
            let bench = try RecordingBench()
            let (recording, status) = try bench.record(RecordedProgram.path.get(), ["foreign"])
            #expect(status == .signaled(Signal(rawValue: SIGSYS)))
            #if arch(x86_64)
                #expect(
                    recording.notes.contains {
                        if case .foreignProgram = $0 { return true }
                        return false
                    })
            #endif
        }

        @Test("that forks without end is terminated and reaped", .timeLimit(.minutes(10)))
        func killsForkers() throws {
            let bench = try RecordingBench()
            try bench.recorder.start(limits: RecordingLimits(calls: 1000))
            _ = try bench.spawn(RecordedProgram.path.get(), ["forks"])
            #expect(try eventually { try bench.supervisor.processCount() > 50 })
            try bench.supervisor.terminateAndReap(within: .seconds(30))
            #expect(try bench.supervisor.processCount() == 0)
            _ = try bench.recorder.stop()
        }

        @Test("that cannot start says why, as any other")
        func failuresAreNamed() throws {
            let bench = try RecordingBench()
            let missing = #expect(throws: SpawnError.self) { try bench.spawn("/no/such/program") }
            #expect(missing?.errno == .noSuchFileOrDirectory)
            #expect(try bench.supervisor.processCount() == 0)
            let (recording, _) = try bench.shell("echo > x")
            #expect(recording.calls.count == 2)
        }
    }
#endif
