import Foundation
import Testing
import TestSupport

/// What a project fixes for all its runs in `Relaunch.swift`.
@Suite struct SettingsTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(_ settings: String, to name: String = "Relaunch.swift") throws {
        try folder.write("import Relaunch\n\n\(settings)\n", to: name)
    }

    private func writeScenarios(in path: String = "Restoration") throws {
        try folder.write(
            Sample.file(
                "A",
                [Sample.scenario("it passes", status: 0), Sample.scenario("it fails", status: 1)]),
            to: "\(path)/A.swift")
    }

    private func outcome(
        below path: String, _ arguments: String
    ) async throws -> RelaunchProcess.Outcome {
        let line = "cd \(path) && exec '\(RelaunchProcess.path)' \(arguments)"
        return try await RelaunchProcess(["-c", line], in: folder, program: "/bin/sh").finish()
    }

    @Test func settingsHoldForARunAndOptionsWinOverThem() async throws {
        try write(
            """
            let ours = Settings(
                scenarios: "Restoration", jobs: 1, retries: 1, controls: false, caseLimit: .seconds(60))
            """)
        try writeScenarios()
        let set = try await relaunch("run", "--seed", "7", in: folder)
        #expect(set.status == 1)
        try expectGolden(set, of: "set")
        let typed = try await relaunch(
            "run", "--seed", "7", "--retries", "0", "--jobs", "2", "--case-limit", "9",
            "--controls",
            "Restoration/A.swift", in: folder)
        try expectGolden(typed, of: "typed")
        let replay = try await relaunch(
            "replay", "Restoration/A.swift::it passes", "--seed", "7", in: folder)
        #expect(replay.status == 0)
        try expectGolden(replay, of: "replay")
        let list = try await relaunch("list", in: folder)
        #expect(list.status == 0)
        try expectGolden(list, of: "list")
    }

    @Test func theNearestSettingsWithinARepositoryAreTaken() async throws {
        try FileManager.default.createDirectory(
            atPath: folder.path("outer/repository/.git"), withIntermediateDirectories: true)
        try writeScenarios(in: "outer/repository/deep/down/Scenarios")
        let below = "outer/repository/deep/down"
        try write("let settings = Settings(jobs: 0)", to: "outer/Relaunch.swift")
        #expect(try await outcome(below: below, "list").status == 0)
        try write("let settings = Settings(retries: 1)", to: "outer/repository/Relaunch.swift")
        let run = "run --seed 7 --jobs 2 --filter passes"
        try expectGolden(try await outcome(below: below, run), of: "above")
        try write(
            "let settings = Settings(slow: .seconds(5))", to: "outer/repository/deep/Relaunch.swift"
        )
        try expectGolden(try await outcome(below: below, run), of: "nearest")
    }

    /// The settings are evaluated when they have changed, and not again.
    @Test func settingsAreCompiledOnce() async throws {
        try writeScenarios(in: "Scenarios")
        try write("let settings = Settings(slow: .seconds(5))")
        #expect(try await relaunch("list", in: folder).status == 0)
        let again = try await relaunch(
            "list", in: folder, environment: ["RELAUNCH_SWIFTC": "/nonexistent"])
        // The scenario file needs a compiler to be looked up; the settings were taken before that.
        #expect(!again.error.contains("Relaunch.swift"))
        try write("let settings = Settings(slow: .seconds(6))")
        let changed = try await relaunch(
            "list", in: folder, environment: ["RELAUNCH_SWIFTC": "/nonexistent"])
        #expect(changed.error.contains("Relaunch.swift"))
    }

    static let wrong: [(String, String, Int32)] = [
        ("no such name", "let settings = Settings(job: 4)", 101),
        ("no jobs", "let settings = Settings(\n    scenarios: \"Scenarios\",\n    jobs: 0)", 64),
        ("retries", "let settings = Settings(retries: -1)", 64),
        ("a factor", "let settings = Settings(timeoutFactor: .infinity)", 64),
        ("a case limit", "let settings = Settings(caseLimit: .zero)", 64),
        ("slow", "let settings = Settings(slow: .seconds(-1))", 64),
        ("a crash limit", "let settings = Settings(crashLimit: 0)", 64),
        ("a missing path", "let settings = Settings(scenarios: \"Scenario\")", 64),
        ("two", "let a = Settings(jobs: 1)\nlet b: Settings = .init(jobs: 2)", 101),
        ("none", "// let settings = Settings(jobs: 4)", 101),
        ("a trap", "let settings = Settings(jobs: [4][Int(\"1\")!])", 101),
    ]

    @Test(arguments: wrong)
    func wrongSettingsAreRefusedBeforeAnythingRuns(
        _ name: String, _ text: String, _ status: Int32
    ) async throws {
        try writeScenarios(in: "Scenarios")
        try write(text)
        let outcome = try await relaunch("run", in: folder)
        #expect(outcome.status == status)
        try expectGolden(outcome, of: name)
    }

    @Test func settingsAreNoScenarioFile() async throws {
        try write("let settings = Settings(jobs: 1)")
        try folder.write(Sample.passing("A", ["one"]), to: "A.swift")
        #expect(try await relaunch("run", ".", in: folder).status == 0)
        let named = try await relaunch("run", "Relaunch.swift", in: folder)
        #expect(named.status == 101)
        try expectGolden(named)
    }
}
