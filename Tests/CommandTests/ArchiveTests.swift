@testable import CrashStates
import Foundation
import Testing
import TestSupport

/// What an app has saved, for people.
@Suite struct ArchiveTests {
    let folder: TemporaryFolder
    /// A container in which `notes` has saved a draft.
    let container: String

    init() async throws {
        folder = try TemporaryFolder()
        container = try await Self.container(
            of: "notes", #"Perform("edit", ["note": "groceries", "text": "milk"])"#, in: folder)
    }

    /// What an example leaves when it is killed in the background.
    private static func container(
        of product: String, _ steps: String, in folder: TemporaryFolder
    ) async throws -> String {
        let path = RelaunchProcess.product(product)
        let scenario = """
                Scenario("a draft") {
                    Launch(); \(steps)
                    Background(); Kill(.system)
                }
            """
        let file = Sample.file("Notes", [scenario], target: ".app(\"\(path)\")")
        try folder.write(file, to: "\(product).swift")
        let run = try await relaunch("replay", "\(product).swift::a draft", "--keep", in: folder)
        let line = try #require(
            run.error.split(separator: "\n").first { $0.contains("container: ") }, "\(run.error)")
        return String(line.split(separator: " ").last ?? "")
    }

    private var archive: String {
        container + "/Library/Saved Application State/notes.savedState/archive"
    }

    @Test func theTreeIsShownWithTypesAndValues() async throws {
        let run = try await relaunch("archive", container, in: folder)
        #expect(run.status == 0)
        try expectGolden(run)
    }

    @Test func theSessionsOfAnAppWithScenesAreShown() async throws {
        let steps = """
            Perform("open", ["scene": 1, "note": "books"])
                    Perform("scene.open"); Perform("scene.hide", ["scene": 1])
            """
        let container = try await Self.container(of: "notes-scenes", steps, in: folder)
        let run = try await relaunch("archive", container, in: folder)
        #expect(run.status == 0)
        try expectGolden(run)
        let sessions = URL(fileURLWithPath: container).appendingPathComponent(
            "Library/Saved Application State/notes-scenes.savedState/sessions")
        try Data(contentsOf: sessions).prefix(100).write(to: sessions)
        let damaged = try await relaunch("archive", container, in: folder)
        #expect(damaged.status == 1)
        try expectGolden(damaged, of: "damaged")
    }

    @Test func theSameIsThereAsJSON() async throws {
        let run = try await relaunch("archive", container, "--json", in: folder)
        let folders =
            try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]]
        let archives = try #require(folders?.first?["archives"] as? [[String: Any]])
        #expect(archives.first?["generation"] as? Int == 1)
        #expect((archives.first?["records"] as? [Any])?.count == 7)
    }

    @Test func whatIsDamagedIsNamedAndTheRestIsShown() async throws {
        var bytes = try Data(contentsOf: URL(fileURLWithPath: archive))
        let name = try #require(bytes.range(of: Data("UINavigationController".utf8)))
        bytes[name.lowerBound] = UInt8(ascii: "X")
        try bytes.write(to: URL(fileURLWithPath: archive))
        let run = try await relaunch("archive", container, in: folder)
        #expect(run.status == 1)
        try expectGolden(run)
    }

    @Test func anArchiveThatIsCutShortSaysWhere() async throws {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: archive))
        for length in [0, 10, 100, bytes.count - 1] {
            try bytes.prefix(length).write(to: URL(fileURLWithPath: archive))
            let run = try await relaunch("archive", archive, in: folder)
            #expect(run.status == 1)
            try expectGolden(run, of: length < 1000 ? "\(length)" : "all but one")
        }
    }

    @Test func aSnapshotThatIsMissingOrAnotherOneIsDamageToo() async throws {
        let snapshot = URL(fileURLWithPath: archive).deletingLastPathComponent()
            .appendingPathComponent("snapshot-1.svg")
        try Data("<svg/>".utf8).write(to: snapshot)
        let other = try await relaunch("archive", container, in: folder)
        #expect(other.status == 1)
        try expectGolden(other, of: "other")
        try FileManager.default.removeItem(at: snapshot)
        let missing = try await relaunch("archive", container, in: folder)
        #expect(missing.status == 1)
        try expectGolden(missing, of: "missing")
    }

    @Test func aFileThatIsNoArchiveIsDamage() async throws {
        try folder.write("no archive at all\n", to: "notes.txt")
        let run = try await relaunch("archive", "notes.txt", in: folder)
        #expect(run.status == 1)
        try expectGolden(run)
    }

    /// Nobody writes into it: to wait for somebody would be to wait for ever.
    @Test func aNamedPipeIsAnsweredAtOnce() async throws {
        #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
        let run = try await RelaunchProcess(["archive", "pipe"], in: folder).finish()
        #expect(run.status == 1)
        try expectGolden(run)
    }

    @Test func aPlaceWithoutASavedStateIsSaid() async throws {
        let missing = try await relaunch("archive", "nowhere", in: folder)
        #expect(missing.status == 64)
        try expectGolden(missing, of: "missing")
        let empty = try await relaunch("archive", ".", in: folder)
        #expect(empty.status == 64)
        try expectGolden(empty, of: "empty")
    }
}
