import Foundation
import RelaunchProtocol
import Testing

/// `events.schema.json`, which readers in other languages go by, against what is really written.
@Suite struct EventSchemaTests {
    private let schema: JSONSchema

    init() throws {
        schema = try JSONSchema(
            Self.read("Sources/Relaunch/Documentation.docc/events.schema.json"))
    }

    private static func read(_ path: String) throws -> String {
        var repository = URL(fileURLWithPath: #filePath)
        for _ in 0..<3 { repository.deleteLastPathComponent() }
        return try String(contentsOf: repository.appendingPathComponent(path), encoding: .utf8)
    }

    private func expectValid(_ stream: String) throws {
        for (index, line) in stream.split(separator: "\n").enumerated() {
            let problems = try schema.problems(of: line)
            #expect(problems.isEmpty, "line \(index + 1): \(line)")
        }
    }

    @Test(arguments: ["events.jsonl", "every-event.jsonl"])
    func everyLineOfASampleIsValid(golden: String) throws {
        try expectValid(Self.read("Tests/RelaunchTests/Reports/Golden/\(golden)"))
    }

    @Test func theExamplesOfTheDocumentationAreValid() throws {
        let page = try Self.read("Sources/Relaunch/Documentation.docc/Reports.md")
        let lines = page.split(separator: "\n").filter { $0.hasPrefix("{\"") }
        #expect(lines.count >= 10)
        try expectValid(lines.joined(separator: "\n"))
    }

    @Test func everyKindIsDescribed() throws {
        let described = (schema.root["allOf"]?.array ?? []).compactMap {
            $0["if"]?["properties"]?["event"]?["const"]?.string
        }
        let written = try Self.read("Tests/RelaunchTests/Reports/Golden/every-event.jsonl")
            .split(separator: "\n").compactMap { try JSON(parsing: String($0))["event"]?.string }
        #expect(Set(described) == Set(written))
    }

    @Test func everyLineOfARunIsValid() async throws {
        let folder = try TemporaryFolder()
        let sweep = """
                Scenario("a sweep finds a torn file") {
                    Run("sh", "-c", "printf old > state")
                    Sweep(.system) { Run("sh", "-c", "printf new > state") }
                    Launch(arguments: ["-c", "cat state"])
                    Expect(.output(isOneOf: ["old", "new"]))
                }
                Scenario("it fails") {
                    Launch(arguments: ["-c", "echo no; exit 3"])
                    Expect(.exitStatus(0))
                }
                Scenario("it is skipped", requires: .program("no-such-program")) { Launch() }
            """
        try folder.write(Sample.file("S", [sweep], target: ".command(\"sh\")"), to: "A.swift")
        try folder.write("let nothing = 1\n", to: "B.swift")
        let run = try await relaunch(
            "run", "A.swift", "B.swift", "--events", "events.jsonl", in: folder)
        let stream = try folder.read("events.jsonl")
        try expectValid(stream)
        let kinds = Set(
            try stream.split(separator: "\n").compactMap {
                try JSON(parsing: String($0))["event"]?.string
            })
        #expect(
            kinds == [
                "runStarted", "suiteFound", "fileProgress", "fileFailed", "caseStarted",
                "stepStarted", "stepEnded", "expectationFailed", "sweepProgress", "caseFinished",
                "runFinished",
            ], "\(run.error)")
    }

    @Test(arguments: [
        (#"{"event":"note","text":"a","time":1,"version":1}"#, []),
        (#"{"event":"note","time":1,"version":1}"#, ["$.text is missing"]),
        (#"{"event":"note","text":4,"time":1,"version":1}"#, ["$.text is no \"string\""]),
        (#"{"event":"note","text":"a","time":1,"version":2}"#, ["$.version is not 1"]),
        (
            #"{"event":"note","text":"a","time":1,"version":1,"from":"b"}"#,
            ["$.from is not described"]
        ),
        (
            #"{"case":{"branches":[1],"file":"A","line":0.5,"suite":"S"},"#
                + #""event":"caseStarted","time":1,"version":1}"#,
            [
                "$.case.branches[0] is no \"string\"", "$.case.line is no \"integer\"",
                "$.case.scenario is missing",
            ]
        ),
        (
            #"{"event":"runFinished","summary":{"exitCode":7,"failedFiles":-1,"seconds":1,"#
                + #""verdicts":{"passed":"1"}},"time":1,"version":1}"#,
            [
                "$.summary.exitCode is none of [0,1,2,4,64,101,130,143]",
                "$.summary.failedFiles is less than 0",
                "$.summary.verdicts.passed is no \"integer\"",
            ]
        ),
    ])
    func aWrongLineIsFound(line: String, problems: [String]) throws {
        #expect(try schema.problems(of: line) == problems)
    }

    @Test func aSchemaWithAKeywordThatChecksNothingIsRefused() throws {
        let schema = try JSONSchema(#"{"type":"object","minProperties":1}"#)
        #expect(throws: JSONSchema.Unusable.self) { try schema.problems(of: "{}") }
    }
}
