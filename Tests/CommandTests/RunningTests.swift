@testable import CrashStates
import Foundation
import Testing
import TestSupport

/// Hosts, orders, and how runs end.
@Suite struct RunningTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func aFailureIsStatusOneAndItsReplayCommandWorks() async throws {
        let scenarios = [
            Sample.scenario("it's right", status: 0), Sample.scenario("it's wrong", status: 3),
        ]
        try folder.write(Sample.file("A", scenarios), to: "A.swift")
        let run = try await relaunch("run", "A.swift", "--seed", "7", in: folder)
        #expect(run.status == 1)
        try expectGolden(run, of: "run")
        #expect(run.output.isEmpty)

        let line = try #require(run.error.split(separator: "\n").first { $0.contains("replay:") })
        let command = line.split(separator: "replay:", maxSplits: 1)[1]
        let replay = try await RelaunchProcess(
            ["-c", String(command)], in: folder, program: "/bin/sh"
        ).finish()
        #expect(replay.status == 1)
        try expectGolden(replay, of: "replay")
    }

    @Test func aPathOfATargetIsBesideItsFileAlsoWhereThatIsNamedWithoutAFolder() async throws {
        let program = "#!/bin/sh\necho beside the scenario\n"
        try folder.write(program, to: "Scenarios/program", isExecutable: true)
        try folder.write(
            Sample.file("A", ["    Scenario(\"x\") { Launch() }"], target: ".app(\"./program\")"),
            to: "Scenarios/A.swift")
        let run = try await RelaunchProcess(
            ["-c", "cd Scenarios && exec \(RelaunchProcess.path) run A.swift"], in: folder,
            program: "/bin/sh"
        ).finish()
        // The program does not cooperate: what it wrote shows that it was launched.
        try expectGolden(run)
    }

    @Test func replayShowsTheTimelineOfACaseThatPasses() async throws {
        try folder.write(Sample.passing("A", ["one", "two"]), to: "A.swift")
        let run = try await relaunch("replay", "A.swift::two", in: folder)
        #expect(run.status == 0)
        try expectGolden(run)
    }

    @Test func replayOfNoScenarioOffersTheNearest() async throws {
        try folder.write(Sample.passing("A", ["one", "another"]), to: "A.swift")
        let run = try await relaunch("replay", "A.swift::anothr", in: folder)
        #expect(run.status == 4)
        try expectGolden(run)
    }

    @Test func aFileThatTrapsIsReportedAndTheOthersStillRun() async throws {
        let trap = """
            import Relaunch
            let names: [String] = []
            let suite = Suite("Trap", target: .command("true")) {
                Scenario(names[3]) { Launch() }
            }
            """
        try folder.write(trap, to: "Scenarios/Trap.swift")
        try folder.write(Sample.passing("Good", ["one"]), to: "Scenarios/Good.swift")
        let run = try await relaunch("run", in: folder)
        #expect(run.status == 2)
        #expect(run.error.contains("Scenarios/Trap.swift"))
        try expectGolden(run)
    }

    @Test func topLevelCodeThatHangsIsGivenUp() async throws {
        let hang = """
            import Relaunch
            func forever() -> String { while true { withExtendedLifetime(0) {} } }
            let suite = Suite(forever(), target: .command("true")) { Scenario("x") { Launch() } }
            """
        try folder.write(hang, to: "Hang.swift")
        let run = try await relaunch(
            "run", "Hang.swift", in: folder, environment: ["RELAUNCH_START_LIMIT": "1.5"])
        #expect(run.status == 2)
        try expectGolden(run)
    }

    @Test func aSuiteThatIsWrongAsAWholeDoesNotRun() async throws {
        try folder.write(Sample.passing("Twice", ["one", "one"]), to: "Twice.swift")
        let run = try await relaunch("run", "Twice.swift", in: folder)
        #expect(run.status == 2)
        #expect(run.error.contains("'one'"))
        try expectGolden(run)
    }

    @Test func nothingMoreIsStartedAfterTooManyFailures() async throws {
        let scenarios = (1...6).map { Sample.scenario("scenario \($0)", status: 1) }
        try folder.write(Sample.file("A", scenarios), to: "A.swift")
        let run = try await relaunch("run", "A.swift", "--max-fail", "2", "--jobs", "1", in: folder)
        #expect(run.status == 1)
        try expectGolden(run)
        #expect(run.error.contains("--max-fail"))
    }

    @Test func eventsAreLinesOnStandardOutput() async throws {
        try folder.write(Sample.passing("A", ["one"]), to: "A.swift")
        let run = try await relaunch("run", "A.swift", "--events", "-", in: folder)
        #expect(run.status == 0)
        let events = try run.output.split(separator: "\n").map { line in
            try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        }
        let names = events.map { $0?["event"] as? String }.filter { $0 != "fileProgress" }
        let stages = events.compactMap { ($0?["file"] as? [String: Any])?["stage"] as? String }
        #expect(
            names == [
                "runStarted", "suiteFound", "caseStarted", "stepStarted", "stepEnded",
                "stepStarted", "stepEnded", "caseFinished", "runFinished",
            ])
        #expect(stages == ["compiling", "starting", "running", "done"])
    }

    @Test func aMissingTargetIsNamed() async throws {
        try folder.write(
            Sample.file("A", [Sample.scenario("x", status: 0)], target: ".app(\"./nothing\")"),
            to: "A.swift")
        let run = try await relaunch("run", "A.swift", in: folder)
        #expect(run.status == 2)
        try expectGolden(run)
    }

    @Test(arguments: [(SIGINT, Int32(130)), (SIGTERM, Int32(143))])
    func aSignalEndsEverythingAndKeepsTheResults(_ signal: Int32, _ status: Int32) async throws {
        // Nobody else sleeps for this long.
        let seconds = "100000.\(UInt32.random(in: 1...999_999))"
        let long = "    Scenario(\"long\") { Launch(arguments: [\"\(seconds)\"]) }"
        try folder.write(
            Sample.file("Short", [Sample.scenario("x", status: 0)]), to: "Scenarios/A.swift")
        try folder.write(
            Sample.file("Long", [long], target: ".command(\"sleep\")")
                .replacingOccurrences(of: ") {\n", with: ", timeLimit: .seconds(100)) {\n"),
            to: "Scenarios/B.swift")
        let containers = folder.path("containers")
        let run = try RelaunchProcess(
            ["run", "--events", "-", "--junit", "report.xml", "--jobs", "1"], in: folder,
            environment: ["RELAUNCH_CONTAINERS": containers])
        try await run.wait(forOutput: "\"scenario\":\"long\"")
        try await run.wait(forOutput: "caseFinished")
        run.signal(signal)
        let outcome = try await run.finish()
        #expect(outcome.status == status, "\(outcome.error)")
        try expectGolden(outcome, of: "\(signal)")
        #expect(outcome.output.contains("runFinished"))
        #expect(try folder.read("report.xml").contains("<testcase"))
        #expect(folder.names(in: "containers").isEmpty)
        #expect(processes(with: seconds).isEmpty)
    }

    /// In the middle of a sweep: some of its states have been visited, and more would follow.
    @Test func aSignalEndsASweep() async throws {
        // Nobody else sleeps for this long.
        let seconds = "100000.\(UInt32.random(in: 1...999_999))"
        try folder.write(
            Sample.file("Short", [Sample.scenario("x", status: 0)]), to: "Scenarios/A.swift")
        let look = "echo x >> \(folder.path)/visited; test ! -e s3 || exec sleep \(seconds)"
        try folder.write(sweep(looking: look), to: "Scenarios/B.swift")
        let run = try RelaunchProcess(
            ["run", "--events", "-", "--junit", "report.xml", "--jobs", "1", "--no-controls"],
            in: folder, environment: ["RELAUNCH_CONTAINERS": folder.path("containers")])
        try await run.wait(forOutput: "caseFinished")
        waitForProcess(with: seconds)
        #expect(!processes(with: seconds).isEmpty, "\(run.error)")
        #expect(try folder.read("visited").contains("x\nx\n"))
        run.signal(SIGINT)
        let outcome = try await run.finish()
        #expect(outcome.status == 130, "\(outcome.error)")
        try expectGolden(outcome)
        #expect(try folder.read("report.xml").contains("<testcase"))
        #expect(folder.names(in: "containers").isEmpty)
        #expect(processes(with: seconds).isEmpty)
    }

    /// What a sweep has found until then is reported, with its figures and a container to look at.
    @Test func aSignalKeepsWhatASweepHasFound() async throws {
        // Nobody else sleeps for this long.
        let seconds = "100000.\(UInt32.random(in: 1...999_999))"
        let look = "test ! -e s3 || exec sleep \(seconds); test ! -e s2"
        try folder.write(sweep(looking: look), to: "A.swift")
        let run = try RelaunchProcess(
            ["run", "A.swift", "--events", "-", "--junit", "report.xml", "--jobs", "1"],
            in: folder, environment: ["RELAUNCH_CONTAINERS": folder.path("containers")])
        try await run.wait(forOutput: "caseStarted")
        waitForProcess(with: seconds)
        run.signal(SIGINT)
        let outcome = try await run.finish()
        #expect(outcome.status == 130, "\(outcome.error)")
        try expectGolden(outcome, masking: [seconds: "number"])
        #expect(try folder.read("report.xml").contains("<failure"))
        let line = try #require(
            outcome.error.split(separator: "\n").first { $0.contains("container:") })
        let kept = line.split(separator: "container:")[1].trimmingCharacters(in: .whitespaces)
        #expect(FileManager.default.fileExists(atPath: kept + "/s2"), "\(kept)")
        #expect(!FileManager.default.fileExists(atPath: kept + "/s3"))
        #expect(processes(with: seconds).isEmpty)
    }

    @Test func aSecondSignalWaitsForNothing() async throws {
        let step = """
            struct Spin: Step {
                var text: String { "Spin()" }
                let location = FileLocation(file: #filePath, line: #line, column: 1)
                func perform(in session: isolated Session) async throws -> Next {
                    while true { withExtendedLifetime(0) {} }
                }
            }
            """
        try folder.write(
            Sample.file("A", ["    Scenario(\"x\") { Launch(); Spin() }"]) + step, to: "A.swift")
        let run = try RelaunchProcess(["run", "A.swift", "--events", "-"], in: folder)
        try await run.wait(forOutput: "caseStarted")
        run.signal(SIGINT)
        usleep(300_000)
        run.signal(SIGINT)
        #expect(try await run.finish(within: 60).status == 130)
    }

    @Test func nothingIsLeftWhenItIsKilled() async throws {
        let seconds = "100000.\(UInt32.random(in: 1...999_999))"
        try folder.write(
            Sample.file(
                "Long", ["    Scenario(\"x\") { Launch(arguments: [\"\(seconds)\"]) }"],
                target: ".command(\"sleep\")"), to: "A.swift")
        let run = try RelaunchProcess(["run", "A.swift", "--events", "-"], in: folder)
        try await run.wait(forOutput: "caseStarted")
        let deadline = Date().addingTimeInterval(patience)
        while processes(with: seconds).isEmpty, Date() < deadline { usleep(10_000) }
        #expect(!processes(with: seconds).isEmpty)
        run.signal(SIGKILL)
        #expect(try await run.finish().status == 128 + SIGKILL)
        while !processes(with: seconds).isEmpty, Date() < deadline { usleep(10_000) }
        #expect(processes(with: seconds).isEmpty)
    }

    /// A sweep of five files that are made one after the other, with a look at each state that a death
    /// leaves.
    private func sweep(looking look: String) -> String {
        let sweep = """
                Scenario("sweep") {
                    Sweep(.system) { Run("sh", "-c", "for i in 1 2 3 4 5; do printf $i > s$i; done") }
                    Launch(arguments: ["-c", "\(look)"])
                    Expect(.exitStatus(0))
                }
            """
        return Sample.file(
            "Sweep", [sweep], target: ".command(\"sh\"), timeLimit: .seconds(100)")
    }

    private func waitForProcess(with argument: String) {
        let deadline = Date().addingTimeInterval(patience)
        while processes(with: argument).isEmpty, Date() < deadline { usleep(10_000) }
    }

    private func processes(with argument: String) -> [String] {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return all.filter { process in
            let line = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()
            return String(decoding: line, as: UTF8.self).split(separator: "\0")
                .contains { $0 == argument }
        }
    }
}
