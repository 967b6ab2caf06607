import Foundation
import Testing

/// Reporters that a suite has of its own.
@Suite struct SuiteReporterTests {
    private let folder: TemporaryFolder

    init() async throws { folder = try TemporaryFolder() }

    /// A reporter that appends a line for each event to a file.
    private static let log = """
        import Foundation
        import Relaunch

        final class Log: Reporter {
            private let path: String
            private let failsAt: String?
            private var last = 0.0

            init(_ path: String, failsAt: String? = nil) {
                self.path = path
                self.failsAt = failsAt
            }

            struct Broken: Error {}

            func receive(_ event: Event) throws {
                if event.kind.name == failsAt { throw Broken() }
                var line = event.kind.name
                switch event.kind {
                case .runStarted(let run): line += " \\(run.seed) \\(run.jobs) \\(run.files)"
                case .suiteFound(let suite):
                    line += " \\(suite.file) \\(suite.scenarios.map(\\.name))"
                case .caseFinished(let result):
                    line += " \\(result.identity.text) \\(result.verdict)"
                case .runFinished(let summary):
                    line += " \\(summary.exitCode) \\(summary.interruption ?? "-")"
                    for (verdict, count) in summary.verdicts.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                        line += " \\(count) \\(verdict)"
                    }
                default: break
                }
                if event.time < last { line += " early" }
                last = event.time
                let file = fopen(path, "a")
                fputs(line + "\\n", file)
                fclose(file)
            }
        }

        """

    private func write(
        _ reporters: String, _ scenarios: [String], to name: String = "A.swift",
        target: String = #".command("true")"#
    ) throws {
        let suite = """
            import Relaunch

            let suite = Suite("A", target: \(target), reporters: { \(reporters) }) {
            \(scenarios.joined(separator: "\n"))
            }

            """
        try folder.write(suite, to: name)
        try folder.write(Self.log, to: "Support/Log.swift")
    }

    private func lines(_ name: String = "log") throws -> [String] {
        try folder.read(name).split(separator: "\n").map(String.init)
    }

    private func withoutSteps(_ lines: [String]) -> [String] {
        lines.filter { !$0.hasPrefix("step") && !$0.hasPrefix("caseStarted") }
    }

    @Test func aReporterIsToldOfEveryResultWhereAScenarioEndsTheProcess() async throws {
        let trap = """
            import Relaunch

            struct Trap: Step {
                var text: String { "Trap()" }
                let location = FileLocation(file: #filePath, line: #line, column: 1)
                func perform(in session: isolated Session) async throws -> Next {
                    fatalError("on purpose")
                }
            }
            """
        try folder.write(trap, to: "Support/Trap.swift")
        try write(
            #"[Log("log")]"#,
            [
                Sample.scenario("before", status: 0),
                "    Scenario(\"traps\") { Launch(); Trap() }",
                Sample.scenario("after", status: 0),
            ])
        let run = try await relaunch("run", "A.swift", "--seed", "7", "--jobs", "1", in: folder)
        #expect(run.status == 2, "\(run.error)")
        // The reporter is made anew with the process.
        let last = try #require(try lines().lastIndex { $0.hasPrefix("runStarted") })
        #expect(
            withoutSteps(Array(try lines()[last...])) == [
                #"runStarted 7 1 ["A.swift"]"#,
                #"suiteFound A.swift ["before", "traps", "after"]"#,
                "caseFinished A.swift::before passed", "caseFinished A.swift::traps errored",
                "caseFinished A.swift::after passed",
                "runFinished errored - 1 errored 2 passed",
            ])
    }

    @Test func aReporterReceivesTheRunOfItsSuite() async throws {
        let wrong = Sample.scenario("wrong", status: 3)
        let left = Sample.scenario("left out", status: 0)
        try write(
            #"[Log("log")]"#, [Sample.scenario("right", status: 0), wrong, left])
        try folder.write(Sample.passing("B", ["another"]), to: "B.swift")
        let run = try await relaunch(
            "run", "A.swift", "B.swift", "--seed", "7", "--jobs", "2", "--skip", "left out",
            in: folder)
        #expect(run.status == 1, "\(run.error)")
        let lines = try lines()
        #expect(
            withoutSteps(lines).sorted() == [
                "caseFinished A.swift::right passed", "caseFinished A.swift::wrong failed",
                "expectationFailed", "runFinished failed - 1 failed 1 passed",
                #"runStarted 7 2 ["A.swift"]"#,
                #"suiteFound A.swift ["right", "wrong"]"#,
            ])
        #expect(lines.first?.hasPrefix("runStarted") == true)
        #expect(lines.last?.hasPrefix("runFinished") == true)
        #expect(lines.count { $0 == "stepStarted" } == lines.count { $0 == "stepEnded" })
        #expect(!lines.contains { $0.hasSuffix(" early") })
    }

    @Test func aReplayReportsItsCaseToTheReporter() async throws {
        try write(
            #"[Log("log")]"#,
            [Sample.scenario("one", status: 0), Sample.scenario("two", status: 0)])
        let run = try await relaunch("replay", "A.swift::two", "--seed", "7", in: folder)
        #expect(run.status == 0, "\(run.error)")
        #expect(
            withoutSteps(try lines()).suffix(2) == [
                "caseFinished A.swift::two passed", "runFinished passed - 1 passed",
            ])
    }

    @Test func listingMakesNoReporters() async throws {
        try write(#"[Log("log")]"#, [Sample.scenario("one", status: 0)])
        #expect(try await relaunch("list", "A.swift", in: folder).status == 0)
        #expect(!folder.names().contains("log"))
    }

    @Test func aReporterThatThrowsEndsNoRunAndNoOtherReporter() async throws {
        try write(
            #"[Log("broken", failsAt: "caseFinished"), Log("log")]"#,
            [Sample.scenario("one", status: 0)])
        let run = try await relaunch("run", "A.swift", "--events", "-", in: folder)
        #expect(run.status == 2)
        #expect(run.error.contains("1 passed"))
        for name in ["'Log'", "'A' (A.swift)", "caseFinished", "Broken()"] {
            #expect(run.error.contains(name), "\(run.error)")
        }
        #expect(run.output.contains(#""exitCode":2"#))
        #expect(try lines("broken").last == "stepEnded")
        #expect(try lines().last == "runFinished errored - 1 passed")
    }

    @Test func reportersThatCannotBeMadeEndNoRun() async throws {
        try write(
            #"[try EventFileReporter(path: "/dev/null/events")]"#,
            [Sample.scenario("one", status: 0)])
        let run = try await relaunch("run", "A.swift", in: folder)
        #expect(run.status == 2)
        #expect(run.error.contains("1 passed"))
        for name in ["'A' (A.swift)", "/dev/null/events"] {
            #expect(run.error.contains(name), "\(run.error)")
        }
    }

    @Test func aReporterOfRelaunchWritesTheEventsOfItsSuite() async throws {
        try write(
            #"[try EventFileReporter(path: "a.jsonl")]"#, [Sample.scenario("one", status: 0)])
        let run = try await relaunch("run", "A.swift", in: folder)
        #expect(run.status == 0, "\(run.error)")
        let kinds = try lines("a.jsonl").map { line in
            try #require(line.firstMatch(of: /"event":"(\w+)"/)).output.1
        }
        #expect(
            kinds == [
                "runStarted", "suiteFound", "caseStarted", "stepStarted", "stepEnded",
                "stepStarted", "stepEnded", "caseFinished", "runFinished",
            ])
    }

    @Test func anInterruptedRunIsFinishedForItsReporters() async throws {
        try write(
            #"[Log("log")]"#, ["    Scenario(\"long\") { Launch() }"],
            target: #".command("sleep", arguments: ["1000"])"#)
        let run = try RelaunchProcess(["run", "A.swift", "--events", "-"], in: folder)
        try await run.wait(forOutput: "stepStarted")
        run.signal(SIGINT)
        #expect(try await run.finish().status == 130)
        #expect(try lines().last == "runFinished interrupted SIGINT")
    }

    @Test func aTrapInAReporterIsTheEndOfItsFileAlone() async throws {
        try write(
            #"[Log("log", failsAt: [String]()[3])]"#, [Sample.scenario("one", status: 0)])
        try folder.write(Sample.passing("B", ["another"]), to: "B.swift")
        let run = try await relaunch("run", "A.swift", "B.swift", in: folder)
        #expect(run.status == 2)
        #expect(run.error.contains("A › one"))
        #expect(run.error.contains("1 passed"))
    }

    /// The example of the page about plug-ins, as it stands there.
    @Test func theExampleOfTheDocumentationRuns() async throws {
        var repository = URL(fileURLWithPath: #filePath)
        for _ in 0..<3 { repository.deleteLastPathComponent() }
        let page = try String(
            contentsOf: repository.appendingPathComponent(
                "Sources/Relaunch/Documentation.docc/PlugIns.md"), encoding: .utf8)
        let chapter = try #require(page.split(separator: "\n## A reporter\n").last)
        let blocks = chapter.split(separator: "\n```").filter { $0.hasPrefix("swift\n") }
            .map { String($0.dropFirst(6)) }
        try #require(blocks.count == 2)
        try folder.write(blocks[0], to: "Scenarios/Support/FailureList.swift")
        try folder.write(blocks[1], to: "Scenarios/Files.swift")
        let run = try await relaunch("run", in: folder)
        #expect(run.status == 1, "\(run.error)")
        #expect(try lines("failures.txt") == ["there is no such file: failed"])
    }
}
