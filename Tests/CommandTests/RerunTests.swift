import Foundation
import RelaunchProtocol
import Testing
import TestSupport

/// What runs once more: what failed before, the same several times, and cases that may be flaky.
@Suite struct RerunTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        // What lies outside of containers is there in the next launch, too.
        let program = """
            #!/bin/sh
            cd "$(dirname "$0")/.." || exit 9
            case $1 in
            needs) test -e "$2" ;;
            fails-in) echo >> count; test "$(wc -l < count)" != "$2" ;;
            esac

            """
        try folder.write(program, to: "Scenarios/program", isExecutable: true)
    }

    /// A scenario that passes as soon as a file is there.
    private func scenario(_ name: String, passesWith file: String) -> String {
        "    Scenario(\"\(name)\") { Launch(arguments: [\"needs\", \"\(file)\"]) }"
    }

    /// A scenario that fails in one of its launches, counted from 1, over all runs.
    private func scenario(_ name: String, failsInLaunch number: Int) -> String {
        "    Scenario(\"\(name)\") { Launch(arguments: [\"fails-in\", \"\(number)\"]) }"
    }

    private func write(_ suite: String, _ scenarios: [String]) throws {
        try folder.write(
            Sample.file(suite, scenarios, target: ".command(\"./program\")"),
            to: "Scenarios/\(suite).swift"
        )
    }

    private func run(_ arguments: String...) async throws -> RelaunchProcess.Outcome {
        try await RelaunchProcess(
            ["run", "--events", "-", "--jobs", "1", "--seed", "7"] + arguments, in: folder
        ).finish()
    }

    private func results(_ outcome: RelaunchProcess.Outcome) throws -> [String] {
        try outcome.output.split(separator: "\n").compactMap { line in
            guard let result = try JSON(parsing: String(line))["result"] else { return nil }
            let identity = result["identity"]
            let round = identity?["round"]?.number.map { " \(Int($0))" } ?? ""
            let name = identity?["scenario"]?.string ?? ""
            return "\(name)\(round): \(result["verdict"]?.string ?? "")"
        }
    }

    @Test func whatFailedRunsAloneOrFirst() async throws {
        try write("A", [scenario("a", passesWith: "Scenarios"), scenario("b", passesWith: "b")])
        try write("B", [scenario("c", passesWith: "Scenarios"), scenario("d", passesWith: "d")])
        let all = ["a: passed", "b: failed", "c: passed", "d: failed"]
        #expect(try await results(run()).sorted() == all)

        #expect(try await results(run("--last-failed")).sorted() == ["b: failed", "d: failed"])
        #expect(try await results(run("Scenarios/B.swift", "--last-failed")) == ["d: failed"])
        let first = try await results(run("--failed-first"))
        #expect(Set(first) == Set(all))
        #expect(first.firstIndex(of: "b: failed") ?? 9 < first.firstIndex(of: "a: passed") ?? 0)

        try folder.write("", to: "b")
        #expect(try await results(run("--last-failed")).sorted() == ["b: passed", "d: failed"])
        #expect(try await results(run("--last-failed")) == ["d: failed"])
        try folder.write("", to: "d")
        #expect(try await results(run("--last-failed")) == ["d: passed"])
        let nothing = try await run("--last-failed")
        #expect(try results(nothing).count == 4)
        try expectGolden(nothing)
    }

    @Test func aScenarioThatIsGoneIsForgottenAndAFileWithoutAResultIsNot() async throws {
        try write("A", [scenario("a", passesWith: "a")])
        #expect(try await run().status == 1)
        try folder.write("let suite = 1 +", to: "Scenarios/B.swift")
        try write("A", [scenario("renamed", passesWith: "Scenarios")])
        #expect(try await run("--last-failed").status == 4)
        #expect(try await run().status == 101)
        #expect(try await run("--last-failed").status == 101)
        try write("B", [scenario("b", passesWith: "Scenarios")])
        #expect(try await results(run("--last-failed")) == ["b: passed"])
        #expect(try await results(run("--last-failed")).count == 2)
    }

    @Test func runsAtTheSameTimeKeepWhatEachHasFound() async throws {
        for name in ["A", "B", "C"] { try write(name, [scenario(name, passesWith: "never")]) }
        let runs = try ["A", "B", "C"].map { name in
            try RelaunchProcess(["run", "Scenarios/\(name).swift"], in: folder)
        }
        for run in runs { #expect(try await run.finish().status == 1) }
        #expect(try await results(run("--last-failed")).count == 3)
        #expect(try folder.read(".relaunch/.gitignore") == "*\n")
    }

    @Test func aScenarioIsRepeatedWithOtherSeeds() async throws {
        try write("A", [scenario("a", failsInLaunch: 4), scenario("b", passesWith: "Scenarios")])
        let outcome = try await run("--repeat", "3")
        let expected = [
            "a 1: passed", "b 1: passed", "a 2: passed", "b 2: passed", "a 3: passed",
            "b 3: passed",
        ]
        #expect(try results(outcome) == expected)
        try expectGolden(outcome, of: "repeat")
        let seeds = outcome.output.matches(of: #/"seed":(\d+),"timeline/#).map { $0.output.1 }
        #expect(seeds == ["7", "7", "8", "8", "9", "9"])

        let until = try await run("--until-failure", "--no-controls")
        #expect(try results(until) == ["a 1: failed"])
        #expect(until.status == 1)
        try expectGolden(until, of: "until a failure")
    }

    @Test func aReplayIsRepeatedUntilItFails() async throws {
        try write("A", [scenario("a", failsInLaunch: 3)])
        let outcome = try await relaunch(
            "replay", "Scenarios/A.swift::a", "--until-failure", "--seed", "7", in: folder)
        #expect(outcome.status == 1)
        #expect(outcome.error.contains("(round 3)"))
        #expect(!outcome.error.contains("(round 4)"))
    }

    @Test func aCaseThatPassesInItsSecondAttemptIsFlaky() async throws {
        try write("A", [scenario("a", failsInLaunch: 1), scenario("b", passesWith: "b")])
        let outcome = try await run("--retries", "2", "--junit", "report.xml")
        #expect(try results(outcome).sorted() == ["a: flaky", "b: failed"])
        #expect(outcome.status == 1)
        try expectGolden(outcome)
        #expect(try folder.read("report.xml").contains("<flakyFailure"))
        #expect(outcome.output.contains("\"attempts\":3"))
        // A flaky scenario has not failed.
        #expect(try await results(run("--last-failed")) == ["b: failed"])
    }

    @Test(arguments: [([], 0), (["--fail-on-flaky"], 1)])
    func aFlakyCaseAloneFailsWhereThatIsAskedFor(_ options: [String], _ status: Int) async throws {
        try write("A", [scenario("a", failsInLaunch: 1)])
        let outcome = try await RelaunchProcess(
            ["run", "--retries", "1", "--seed", "7"] + options, in: folder
        ).finish()
        #expect(Int(outcome.status) == status)
        try expectGolden(outcome, of: "\(status)")
    }

    @Test(arguments: [
        ["--repeat", "0"], ["--retries", "-1"], ["--fail-on-flaky"],
        ["--last-failed", "--failed-first"], ["--timeout-factor", "0"], ["--case-limit", "0"],
        ["--slow", "0"], ["--durations", "0"],
    ])
    func whatMakesNoSenseIsRefused(_ options: [String]) async throws {
        let outcome = try await RelaunchProcess(["run"] + options, in: folder).finish()
        #expect(outcome.status == 64)
        try expectGolden(outcome, of: options.joined(separator: " "))
    }
}
