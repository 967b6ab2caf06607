import Foundation
import Testing
import TestSupport

/// Which scenarios run.
@Suite struct SelectionTests {
    let folder: TemporaryFolder
    static let names = (1...7).map { "scenario \($0)" }

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Sample.passing("First", Self.names), to: "Scenarios/A.swift")
        try folder.write(
            Sample.passing("Second", ["alpha", "beta (twice)"]), to: "Scenarios/B.swift")
    }

    private func listed(_ arguments: [String], _ environment: [String: String] = [:]) async throws
        -> [String]
    {
        let run = try await RelaunchProcess(
            ["list"] + arguments, in: folder, environment: environment
        )
        .finish()
        #expect(run.status == 0, "\(run.error)")
        return run.output.split(separator: "\n").map { line in
            String(line.split(separator: ": ", maxSplits: 1)[1])
        }
    }

    private var all: [String] {
        Self.names.map { "First/\($0)" } + ["Second/alpha", "Second/beta (twice)"]
    }

    @Test func listShowsEveryScenarioAtItsLine() async throws {
        let run = try await relaunch("list", in: folder)
        #expect(run.status == 0)
        try expectGolden(run)
    }

    @Test func listIsJSONWhereItIsAskedFor() async throws {
        let run = try await relaunch("list", "--json", "--filter", "alpha", in: folder)
        let suites =
            try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]]
        #expect(suites?.count == 1)
        #expect(suites?.first?["name"] as? String == "Second")
    }

    @Test func listTellsAWrongScenarioAndSaysSoInItsExitStatus() async throws {
        try folder.write(
            Sample.file("Wrong", ["    Scenario(\"x\") { Expect(.restored) }"]),
            to: "Scenarios/Wrong.swift")
        let run = try await relaunch("list", in: folder)
        #expect(run.status == 2)
        try expectGolden(run)
        #expect(run.output.contains("Second/alpha"))
        #expect(try await relaunch("list", "--filter", "Second", in: folder).status == 0)
    }

    @Test func filtersAreRegularExpressionsOverSuiteAndScenario() async throws {
        #expect(
            try await listed(["--filter", "^Second/"]) == ["Second/alpha", "Second/beta (twice)"])
        #expect(
            try await listed(["--filter", "scenario [12]", "--filter", "alpha", "--skip", "1"])
                == ["First/scenario 2", "Second/alpha"])
    }

    @Test func aFilterThatSelectsNothingSaysWhatThereIs() async throws {
        let run = try await relaunch("run", "--filter", "gamma", in: folder)
        #expect(run.status == 4)
        #expect(run.error.contains("Second/alpha"))
    }

    @Test(arguments: ["--slice", "--hash"])
    func slicesDivideWhatIsSelected(_ option: String) async throws {
        var parts: [[String]] = []
        for number in 1...3 { parts.append(try await listed([option, "\(number)/3"])) }
        #expect(parts.flatMap { $0 }.sorted() == all.sorted())
        if option == "--slice" { #expect(parts.map(\.count) == [3, 3, 3]) }
    }

    @Test func aHashDoesNotDependOnTheOtherScenarios() async throws {
        let before = try await Set(listed(["--hash", "1/2"]))
        try folder.write(Sample.passing("First", ["new"] + Self.names), to: "Scenarios/A.swift")
        let after = try await Set(listed(["--hash", "1/2"]))
        #expect(after.subtracting(["First/new"]) == before)
    }

    @Test(arguments: [
        ["TEST_TOTAL_SHARDS": "3", "TEST_SHARD_INDEX": "1"],
        ["CI_NODE_TOTAL": "3", "CI_NODE_INDEX": "2"],
        ["CIRCLE_NODE_TOTAL": "3", "CIRCLE_NODE_INDEX": "1"],
        ["BUILDKITE_PARALLEL_JOB_COUNT": "3", "BUILDKITE_PARALLEL_JOB": "1"],
        [
            "SLURM_ARRAY_TASK_COUNT": "3", "SLURM_ARRAY_TASK_ID": "15",
            "SLURM_ARRAY_TASK_MIN": "10",
            "SLURM_ARRAY_TASK_STEP": "5",
        ],
    ])
    func theShardsOfBuildSystemsAreSlices(_ environment: [String: String]) async throws {
        #expect(try await listed([], environment) == listed(["--slice", "2/3"]))
        #expect(try await listed(["--slice", "1/1"], environment) == all)
    }

    @Test func bazelIsToldThatItsShardsAreHonouredAndGetsItsReport() async throws {
        let run = try await relaunch(
            "run", in: folder,
            environment: [
                "TEST_TOTAL_SHARDS": "9", "TEST_SHARD_INDEX": "0",
                "TEST_SHARD_STATUS_FILE": folder.path("status"),
                "TEST_PREMATURE_EXIT_FILE": folder.path("premature"),
                "XML_OUTPUT_FILE": folder.path("test.xml"),
            ])
        #expect(run.status == 0)
        #expect(run.error.contains("TEST_SHARD_INDEX"))
        try expectGolden(run)
        #expect(folder.names().contains("status"))
        #expect(!folder.names().contains("premature"))
        #expect(try folder.read("test.xml").contains("<testsuites"))
    }

    @Test func aMalformedShardIsAUsageError() async throws {
        let run = try await relaunch(
            "run", in: folder, environment: ["CI_NODE_TOTAL": "2", "CI_NODE_INDEX": "3"])
        #expect(run.status == 64)
        try expectGolden(run)
    }

    @Test func anEmptySliceIsNoFailure() async throws {
        let run = try await relaunch("run", "--slice", "10/10", in: folder)
        #expect(run.status == 0)
        try expectGolden(run)
    }
}
