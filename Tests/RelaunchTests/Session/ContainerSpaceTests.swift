import Foundation
import Testing
import TestSupport

@testable import Relaunch

/// What is said of the file system where containers are made.
@Suite struct ContainerSpaceTests {
    @Test func roomIsNothingToSpeakOf() {
        let space = ContainerSpace(place: "/p", free: 1 << 40, total: 1 << 42, freeFiles: 1_000_000)
        #expect(space.exhaustion == nil && space.warning == nil)
        // Some file systems have no limit of files.
        let other = ContainerSpace(place: "/p", free: 1 << 40, total: 1 << 42)
        #expect(other.exhaustion == nil && other.warning == nil)
    }

    /// One of more than 1 GiB is not kept for a person to look at.
    @Test func theBytesOfAContainerAreThoseOfItsFiles() throws {
        let folder = try TemporaryDirectory()
        try FileManager.default.createDirectory(
            atPath: folder.path + "/deep/er", withIntermediateDirectories: true)
        try Data(count: 5_000).write(to: URL(filePath: folder.path + "/deep/er/file"))
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/link", withDestinationPath: "deep/er/file")
        #expect(Container(existing: folder.path).size == 5_000)
    }

    @Test func littleRoomIsSaidBeforeARun() throws {
        let space = ContainerSpace(place: "/p", free: 64 << 20, total: 64 << 20)
        #expect(space.exhaustion == nil)
        try expectGolden(space.warning ?? "", of: "bytes")
        let files = ContainerSpace(place: "/p", free: 1 << 40, total: 1 << 42, freeFiles: 999)
        #expect(files.exhaustion == nil)
        try expectGolden(files.warning ?? "", of: "files")
    }

    /// What does not fit leaves some room on a large disk, and little on a small one.
    @Test func noRoomIsSaidAfterAFailure() throws {
        for (free, total) in [(1 << 20, 64 << 20), (7 << 20, 1 << 40), (60 << 10, 1 << 20)] {
            let space = ContainerSpace(place: "/p", free: UInt64(free), total: UInt64(total))
            try expectGolden(space.exhaustion ?? "", of: "\(free) of \(total)")
        }
        for (free, total) in [(3 << 20, 64 << 20), (9 << 20, 1 << 40), (70 << 10, 1 << 20)] {
            let space = ContainerSpace(place: "/p", free: UInt64(free), total: UInt64(total))
            #expect(space.exhaustion == nil)
        }
        let files = ContainerSpace(place: "/p", free: 1 << 40, total: 1 << 42, freeFiles: 15)
        try expectGolden(files.exhaustion ?? "", of: "files")
    }

    @Test func aPlaceThatIsStillToBeMadeIsOnTheDiskOfTheFolderAboveIt() throws {
        let folder = try TemporaryDirectory()
        let here = try #require(ContainerSpace(at: folder.path))
        let below = try #require(ContainerSpace(at: folder.path + "/not/yet"))
        #expect(below.total == here.total && below.place.hasSuffix("/not/yet"))
        #expect(ContainerSpace(at: "/proc/self") == nil)
    }

    @Test(.enabled(if: Tmpfs.isPossible, "no small disk can be mounted here"))
    func aRealDiskThatIsFullIsSeen() throws {
        let disk = try Tmpfs(size: "2m")
        let run = try RunDirectory(in: disk.place.path)
        defer { run.remove() }
        #expect(run.place == disk.place.path)
        #expect(ContainerSpace(at: run.place)?.exhaustion == nil)
        #expect(
            FileManager.default.createFile(
                atPath: run.path + "/fill", contents: Data(count: 1 << 20)))
        #expect(ContainerSpace(at: run.place)?.exhaustion == nil)
        let more = FileHandle(forWritingAtPath: run.path + "/fill")
        try more?.seekToEnd()
        try more?.write(contentsOf: Data(count: 1000 << 10))
        #expect(ContainerSpace(at: run.place)?.exhaustion != nil)
    }
}
