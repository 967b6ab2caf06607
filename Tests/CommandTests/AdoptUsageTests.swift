import Foundation
import Testing
import TestSupport

/// `relaunch adopt` of files that it cannot rewrite, or not where it is told to.
@Suite struct AdoptUsageTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(AdoptSample.entryPoint, to: "App.swift")
        try folder.write(AdoptSample.entryPoint, to: "Locked.swift")
        try folder.write("class { @objc\n", to: "Broken.swift")
        try folder.write("<document/>\n", to: "Main.storyboard")
        try folder.write("", to: "Screens/List.swift")
        try Data("let a = 1\nlet b = \"caf".utf8 + [0xE9] + "\"\n".utf8).write(
            to: URL(fileURLWithPath: folder.path("Latin.swift")))
        chmod(folder.path("Locked.swift"), 0o444)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("Link.swift"), withDestinationPath: "App.swift")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("Gone.swift"), withDestinationPath: "Elsewhere.swift")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("Loop.swift"), withDestinationPath: "Loop.swift")
        mkfifo(folder.path("Pipe.swift"), 0o600)
    }

    @Test(arguments: [
        "", "Ap.swift", "Nothing.swift", "Screens", "Screens/", "Main.storyboard", "Broken.swift",
        "Latin.swift", "App.swift App.swift", "App.swift ./App.swift", "App.swift Link.swift",
        "--write Locked.swift", "--write App.swift Broken.swift", "Pipe.swift", "--wirte App.swift",
        "Gone.swift", "--write App.swift Gone.swift", "Loop.swift",
    ])
    func aFileThatCannotBeRewrittenIsNamed(_ arguments: String) async throws {
        let words = arguments.split(separator: " ").map(String.init)
        let run = try await RelaunchProcess(["adopt"] + words, in: folder).finish()
        #expect(run.status == 64)
        try expectGolden(run, of: arguments)
        #expect(try folder.read("App.swift") == AdoptSample.entryPoint)
    }

    @Test func whatIsReadOnlyIsShown() async throws {
        let run = try await relaunch("adopt", "Locked.swift", in: folder)
        #expect(run.status == 0)
        #expect(run.output.contains("+@main"))
    }

    @Test func aFileKeepsItsModeAndItsLinks() async throws {
        chmod(folder.path("App.swift"), 0o640)
        let run = try await relaunch("adopt", "--write", "Link.swift", in: folder)
        #expect(run.status == 0, "\(run.error)")
        let link = try FileManager.default.destinationOfSymbolicLink(
            atPath: folder.path("Link.swift"))
        #expect(link == "App.swift")
        #expect(try folder.read("App.swift").contains("@main"))
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("App.swift"))
        #expect(attributes[.posixPermissions] as? Int == 0o640)
    }

    @Test func aToolchainWithoutSwiftSyntaxIsNamed() async throws {
        let swiftc = try #require(Tool.path("swiftc"))
        try folder.write(
            """
            #!/bin/sh
            case "$*" in
            -print-target-info) echo '{"paths": {"runtimeResourcePath": "/no/lib/swift"}}' ;;
            *) exec '\(swiftc)' "$@" ;;
            esac
            """, to: "bin/swiftc", isExecutable: true)
        let run = try await relaunch(
            "adopt", "App.swift", in: folder,
            environment: ["RELAUNCH_SWIFTC": folder.path("bin/swiftc")])
        #expect(run.status == 2)
        try expectGolden(run)
    }

    @Test func withoutACompilerThatIsSaid() async throws {
        let run = try await relaunch(
            "adopt", "App.swift", in: folder, environment: ["RELAUNCH_SWIFTC": "/no/swiftc"])
        #expect(run.status == 2)
        try expectGolden(run)
    }
}
