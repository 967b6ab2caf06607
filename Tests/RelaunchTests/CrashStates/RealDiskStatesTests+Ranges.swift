@testable import CrashStates
import Testing
import TestSupport

/// Ranges that read as zeros: holes, and what is zeroed in its place.
extension RealDiskStatesTests {
    @Test("may lose the zeros at either end of a hole, but for ext4")
    func endsOfHole() throws {
        func states(_ profile: PowerLossProfile) throws -> Set<String?> {
            try contents(of: "f", profile, before: filled("o", 16384)) {
                $0.zero("f", 5000, count: 9000, isHole: true)
            }
        }
        for profile in [PowerLossProfile.xfs, .btrfs, .btrfsNoDataCow] {
            let found = try states(profile)
            #expect(found.contains("o8192 04096 o4096 "), "\(profile)")
            #expect(found.contains("o5000 07288 o4096 "), "\(profile)")
        }
        #expect(try !states(.ext4).contains("o8192 04096 o4096 "))
    }

    @Test("may have data in a range that was zeroed, and not the range, on ext4 alone")
    func writtenWhereZeroed() throws {
        func states(_ profile: PowerLossProfile) throws -> Set<String?> {
            try contents(of: "f", profile, before: filled("o", 16384)) {
                $0.zero("f", 4096, count: 8192)
                $0.write("f", filled("a", 100), at: 5000)
                $0.write("f", filled("b", 100), at: 6000)
            }
        }
        let expected = "o4096 0904 a100 0900 b100 02092 o8192 "
        #expect(try states(.ext4).contains(expected))
        #expect(try !states(.ext4).contains("o4096 0904 a100 o11288 "), "with what the block had")
        #expect(try !states(.xfs).contains(expected))
    }

    @Test("has the size up to the end of a hole within what was appended before, on ext4")
    func holeInAnAppend() throws {
        func states(_ profile: PowerLossProfile) throws -> Set<String?> {
            try contents(of: "file", profile, before: filled("o", 3_000)) {
                $0.write("file", filled("a", 6_000), at: 3_000)
                $0.zero("file", 4_096, count: 1_000, isHole: true)
            }
        }
        let small = PowerLossProfile.ext4(.blockSize(1024))
        for profile in [PowerLossProfile.ext4, .ext4(.dioreadLock), small] {
            let found = try states(profile)
            #expect(found.contains("o3000 02096 "), "\(profile.name)")
            #expect(found.contains("o3000 a1096 01000 "), "\(profile.name)")
        }
        for profile in [PowerLossProfile.ext4DataJournal, .xfs, .btrfs] {
            #expect(try !states(profile).contains("o3000 02096 "), "\(profile.name)")
        }
    }

    @Test(
        "has what comes after a range that is zeroed, without the size of what was written behind it"
    )
    func zeroedBeforeNewData() throws {
        func sizes(_ profile: PowerLossProfile) throws -> Set<UInt64> {
            let recording = try ScriptedRecording(RealDirectory()) {
                filled("o", 9_000).save(to: $0 + "/file")
            }
            recording.write("file", filled("a", 100), at: 20_000)
            recording.zero("file", 12_288, count: 4_096, grows: true)
            recording.setMode("file", 0o600)
            let states = try PowerLossStates(
                base: recording.base, calls: recording.calls, profile: profile, seed: 1)
            let file = try #require(recording.base.file(at: "file"))
            return Set(
                states.compactMap { $0.tree[file] }.filter { $0.mode == 0o600 }.map(\.content.size))
        }
        #expect(try sizes(.ext4).isSuperset(of: [16_384, 20_100]))
        #expect(try sizes(.xfs).isSuperset(of: [9_000, 20_100]))
        #expect(try !sizes(.xfs).contains(16_384))
        #expect(try sizes(.btrfs).contains(9_000))
    }

    @Test("has the size up to the end of blocks that are reserved within such an append, on ext4")
    func reservedInAnAppend() throws {
        let found = try contents(of: "file", .ext4, before: filled("o", 500)) {
            $0.write("file", filled("a", 5_000), at: 500)
            $0.reserve("file", to: 5_096)
        }
        #expect(found.isSuperset(of: ["o500 04596 ", "o500 a3596 01000 "]))
    }

    @Test(
        "commits a range that was zeroed without the data beside it, if that was just appended, on ext4"
    )
    func zeroedInAnAppend() throws {
        func states(_ profile: PowerLossProfile) throws -> Set<String?> {
            try contents(of: "file", profile, before: filled("o", 3_000)) {
                $0.write("file", filled("a", 20_000), at: 3_000)
                $0.zero("file", 5_000, count: 9_000)
                $0.setMode("file", 0o600)
            }
        }
        for profile in [PowerLossProfile.ext4, .ext4(.dioreadLock)] {
            #expect(try states(profile).contains("o3000 a1096 09904 a2384 "), "\(profile.name)")
        }
        #expect(try states(.ext4).contains("o3000 013384 a4096 "))
    }

    @Test("has the new size of a range that is zeroed beyond the end before the zeros, on ext4")
    func sizeBeforeZeros() throws {
        func states(_ profile: PowerLossProfile) throws -> Set<String?> {
            try contents(of: "file", profile, before: filled("o", 12_000)) {
                $0.zero("file", 5_000, count: 9_000, grows: true)
            }
        }
        #expect(try states(.ext4DataJournal) == ["o12000 ", "o12000 02000 ", "o5000 09000 "])
        #expect(try states(.ext4).contains("o12000 02000 "))
    }
}
