import Foundation
import TestSupport
import Testing

/// Scenarios and files that are named on the command line.
@Suite struct NamingTests {
    let folder: TemporaryFolder
    private static let names = ["a draft survives", "a draft is lost", "any save"]

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Sample.passing("Notes", Self.names), to: "Scenarios/Notes.swift")
    }

    @Test(arguments: [
        ["run", "Scenarios/Notes.swift::a draft s"], ["Scenarios/Notes.swift:6"],
        ["run", "Scenarios/Notes.swift:4: Notes/a draft survives"],
        ["run", "--filter", "draft", "./Scenarios/Notes.swift::Notes/a draft su"],
        ["replay", "Scenarios/Notes.swift::a draft s"], ["replay", "Scenarios/Notes.swift:6:9"],
        ["replay", "Scenarios/Notes.swift:4: Notes/a draft survives"],
    ])
    func oneScenarioRuns(_ arguments: [String]) async throws {
        let run = try await RelaunchProcess(arguments + ["--events", "-"], in: folder).finish()
        #expect(run.status == 0, "\(run.error)")
        let events = try run.output.split(separator: "\n").compactMap {
            try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }
        let started = events.filter { $0["event"] as? String == "caseStarted" }
            .compactMap { ($0["case"] as? [String: Any])?["scenario"] as? String }
        #expect(started == ["a draft survives"])
    }

    @Test func severalAreNamedInOneRun() async throws {
        let run = try await relaunch(
            "list", "Scenarios/Notes.swift:12", "Scenarios/Notes.swift::a draft s", in: folder)
        #expect(run.status == 0)
        try expectGolden(run)
    }

    @Test func whatIsFoundRunsWhereAnotherNameIsWrong() async throws {
        let run = try await relaunch(
            "run", "Scenarios/Notes.swift::any", "Scenarios/Notes.swift::a draft", in: folder)
        #expect(run.status == 4)
        try expectGolden(run)
    }

    @Test(arguments: ["run", "list", "replay"])
    func aNameThatIsNearlyRightIsSuggested(_ command: String) async throws {
        let run = try await relaunch(command, "Scenarios/Notes.swift::any safe", in: folder)
        #expect(run.status == 4)
        try expectGolden(run, of: command)
    }

    @Test(arguments: [
        "Scenarios::any save", "Scenarios/Nots.swift::any save", "Scenarios/Notes.swift",
        "any save",
    ])
    func whatCannotBeReplayedIsAUsageError(_ name: String) async throws {
        let run = try await relaunch("replay", name, in: folder)
        #expect(run.status == 64)
        try expectGolden(run, of: name)
    }

    @Test func whatListPrintsNamesAScenario() async throws {
        try folder.write(
            Sample.passing("Od\\u{1B}[31md", ["two\\nlines\\u{202E}", "##[error]x", "c::d: 3"]),
            to: "Scenarios/Odd.swift")
        let list = try await relaunch("list", in: folder)
        #expect(list.status == 0)
        try expectGolden(list)
        for line in list.output.split(separator: "\n").map(String.init) {
            let again = try await relaunch("list", line, in: folder)
            #expect(again.output == line + "\n", "\(again.error)")
        }
    }

    @Test func theIdsOfListNameScenarios() async throws {
        struct Suite: Decodable {
            struct Scenario: Decodable { var id: String }
            var scenarios: [Scenario]
        }
        let list = try await relaunch("list", "--json", in: folder)
        let suites = try JSONDecoder().decode([Suite].self, from: Data(list.output.utf8))
        let ids = suites.flatMap(\.scenarios).map(\.id)
        #expect(ids == Self.names.map { "Scenarios/Notes.swift::\($0)" })
        let run = try await RelaunchProcess(["run"] + ids, in: folder).finish()
        #expect(run.status == 0)
        try expectGolden(run)
    }

    @Test func aFileWhoseNameBeginsWithADashIsNoOption() async throws {
        try folder.write(Sample.passing("Dash", ["one"]), to: "-dash.swift")
        for arguments in [["./-dash.swift"], ["run", "--", "-dash.swift"]] {
            let run = try await RelaunchProcess(arguments, in: folder).finish()
            #expect(run.status == 0, "\(run.error)")
        }
        let wrong = try await relaunch("list", "./-dash.swift:1", in: folder)
        #expect(wrong.status == 4)
    }

    @Test func aCommandLiesBesideTheScenarioFile() async throws {
        let script = "#!/bin/sh\necho \"$@\" >> list; cat list\n"
        try folder.write(script, to: "Scenarios/tools/todo")
        chmod(folder.path("Scenarios/tools/todo"), 0o755)
        try folder.write(
            Sample.file(
                "Todo",
                [
                    """
                        Scenario("it keeps its list", control: .none(because: "it is about paths")) {
                            Launch(arguments: ["milk"])
                            Run("tools/todo", "bread")
                            Expect(.output(equals: "milk\\nbread"))
                        }
                    """
                ], target: #".command("./tools/todo")"#), to: "Scenarios/Todo.swift")
        let run = try await relaunch("run", "Scenarios/Todo.swift", in: folder)
        #expect(run.status == 0, "\(run.error)")
    }
}
