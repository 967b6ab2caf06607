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

    @Test("gives a name back to what was removed before, once a synced file in its place loses it")
    func nameGivenBack() throws {
        func afterReplacing(_ end: (ScriptedRecording) -> Void) throws -> Set<[String?]> {
            try afterwards(["f", "g", "n"]) {
                $0.unlink("f")
                $0.create("f")
                $0.write("f", "new")
                $0.sync("f")
                end($0)
            }
        }
        #expect(try afterReplacing { $0.rename("f", to: "n") }.contains(["f", "g", "new"]))
        #expect(try afterReplacing { $0.unlink("f") }.contains(["f", "g", nil]))
        let replaced = try afterReplacing { $0.rename("g", to: "f") }
        #expect(replaced.contains(["f", "g", nil]))
        #expect(!replaced.contains(["f", nil, nil]))
    }

    @Test(
        "gives the name of a save that was synced back to the old file, once the next save has taken it unsynced"
    )
    func secondSave() throws {
        func afterTwoSaves(_ sync: String) throws -> Set<[String?]> {
            try afterwards(["f"]) {
                for text in ["one", "two"] {
                    $0.create("t")
                    $0.write("t", text)
                    if text == "one" { $0.sync("t") }
                    $0.rename("t", to: "f")
                    if text == "one" { $0.sync(sync) }
                }
            }
        }
        #expect(try afterTwoSaves("f").contains(["f"]))
        #expect(try !afterTwoSaves("").contains(["f"]), "but not after a sync of the directory")
    }

    @Test("no longer gives it back after a sync of its directory")
    func notGivenBack() throws {
        let found = try afterwards(["f", "n"]) {
            $0.unlink("f")
            $0.create("f")
            $0.write("f", "new")
            $0.sync("f")
            $0.rename("f", to: "n")
            $0.sync("")
        }
        #expect(!found.contains { $0[0] == "f" })
    }

    @Test("gives it back to what was moved away before it was removed")
    func movedAndGivenBack() throws {
        let found = try afterwards(["f", "g", "n"]) {
            $0.rename("f", to: "n")
            $0.create("f")
            $0.write("f", "new")
            $0.sync("f")
            $0.rename("g", to: "f")
            $0.unlink("n")
        }
        #expect(found.contains(["f", "g", nil]))
    }

    @Test("loses a name that another file has taken from a synced one, or has both files' names")
    func takenName() throws {
        let found = try afterwards(["f", "g", "n"]) {
            $0.link("f", at: "n")
            $0.rename("g", to: "f")
            $0.sync("n")
        }
        #expect(found.contains([nil, "g", "f"]))
        #expect(found.contains(["g", nil, "f"]))
    }

    @Test("has a new file without what had its name for a time, and was not synced")
    func nameInBetween() throws {
        let found = try afterwards(["f", "n", "t"]) {
            $0.create("t")
            $0.rename("t", to: "f")
            $0.rename("f", to: "n")
            $0.create("f")
            $0.write("f", "new")
            $0.sync("f")
        }
        #expect(found.contains(["new", nil, nil]))
        #expect(found.contains(["new", nil, ""]))
        #expect(found.contains(["new", "", nil]))
    }

    @Test(
        "has another name of a file that came to the log with a directory, without what was done elsewhere"
    )
    func linkAfterDirectory() throws {
        let found = try afterwards(["n", "d/n", "d/a"]) {
            $0.rename("f", to: "n")
            $0.unlink("d/a")
            $0.sync("")
            $0.link("n", at: "d/n")
        }
        #expect(found.contains(["f", "f", "d/a"]))
    }

    @Test("has an extended attribute of a file that was renamed, and its mode as it was")
    func attributesApart() throws {
        let recording = try ScriptedRecording(RealDirectory()) { "old".save(to: $0 + "/f") }
        let mode = try #require(recording.base.file(at: "f").flatMap { recording.base[$0]?.mode })
        recording.sync("")
        recording.setMode("f", 0o755)
        recording.setAttribute("f", "user.a", "A")
        recording.rename("f", to: "n")
        func hasAttributeAlone(_ profile: PowerLossProfile) throws -> Bool {
            try PowerLossStates(
                base: recording.base, calls: recording.calls, profile: profile, seed: 1
            ).contains { state in
                state.tree.file(at: "n").flatMap { state.tree[$0] }
                    .map { !$0.attributes.isEmpty && $0.mode == mode } ?? false
            }
        }
        #expect(try hasAttributeAlone(.btrfs))
        #expect(try !hasAttributeAlone(.ext4))
    }
}
