import Foundation
import RelaunchProtocol
import Testing
import TestSupport

/// `relaunch init` in a package of one's own: its scenarios become a part of its tests.
@Suite struct PackageSetupTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("print(\"todo\")\n", to: "Sources/todo/main.swift")
        try folder.write(
            """
            // swift-tools-version: 6.0
            import PackageDescription

            let package = Package(
                name: "todo-app",
                targets: [
                    .executableTarget(name: "todo")
                ]
            )

            """, to: "Package.swift")
    }

    private static let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../..").standardized.path

    /// The files of each target, as SwiftPM understands the package.
    private func sources() async throws -> [String: [String]] {
        let run = try RelaunchProcess(
            ["swift", "package", "describe", "--type", "json"], in: folder, program: "/usr/bin/env")
        let outcome = try await run.finish()
        try #require(outcome.status == 0, "\(outcome.error)")
        var sources: [String: [String]] = [:]
        for target in try JSON(parsing: outcome.output)["targets"]?.array ?? [] {
            sources[target["name"]?.string ?? ""] =
                (target["sources"]?.array ?? []).compactMap(\.string)
        }
        return sources
    }

    @Test func scenariosBecomeAPartOfThePackage() async throws {
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("relaunch"), withDestinationPath: Self.checkout)
        let first = try await relaunch("init", "--dependency", "relaunch", in: folder)
        #expect(first.status == 0)
        try expectGolden(first, of: "first")
        let tests = "Tests/TodoAppScenarioTests/TodoAppScenarioTests.swift"
        let workflow = ".github/workflows/relaunch.yml"
        for file in [tests, workflow] { try expectGolden(folder.read(file), of: file) }
        let sources = try await sources()
        #expect(
            sources["TodoAppScenarioTests"]?.sorted() == [
                "Scenarios/First.swift", "TodoAppScenarioTests.swift",
            ])
        let manifest = try folder.read("Package.swift")
        #expect(manifest.contains(".package(path: \"relaunch\")"))

        try folder.write("mine", to: workflow)
        let again = try await relaunch("init", in: folder)
        #expect(again.status == 0)
        try expectGolden(again, of: "again")
        #expect(try folder.read(workflow) == "mine")
        #expect(try folder.read("Package.swift") == manifest)
    }

    /// Without an option, the package depends on the checkout that `relaunch` was built in.
    @Test func onGitLabAFileIsWrittenThatCanBeIncluded() async throws {
        try folder.write("stages: [build]\n", to: ".gitlab-ci.yml")
        try FileManager.default.createDirectory(
            atPath: folder.path("Sources/deep"), withIntermediateDirectories: true)
        let run = try RelaunchProcess(
            ["-c", "cd Sources/deep && exec '\(RelaunchProcess.path)' init"], in: folder,
            program: "/bin/sh")
        let outcome = try await run.finish()
        #expect(outcome.status == 0)
        try expectGolden(outcome, of: "said", masking: [Self.checkout: "checkout"])
        try expectGolden(folder.read(".gitlab/relaunch.yml"), of: "file")
        #expect(try folder.read(".gitlab-ci.yml") == "stages: [build]\n")
        #expect(try await sources().keys.contains("TodoAppScenarioTests"))
    }

    @Test func twoSuitesOfOneNameAreNoModule() async throws {
        for name in ["A", "B"] {
            try folder.write(Sample.passing(name, ["one"]), to: "Scenarios/\(name).swift")
        }
        let before = try folder.read("Package.swift")
        let outcome = try await relaunch("init", in: folder)
        #expect(outcome.status == 0)
        try expectGolden(outcome, masking: [Self.checkout: "checkout"])
        #expect(try folder.read("Package.swift") == before)
        #expect(folder.names(in: "Tests").isEmpty)
    }

    @Test(arguments: [
        ["--dependency", "./nowhere"],
        ["My.swift", "--dependency", "https://example.com/relaunch"],
        ["--editor", "--dependency", "."],
    ])
    func aDependencyThatIsOfNoUseIsRefused(_ arguments: [String]) async throws {
        let before = try folder.read("Package.swift")
        let outcome = try await RelaunchProcess(["init"] + arguments, in: folder).finish()
        #expect(outcome.status == 64)
        try expectGolden(outcome, of: arguments.joined(separator: " "))
        #expect(try folder.read("Package.swift") == before)
        #expect(folder.names(in: "Tests").isEmpty)
    }

    /// SwiftPM edits literal manifests only.
    @Test func aManifestThatCannotBeEditedIsLeftAsItWas() async throws {
        let manifest = """
            // swift-tools-version: 6.0
            import PackageDescription
            let all: [Target] = [.executableTarget(name: "todo")]
            let package = Package(name: "todo", targets: all)
            """
        try folder.write(manifest, to: "Package.swift")
        let outcome = try await relaunch("init", in: folder)
        #expect(outcome.status == 64)
        #expect(outcome.error.contains("Package.swift"))
        #expect(try folder.read("Package.swift") == manifest)
        #expect(folder.names(in: "Tests").isEmpty)
    }

    /// In a folder that is a link, paths are relative to where it leads: a test target has such a link.
    @Test func aPathInALinkedFolderIsRelativeToTheRealOne() async throws {
        try folder.write("#!/bin/sh\n", to: "real/program", isExecutable: true)
        for target in ["command", "app"] {
            let file = Sample.file(
                "Linked", ["    Scenario(\"it ends\") { Launch() }"],
                target: ".\(target)(\"../program\")")
            try folder.write(file, to: "real/Scenarios/\(target).swift")
        }
        try FileManager.default.createDirectory(
            atPath: folder.path("Tests/X"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("Tests/X/Scenarios"), withDestinationPath: "../../real/Scenarios")
        let command = try await relaunch("run", "Tests/X/Scenarios/command.swift", in: folder)
        #expect(command.status == 0, "\(command.error)")
        // It is found, and speaks no protocol.
        let app = try await relaunch("run", "Tests/X/Scenarios/app.swift", in: folder)
        #expect(app.status == 1, "\(app.error)")
    }
}
