import Foundation
import Testing
import TestSupport

/// `relaunch watch`: a saved file runs again.
@Suite struct WatchTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for name in ["A", "B"] {
            try folder.write(Sample.passing(name, ["one"]), to: "Scenarios/\(name).swift")
        }
    }

    /// Waits until its report says something so many times.
    private func wait(
        for text: String, times: Int = 1, in run: RelaunchProcess, within seconds: Double = patience
    ) async throws {
        let start = Date()
        while run.error.components(separatedBy: text).count <= times {
            if Date().timeIntervalSince(start) > seconds {
                throw RelaunchProcess.TookTooLong(arguments: ["watch"], error: run.error)
            }
            // There is no event for a file that grows that would not be longer than this line.
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    private func end(_ run: RelaunchProcess, by signal: Int32 = SIGINT) async throws
        -> RelaunchProcess.Outcome
    {
        run.signal(signal)
        return try await run.finish()
    }

    /// Replaces a file as editors do.
    private func save(_ text: String, to name: String) throws {
        try folder.write(text, to: name)
    }

    @Test func aSavedFileRunsAgainAndNoOther() async throws {
        let run = try RelaunchProcess(["watch", "--seed", "7"], in: folder)
        try await wait(for: "Ctrl-C", in: run)
        try save(Sample.passing("A", ["one", "two"]), to: "Scenarios/A.swift")
        try await wait(for: "Ctrl-C", times: 2, in: run)
        try save("let suite = 1 +", to: "Scenarios/B.swift")
        try await wait(for: "Ctrl-C", times: 3, in: run)
        try save(Sample.passing("B", ["mended"]), to: "Scenarios/B.swift")
        try await wait(for: "Ctrl-C", times: 4, in: run)
        // A file that was not there before.
        try save(Sample.passing("C", ["new"]), to: "Scenarios/C.swift")
        try await wait(for: "Ctrl-C", times: 5, in: run)
        let outcome = try await end(run)
        #expect(outcome.status == 0)
        try expectGolden(outcome)
    }

    @Test func savedSettingsConcernEveryFile() async throws {
        try save("import Relaunch\nlet settings = Settings(jobs: 2)", to: "Relaunch.swift")
        let run = try RelaunchProcess(["watch", "--seed", "7"], in: folder)
        try await wait(for: "Ctrl-C", in: run)
        try save("import Relaunch\nlet settings = Settings(jobs: 0)", to: "Relaunch.swift")
        try await wait(for: "Ctrl-C", times: 2, in: run)
        try save("import Relaunch\nlet settings = Settings(jobs: 1)", to: "Relaunch.swift")
        try await wait(for: "Ctrl-C", times: 3, in: run)
        let outcome = try await end(run)
        #expect(outcome.status == 0)
        try expectGolden(outcome)
    }

    @Test func savedSettingsMayNameOtherFiles() async throws {
        try save("import Relaunch\nlet settings = Settings(jobs: 1)", to: "Relaunch.swift")
        try save(Sample.passing("C", ["three"]), to: "Others/C.swift")
        let run = try RelaunchProcess(["watch", "--seed", "7"], in: folder)
        try await wait(for: "Ctrl-C", in: run)
        let others = "import Relaunch\nlet settings = Settings(scenarios: \"Others\", jobs: 1)"
        try save(others, to: "Relaunch.swift")
        try await wait(for: "Ctrl-C", times: 2, in: run)
        try save(Sample.passing("C", ["four"]), to: "Others/C.swift")
        try await wait(for: "Ctrl-C", times: 3, in: run)
        // A folder that is not there.
        try save(others.replacingOccurrences(of: "Others", with: "None"), to: "Relaunch.swift")
        try await wait(for: "Ctrl-C", times: 4, in: run)
        let outcome = try await end(run)
        #expect(outcome.status == 0)
        try expectGolden(outcome)
    }

    @Test func ofAFileOnlyWhatIsNamedRuns() async throws {
        try save(Sample.passing("A", ["one", "two"]), to: "Scenarios/A.swift")
        let run = try RelaunchProcess(["watch", "Scenarios/A.swift::two"], in: folder)
        try await wait(for: "Ctrl-C", in: run)
        try save(Sample.passing("A", ["two", "one"]), to: "Scenarios/A.swift")
        try await wait(for: "Ctrl-C", times: 2, in: run)
        let outcome = try await end(run)
        #expect(outcome.error.components(separatedBy: "A › two").count == 3)
        #expect(!outcome.error.contains("A › one"))
    }

    @Test func whatHasBeenCompiledBeforeIsNotCompiledAgain() async throws {
        func compiled() throws -> [String: Int] {
            try folder.names(in: ".relaunch/cache").reduce(into: [:]) { files, name in
                let path = folder.path(".relaunch/cache/\(name)")
                let attributes = try FileManager.default.attributesOfItem(atPath: path)
                files[name] = attributes[.systemFileNumber] as? Int
            }
        }
        let run = try RelaunchProcess(
            ["watch", "Scenarios/A.swift", "--seed", "7"], in: folder)
        try await wait(for: "Ctrl-C", in: run)
        let before = try compiled()
        #expect(!before.isEmpty)
        for round in 2...4 {
            try save(Sample.passing("A", ["one"]), to: "Scenarios/A.swift")
            try await wait(for: "passed in", times: round, in: run)
            try await wait(for: "Ctrl-C", times: round, in: run)
        }
        #expect(try await end(run).status == 0)
        #expect(try compiled() == before)
    }

    @Test func severalSavesAreOne() async throws {
        let run = try RelaunchProcess(["watch", "--seed", "7"], in: folder)
        try await wait(for: "Ctrl-C", in: run)
        for _ in 1...5 {
            for name in ["A", "B"] {
                try save(Sample.passing(name, ["one"]), to: "Scenarios/\(name).swift")
            }
        }
        try await wait(for: "Ctrl-C", times: 2, in: run)
        let outcome = try await end(run)
        #expect(outcome.error.components(separatedBy: "passed in").count == 3)
    }

    @Test func aSavedExecutableAndASupportFileRunWhatUsesThem() async throws {
        let program = "#!/bin/sh\necho first\n"
        try folder.write(program, to: "Scenarios/program", isExecutable: true)
        try folder.write("func name() -> String { \"x\" }", to: "Other/Support/Name.swift")
        try folder.write(
            Sample.file(
                "P", ["    Scenario(\"p\") { Launch() }"],
                target: ".command(\"\(folder.path)/Scenarios/program\")"), to: "Scenarios/A.swift")
        try folder.write(Sample.passing("O", ["o"]), to: "Other/O.swift")
        let run = try RelaunchProcess(
            ["watch", "Scenarios", "Other", "--seed", "7"], in: folder)
        try await wait(for: "Ctrl-C", in: run)
        try folder.write(program + "exit 0\n", to: "Scenarios/program", isExecutable: true)
        try await wait(for: "Ctrl-C", times: 2, in: run)
        try folder.write("func name() -> String { \"y\" }", to: "Other/Support/Name.swift")
        try await wait(for: "Ctrl-C", times: 3, in: run)
        let outcome = try await end(run)
        try expectGolden(outcome)
    }

    @Test func aFileThatIsSavedWhileItRunsStartsAgain() async throws {
        let long = "    Scenario(\"long\") { Launch(arguments: [\"100000\"]) }"
        try folder.write(
            Sample.file("Long", [long], target: ".command(\"sleep\"), timeLimit: .seconds(1000)"),
            to: "Scenarios/A.swift")
        let run = try RelaunchProcess(
            ["watch", "Scenarios/A.swift", "--slow", "0.3", "--seed", "7"], in: folder)
        try await wait(for: "SLOW", in: run)
        try save(Sample.passing("A", ["short"]), to: "Scenarios/A.swift")
        try await wait(for: "Ctrl-C", in: run)
        let outcome = try await end(run, by: SIGTERM)
        #expect(outcome.status == 143)
        #expect(outcome.error.contains("A › short"))
    }

    @Test(arguments: [
        ["watch", "Nothing.swift"], ["watch", "--events", "x"], ["watch", "--jobs", "0"],
        ["watch", "--wrong"],
    ])
    func whatMakesNoSenseIsRefused(_ arguments: [String]) async throws {
        let outcome = try await RelaunchProcess(arguments, in: folder).finish()
        #expect(outcome.status == 64)
        try expectGolden(outcome, of: arguments.joined(separator: " "))
    }
}
