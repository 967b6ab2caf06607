@testable import CrashStates
import Foundation
import Testing
import TestSupport

@testable import Relaunch

/// Whatever a target leaves in its container can be copied and removed.
@Suite struct FileTreeTests {
    private let place: TemporaryDirectory

    init() throws { place = try TemporaryDirectory("tree") }

    private func tree() throws -> Container {
        try Container(making: place.path + "/the container, größer\n than 日本")
    }

    private func write(_ text: String, to path: String) {
        #expect(FileManager.default.createFile(atPath: path, contents: Data(text.utf8)))
    }

    private func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    @Test func `a new container has what an app finds in its home`() throws {
        let container = try tree()
        for directory in ["Documents", "Library/Caches", "Library/Application Support", "tmp"] {
            #expect(exists(container.path(directory)), "\(directory)")
        }
        #expect(container.environment["HOME"] == container.path)
        #expect(container.environment["TMPDIR"] == container.path + "/tmp")
    }

    @Test func `a copy has the same files, links, permissions and times`() throws {
        let container = try tree()
        let script = container.path("Documents/run me")
        write("#!/bin/sh\n", to: script)
        chmod(script, 0o751)
        var times = [timespec(tv_sec: 1000, tv_nsec: 5), timespec(tv_sec: 2000, tv_nsec: 7)]
        utimensat(AT_FDCWD, script, &times, 0)
        symlink("Documents/run me", container.path("link"))
        symlink("/nowhere", container.path("dangling"))
        mkfifo(container.path("pipe"), 0o600)
        let odd: [CChar] = Array(container.path("odd-").utf8CString.dropLast()) + [-1, 0]
        close(open(odd, O_CREAT | O_WRONLY, 0o600))

        let copy = place.path + "/copy"
        try container.copy(to: copy)
        var status = stat()
        #expect(lstat(copy + "/Documents/run me", &status) == 0)
        #expect(status.st_mode & 0o7777 == 0o751)
        #expect(status.st_mtim.tv_sec == 2000 && status.st_mtim.tv_nsec == 7)
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: copy + "/link")
                == "Documents/run me")
        #expect(exists(copy + "/dangling"))
        #expect(lstat(copy + "/pipe", &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
        try container.remove()
        try FileTree.remove(copy)
        #expect(!exists(container.path) && !exists(copy))
    }

    @Test func `a tree that nobody may read, of any depth, is removed`() throws {
        let container = try tree()
        write("x", to: container.path("Documents/secret"))
        chmod(container.path("Documents/secret"), 0)
        chmod(container.path("Documents"), 0)
        chmod(container.path("Library"), 0o400)
        // Deeper than a path can be long, and than one process has descriptors.
        var parent = open(container.path("tmp"), O_RDONLY | O_DIRECTORY)
        for _ in 0..<3000 {
            mkdirat(parent, "deep", 0o700)
            let next = openat(parent, "deep", O_RDONLY | O_DIRECTORY)
            close(parent)
            parent = next
        }
        close(parent)
        try container.remove()
        #expect(!exists(container.path))
    }

    @Test func `removing follows no link, and what is not there is no error`() throws {
        let container = try tree()
        let outside = place.path + "/outside"
        write("mine", to: outside)
        symlink(place.path, container.path("out"))
        try container.remove()
        #expect(exists(outside))
        try container.remove()
    }

    @Test func `a copy that is not possible says why`() throws {
        let container = try tree()
        try container.remove()
        #expect(throws: ContainerError.self) { try container.copy(to: place.path + "/copy") }
        do { try container.copy(to: place.path + "/copy") } catch {
            try expectGolden("\(error)")
        }
    }

    // MARK: Discarding

    @Test func `discarding removes the named paths and nothing else`() throws {
        let container = try tree()
        write("a", to: container.path("Library/Saved Application State/a"))
        write("b", to: container.path("Documents/b"))
        try container.discard(["Library/Saved Application State/", "Library/not there/at all"])
        #expect(!exists(container.path("Library/Saved Application State")))
        #expect(exists(container.path("Documents/b")))
    }

    @Test(arguments: ["/etc", "../outside", "Library/../../outside", "", ".", "./", "out/outside"])
    func `discarding refuses what is not inside`(_ path: String) throws {
        let container = try tree()
        symlink(place.path, container.path("out"))
        write("mine", to: place.path + "/outside")
        let failure = #expect(throws: StepFailure.self) { try container.discard([path]) }
        try expectGolden(failure, of: "'\(path)'")
        #expect(failure?.blame == .target)
        #expect(exists(place.path + "/outside"))
        #expect(exists(container.path))
    }

    @Test func `a link inside the container is discarded, not what it leads to`() throws {
        let container = try tree()
        write("mine", to: place.path + "/outside")
        symlink(place.path + "/outside", container.path("saved"))
        try container.discard(["saved"])
        #expect(!exists(container.path("saved")))
        #expect(exists(place.path + "/outside"))
    }

    // MARK: Digests

    @Test func `a digest tells files apart and never opens a pipe`() throws {
        let container = try tree()
        write("a", to: container.path("a"))
        write("b", to: container.path("b"))
        mkfifo(container.path("pipe"), 0o600)
        #expect(FileDigest.digest(of: container.path("a")) != nil)
        #expect(
            FileDigest.digest(of: container.path("a")) != FileDigest.digest(of: container.path("b"))
        )
        #expect(FileDigest.digest(of: container.path("pipe")) == nil)
        #expect(FileDigest.digest(of: container.path("missing")) == nil)
    }
}
