@testable import CrashStates
import Glibc
import Testing
import TestSupport

/// What the log makes of saves, mail and folders, each seen on real disks by somebody who looked for what is
/// not predicted.
extension LoggedNamesTests {
    @Test("may have a second save without what was made between the two")
    func madeBetweenSaves() throws {
        let found = try afterwards(["f", "n"]) {
            for text in ["one", "two"] {
                $0.create("t")
                $0.write("t", text)
                $0.sync("t")
                $0.rename("t", to: "f")
                if text == "one" { $0.create("n") }
            }
        }
        #expect(found.contains(["two", nil]))
        #expect(found.contains(["two", ""]))
    }

    @Test("may have a synced file replaced by an empty one, with what was removed before it")
    func replacedInNewFolder() throws {
        let found = try afterwards(["g", "n/f"]) {
            $0.unlink("g")
            $0.create("n", .directory, mode: 0o755)
            $0.create("n/f")
            $0.write("n/f", "text")
            $0.sync("n/f")
            $0.create("n/s")
            $0.write("n/s", "later")
            $0.rename("n/s", to: "n/f")
        }
        #expect(found.contains(["g", ""]))
    }

    @Test("may have mail in both folders, once it was moved")
    func deliveredMail() throws {
        let found = try afterwards(["d/1", "cur/1", "new/1"]) {
            $0.create("new", .directory, mode: 0o755)
            $0.create("cur", .directory, mode: 0o755)
            $0.sync("new")
            $0.create("d/1")
            $0.write("d/1", "one")
            $0.sync("d/1")
            $0.link("d/1", at: "new/1")
            $0.unlink("d/1")
            $0.sync("new")
            $0.rename("new/1", to: "cur/1")
            $0.create("d/1")
            $0.write("d/1", "two")
            $0.sync("d/1")
            $0.rename("d/1", to: "new/1")
        }
        #expect(found.contains(["two", "one", "one"]))
        #expect(found.contains([nil, "one", "two"]))
    }

    @Test(
        "has a file that was synced by a descriptor, and not what has its name since, if all was committed before"
    )
    func syncedByDescriptor() throws {
        let found = try afterwards(["f", "g", "s"]) {
            $0.link("f", at: "n")
            let file = $0.identity("f")
            $0.create("s")
            $0.write("s", "new")
            $0.sync("s")
            $0.rename("s", to: "f")
            $0.sync(file)
        }
        #expect(found.contains(["f", "g", "new"]))
        #expect(found.contains(["new", "g", nil]))
        #expect(found.contains([nil, "g", "new"]), "its name was in the log as lost")
    }

    @Test("has a folder and what is in it once, whatever was moved above it")
    func movedFolders() throws {
        let recording = try ScriptedRecording(RealDirectory()) { root in
            for name in ["/a", "/b", "/a/s"] { mkdir(root + name, 0o755) }
        }
        recording.create("a/n", .directory, mode: 0o755)
        recording.rename("a/s", to: "a/n/s")
        recording.rename("a/n", to: "b/n")
        recording.create("b/n/s/g")
        recording.sync("b/n/s/g")
        recording.acknowledge("saved")
        let states = try PowerLossStates(
            base: recording.base, calls: recording.calls, profile: .btrfs, seed: 1)
        let found = Set(states.filter { $0.acknowledgements.count == 1 }.map { $0.tree.paths() })
        #expect(found.contains(["a", "a/s", "a/s/g", "b", "b/n"]), "seen on a real disk")
        #expect(found.contains(["a", "b", "b/n", "b/n/s", "b/n/s/g"]))
    }

    @Test("has no more states, nor takes longer, for files that are synced and were not changed")
    func unchangedFiles() throws {
        let names = (0..<24).map { "file\($0)" }
        let recording = try ScriptedRecording(RealDirectory()) { root in
            for name in names { name.save(to: root + "/" + name) }
        }
        for name in names { recording.sync(name) }
        recording.rename(names[0], to: names[1])
        recording.acknowledge("saved")
        let states = try PowerLossStates(
            base: recording.base, calls: recording.calls, profile: .btrfs, seed: 1)
        #expect(states.figures.exhaustiveWindows == states.figures.windows)
        #expect(states.figures.leftOutCommits == 0)
        #expect(states.figures.exhaustiveStates < 200)
    }
}
