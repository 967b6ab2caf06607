import Testing
import TestSupport

/// What is answered before anything is compiled.
@Suite struct UsageTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func helpNamesTheSubcommandsAndShowsExamples() async throws {
        let run = try await relaunch("--help", in: folder)
        #expect(run.status == 0)
        for text in ["run", "list", "replay", "init", "EXAMPLES", "101", "completion-script"] {
            #expect(run.output.contains(text))
        }
    }

    @Test func everySubcommandHasHelp() async throws {
        for command in ["run", "watch", "list", "replay", "init"] {
            let run = try await relaunch(command, "--help", in: folder)
            #expect(run.status == 0)
            #expect(run.output.contains("EXAMPLES"))
        }
    }

    @Test func versionIsOneLine() async throws {
        let run = try await relaunch("--version", in: folder)
        #expect(run.status == 0)
        #expect(run.output.wholeMatch(of: /\d+\.\d+\.\d+\n/) != nil)
    }

    @Test func completionScriptsAreWritten() async throws {
        let run = try await relaunch("--generate-completion-script", "bash", in: folder)
        #expect(run.status == 0)
        #expect(run.output.contains("--max-fail"))
    }

    @Test func aMissingFileIsNamedAndTheNearestOneOffered() async throws {
        try folder.write("", to: "Notes.swift")
        let run = try await relaunch("run", "Nots.swift", in: folder)
        #expect(run.status == 64)
        try expectGolden(run)
    }

    @Test func withoutFilesThereIsNothingToRun() async throws {
        let run = try await relaunch(in: folder)
        #expect(run.status == 4)
        try expectGolden(run)
    }

    @Test(arguments: [
        ["--seed", "x"], ["--jobs", "0"], ["--max-fail", "0"], ["--kernel-check", "x"],
        ["--real-disk", "0"], ["--real-disk", "many"],
        ["--slice", "3/2"],
        ["--slice", "1"], ["--hash", "0/2"], ["--slice", "1/2", "--hash", "1/2"],
        ["--filter", "("], ["--color", "red"], ["--nonsense"],
    ])
    func wrongValuesAreUsageErrors(_ arguments: [String]) async throws {
        try folder.write(Sample.passing("A", ["one"]), to: "A.swift")
        let run = try await RelaunchProcess(["run", "A.swift"] + arguments, in: folder).finish()
        #expect(run.status == 64)
        #expect(run.error.contains(arguments[0]) || run.error.contains(arguments[1]))
    }

    @Test(arguments: ["--junit", "--events"])
    func aReportThatCannotBeWrittenIsFoundBeforeAnythingRuns(_ option: String) async throws {
        try folder.write(Sample.passing("A", ["one"]), to: "A.swift")
        try folder.write("", to: "file")
        let run = try await relaunch("run", "A.swift", option, "file/report", in: folder)
        #expect(run.status == 64)
        #expect(run.error.contains("file/report"))
        #expect(!run.error.contains("passed"))
        #expect(folder.names() == ["A.swift", "file"])
    }

    @Test func theFoldersOfAReportAreMade() async throws {
        try folder.write(Sample.passing("A", ["one"]), to: "A.swift")
        let run = try await relaunch(
            "run", "A.swift", "--junit", "out/of/report.xml", "--events", "out/for/events",
            in: folder)
        #expect(run.status == 0)
        #expect(folder.names(in: "out/of") == ["report.xml"])
        #expect(folder.names(in: "out/for") == ["events"])
    }

    @Test(arguments: [
        "run --jobs", "run --max-fail", "run --kernel-check", "run --real-disk", "run --repeat",
        "run --retries",
        "run --seed", "run --slow", "run --timeout-factor", "run --case-limit",
        "replay A.swift::a --launch", "audit true --jobs", "audit true --crash-limit",
    ])
    func aNumberThatIsNegativeIsAnsweredWithWhatIsNeeded(_ options: String) async throws {
        let arguments = options.split(separator: " ").map(String.init) + ["-1"]
        let run = try await RelaunchProcess(arguments, in: folder).finish()
        #expect(run.status == 64)
        try expectGolden(run, of: options)
    }

    @Test func twoReportsDoNotShareAFile() async throws {
        try folder.write(Sample.passing("A", ["one"]), to: "A.swift")
        let run = try await relaunch(
            "run", "A.swift", "--junit", "r", "--events", "./r", in: folder)
        #expect(run.status == 64)
        try expectGolden(run)
    }

    @Test func aReportNeedsAName() async throws {
        try folder.write(Sample.passing("A", ["one"]), to: "A.swift")
        let run = try await relaunch("run", "A.swift", "--junit", "", in: folder)
        #expect(run.status == 64)
        try expectGolden(run)
    }

    @Test func aFolderWithoutScenarioFilesIsNamed() async throws {
        try folder.write("", to: "Empty/notes.txt")
        let run = try await relaunch("run", "Empty", in: folder)
        #expect(run.status == 4)
        try expectGolden(run)
    }

    @Test func withoutACompilerItSaysSo() async throws {
        try folder.write(Sample.passing("A", ["one"]), to: "A.swift")
        let run = try await relaunch(
            "run", "A.swift", in: folder, environment: ["PATH": "/nowhere"])
        #expect(run.status == 2)
        try expectGolden(run)
    }
}
