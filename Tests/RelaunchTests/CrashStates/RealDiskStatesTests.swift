@testable import CrashStates
import Glibc
import Testing
import TestSupport

/// States that real file systems were seen to have after a power failure, each by the calls that lead to
/// it. The exam of the file systems finds more; these are the kinds.
@Suite("A power failure on a real file system")
struct RealDiskStatesTests {
    /// What a file can hold, where each letter stands for a run of one kind of byte.
    func contents(
        of path: String, _ profile: PowerLossProfile, before: String,
        _ steps: (ScriptedRecording) -> Void
    ) throws -> Set<String?> {
        let recording = try ScriptedRecording(RealDirectory()) { before.save(to: $0 + "/" + path) }
        steps(recording)
        let states = try PowerLossStates(
            base: recording.base, calls: recording.calls, profile: profile, limit: 20_000, seed: 1)
        return try Set(states.map { try $0.tree.bytes(at: path).map(Self.runs) })
    }

    static func runs(_ bytes: [UInt8]) -> String {
        var text = ""
        var rest = bytes[...]
        while let first = rest.first {
            let run = rest.prefix { $0 == first }
            text += (first == 0 ? "0" : String(UnicodeScalar(first))) + "\(run.count) "
            rest = rest.dropFirst(run.count)
        }
        return text
    }

    func filled(_ letter: String, _ count: Int) -> String {
        String(repeating: letter, count: count)
    }

    @Test("leaves the length of an append without its bytes, on ext4")
    func append() throws {
        func states(_ profile: PowerLossProfile) throws -> Set<String?> {
            try contents(of: "log", profile, before: filled("o", 100)) {
                $0.write("log", filled("a", 50), at: 100)
            }
        }
        #expect(try states(.ext4) == ["o100 ", "o100 050 ", "o100 a50 "])
        #expect(try states(.ext4(.dioreadLock)) == ["o100 ", "o100 050 ", "o100 a50 "])
        #expect(try states(.ext4DataJournal) == ["o100 ", "o100 a50 "])
        #expect(try states(.xfs) == ["o100 ", "o100 a50 "])
        #expect(try states(.btrfs) == ["o100 ", "o100 a50 "])
    }

    @Test("shows what the disk held before, on ext4 with data=writeback")
    func garbage() throws {
        func states(_ steps: (ScriptedRecording) -> Void) throws -> Set<String?> {
            try contents(
                of: "log", .ext4(.dataWriteback), before: filled("o", 4096), steps)
        }
        let garbage = String(UnicodeScalar(PowerLossProfile.garbage))
        let appended = try states { $0.write("log", filled("a", 50), at: 4096) }
        #expect(appended == ["o4096 ", "o4096 050 ", "o4096 \(garbage)50 ", "o4096 a50 "])
        let filling = try states {
            $0.write("log", filled("a", 50), at: 12288)
            $0.sync("log")
            $0.write("log", filled("b", 10), at: 8192)
        }
        #expect(filling.contains("o4096 04096 \(garbage)4096 a50 "), "in a hole")
        let cut = try states {
            $0.truncate("log", to: 10)
            $0.truncate("log", to: 30)
        }
        #expect(cut.contains("o30 "), "what was cut")
        let reserved = try contents(
            of: "log", .ext4(.dataWriteback), before: filled("\0", 8192)
        ) { $0.write("log", filled("a", 50)) }
        #expect(reserved.contains("\(garbage)4096 04096 "), "in what may have been reserved")
    }

    @Test("keeps a write, or the zeros of a cut, without the size of an append to the same bytes")
    func appendedBefore() throws {
        func states(_ then: (ScriptedRecording) -> Void) throws -> Set<String?> {
            try contents(of: "log", .ext4, before: filled("o", 100)) {
                $0.write("log", filled("a", 50), at: 100)
                then($0)
            }
        }
        #expect(try states { $0.write("log", filled("c", 20), at: 0) }.contains("c20 o80 "))
        #expect(try states { $0.truncate("log", to: 20) }.contains("o20 080 "))
    }

    @Test("writes a block with all that was appended to it, where the size comes with the data")
    func appendsToOneBlock() throws {
        func states(_ profile: PowerLossProfile) throws -> Set<String?> {
            try contents(of: "log", profile, before: filled("o", 100)) {
                $0.write("log", filled("a", 600), at: 100)
                $0.write("log", filled("b", 600), at: 700)
            }
        }
        #expect(try states(.xfs) == ["o100 ", "o100 a600 ", "o100 a600 b600 "])
        // There a size can be that of a later write.
        #expect(
            try states(.btrfs) == ["o100 ", "o100 a600 ", "o100 a600 b600 ", "o100 a600 0600 "])
    }

    @Test("has no size at the end of a block that had its place before, on ext4")
    func writeBehindTheEnd() throws {
        func states(_ profile: PowerLossProfile, before: String) throws -> Set<String?> {
            try contents(of: "file", profile, before: before) {
                if before.isEmpty { $0.write("file", filled("o", 3000)) }
                $0.write("file", filled("a", 1000), at: 5000)
            }
        }
        let onTheWay = "o3000 01096 "
        let old = filled("o", 3000)
        #expect(try !states(.ext4, before: old).contains(onTheWay))
        #expect(try states(.ext4, before: "").contains(onTheWay))
        #expect(try states(.xfs, before: old).contains(onTheWay))
        #expect(try states(.strict, before: old).contains(onTheWay))
    }

    @Test("leaves zeros in new blocks, on ext4 where a commit does not wait for them")
    func newBlocks() throws {
        func hasZeros(_ profile: PowerLossProfile) throws -> Bool {
            try contents(of: "file", profile, before: "") {
                $0.write("file", filled("a", 4096))
            }.contains("04096 ")
        }
        #expect(try hasZeros(.ext4))
        #expect(try !hasZeros(.ext4(.dioreadLock)))
        #expect(try !hasZeros(.xfs))
    }

    @Test(
        "fills the last block with zeros before the size is cut, where data is overwritten in place"
    )
    func cut() throws {
        for profile in [PowerLossProfile.ext4, .xfs, .btrfsNoDataCow] {
            let found = try contents(of: "file", profile, before: filled("o", 8192)) {
                $0.truncate("file", to: 5_000)
            }
            #expect(found == ["o8192 ", "o5000 03192 ", "o5000 "], "\(profile.name)")
        }
        #expect(
            try contents(of: "file", .btrfs, before: filled("o", 8192)) {
                $0.truncate("file", to: 5_000)
            } == ["o8192 ", "o5000 "])
    }

    @Test(
        "has the size of a cut that changes nothing without the data, where nobody waits for that")
    func cutToTheSameSize() throws {
        func hasZeros(_ profile: PowerLossProfile) throws -> Bool {
            try contents(of: "file", profile, before: filled("o", 500)) {
                $0.write("file", filled("a", 5_000), at: 500)
                $0.truncate("file", to: 5_500)
            }.contains("o500 05000 ")
        }
        #expect(try hasZeros(.ext4))
        #expect(try hasZeros(.ext4(.dioreadLock)))
        #expect(try hasZeros(.btrfs))
        #expect(try !hasZeros(.xfs))
    }

    @Test("shows what was behind a cut once the file grows again, on btrfs")
    func exposed() throws {
        let found = try contents(of: "file", .btrfs, before: filled("o", 8192)) {
            $0.truncate("file", to: 50)
            $0.truncate("file", to: 6_000)
        }
        #expect(found == ["o8192 ", "o50 ", "o4096 01904 ", "o50 05950 "])
    }

    @Test(
        "keeps the zeros of a cut without the append before it, where data is overwritten in place")
    func zerosOfACut() throws {
        for profile in [PowerLossProfile.btrfsNoDataCow, .xfs] {
            let found = try contents(of: "file", profile, before: filled("o", 100)) {
                $0.write("file", filled("a", 50), at: 100)
                $0.truncate("file", to: 50)
            }
            #expect(found.contains("o50 050 "), "\(profile.name)")
        }
    }

    @Test("keeps a write of some blocks without the cut of others before it")
    func cutElsewhere() throws {
        for (profile, expected) in [
            (PowerLossProfile.ext4, true), (.xfs, true), (.ext4DataJournal, false), (.btrfs, false),
        ] {
            let found = try contents(of: "wal", profile, before: filled("o", 16_384)) {
                $0.truncate("wal", to: 8_192)
                $0.write("wal", filled("a", 4_096))
            }
            #expect(found.contains("a4096 o12288 ") == expected, "\(profile.name)")
        }
    }

    @Test("has a size up to data before a hole, on btrfs the whole one, and not what is behind it")
    func beforeAHole() throws {
        func states(_ profile: PowerLossProfile) throws -> Set<String?> {
            try contents(of: "file", profile, before: "") {
                $0.write("file", filled("a", 100), at: 20_000)
                $0.write("file", filled("b", 100), at: 0)
            }
        }
        let small = PowerLossProfile.ext4(.blockSize(1024))
        for profile in [PowerLossProfile.ext4, .ext4(.dioreadLock), small, .xfs] {
            #expect(try states(profile).contains("b100 03996 "), "\(profile.name)")
        }
        for profile in [PowerLossProfile.btrfs, .btrfsNoDataCow] {
            #expect(try states(profile).contains("b100 020000 "), "\(profile.name)")
        }
    }

    @Test("has the size of a hole before what is written behind it, with any data, on btrfs")
    func sizeOfAHole() throws {
        let found = try contents(of: "file", .btrfs, before: filled("o", 3_000)) {
            $0.write("file", filled("a", 4_096), at: 0)
            $0.write("file", filled("b", 4_096), at: 9_000)
        }
        #expect(found.contains("a4096 04096 "))
    }

    @Test("has a size from the midst of a call, with data from before it, on btrfs")
    func sizeFromTheMidst() throws {
        let found = try contents(of: "log", .btrfs, before: filled("o", 3_000)) {
            $0.write("log", filled("a", 2_100), at: 3_000)
            $0.write("log", filled("b", 5_000), at: 5_100)
        }
        #expect(found.contains("o3000 a2100 03092 "))
    }

    @Test("has a size up to the end of a page that was stored to, with blocks of 1 KiB")
    func storedBeforeAHole() throws {
        let found = try contents(
            of: "file", .ext4(.blockSize(1024)), before: filled("o", 3_000)
        ) {
            $0.write("file", filled("a", 100), at: 4_096)
            $0.store("file", filled("b", 100), at: 0)
        }
        #expect(found.contains("b100 o2900 01096 "))
    }

    @Test("keeps the second block of an append without the first, on xfs")
    func secondBlock() throws {
        let found = try contents(of: "log", .xfs, before: filled("o", 4_096)) {
            $0.write("log", filled("a", 8_192), at: 4_096)
        }
        #expect(
            found == [
                "o4096 ", "o4096 a4096 ", "o4096 a8192 ", "o4096 04096 a4096 ",
            ])
    }

    @Test("takes what an fsync that failed was to write, though the next one succeeds")
    func failedSync() throws {
        let recording = try ScriptedRecording(RealDirectory()) {
            filled("o", 4_096).save(to: $0 + "/file")
        }
        recording.write("file", filled("a", 4_096))
        recording.failSync("file")
        recording.sync("file")
        recording.acknowledge("saved")
        for profile in PowerLossProfile.all where profile.order != .everything {
            let saved = try PowerLossStates(
                base: recording.base, calls: recording.calls, profile: profile, seed: 1
            ).filter { $0.acknowledgements.count == 1 }
            let found = try Set(saved.map { try $0.tree.bytes(at: "file").map(Self.runs) })
            #expect(found.isSuperset(of: ["o4096 ", "a4096 "]), "\(profile.name)")
        }
    }

    @Test("keeps of a sync of some bytes these, and not the others")
    func partialSync() throws {
        let recording = try ScriptedRecording(RealDirectory()) {
            filled("o", 12_288).save(to: $0 + "/file")
        }
        recording.write("file", filled("a", 4_096), at: 0)
        recording.write("file", filled("b", 4_096), at: 8_192)
        recording.sync("file", dataOnly: true, range: 8_000..<8_200)
        recording.acknowledge("saved")
        for profile in [PowerLossProfile.strict, .ext4, .xfs] {
            let saved = try PowerLossStates(
                base: recording.base, calls: recording.calls, profile: profile, limit: 20_000,
                seed: 1
            ).filter { $0.acknowledgements.count == 1 }
            let found = try Set(saved.map { try $0.tree.bytes(at: "file").map(Self.runs) })
            #expect(found.contains("o8192 b4096 "), "\(profile.name)")
            #expect(found.allSatisfy { $0?.hasSuffix("b4096 ") == true }, "\(profile.name)")
        }
    }

    @Test("shows data in its place before the size of an append, on btrfs without copies")
    func overwrittenBeforeSize() throws {
        let found = try contents(of: "file", .btrfsNoDataCow, before: filled("o", 3_000)) {
            $0.write("file", filled("b", 6_000), at: 3_000)
            $0.write("file", filled("c", 5_000), at: 0)
        }
        #expect(found.contains("c3000 "))
    }

    @Test("with blocks of 1 KiB tears what is overwritten at them, and has what is new by the page")
    func smallBlocks() throws {
        let new = try contents(of: "file", .ext4(.blockSize(1024)), before: "") {
            $0.write("file", filled("a", 5_000))
        }
        #expect(["a5000 ", "a4096 0904 ", "04096 a904 "].allSatisfy { new.contains($0) }, "\(new)")
        #expect(!new.contains { $0?.contains("a1024 ") == true }, "\(new)")
        let old = try contents(of: "file", .ext4(.blockSize(1024)), before: filled("o", 4_096)) {
            $0.write("file", filled("a", 4_096))
        }
        #expect(old.count == 16)
        #expect(old.contains("a1024 o1024 a2048 "))
        let both = try contents(of: "file", .ext4(.blockSize(1024)), before: filled("o", 3_000)) {
            $0.write("file", filled("a", 100), at: 3_000)
        }
        #expect(both.contains("o3000 a72 028 "))
        #expect(!both.contains("o3000 072 a28 "), "the page is written as a whole")
    }

    @Test("is told by options, and by units down to one byte")
    func options() throws {
        let found = try contents(of: "file", .ext4.tearing(at: 1), before: "ooo") {
            $0.write("file", "abc")
        }
        #expect(found.count == 8)
        #expect(PowerLossProfile.ext4(.dioreadLock, .blockSize(1024)).unit == 1024)
        try expectGolden(
            [
                PowerLossProfile.ext4(.dioreadLock, .blockSize(1024)).name,
                PowerLossProfile.xfs.tearing(at: 512).name,
            ].joined(separator: "\n"))
    }
}
