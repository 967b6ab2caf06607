import Foundation
import Relaunch
import TestSupport
import Testing

@testable import RelaunchCommand

/// What a text on the command line names, without running anything.
@Suite struct SelectorTests {
    private let suite = SuiteDescription(
        name: "Notes", file: "Notes.swift",
        target: TargetDescription(driver: "command", executable: "true"),
        scenarios: [
            ScenarioDescription(name: "a draft survives", line: 4),
            ScenarioDescription(name: "a draft is lost::or not", line: 9),
            ScenarioDescription(name: "a", line: 20),
            ScenarioDescription(name: "round 1", line: 30),
            ScenarioDescription(name: "round 2", line: 30),
            ScenarioDescription(name: "red\u{1B}[31m and\nblue", line: 41),
        ])

    private func match(_ text: String) throws -> ScenarioSelector.Match {
        try ScenarioSelector(text).match(in: suite)
    }

    @Test(arguments: [
        ("Notes.swift::a draft survives", "a draft survives", []),
        ("Notes.swift::a draft s", "a draft survives", []),
        ("Notes.swift::Notes/a draft s", "a draft survives", []),
        ("Notes.swift::a draft s::7::9=ENOSPC", "a draft survives", ["7", "9=ENOSPC"]),
        ("Notes.swift::a draft is lost::or not::7", "a draft is lost::or not", ["7"]),
        ("Notes.swift::a draft is lost::o", "a draft is lost::or not", []),
        ("Notes.swift::a", "a", []), ("Notes.swift::a::3", "a", ["3"]),
        ("Notes.swift:4", "a draft survives", []), ("Notes.swift:8:17", "a draft survives", []),
        ("Notes.swift:999", "red\u{1B}[31m and\nblue", []),
        ("Notes.swift:4: Notes/a draft survives", "a draft survives", []),
        ("Notes.swift:9: Notes/a draft is lost::or not", "a draft is lost::or not", []),
        ("Notes.swift:41: Notes/red\\u{1B}[31m and\\nblue", "red\u{1B}[31m and\nblue", []),
        ("Notes.swift::red\u{1B}[31m and\nblue", "red\u{1B}[31m and\nblue", []),
    ])
    func oneScenarioIsNamed(_ text: String, _ scenario: String, _ branches: [String]) throws {
        #expect(ScenarioSelector(text).file == "Notes.swift")
        #expect(try match(text) == .init(scenario: scenario, branches: branches))
    }

    @Test func aFileNamesAllOfItsScenarios() throws {
        #expect(ScenarioSelector("Notes.swift").choice == .all)
        #expect(try ScenarioSelector("Notes.swift").matches(in: suite).count == 6)
        #expect(ScenarioSelector("Scenarios").choice == .all)
        #expect(ScenarioSelector("Notes.swift::").choice == .all)
        #expect(ScenarioSelector("Notes.swift:x").choice == .all)
        #expect(ScenarioSelector("::a").choice == .all)
    }

    @Test func aLineNamesAllThatBeginThere() throws {
        let names = try ScenarioSelector("Notes.swift:33").matches(in: suite).map(\.scenario)
        #expect(names == ["round 1", "round 2"])
    }

    @Test func aLineBehindTheEndOfTheFileNamesNothing() throws {
        let folder = try TemporaryFolder()
        var suite = suite
        suite.file = folder.path("Notes.swift")
        for (text, isThere) in [("\n\n\nlet a = 1\n", 4), ("\n\n\n\nlet a = 1", 5)] {
            try folder.write(text, to: "Notes.swift")
            #expect(
                try ScenarioSelector("\(suite.file):\(isThere)").match(in: suite).branches == [])
            let error = #expect(throws: NoMatch.self) {
                try ScenarioSelector("\(suite.file):\(isThere + 1)").match(in: suite)
            }
            #expect(error?.lineCount == isThere)
        }
    }

    @Test func aPathMayHaveColonsOfItsOwn() throws {
        let folder = try TemporaryFolder("a::b")
        try folder.write("", to: "x:3.swift")
        let path = folder.path("x:3.swift")
        #expect(ScenarioSelector(path).choice == .all)
        #expect(ScenarioSelector(path + "::a: 3").file == path)
        #expect(ScenarioSelector(path + "::a: 3").choice == .name("a: 3"))
        #expect(ScenarioSelector(path + ":12").choice == .line(12))
        #expect(ScenarioSelector(path + ":12: Notes/a::b").choice == .name("Notes/a::b"))
    }

    @Test(arguments: [
        "Notes.swift::a draft", "Notes.swift::round", "Notes.swift:35", "Notes.swift::a drift s",
        "Notes.swift::Notes/a drift survives", "Notes.swift::lost", "Notes.swift::x\u{1B}y",
        "Notes.swift:3",
    ])
    func whatNamesNoneOrSeveralSaysWhatThereIs(_ text: String) throws {
        let error = try #require(throws: NoMatch.self) { try match(text) }
        try expectGolden("\(error)", of: VisibleText.line(text))
    }
}
