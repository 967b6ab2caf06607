import Foundation
import Testing
import TestSupport

/// The way to a first scenario file.
@Suite struct InitTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func aFirstFileForAnyProgramRunsAsItIs() async throws {
        let written = try await relaunch("init", "--target", "git", in: folder)
        #expect(written.status == 0)
        try expectGolden(written, of: "written")
        let run = try await relaunch("run", "First.swift", in: folder)
        #expect(run.status == 0, "\(run.error)")
        try expectGolden(run, of: "run")
    }

    @Test func aFirstFileForATargetThatCooperatesRunsAsItIs() async throws {
        let example = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Sources/Examples/Python/counter.py").standardized.path
        try FileManager.default.copyItem(atPath: example, toPath: folder.path("counter.py"))
        let written = try await relaunch(
            "init", "My/First.swift", "--target", "./counter.py", in: folder)
        #expect(written.status == 0)
        #expect(try folder.read("My/First.swift").contains("../counter.py"))
        let run = try await relaunch("run", "My", in: folder)
        #expect(run.status == 0, "\(run.error)")
        try expectGolden(run)
    }

    @Test func aProgramThatIsNowhereIsRefused() async throws {
        let run = try await relaunch("init", "--target", "nonesuch", in: folder)
        #expect(run.status == 64)
        #expect(run.error.contains("'nonesuch'"))
        #expect(folder.names().isEmpty)
    }

    @Test func anExistingFileIsLeftAlone() async throws {
        try folder.write("mine", to: "First.swift")
        let run = try await relaunch("init", "--target", "git", in: folder)
        #expect(run.status == 64)
        try expectGolden(run)
        #expect(try folder.read("First.swift") == "mine")
    }

    @Test func withoutAPackageAProgramHasToBeNamed() async throws {
        let run = try await relaunch("init", in: folder)
        #expect(run.status == 64)
        #expect(run.error.contains("--target"))
    }
}
