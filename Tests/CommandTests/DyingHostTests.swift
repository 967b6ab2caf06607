import Foundation
import Testing
import TestSupport

/// Scenarios that end the process of their file: each of them is an error of its own, and the others
/// have their results.
@Suite struct DyingHostTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Steps that end the process: at once, or when so many have come to the same place.
    private static let steps = """
        import Foundation

        struct Trap: Step {
            var text: String { "Trap()" }
            let location: FileLocation
            init(line: Int = #line) {
                location = FileLocation(file: #filePath, line: line, column: 1)
            }
            func perform(in session: isolated Session) async throws -> Next {
                fatalError("on purpose")
            }
        }

        struct Leave: Step {
            var text: String { "Leave()" }
            let location = FileLocation(file: #filePath, line: #line, column: 1)
            func perform(in session: isolated Session) async throws -> Next { exit(3) }
        }

        /// Ends the process where two are in it.
        struct Meet: Step {
            static let count = Count()
            actor Count {
                var value = 0
                func add(_ number: Int) { value += number }
            }
            var text: String { "Meet()" }
            let location = FileLocation(file: #filePath, line: #line, column: 1)
            func perform(in session: isolated Session) async throws -> Next {
                await Self.count.add(1)
                for _ in 1...100 {
                    try await Task.sleep(for: .milliseconds(10))
                    if await Self.count.value > 1 { fatalError("two have met") }
                }
                await Self.count.add(-1)
                return .step
            }
        }
        """

    private func run(
        _ scenarios: [String], _ options: String...
    ) async throws -> RelaunchProcess.Outcome {
        try folder.write(Sample.file("Trap", scenarios) + Self.steps, to: "Trap.swift")
        return try await RelaunchProcess(["run", "Trap.swift"] + options, in: folder).finish()
    }

    private static func trap(_ name: String, _ step: String = "Trap()") -> String {
        "    Scenario(\"\(name)\") { Launch(); \(step); Expect(.exitStatus(0)) }"
    }

    @Test func aScenarioThatTrapsIsAnErrorAndTheOthersRun() async throws {
        let run = try await run(
            [
                Sample.scenario("before it", status: 0), Self.trap("it traps"),
                Sample.scenario("after it", status: 0), Self.trap("it exits", "Leave()"),
                Sample.scenario("last", status: 0),
            ], "--jobs", "1", "--seed", "7")
        #expect(run.status == 2)
        try expectGolden(run)
    }

    @Test func ofManyThatRunAtOnceTheOneThatTrapsIsFound() async throws {
        let good = (1...28).map { Sample.scenario("scenario \($0)", status: 0) }
        let all =
            Array(good[..<9]) + [Self.trap("it traps")] + Array(good[9..<20])
            + [Self.trap("it traps, too")] + Array(good[20...])
        let run = try await run(all, "--jobs", "4", "--events", "events", "--junit", "report.xml")
        #expect(run.status == 2)
        let events = try folder.read("events").split(separator: "\n").map { line in
            try #require(
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
        let results = events.compactMap { $0["result"] as? [String: Any] }
        let verdicts = Dictionary(grouping: results) { $0["verdict"] as? String ?? "" }
        #expect(verdicts.mapValues(\.count) == ["passed": 28, "errored": 2])
        let guilty = verdicts["errored", default: []].compactMap { result in
            (result["identity"] as? [String: Any])?["scenario"] as? String
        }
        #expect(guilty.sorted() == ["it traps", "it traps, too"])
        let kinds = verdicts["errored", default: []].flatMap { result in
            (result["failures"] as? [[String: Any]] ?? []).compactMap { $0["kind"] as? String }
        }
        #expect(kinds == ["crashed", "crashed"])
        #expect(!events.contains { $0["event"] as? String == "fileFailed" })
        #expect(try folder.read("report.xml").contains("tests=\"30\""))
    }

    @Test func whereAllTrapAllAreErrors() async throws {
        let run = try await run((1...5).map { Self.trap("trap \($0)") }, "--jobs", "2")
        #expect(run.status == 2)
        #expect(run.error.contains("0 passed, 5 errored"))
    }

    @Test func nothingMoreIsStartedAfterTooManyTraps() async throws {
        let run = try await run(
            (1...5).map { Self.trap("trap \($0)") }, "--jobs", "1", "--max-fail", "2")
        #expect(run.status == 1 || run.status == 2)
        #expect(run.error.contains("0 passed, 2 errored"))
    }

    @Test func aDeathThatNobodyCausesAloneIsNotKeptSilent() async throws {
        let run = try await run(
            [
                Self.trap("one", "Meet()"), Self.trap("another", "Meet()"),
                Sample.scenario("after them", status: 0),
            ], "--jobs", "2")
        #expect(run.status == 2)
        try expectGolden(run)
    }
}
