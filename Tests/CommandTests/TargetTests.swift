import Foundation
import Testing
import TestSupport

/// Targets that are products of the enclosing package.
@Suite(.serialized) struct TargetTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        let manifest = """
            // swift-tools-version: 6.0
            import PackageDescription
            let package = Package(name: "Small", targets: [.executableTarget(name: "small")])
            """
        try folder.write(manifest, to: "Package.swift")
        try folder.write("print(\"first\")\n", to: "Sources/small/main.swift")
        try write(target: "small")
    }

    private func write(target: String) throws {
        try folder.write(
            Sample.file("A", ["    Scenario(\"x\") { Launch() }"], target: ".app(\"\(target)\")"),
            to: "Scenarios/A.swift")
    }

    @Test func aProductIsBuiltWhenItIsMissingOrStaleAndNotOtherwise() async throws {
        // The program does not cooperate: what it wrote shows which one was launched.
        let first = try await relaunch(in: folder)
        #expect(first.status == 1, "\(first.error)")
        #expect(first.error.contains("│ first"))
        try expectGolden(first)

        let unchanged = try await relaunch(in: folder, environment: ["RELAUNCH_SWIFTC": ""])
        #expect(unchanged.error.contains("│ first"))
        #expect(!unchanged.error.contains("note:"))

        try folder.write("print(\"second\")\n", to: "Sources/small/main.swift")
        let skipped = try await relaunch(
            in: folder, environment: ["RELAUNCH_SKIP_BUILD": folder.path])
        #expect(skipped.error.contains("│ first"), "\(skipped.error)")
        let changed = try await relaunch(in: folder)
        #expect(changed.error.contains("│ second"))
    }

    @Test func aProductThatDoesNotCompileIsShownAsTheCompilerSaysIt() async throws {
        try folder.write("let x: Int = \"\"\n", to: "Sources/small/main.swift")
        let run = try await relaunch(in: folder)
        #expect(run.status == 2)
        #expect(run.error.contains("'small'"))
        #expect(run.error.contains("Sources/small/main.swift:1:"))
    }

    @Test func anUnknownProductIsAnsweredWithThoseThereAre() async throws {
        try write(target: "smal")
        let run = try await relaunch(in: folder)
        #expect(run.status == 2)
        try expectGolden(run)
    }

    @Test func whatATargetIsUpdatedToIsBuiltToo() async throws {
        let manifest = """
            // swift-tools-version: 6.0
            import PackageDescription
            let package = Package(
                name: "Small",
                targets: [.executableTarget(name: "small"), .executableTarget(name: "small-beta")])
            """
        try folder.write(manifest, to: "Package.swift")
        try folder.write("print(\"beta\")\n", to: "Sources/small-beta/main.swift")
        let scenarios = [
            "    Scenario(\"known\") { UpdateApp(to: \"small-beta\"); Launch() }",
            "    Scenario(\"unknown\") { UpdateApp(to: \"small-gamma\"); Launch() }",
        ]
        try folder.write(
            Sample.file("A", scenarios, target: ".app(\"small\")"), to: "Scenarios/A.swift")
        let run = try await relaunch(in: folder)
        #expect(run.error.contains("│ beta"), "\(run.error)")
        try expectGolden(run)
        #expect(run.error.contains("small-gamma"))
    }

    @Test func aProgramOnThePathIsTakenWhereThePackageHasNoSuchProduct() async throws {
        try write(target: "true")
        let run = try await relaunch(in: folder)
        #expect(run.status == 1)
        try expectGolden(run)
    }

    /// One mistake is one error, however many scenarios there are.
    @Test(arguments: ["./nowhere.py", "nowhere-on-the-path", "./A.swift"])
    func aCommandThatIsMissingIsAnErrorOfTheFile(_ target: String) async throws {
        let file = Sample.file(
            "A", ["one", "two"].map { Sample.scenario($0, status: 0) },
            target: ".command(\"\(target)\")")
        try folder.write(file, to: "Scenarios/A.swift")
        let run = try await relaunch("run", "Scenarios/A.swift", in: folder)
        #expect(run.status == 2)
        try expectGolden(run, of: target)
    }

    /// A scenario may be skipped because its program is missing.
    @Test func aCommandThatIsMissingIsNoErrorWhereAllIsSkipped() async throws {
        let scenario = "Scenario(\"one\", requires: .program(\"nowhere\")) { Launch() }"
        let file = Sample.file("A", [scenario], target: ".command(\"nowhere\")")
        try folder.write(file, to: "Scenarios/A.swift")
        let run = try await relaunch("run", "Scenarios/A.swift", in: folder)
        #expect(run.status == 0, "\(run.error)")
    }

    @Test func initTakesTheProductOfThePackage() async throws {
        try? FileManager.default.removeItem(atPath: folder.path("Scenarios"))
        let run = try await relaunch("init", in: folder)
        #expect(run.status == 0)
        #expect(try folder.read("Scenarios/First.swift").contains(".app(\"small\")"))
    }
}
