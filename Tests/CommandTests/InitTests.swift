import Foundation
import Testing

/// The way to a first scenario file.
@Suite struct InitTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func aFirstFileForAnyProgramRunsAsItIs() throws {
        let written = try relaunch("init", "--target", "git", in: folder)
        #expect(written.status == 0)
        #expect(written.output.hasSuffix("run First.swift\n"))
        let run = try relaunch("run", "First.swift", in: folder)
        #expect(run.status == 0, "\(run.error)")
        #expect(run.error.contains("1 passed"))
    }

    @Test func aFirstFileForATargetThatCooperatesRunsAsItIs() throws {
        let example = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Sources/Examples/Python/counter.py").standardized.path
        try FileManager.default.copyItem(atPath: example, toPath: folder.path("counter.py"))
        let written = try relaunch("init", "My/First.swift", "--target", "./counter.py", in: folder)
        #expect(written.status == 0)
        #expect(try folder.read("My/First.swift").contains("../counter.py"))
        let run = try relaunch("run", "My", in: folder)
        #expect(run.status == 0, "\(run.error)")
        #expect(run.error.contains("2 passed"))
    }

    @Test func aProgramThatIsNowhereIsRefused() throws {
        let run = try relaunch("init", "--target", "nonesuch", in: folder)
        #expect(run.status == 64)
        #expect(run.error.contains("'nonesuch'"))
        #expect(folder.names().isEmpty)
    }

    @Test func anExistingFileIsLeftAlone() throws {
        try folder.write("mine", to: "First.swift")
        let run = try relaunch("init", "--target", "git", in: folder)
        #expect(run.status == 64)
        #expect(run.error.contains("'First.swift' exists already"))
        #expect(try folder.read("First.swift") == "mine")
    }

    @Test func withoutAPackageAProgramHasToBeNamed() throws {
        let run = try relaunch("init", in: folder)
        #expect(run.status == 64)
        #expect(run.error.contains("--target"))
    }
}
