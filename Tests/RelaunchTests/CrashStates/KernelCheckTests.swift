@testable import CrashStates

#if os(Linux)
    import Foundation
    import Testing
    import TestSupport

    @testable import Relaunch

    /// What a recording predicts, put to the kernel: processes are really killed at random calls, and
    /// what is on disk then must be what the recording up to the kill says, byte for byte.
    ///
    /// `RELAUNCH_LONG_TESTS=1` makes 50 kills and 20 whole recordings of each program, and prints the
    /// figures.
    @Suite(.serialized) struct KernelCheckTests {
        @Test(
            "the disk after a real kill is what was predicted",
            arguments: KernelTarget.all.filter { Executable.onPath($0.program) != nil })
        func agrees(target: KernelTarget) async throws {
            let bench = try KernelBench(target, seed: .random(in: 1...999_999))
            let points = testsAreLong ? 50 : 4
            let outcome = try await bench.check(points: points)
            #expect(outcome.failure == nil, "\(outcome.failure as Any) seed \(bench.seed)")
            #expect(outcome.agreed == points, "\(outcome.text)")
            let recordings = testsAreLong ? 20 : 1
            let equal = try await bench.recordings(recordings)
            #expect(equal == recordings)
            await bench.end()
            if testsAreLong {
                print("\(target): \(outcome.text), equal \(equal)/\(recordings) recordings")
            }
        }

        @Test("a sweep says in its figures how often the kernel agreed")
        func sweeps() async throws {
            var options = TrialOptions()
            options.kernelCheckPoints = 5
            let result = try await trial(TrialTarget.command("cat state"), options) {
                Run("sh", "-c", "printf old > state")
                Sweep(.system) { Run("sh", "-c", "printf new > state.tmp; mv state.tmp state") }
                Launch()
                Expect(.output(isOneOf: ["old", "new"]))
            }.only()
            #expect(result.verdict == .passed, "\(result.failures)")
            try expectGolden(result)
        }

        @Test(
            "a write in which a process is really killed ends where a page of the file ends",
            .enabled(if: TrialTarget.hasPython))
        func cuts() throws {
            let count = 96 << 20
            let program = """
                import os
                file = os.open("large", os.O_CREAT | os.O_WRONLY)
                os.write(file, b"-" * 40)
                os.write(file, b"+" * \(count))
                """
            var cut = 0
            for _ in 0..<(testsAreLong ? 20 : 2) {
                let bench = try RecordingBench()
                let path = bench.container + "/large"
                try bench.recorder.start(onOneProcessor: false)
                let process = try bench.spawn(
                    try #require(Executable.onPath("python3")), ["-c", program])
                #expect(eventually { size(of: path) > 4096 })
                try bench.supervisor.terminateAndReap(within: .seconds(10))
                _ = try bench.recorder.stop()
                let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
                if bytes.count < count + 40 {
                    cut += 1
                    #expect(bytes.count % 4096 == 0)
                    #expect(try bench.end(of: process) == .signaled(.SIGKILL))
                }
                #expect(bytes.prefix(40).allSatisfy { $0 == UInt8(ascii: "-") })
                #expect(bytes.dropFirst(40).allSatisfy { $0 == UInt8(ascii: "+") })
            }
            if testsAreLong { print("killed inside a write of 96 MiB: \(cut) of 20 were cut") }
        }

        /// Asked again and again while it is written: a process that waits between two looks is too late.
        private func size(of path: String) -> Int {
            var status = stat()
            return stat(path, &status) == 0 ? Int(status.st_size) : 0
        }

        @Test("a target that speaks the protocol is killed for real while it saves")
        func livingTarget() async throws {
            var options = TrialOptions()
            options.kernelCheckPoints = 10
            let result = try await trial(TrialTarget.counter, options) {
                Launch()
                Perform("increment")
                Sweep(.system) { Background() }
                Launch()
                Expect("count", isOneOf: 0, 1)
            }.only()
            #expect(result.verdict == .passed, "\(result.failures)")
            try expectGolden(result)
        }

        @Test(
            "that the steps are over before the kill is an error only where the check was asked for"
        )
        func notCarriedOut() async throws {
            for isAsked in [true, false] {
                let elsewhere = try TemporaryDirectory()
                let runs = elsewhere.path + "/runs"
                var options = TrialOptions()
                options.kernelCheckPoints = 1
                options.isKernelCheckAsked = isAsked
                let result = try await trial(TrialTarget.command("test -e once"), options) {
                    Run("sh", "-c", "echo run >> \(runs)")
                    Sweep(.system) {
                        Run("sh", "-c", "test $(wc -l < \(runs)) -gt 1 || echo new > once")
                    }
                    Launch(exit: .any)
                    Expect(.output(equals: ""))
                }.only()
                #expect(
                    result.verdict == (isAsked ? .errored : .passed), "\(result.failures)")
            }
        }

        @Test(
            "what a recording cannot see is found, and is a fault of the harness",
            .enabled(if: TrialTarget.hasPython))
        func disagrees() async throws {
            // A mapping that is too large to be watched, and a store before the only call that is left.
            let program = """
                import mmap, os
                file = os.open("mapped", os.O_CREAT | os.O_RDWR)
                os.ftruncate(file, 65 << 20)
                memory = mmap.mmap(file, 65 << 20)
                for number in range(2):
                    memory[100] = number + 1
                    os.close(os.open("mark%d" % number, os.O_CREAT))
                """
            var options = TrialOptions()
            options.kernelCheckPoints = 3
            let result = try await trial(TrialTarget.command("test -e mapped"), options) {
                Sweep(.system) { Run("python3", "-c", program) }
                Launch(exit: .any)
                Expect(.output(equals: ""))
            }.only()
            #expect(result.verdict == .errored)
            try expectGolden(result)
        }
    }

    /// A program that saves, and what has to be there before.
    struct KernelTarget: Sendable, CustomTestStringConvertible, CustomStringConvertible {
        var description: String
        var program: String
        /// A shell script.
        var preparation = "true"
        /// A shell script, in which `$1` is the C program of the tests.
        var save: String

        var testDescription: String { description }

        static let all = [
            KernelTarget(description: "a save in C", program: "sh", save: "exec \"$1\" save"),
            KernelTarget(
                description: "writes of all kinds", program: "sh", save: "exec \"$1\" writes"),
            KernelTarget(
                description: "four threads in each of two processes", program: "sh",
                save: "exec \"$1\" threads"),
            KernelTarget(
                description: "stores through a shared mapping", program: "sh",
                save: "exec \"$1\" store"),
            KernelTarget(
                description: "git commit", program: "git",
                preparation: """
                    git init -q -b main; git config user.name A; git config user.email a@example.com
                    echo one > file; seq 1 3000 > numbers; git add .; git commit -qm one
                    echo two > file; seq 1 5000 > numbers; git add .
                    """,
                save: "git commit -qm two"),
            sqlite("DELETE"), sqlite("WAL"),
            KernelTarget(
                description: "a JSON writer in Python", program: "python3",
                preparation: "echo '{}' > state.json",
                save: """
                    exec python3 -c '
                    import json, os
                    for number in range(20):
                        with open("state.json.tmp", "w") as file:
                            json.dump({"number": number, "text": "x" * 9000}, file)
                            file.flush()
                            os.fsync(file.fileno())
                        os.replace("state.json.tmp", "state.json")
                    '
                    """),
        ]

        private static func sqlite(_ journal: String) -> KernelTarget {
            KernelTarget(
                description: "sqlite3 with its journal mode \(journal)", program: "sqlite3",
                preparation: """
                    sqlite3 db 'PRAGMA journal_mode=\(journal); CREATE TABLE t(a, b);
                    INSERT INTO t SELECT value, hex(randomblob(100)) FROM generate_series(1, 500);'
                    """,
                save: """
                    sqlite3 db 'BEGIN; UPDATE t SET b = "new" WHERE a % 7 = 0;
                    INSERT INTO t SELECT a + 1000, b FROM t; COMMIT;'
                    """)
        }
    }

    /// One program with all that the check of a sweep needs.
    private final class KernelBench {
        let seed: UInt64
        private let paths: PathRunner
        private let sweep: Sweep
        private let pool = WorkerPool()
        private let run: RunDirectory

        init(_ target: KernelTarget, seed: UInt64) throws {
            self.seed = seed
            let program = try RecordedProgram.path.get()
            let sweep = Sweep(.system) { Run("sh", "-c", target.save, "sh", program) }
            self.sweep = sweep
            // A `sync` waits for every disk of the machine.
            let suite = Suite(
                "Kernel", target: TrialTarget.command("true"), timeLimit: .seconds(120)
            ) {
                Scenario("check", control: .none(because: "nothing is judged")) {
                    Run("sh", "-c", target.preparation)
                    sweep
                    Launch()
                    Expect(.exitStatus(0))
                }
            }
            run = try RunDirectory(in: nil)
            let configuration = HostConfiguration(
                file: "Kernel.swift", seed: seed, keptDirectory: run.path + "/kept")
            let scenario = suite.scenarios[0]
            paths = PathRunner(
                runner: CaseRunner(
                    scenario, configuration: configuration, worker: try pool.take(),
                    runDirectory: run),
                rehearsal: Rehearsal(of: scenario))
        }

        func check(points: Int) async throws -> KernelCheck.Outcome {
            try await KernelCheck(
                paths: paths, sweep: sweep, steps: sweep.steps, index: 1, branches: [],
                calls: recorded().plannableCount, points: points, isAsked: true
            )
            .run()
        }

        /// How many whole recordings predict what is on disk at their end.
        func recordings(_ count: Int) async throws -> Int {
            for _ in 0..<count { #expect(try await !recorded().calls.isEmpty) }
            return count
        }

        private func recorded() async throws -> RecordedSteps {
            let (failure, session) = try await paths.session(before: 1, along: [])
            #expect(failure == nil)
            let recorded = try await session.recordToDeath(sweep.steps)
            try await session.abandon()
            return recorded
        }

        func end() async {
            await pool.stop()
            run.remove()
        }
    }
#endif
