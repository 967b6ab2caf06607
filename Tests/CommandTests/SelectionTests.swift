import Foundation
import Testing

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

    private func listed(_ arguments: [String], _ environment: [String: String] = [:]) throws
        -> [String]
    {
        let run = try RelaunchProcess(["list"] + arguments, in: folder, environment: environment)
            .finish()
        #expect(run.status == 0, "\(run.error)")
        return run.output.split(separator: "\n").map { line in
            String(line.split(separator: ": ", maxSplits: 1)[1])
        }
    }

    private var all: [String] {
        Self.names.map { "First/\($0)" } + ["Second/alpha", "Second/beta (twice)"]
    }

    @Test func listShowsEveryScenarioAtItsLine() throws {
        let run = try relaunch("list", in: folder)
        #expect(run.status == 0)
        #expect(run.output.hasPrefix("Scenarios/A.swift:4: First/scenario 1\n"))
        #expect(run.output.hasSuffix("Scenarios/B.swift:8: Second/beta (twice)\n"))
    }

    @Test func listIsJSONWhereItIsAskedFor() throws {
        let run = try relaunch("list", "--json", "--filter", "alpha", in: folder)
        let suites =
            try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]]
        #expect(suites?.count == 1)
        #expect(suites?.first?["name"] as? String == "Second")
    }

    @Test func listTellsAWrongScenarioAndSaysSoInItsExitStatus() throws {
        try folder.write(
            Sample.file("Wrong", ["    Scenario(\"x\") { Expect(.restored) }"]),
            to: "Scenarios/Wrong.swift")
        let run = try relaunch("list", in: folder)
        #expect(run.status == 2)
        #expect(run.output.contains("Scenarios/Wrong.swift:4: Wrong/x\n    "))
        #expect(run.output.contains("\n    Scenarios/Wrong.swift:4: error: "))
        #expect(run.output.contains("Second/alpha"))
        #expect(try relaunch("list", "--filter", "Second", in: folder).status == 0)
    }

    @Test func filtersAreRegularExpressionsOverSuiteAndScenario() throws {
        #expect(try listed(["--filter", "^Second/"]) == ["Second/alpha", "Second/beta (twice)"])
        #expect(
            try listed(["--filter", "scenario [12]", "--filter", "alpha", "--skip", "1"])
                == ["First/scenario 2", "Second/alpha"])
    }

    @Test func aFilterThatSelectsNothingSaysWhatThereIs() throws {
        let run = try relaunch("run", "--filter", "gamma", in: folder)
        #expect(run.status == 4)
        #expect(run.error.contains("Second/alpha"))
    }

    @Test(arguments: ["--slice", "--hash"])
    func slicesDivideWhatIsSelected(_ option: String) throws {
        let parts = try (1...3).map { try listed([option, "\($0)/3"]) }
        #expect(parts.flatMap { $0 }.sorted() == all.sorted())
        if option == "--slice" { #expect(parts.map(\.count) == [3, 3, 3]) }
    }

    @Test func aHashDoesNotDependOnTheOtherScenarios() throws {
        let before = try Set(listed(["--hash", "1/2"]))
        try folder.write(Sample.passing("First", ["new"] + Self.names), to: "Scenarios/A.swift")
        let after = try Set(listed(["--hash", "1/2"]))
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
    func theShardsOfBuildSystemsAreSlices(_ environment: [String: String]) throws {
        #expect(try listed([], environment) == listed(["--slice", "2/3"]))
        #expect(try listed(["--slice", "1/1"], environment) == all)
    }

    @Test func bazelIsToldThatItsShardsAreHonoured() throws {
        let run = try relaunch(
            "run", in: folder,
            environment: [
                "TEST_TOTAL_SHARDS": "9", "TEST_SHARD_INDEX": "0",
                "TEST_SHARD_STATUS_FILE": folder.path("status"),
            ])
        #expect(run.status == 0)
        #expect(run.error.contains("TEST_SHARD_INDEX"))
        #expect(run.error.contains("1 passed"))
        #expect(folder.names().contains("status"))
    }

    @Test func aMalformedShardIsAUsageError() throws {
        let run = try relaunch(
            "run", in: folder, environment: ["CI_NODE_TOTAL": "2", "CI_NODE_INDEX": "3"])
        #expect(run.status == 64)
        #expect(run.error.contains("CI_NODE_INDEX is 3"))
    }

    @Test func anEmptySliceIsNoFailure() throws {
        let run = try relaunch("run", "--slice", "10/10", in: folder)
        #expect(run.status == 0)
        #expect(run.error.contains("slice 10/10 is empty"))
    }
}
