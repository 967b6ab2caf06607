import Foundation
import Testing

/// The events of a run, as a reader of `--events` gets them.
@Suite struct EventTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private struct Line: Decodable {
        struct Step: Decodable {
            var number: Int
            var launches: Int?
        }
        struct Progress: Decodable {
            var done: Int
            var total: Int?
            var isEstimated: Bool
        }
        struct Result: Decodable { var launches: Int }
        struct Case: Decodable { var scenario: String }

        var event: String
        var time: Double
        var `case`: Case?
        var step: Step?
        var progress: Progress?
        var result: Result?
    }

    @Test func aSweepCanBeFollowed() async throws {
        let scenario = """
                Scenario("sweep") {
                    Run("sh", "-c", "printf 0 > s0")
                    Sweep(.system) { Run("sh", "-c", "for i in 1 2 3 4 5; do printf $i > s$i; done") }
                    Launch(arguments: ["-c", "cat s0"])
                    Expect(.output(isOneOf: ["0"]))
                }
            """
        try folder.write(
            Sample.file("Sweep", [scenario], target: ".command(\"sh\")"), to: "A.swift")
        let run = try await RelaunchProcess(
            ["run", "A.swift", "--no-controls", "--events", "events.jsonl"], in: folder
        ).finish()
        #expect(run.status == 0, "\(run.error)")
        let lines = try folder.read("events.jsonl").split(separator: "\n").map {
            try JSONDecoder().decode(Line.self, from: Data($0.utf8))
        }
        #expect(lines.map(\.time) == lines.map(\.time).sorted())
        let inCase = lines.filter { $0.case?.scenario == "sweep" }
        let steps = inCase.filter { $0.step != nil }
        #expect(
            steps.map { "\($0.event) \($0.step?.number ?? 0)" } == [
                "stepStarted 1", "stepEnded 1", "stepStarted 2", "stepEnded 2",
            ])
        let progress = inCase.compactMap(\.progress)
        #expect(progress.first?.done == 0)
        #expect(progress.last?.done == 11)
        #expect(progress.last?.total == 11)
        #expect(progress.last?.isEstimated == false)
        // One launch for each state.
        let result = try #require(lines.compactMap(\.result).first)
        #expect(result.launches == 11)
        #expect(steps.last?.step?.launches == 11)
        // In the order in which it happens.
        let names = lines.map(\.event).filter {
            $0 != "sweepProgress" && $0 != "fileProgress"
        }
        #expect(
            names == [
                "runStarted", "suiteFound", "caseStarted", "stepStarted", "stepEnded",
                "stepStarted", "stepEnded", "caseFinished", "runFinished",
            ])
    }
}
