@testable import CrashStates

#if os(Linux)
    import Foundation
    import RealDisk
    import Testing
    import TestSupport

    @testable import Relaunch

    extension Trait where Self == ConditionTrait {
        /// Only where this machine can make a real ext4; says what is missing elsewhere.
        static var needsRealDisk: Self {
            let missing = RealDisk.missing(for: DiskFileSystem.all[0])
            return .enabled(
                if: missing == nil && TrialTarget.hasPython, Comment(rawValue: missing ?? "python3")
            )
        }
    }

    /// Sweeps that are carried out once more on real file systems, whose power is cut.
    ///
    /// Each trial checks that no process and no directory is left.
    @Suite(.serialized, .needsRealDisk) struct RealDiskSweepTests {
        /// Replaces a file as it should be.
        private static let careful = """
            import os
            file = os.open("state.tmp", os.O_CREAT | os.O_WRONLY)
            os.write(file, b"new")
            os.fsync(file)
            os.rename("state.tmp", "state")
            os.fsync(os.open(".", os.O_RDONLY))
            print("saved", flush=True)
            """
        /// The bytes of one file, which is not synced, and then another one, which is.
        private static let twoFiles = """
            import os
            file = os.open("first", os.O_CREAT | os.O_WRONLY)
            os.write(file, b"1" * 8000)
            file = os.open("second", os.O_CREAT | os.O_WRONLY)
            os.write(file, b"2" * 8000)
            os.fsync(file)
            """
        /// Writes until there is no space, where the container is on a loop device.
        private static let fillsDisk = """
            printf new > other
            case "$(df .)" in *loop*) dd if=/dev/zero of=large bs=1M;; esac
            """
        private static let old = Run("sh", "-c", "printf old > state")

        private var options: TrialOptions {
            var options = TrialOptions()
            options.realImages = 12
            return options
        }

        @Test("a target that syncs what it saves has the old or the new state on every real image")
        func careful() async throws {
            let result = try await trial(TrialTarget.command("cat state"), options) {
                Self.old
                Sweep(.powerLoss(.ext4)) { Run("python3", "-c", Self.careful) }
                Launch()
                Expect(.output(isOneOf: ["old", "new"]))
            }.only()
            #expect(result.verdict == .passed, "\(result.failures)")
        }

        @Test("an app that speaks the protocol is judged by itself on every real image")
        func app() async throws {
            let result = try await trial(TrialTarget.pythonCounter, options) {
                Launch()
                Sweep(.powerLoss(.ext4), onRealDisk: 3) { Background() }
            }.only()
            #expect(result.verdict == .passed, "\(result.failures)")
        }

        @Test("what fails on a real image is the target's failure, and one of them can be replayed")
        func failures() async throws {
            func steps() -> [any Step] {
                [
                    Self.old, Sweep(.powerLoss(.ext4)) { Run("python3", "-c", Self.careful) },
                    Launch(), Expect(.output(equals: "old")),
                ]
            }
            var options = options
            let result = try await trial(TrialTarget.command("cat state"), options) {
                for step in steps() { step }
            }.only()
            #expect(result.verdict == .failed)
            #expect(result.failures.allSatisfy { $0.blame == .target })
            let names = result.failures.compactMap { failure in
                failure.replay?.split { $0 == ":" || $0 == "'" || $0 == " " }.lazy
                    .compactMap { RealDiskCheck.ImageName(String($0)) }.first
            }
            let name = try #require(names.first)
            #expect(names.count == 1)
            options.branches = ["\(name)"]
            let again = try await trial(TrialTarget.command("cat state"), options) {
                for step in steps() { step }
            }.only()
            #expect(again.identity.branches == options.branches)
            #expect(again.verdict == .failed, "\(again.failures)")
        }

        @Test("a real state that the model does not predict is the harness's fault, and is kept")
        func missed() async throws {
            let bench = try RealDiskBench {
                Self.old
                Sweep(.powerLoss(.ext4DataJournal)) { Run("python3", "-c", Self.twoFiles) }
                Launch()
                Expect(.exitStatus(0))
            }
            let outcome = try await bench.check(on: DiskFileSystem.all[0], images: 40)
            let failure = try #require(outcome.failures.first)
            #expect(failure.blame == .harness)
            #expect(failure.difference?.isEmpty == false)
            let kept = try #require(outcome.kept?.container)
            #expect(FileManager.default.fileExists(atPath: kept + "/state"))
            await bench.end()
        }

        @Test("processes that are left on a real disk do not keep it")
        func processesLeft() async throws {
            let result = try await trial(TrialTarget.command("cat state"), options) {
                Self.old
                Sweep(.powerLoss(.ext4)) {
                    Run("sh", "-c", "exec 3> held; sleep 100 <&3 > /dev/null & printf new > state")
                }
                Launch(arguments: ["-c", "sleep 100 & cat state; true"])
                Expect(.exitStatus(0))
            }.only()
            #expect(result.failures.allSatisfy { $0.blame != .harness }, "\(result.failures)")
        }

        @Test("a target that fills a real disk is told apart from one that fails")
        func full() async throws {
            let result = try await trial(TrialTarget.command("cat state"), options) {
                Self.old
                Sweep(.powerLoss(.ext4)) {
                    Run("sh", "-c", Self.fillsDisk)
                }
                Launch()
                Expect(.output(equals: "old"))
            }.only()
            #expect(result.verdict == .errored)
            #expect(result.failures.map(\.kind) == [.unavailable], "\(result.failures)")
        }
    }

    /// A sweep as far as its states, to be tried on another disk than the one it is about.
    private final class RealDiskBench {
        private let paths: PathRunner
        private let pool = WorkerPool()
        private let run: RunDirectory

        init(@StepsBuilder _ steps: () -> [any Step]) throws {
            let suite = Suite("Disks", target: TrialTarget.command("cat state")) {
                Scenario("check", control: .none(because: "nothing is judged")) { steps() }
            }
            run = try RunDirectory(in: nil)
            let configuration = HostConfiguration(
                file: "Disks.swift", seed: 1, keptDirectory: run.path + "/kept")
            let scenario = suite.scenarios[0]
            paths = PathRunner(
                runner: CaseRunner(
                    scenario, configuration: configuration, worker: try pool.take(),
                    runDirectory: run),
                rehearsal: Rehearsal(of: scenario))
        }

        func check(on system: DiskFileSystem, images: Int) async throws -> RealDiskCheck.Outcome {
            let session = try paths.makeSession()
            let stop = try await paths.advance(session, from: 0)
            guard case .sweep(let states) = stop.ending else { throw TrialError.noSweep }
            let sweep = SweepInProgress(
                states: states, step: paths.rehearsal.steps[stop.next - 1], next: stop.next,
                branches: [], start: await session.forkPoint)
            let check = try #require(
                RealDiskCheck(paths: paths, sweep: sweep, images: images, on: system))
            return try await check.run()
        }

        func end() async {
            await pool.stop()
            run.remove()
        }

        private enum TrialError: Error { case noSweep }
    }

    /// What is said of a sweep that asks for a real disk which there is not.
    @Suite struct RealDiskUseTests {
        @Test(
            "a real disk that there is not is wrong use",
            arguments: [
                (Sweep.Death.system, 10), (.powerLoss, 10), (.powerLoss(.ext4), 0),
                (.powerLoss(.xfs), -1), (.powerLoss(.ext4.tearing(at: 512)), 5),
            ])
        func wrongUse(death: Sweep.Death, images: Int) async throws {
            let result = try await trial(TrialTarget.command("true")) {
                Sweep(death, onRealDisk: images) { Run("true") }
                Launch()
                Expect(.exitStatus(0))
            }.only()
            #expect(result.verdict == .errored)
            #expect(result.failures.allSatisfy { $0.kind == .wrongUse })
            try expectGolden(result, of: "\(death) on \(images)")
        }

        @Test("the name of an image is read as it is written")
        func names() {
            let name = RealDiskCheck.ImageName(number: 7, of: 50)
            #expect(RealDiskCheck.ImageName("\(name)") == name)
            for text in [
                "", "real", "real-0-of-5", "real-6-of-5", "7~2", "real-1-of-", "unreal-1-of-2",
            ] {
                #expect(RealDiskCheck.ImageName(text) == nil)
            }
        }
    }
#endif
