@testable import CrashStates
import Foundation
import Testing

/// What an app has saved, for people.
@Suite struct ArchiveTests {
    let folder: TemporaryFolder
    /// A container in which `notes` has saved a draft.
    let container: String

    init() throws {
        folder = try TemporaryFolder()
        let notes = RelaunchProcess.product("notes")
        let scenario = """
                Scenario("a draft") {
                    Launch(); Perform("edit", ["note": "groceries", "text": "milk"])
                    Background(); Kill(.system)
                }
            """
        try folder.write(
            Sample.file("Notes", [scenario], target: ".app(\"\(notes)\")"), to: "A.swift")
        let run = try relaunch("replay", "A.swift::a draft", "--keep", in: folder)
        let line = try #require(
            run.error.split(separator: "\n").first { $0.contains("container: ") }, "\(run.error)")
        container = String(line.split(separator: " ").last ?? "")
    }

    private var archive: String {
        container + "/Library/Saved Application State/notes.savedState/archive"
    }

    @Test func theTreeIsShownWithTypesAndValues() throws {
        let run = try relaunch("archive", container, in: folder)
        #expect(run.status == 0)
        #expect(run.output.contains("tabs StateRestoration.UITabBarController"))
        #expect(run.output.contains("key: String = \"groceries\""))
        #expect(run.output.contains("seconds ago) by version 1 on a phone"))
        #expect(run.output.contains("snapshot: snapshot-1.svg, whole"))
        #expect(run.output.contains("0 crashes in a row"))
    }

    @Test func theSameIsThereAsJSON() throws {
        let run = try relaunch("archive", container, "--json", in: folder)
        let folders =
            try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]]
        let archives = try #require(folders?.first?["archives"] as? [[String: Any]])
        #expect(archives.first?["generation"] as? Int == 1)
        #expect((archives.first?["records"] as? [Any])?.count == 7)
    }

    @Test func whatIsDamagedIsNamedAndTheRestIsShown() throws {
        var bytes = try Data(contentsOf: URL(fileURLWithPath: archive))
        let name = try #require(bytes.range(of: Data("UINavigationController".utf8)))
        bytes[name.lowerBound] = UInt8(ascii: "X")
        try bytes.write(to: URL(fileURLWithPath: archive))
        let run = try relaunch("archive", container, in: folder)
        #expect(run.status == 1)
        #expect(run.output.contains("record 1: its checksum is wrong"))
        #expect(run.output.contains("key: String = \"groceries\""))
    }

    @Test func anArchiveThatIsCutShortSaysWhere() throws {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: archive))
        for length in [0, 10, 100, bytes.count - 1] {
            try bytes.prefix(length).write(to: URL(fileURLWithPath: archive))
            let run = try relaunch("archive", archive, in: folder)
            #expect(run.status == 1)
            #expect(run.output.contains("damaged at byte"), "\(length): \(run.output)")
        }
    }

    @Test func aSnapshotThatIsMissingOrAnotherOneIsDamageToo() throws {
        let snapshot = URL(fileURLWithPath: archive).deletingLastPathComponent()
            .appendingPathComponent("snapshot-1.svg")
        try Data("<svg/>".utf8).write(to: snapshot)
        let other = try relaunch("archive", container, in: folder)
        #expect(other.status == 1)
        #expect(other.output.contains("not the one that was taken with this save"))
        try FileManager.default.removeItem(at: snapshot)
        let missing = try relaunch("archive", container, in: folder)
        #expect(missing.status == 1)
        #expect(missing.output.contains("snapshot-1.svg, missing"))
    }

    @Test func aFileThatIsNoArchiveIsDamage() throws {
        try folder.write("no archive at all\n", to: "notes.txt")
        let run = try relaunch("archive", "notes.txt", in: folder)
        #expect(run.status == 1)
        #expect(run.output.contains("damaged at byte"), "\(run.output)")
    }

    /// Nobody writes into it: to wait for somebody would be to wait for ever.
    @Test func aNamedPipeIsAnsweredAtOnce() throws {
        #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
        let run = try RelaunchProcess(["archive", "pipe"], in: folder).finish(within: 10)
        #expect(run.status == 1)
        #expect(run.output.contains("cannot be read"), "\(run.output) \(run.error)")
    }

    @Test func aPlaceWithoutASavedStateIsSaid() throws {
        let missing = try relaunch("archive", "nowhere", in: folder)
        #expect(missing.status == 64)
        #expect(missing.error.contains("there is no file or folder 'nowhere'"))
        let empty = try relaunch("archive", ".", in: folder)
        #expect(empty.status == 64)
        #expect(empty.error.contains("has no saved state"))
    }
}
