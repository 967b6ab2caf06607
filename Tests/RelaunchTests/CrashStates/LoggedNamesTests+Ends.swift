@testable import CrashStates
import Glibc
import Testing
import TestSupport

/// What the log has of names that end: of a file that was synced, of its directory, and of what had them before.
extension LoggedNamesTests {
    @Test("leaves the name that a synced file had to what had it before, and is gone")
    func nameBefore() throws {
        let found = try afterwards(["f", "t"]) {
            $0.create("t")
            $0.rename("t", to: "f")
            $0.create("t")
            $0.write("t", "new")
            $0.rename("t", to: "f")
            $0.sync("f")
        }
        #expect(found == [["new", nil], ["new", ""]])
    }

    @Test("may have the first file under the name that a synced one had in between")
    func nameOfTheFirst() throws {
        let found = try afterwards(["f", "n"]) {
            $0.link("f", at: "n")
            $0.unlink("f")
            $0.create("f")
            $0.write("f", "new")
            $0.unlink("n")
            $0.rename("f", to: "n")
            $0.sync("n")
        }
        #expect(found.contains(["f", "new"]))
        #expect(found.contains([nil, "new"]))
    }

    @Test("keeps what was written to an old file without the new directory that it is in")
    func newDirectoryAbove() throws {
        let recording = try ScriptedRecording(RealDirectory()) { root in
            mkdir(root + "/d", 0o755)
            "old".save(to: root + "/d/f")
        }
        recording.create("e", .directory, mode: 0o755)
        recording.rename("d", to: "e/d")
        recording.write("e/d/f", "new")
        recording.sync("e/d/f")
        let states = try PowerLossStates(
            base: recording.base, calls: recording.calls, profile: .btrfs, seed: 1)
        #expect(
            try states.contains { state in
                try state.tree.bytes(at: "d/f") == Array("new".utf8)
                    && state.tree.file(at: "e") == nil
            })
    }

    @Test("has in the log that a synced file is gone, without what was made before")
    func unlinkedFile() throws {
        let found = try afterwards(["n", "between"]) {
            $0.create("n")
            $0.sync("n")
            $0.create("between")
            $0.unlink("n")
        }
        #expect(found == [["", nil], [nil, nil], ["", ""], [nil, ""]])
    }

    @Test("has in the log that a new directory is gone, in which a file was synced")
    func removedDirectory() throws {
        let recording = try ScriptedRecording(RealDirectory()) { _ in }
        recording.create("d", .directory, mode: 0o755)
        recording.create("d/f")
        recording.sync("d/f")
        recording.create("between")
        recording.rename("d/f", to: "f")
        recording.unlink("d")
        let states = try PowerLossStates(
            base: recording.base, calls: recording.calls, profile: .btrfs, seed: 1)
        #expect(
            states.contains { state in
                state.tree.file(at: "f") != nil && state.tree.file(at: "d") == nil
                    && state.tree.file(at: "between") == nil
            })
    }
}
