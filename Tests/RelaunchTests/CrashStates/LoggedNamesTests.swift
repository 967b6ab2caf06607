@testable import CrashStates
import Glibc
import Testing
import TestSupport

/// What btrfs keeps in the log of an fsync, and what not: names that real disks were seen to have.
@Suite("A log of names")
struct LoggedNamesTests {
    /// What the named files hold in each state after the acknowledgement; nil for one that is not there.
    func afterwards(
        _ names: [String], _ steps: (ScriptedRecording) -> Void
    ) throws -> Set<[String?]> {
        let recording = try ScriptedRecording(RealDirectory()) { root in
            mkdir(root + "/d", 0o755)
            for name in ["f", "g", "d/a"] { name.save(to: root + "/" + name) }
        }
        steps(recording)
        recording.acknowledge("saved")
        let states = try PowerLossStates(
            base: recording.base, calls: recording.calls, profile: .btrfs, limit: 20_000, seed: 1
        ).filter { $0.acknowledgements.count == 1 }
        return try Set(
            states.map { state in
                try names.map { name in
                    try state.tree.bytes(at: name).map { String(decoding: $0, as: UTF8.self) }
                }
            })
    }

    @Test("has the new name of a file in the log, without what was renamed before")
    func renameInTheLog() throws {
        func states(_ profile: PowerLossProfile) throws -> Set<String?> {
            let recording = try ScriptedRecording(RealDirectory()) {
                "o".save(to: $0 + "/object")
                "o".save(to: $0 + "/head")
            }
            recording.rename("object", to: "named")
            recording.create("head.lock")
            recording.write("head.lock", "n")
            recording.sync("head.lock")
            recording.rename("head.lock", to: "head")
            let states = try PowerLossStates(
                base: recording.base, calls: recording.calls, profile: profile, seed: 1)
            return try Set(
                states.map { state in
                    let isNamed = try state.tree.bytes(at: "named") != nil
                    let head = try state.tree.bytes(at: "head").map { $0 == [UInt8(ascii: "n")] }
                    return head == true ? (isNamed ? "both" : "head alone") : nil
                })
        }
        #expect(try states(.btrfs) == [nil, "head alone", "both"])
        #expect(try states(.ext4) == [nil, "both"])
    }

    @Test("keeps both names of a file that was moved to a directory that was synced")
    func bothNames() throws {
        let recording = try ScriptedRecording(RealDirectory()) { "old".save(to: $0 + "/file") }
        recording.create("folder", .directory, mode: 0o755)
        recording.rename("file", to: "folder/file")
        recording.link("folder/file", at: "folder/again")
        recording.sync("folder")
        recording.acknowledge("saved")
        for (profile, expected) in [(PowerLossProfile.btrfs, true), (.ext4, false), (.xfs, false)] {
            let states = try PowerLossStates(
                base: recording.base, calls: recording.calls, profile: profile, seed: 1)
            let found = states.contains { state in
                let names = ["file", "folder/file", "folder/again"]
                return names.allSatisfy { state.tree.file(at: $0) != nil }
            }
            #expect(found == expected, "\(profile.name)")
            let isKept = states.filter { $0.acknowledgements.count == 1 }
                .allSatisfy { $0.tree.file(at: "folder/file") != nil }
            #expect(isKept, "\(profile.name)")
        }
    }

    @Test("loses that a directory was renamed, though a file in it was synced")
    func renamedDirectory() throws {
        let recording = try ScriptedRecording(RealDirectory()) { root in
            precondition(mkdir(root + "/old", 0o755) == 0)
            "text".save(to: root + "/old/file")
        }
        recording.rename("old", to: "new")
        recording.write("new/file", "TEXT")
        recording.sync("new/file", dataOnly: true)
        recording.acknowledge("saved")
        let saved = try PowerLossStates(
            base: recording.base, calls: recording.calls, profile: .btrfs, seed: 1
        ).filter { $0.acknowledgements.count == 1 }
        let contents = try saved.compactMap { try $0.tree.bytes(at: "old/file") }
        #expect(!contents.isEmpty)
        #expect(contents.allSatisfy { $0 == Array("TEXT".utf8) })
    }

    @Test("may keep other names of a directory with a file that was renamed in it")
    func loggedParents() throws {
        let both = try afterwards(["d/a", "f", "g", "n"]) {
            $0.rename("d/a", to: "f")
            $0.rename("g", to: "n")
            $0.sync("n")
        }
        #expect(both.contains(["d/a", "d/a", nil, "g"]))
        #expect(both.contains([nil, "d/a", nil, "g"]))
    }

    @Test("keeps a logged rename without the earlier one of the name that it takes")
    func loggedRenames() throws {
        let taken = try afterwards(["d/a", "f", "g"]) {
            $0.rename("d/a", to: "f")
            $0.sync("g")
            $0.rename("g", to: "f")
        }
        #expect(taken.contains(["d/a", "g", nil]))
        let moved = try afterwards(["d/a", "f", "d/n"]) {
            $0.rename("d/a", to: "f")
            $0.sync("g")
            $0.rename("g", to: "f")
            $0.rename("f", to: "d/n")
        }
        #expect(moved.contains(["d/a", nil, "g"]))
    }

    @Test("may lose what was replaced in a synced directory before the new name is there")
    func endsInLog() throws {
        let found = try afterwards(["d/a", "n"]) {
            $0.create("n")
            $0.sync("")
            $0.rename("d/a", to: "n")
        }
        #expect(found.contains(["d/a", nil]))
        let both = try afterwards(["d/a", "g"]) {
            $0.rename("f", to: "g")
            $0.sync("d")
            $0.sync("")
            $0.rename("d/a", to: "g")
        }
        #expect(both.contains(["d/a", nil]), "its directory is in the log, too")
    }

    @Test("never has neither the file nor what replaced it, if that was synced")
    func replacedBySynced() throws {
        let recording = try ScriptedRecording(RealDirectory()) { "old".save(to: $0 + "/file") }
        for text in ["one", "two"] {
            recording.create("aside")
            recording.write("aside", text)
            recording.sync("aside")
            recording.rename("aside", to: "file")
            recording.sync("")
            recording.acknowledge("saved")
        }
        let states = try PowerLossStates(
            base: recording.base, calls: recording.calls, profile: .btrfs, seed: 1)
        let found = try Set(
            states.map { state in
                let bytes = try state.tree.bytes(at: "file") ?? Array("nothing".utf8)
                return "\(state.acknowledgements.count) " + String(decoding: bytes, as: UTF8.self)
            })
        #expect(found == ["0 old", "0 one", "1 one", "1 two", "2 two"])
    }

    @Test("has a synced name, or what replaced it, though that was not synced")
    func replacedByUnsynced() throws {
        let found = try afterwards(["f", "g", "n"]) {
            $0.link("f", at: "n")
            $0.sync("n")
            $0.rename("g", to: "n")
        }
        #expect(found == [["f", "g", "f"], ["f", nil, "g"]])
    }

    @Test("keeps the name that was synced, and not what moved there before and is gone")
    func whatIsGone() throws {
        let found = try afterwards(["d/a", "f", "g", "n"]) {
            $0.rename("d/a", to: "g")
            $0.rename("f", to: "g")
            $0.create("n")
            $0.sync("g", dataOnly: true)
        }
        #expect(found.contains(["d/a", nil, "f", ""]))
        #expect(found.contains([nil, nil, "f", ""]))
        #expect(found.allSatisfy { $0[2] == "f" })
    }

    @Test("keeps the new name of a file in a logged directory, and the oldest elsewhere")
    func movedTwice() throws {
        let found = try afterwards(["f", "n1", "d/n2"]) {
            $0.rename("f", to: "n1")
            $0.rename("n1", to: "d/n2")
            $0.link("d/a", at: "n3")
            $0.sync("n3")
        }
        #expect(found.contains(["f", nil, "f"]))
    }

    @Test("keeps the old name of what was moved to a synced directory and unlinked")
    func movedAndUnlinked() throws {
        let found = try afterwards(["g", "d/a", "n"]) {
            $0.rename("g", to: "d/a")
            $0.sync("d")
            $0.create("n")
            $0.unlink("d/a")
        }
        #expect(found.contains(["g", nil, nil]))
    }

    @Test("may lose a synced file that was moved and replaced, and not what came there")
    func movedAndReplaced() throws {
        let found = try afterwards(["d/a", "f", "g"]) {
            $0.write("d/a", "A")
            $0.sync("d/a")
            $0.rename("d/a", to: "g")
            $0.rename("f", to: "g")
        }
        #expect(found.contains([nil, "f", "g"]))
    }

    @Test("has a cut in the log with a new name, without what was changed before")
    func cutWithName() throws {
        let found = try afterwards(["f", "n"]) {
            $0.truncate("f", to: 0)
            $0.sync("g")
            $0.truncate("g", to: 0)
            $0.rename("g", to: "n")
        }
        #expect(found.contains(["f", ""]))
    }

    @Test("has what came to a synced directory as it was, but for its name")
    func attributesOfNewNames() throws {
        let recording = try ScriptedRecording(RealDirectory()) { root in
            mkdir(root + "/d", 0o755)
            "text".save(to: root + "/d/a")
        }
        recording.rename("d/a", to: "n")
        recording.setMode("n", 0o600)
        recording.sync("")
        let states = try PowerLossStates(
            base: recording.base, calls: recording.calls, profile: .btrfs, seed: 1)
        let both = states.filter { state in
            guard let old = state.tree.file(at: "d/a") else { return false }
            return old == state.tree.file(at: "n")
        }
        #expect(!both.isEmpty)
        let file = try #require(recording.base.file(at: "d/a"))
        #expect(both.allSatisfy { $0.tree[file]?.mode == recording.base[file]?.mode })
    }

    @Test("loses what was synced of a file that is synced again when another has replaced it")
    func syncedWithoutName() throws {
        let lost = try afterwards(["f", "g"]) {
            let old = $0.identity("g")
            $0.write("g", "new")
            $0.sync("g")
            $0.rename("f", to: "g")
            $0.sync(old)
        }
        #expect(lost.contains(["f", "g"]))
        let kept = try afterwards(["f", "g"]) {
            $0.write("g", "new")
            $0.sync("g")
            $0.rename("f", to: "g")
            $0.sync("d/a")
        }
        #expect(!kept.contains(["f", "g"]))
    }

    @Test("may keep the directory of a file synced without a name, and not where others left")
    func parentsOfWhatIsGone() throws {
        let found = try afterwards(["d/a", "f", "g"]) {
            let old = $0.identity("f")
            $0.rename("f", to: "g")
            $0.write("g", "new")
            $0.rename("d/a", to: "g")
            $0.sync(old)
        }
        #expect(found.contains(["d/a", nil, "d/a"]))
    }

    @Test("has what came to the log before, where it has what came to it later")
    func order() throws {
        func states(_ steps: (ScriptedRecording) -> Void) throws -> Set<[String?]> {
            try afterwards(["f", "d/a"]) {
                steps($0)
                $0.rename("g", to: "f")
                $0.unlink("d/a")
            }
        }
        let both = try states {
            $0.create("d/n")
            $0.sync("d")
            $0.write("g", "new")
            $0.sync("g")
        }
        #expect(!both.contains(["f", nil]))
        // The end of an old name is in the log of its directory once that is synced again.
        let later = try states {
            $0.write("g", "new")
            $0.sync("g")
            $0.create("d/n")
            $0.sync("d")
        }
        #expect(later == [["f", "d/a"], ["new", "d/a"], ["new", nil]])
    }

    @Test("has the rename of a directory in the log, without what was changed before")
    func loggedDirectories() throws {
        let behind = try afterwards(["d/a", "e/a", "f"]) {
            $0.rename("g", to: "n")
            $0.sync("n", dataOnly: true)
            $0.unlink("f")
            $0.rename("d", to: "e")
        }
        #expect(behind.contains([nil, "d/a", "f"]))
        let above = try afterwards(["d/n", "e/n", "m"]) {
            $0.link("f", at: "m")
            $0.rename("d", to: "e")
            $0.link("e/a", at: "e/n")
            $0.sync("e/n")
        }
        #expect(above.contains([nil, "d/a", nil]))
        #expect(above.contains([nil, "d/a", "f"]))
    }
}
