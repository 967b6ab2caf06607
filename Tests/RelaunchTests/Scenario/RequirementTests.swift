import CrashStates
import Foundation
import Testing
import TestSupport

@testable import Relaunch

/// What a machine must have for a scenario.
@Suite struct RequirementTests {
    @Test(arguments: [
        ("NVIM v0.7.2\nBuild type: Release", [0, 7, 2]),
        ("Redis server v=7.0.15 sha=0:0", [7, 0, 15]),
        ("GNU Emacs 28.2", [28, 2]), ("less 590 (PCRE2)", [590]),
        ("psql (PostgreSQL) 15.14", [15, 14]),
    ])
    func `a version is the first numbers with dots`(_ text: String, _ numbers: [Int]) {
        #expect(ProgramVersion(in: text)?.numbers == numbers)
    }

    @Test func `versions are compared by their numbers`() throws {
        let all = try ["0.9", "0.10", "1", "1.0.1", "10"].map {
            try #require(ProgramVersion(in: $0))
        }
        #expect(all.sorted() == all)
        #expect(try !(#require(ProgramVersion(in: "1")) < #require(ProgramVersion(in: "1.0"))))
    }

    @Test(arguments: [
        ("echo tool 1.2.3", "1.10", "'tool' is too old: it is 1.2.3, and 1.10 or later is needed"),
        ("echo tool 1.2.3", "1.2", nil), ("echo 2.0 >&2; exit 1", "1.10", nil),
        ("echo hello", "1", "'tool --version' tells no version: hello; 1 or later is needed"),
        ("", "1", "'tool --version' tells no version; 1 or later is needed"),
    ])
    func `a program that is too old is an obstacle`(
        _ script: String, _ version: String, _ obstacle: String?
    ) throws {
        let directory = try TemporaryDirectory()
        let path = try directory.script("tool", "#!/bin/sh\n" + script)
        #expect(
            Requirement.program("tool", atLeast: version).obstacle(searching: directory.path)
                == obstacle)
        withExtendedLifetime(path) {}
    }

    @Test func `one that does not end is killed with its children`() throws {
        let directory = try TemporaryDirectory()
        let mark = "version-\(UUID())"
        let path = try directory.script(
            "tool", "#!/bin/sh\nexport TRIAL=\(mark); sleep 1000 & sleep 1000")
        let told = ProgramVersion.told(by: path, within: .milliseconds(300))
        #expect(throws: ProgramVersion.Silence.self) { try told.get() }
        // What was sent SIGKILL may still be on its way out.
        let deadline = ContinuousClock.now + .seconds(10)
        while !processes(marked: mark).isEmpty, .now < deadline { usleep(1000) }
        #expect(processes(marked: mark).isEmpty)
    }

    @Test func `a program that is not there is named`() {
        #expect(
            Requirement.program("no-such-program", atLeast: "1").obstacle
                == "there is no 'no-such-program' on the PATH")
    }

    @Test func `what is no version is found before anything is launched`() async throws {
        let scenario = Scenario("old", requires: .program("sh", atLeast: "new")) { Launch() }
        #expect(Rehearsal(of: scenario).problems.map(\.step) == ["Scenario"])
        #expect(Requirement.program("sh", atLeast: "new").problem != nil)
        #expect(scenario.requirements.compactMap(\.obstacle) == [])
    }

    @Test func `a path is looked at as a path`() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.script("tool", "#!/bin/sh")
        let here = FileLocation(file: directory.path + "/S.swift", line: 1, column: 1)
        try Data().write(to: URL(fileURLWithPath: directory.path + "/text"))
        func obstacle(_ name: String, atLeast version: String? = nil) -> String? {
            Requirement.program(name, atLeast: version).obstacle(beside: here)
        }
        #expect(obstacle("/bin/sh") == nil)
        #expect(obstacle(path) == nil)
        #expect(obstacle("./tool") == nil)
        #expect(obstacle("/usr/bin/env", atLeast: "1") == nil)
        try expectGolden(
            [obstacle("./none"), obstacle("./text"), obstacle("/bin")].compactMap { $0 })
        #expect(obstacle("/usr/bin/env", atLeast: "1000") != nil)
    }

    @Test func `a scenario finds a program beside its file`() throws {
        let directory = try TemporaryDirectory()
        _ = try directory.script("tool", "#!/bin/sh")
        func scenario(_ name: String) -> Scenario {
            Scenario("a", requires: .program(name), file: directory.path + "/S.swift") { Launch() }
        }
        #expect(scenario("./tool").obstacle == nil)
        #expect(scenario("./other").obstacle != nil)
        withExtendedLifetime(directory) {}
    }

    @Test func `a program without a name is a problem of the scenario`() throws {
        let scenario = Scenario("none", requires: .program("")) { Launch() }
        let problems = Rehearsal(of: scenario).problems
        #expect(problems.map(\.blame) == [.scenario])
        // It is not skipped for that.
        #expect(scenario.obstacle == nil)
        try expectGolden(problems.first)
    }
}
