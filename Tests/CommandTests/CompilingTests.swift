import Foundation
import Relaunch
import Testing
import TestSupport

/// From a scenario file to a host, and what is said where there is none.
@Suite struct CompilingTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder("a folder with spaces – ünd")
        try folder.write(Sample.passing("Good", ["it runs"]), to: "Scenarios/Good.swift")
    }

    @Test func aMistakeIsShownAsTheCompilerSaysItAndTheOthersStillRun() async throws {
        try folder.write(
            Sample.file("Bad", ["    Scenario(\"x\") { Launhc() }"]), to: "Scenarios/Bad.swift")
        let run = try await relaunch("run", in: folder)
        #expect(run.status == 101)
        try expectGolden(run)
    }

    @Test func aMistakeInALongScenarioIsShownWithItsLinesAsTheyWereWritten() async throws {
        try folder.write(
            Sample.file(
                "Bad",
                ["    Scenario(\"x\") {\n        Launhc()\n        Expect(.exitStatus(0))\n    }"]),
            to: "Scenarios/Bad.swift")
        let run = try await relaunch("run", "Scenarios/Bad.swift", in: folder)
        #expect(run.status == 101)
        try expectGolden(run)
    }

    @Test func aMistakeInTheCallOfTheSuiteIsTheOnlyOneThatIsShown() async throws {
        let text = Sample.file(
            "Bad",
            ["    Scenario(\"x\") {\n        Launch()\n        Expect(.exitStatus(0))\n    }"])
        try folder.write(
            text.replacingOccurrences(of: ".command(\"true\")", with: ".command(\"true\", 1)"),
            to: "Scenarios/Bad.swift")
        let run = try await relaunch("run", "Scenarios/Bad.swift", in: folder)
        #expect(run.status == 101)
        try expectGolden(run)
    }

    /// Scenarios of all kinds that a form of the file changes, each with an expectation that fails.
    private func failing(_ place: String) -> [String] {
        let outside = place == "first" ? ["    outside"] : []
        return outside + [
            """
                Scenario("a call, \(place)") {
                    Launch()
                    Expect(.exitStatus(1))
                }
            """,
            """
                Scenario("one of several in a line, \(place)") {
                    Launch(); Expect(.exitStatus(1))
                }
            """,
            """
                for number in Int32(1)...2 {
                    Scenario("in a loop \\(number), \(place)") {
                        Launch()
                        for status in 1...number {
                            if status == number {
                                Expect(.exitStatus(status))
                            } else { Expect(.exitStatus(0)) }
                        }
                    }
                }
            """,
            """
                Scenario("with steps from outside, \(place)") {
                    launch()
                    Expect(.exitStatus(1))
                }
            """,
        ]
    }

    /// Where the expectations fail.
    ///
    /// - Parameters:
    ///   - access: of what stands outside the suite.
    ///   - others: what stands between them.
    private func failures(_ access: String, with others: [String]) async throws -> [String] {
        let outside = """
            import Relaunch
            \(access) let outside = [Scenario("outside") { Launch(); Expect(.exitStatus(1)) }]

            @StepsBuilder \(access) func launch() -> [any Step] { Launch(); Expect(.exitStatus(0)) }

            """
        let suite = Sample.file("Many", failing("first") + others + failing("last"))
        try folder.write(outside + suite, to: "Scenarios/Many.swift")
        let run = try await relaunch(
            "run", "Scenarios/Many.swift", "--no-controls", "--jobs", "1", "--events", "-",
            in: folder)
        #expect(run.status == 1, "\(run.error)")
        return try run.output.split(separator: "\n").flatMap { line -> [String] in
            guard case .caseFinished(let result) = try EventStream.event(from: String(line))?.kind
            else { return [] }
            return result.failures.map {
                let place = $0.location.map { "\($0)" } ?? "nowhere"
                return "\(result.identity.file) \(result.identity.scenario) \(place)"
            }
        }
    }

    /// One of them is compiled by one compiler, one by several.
    @Test(arguments: ["private", "internal"])
    func aFileWithManyScenariosSaysTheSameLinesAndColumns(access: String) async throws {
        let others = (0..<100).map { Sample.scenario("number \($0)", status: 0) }
        let comments = others.map { text in
            text.split(separator: "\n").map { "//\($0)" }.joined(separator: "\n")
        }
        let few = try await failures(access, with: comments)
        let many = try await failures(access, with: others)
        #expect(few.count == 11)
        #expect(many == few)
    }

    @Test func aMistakeInAFileWithManyScenariosIsShownAsTheCompilerSaysIt() async throws {
        let bad = "    Scenario(\"x\") {\n        Launhc()\n        Expect(.exitStatus(0))\n    }"
        let others = (0..<40).map { Sample.scenario("number \($0)", status: 0) }
        try folder.write(Sample.file("Bad", [bad] + others), to: "Scenarios/Bad.swift")
        let run = try await relaunch("run", "Scenarios/Bad.swift", in: folder)
        #expect(run.status == 101)
        try expectGolden(run)
    }

    @Test func aFileWithoutASuiteIsToldWhatToWrite() async throws {
        try folder.write("import Relaunch\n// let a = Suite(\n", to: "Scenarios/None.swift")
        let run = try await relaunch("run", in: folder)
        #expect(run.status == 101)
        try expectGolden(run)
    }

    @Test func aFileWithTwoSuitesIsToldTheirLines() async throws {
        let text = Sample.passing("A", ["one"])
        let second = text.replacingOccurrences(of: "let suite", with: "public let other")
            .replacingOccurrences(of: "import Relaunch\n", with: "")
        try folder.write(text + second, to: "Scenarios/Two.swift")
        let run = try await relaunch("run", "Scenarios/Two.swift", in: folder)
        #expect(run.status == 101)
        try expectGolden(run)
    }

    @Test func filesInSupportAreCompiledWithIt() async throws {
        try folder.write(
            "import Relaunch\n@StepsBuilder func once() -> [any Step] { Launch() }\n",
            to: "Scenarios/Support/Steps.swift")
        try folder.write(
            Sample.file("With", ["    Scenario(\"x\") { once(); Expect(.exitStatus(0)) }"]),
            to: "Scenarios/With.swift")
        let run = try await relaunch("run", "Scenarios/With.swift", in: folder)
        #expect(run.status == 0)
        try expectGolden(run)
    }

    @Test func anUnchangedFileStartsNoCompiler() async throws {
        let swiftc = try #require(program("swiftc"))
        let script = """
            #!/bin/sh
            echo "$*" >> '\(folder.path)/log'
            exec '\(swiftc)' "$@"

            """
        let compiler = try folder.write(script, to: "swiftc", isExecutable: true)
        let environment = ["RELAUNCH_SWIFTC": compiler]
        #expect(try await relaunch("run", in: folder, environment: environment).status == 0)
        #expect(try folder.read("log").contains("Scenarios/Good.swift"))
        try FileManager.default.removeItem(atPath: folder.path("log"))

        #expect(try await relaunch("run", in: folder, environment: environment).status == 0)
        #expect(!folder.names().contains("log"))

        try folder.write(Sample.passing("Good", ["it runs again"]), to: "Scenarios/Good.swift")
        let changed = try await relaunch("run", in: folder, environment: environment)
        try expectGolden(changed)
        #expect(folder.names().contains("log"))
    }

    @Test func whatItKeepsIsIgnoredByGit() async throws {
        #expect(try await relaunch("list", in: folder).status == 0)
        #expect(folder.names() == [".relaunch", "Scenarios"])
        #expect(try folder.read(".relaunch/.gitignore") == "*\n")
    }

    @Test func twoRunsInOneFolderDoNotDisturbEachOther() async throws {
        let runs = try (1...2).map { _ in try RelaunchProcess(["run"], in: folder) }
        for run in runs {
            let outcome = try await run.finish()
            #expect(outcome.status == 0, "\(outcome.error)")
        }
        let entries = folder.names(in: ".relaunch/cache")
        #expect(entries.count == 1)
    }

    private func program(_ name: String) -> String? {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return path.split(separator: ":").map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}
