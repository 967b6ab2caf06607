@testable import CrashStates
import Testing
import TestSupport

@testable import Relaunch

@Suite("What a power failure can leave")
struct PowerLossStatesTests {
    private let old = "the old state"
    private let new = "the new state, somewhat longer"

    /// A container with an old state, and a save.
    private func recording(_ save: (ScriptedRecording) -> Void) throws -> ScriptedRecording {
        let recording = try ScriptedRecording(RealDirectory()) { old.save(to: $0 + "/state") }
        save(recording)
        return recording
    }

    private func states(
        _ recording: ScriptedRecording, _ profile: PowerLossProfile, limit: Int = 1_000
    ) throws -> PowerLossStates {
        try PowerLossStates(
            base: recording.base, calls: recording.calls, profile: profile, limit: limit, seed: 1)
    }

    /// What `state` can hold: `nil` where it is not there.
    private func contents(
        _ profile: PowerLossProfile, _ save: (ScriptedRecording) -> Void
    ) throws -> Set<String?> {
        try Set(
            states(recording(save), profile).map { state in
                try state.tree.bytes(at: "state").map { String(decoding: $0, as: UTF8.self) }
            })
    }

    private func replace(
        _ recording: ScriptedRecording, synced: Bool, directorySynced: Bool = false
    ) {
        recording.create("state.tmp")
        recording.write("state.tmp", new)
        if synced { recording.sync("state.tmp") }
        recording.rename("state.tmp", to: "state")
        if directorySynced { recording.sync("") }
    }

    // MARK: A rename without fsync

    @Test(
        "of a rename without fsync loses the data, where nothing flushes it",
        arguments: [
            PowerLossProfile.strict, .btrfs, .xfs,
        ])
    func renameUnsynced(profile: PowerLossProfile) throws {
        let found = try contents(profile) { replace($0, synced: false) }
        #expect(found.isSuperset(of: [old, new, ""]))
    }

    @Test("keeps it on ext4 where a commit waits for the data of new blocks")
    func renameFlushed() throws {
        for profile in [PowerLossProfile.ext4(.dioreadLock), .ext4DataJournal] {
            #expect(try contents(profile) { replace($0, synced: false) } == [old, new])
        }
    }

    @Test("keeps its size on ext4 by default, and the bytes may be zeros")
    func renameSizeFlushed() throws {
        #expect(try contents(.ext4) { replace($0, synced: false) } == [old, new, nulls])
        #expect(
            try contents(.ext4(.noAutoDaAlloc)) { replace($0, synced: false) }
                == [old, new, nulls, ""])
    }

    @Test("but loses it on ext4, too, where no file was replaced")
    func renameToNewName() throws {
        let recording = try recording {
            $0.create("other.tmp")
            $0.write("other.tmp", new)
            $0.rename("other.tmp", to: "other")
        }
        let found = try Set(states(recording, .ext4).map { try $0.tree.bytes(at: "other")?.count })
        #expect(found == [nil, 0, new.utf8.count])
        let journaled = try Set(
            states(recording, .ext4DataJournal).map { try $0.tree.bytes(at: "other")?.count })
        #expect(journaled == [nil, new.utf8.count])
    }

    @Test("of a rename that comes apart can be neither the old state nor the new")
    func renameApart() throws {
        var journal = PowerLossProfile.ext4DataJournal
        journal.renames = .apart
        for profile in [PowerLossProfile.alice, journal] {
            #expect(try contents(profile) { replace($0, synced: true) } == [old, new, nil])
        }
    }

    @Test("of a rename after fsync is the old state or the new", arguments: PowerLossProfile.all)
    func renameSynced(profile: PowerLossProfile) throws {
        #expect(try contents(profile) { replace($0, synced: true) } == [old, new])
    }

    @Test(
        "of a save in place is torn or empty", arguments: [PowerLossProfile.strict, .ext4, .btrfs])
    func inPlace(profile: PowerLossProfile) throws {
        let found = try contents(profile) {
            $0.truncate("state", to: 0)
            $0.write("state", new)
            $0.sync("state")
        }
        let torn: Set<String?> = [.strict, .ext4].contains(profile) ? [nulls] : []
        #expect(found == torn.union([old, "", new]))
    }

    @Test(
        "of a save in place that makes the file longer may lack what is beyond its old end",
        arguments: PowerLossProfile.all)
    func growingInPlace(profile: PowerLossProfile) throws {
        let found = try contents(profile) {
            $0.write("state", new)
            $0.sync("state")
        }
        let cut = String(new.prefix(old.count))
        let grown = old + String(repeating: "\0", count: new.count - old.count)
        let torn: Set<String?> =
            switch profile {
            // The size is changed at once, the data in its block at any time.
            case .strict, .ext4: [cut, grown]
            // What is written is where it was, and the size comes after it.
            case .xfs: [cut]
            // Both come at once: by the journal, or from another place.
            default: []
            }
        #expect(found == torn.union([old, new]))
    }

    private var nulls: String { String(repeating: "\0", count: new.utf8.count) }

    // MARK: Acknowledgements

    @Test("of a save acknowledged before its directory was synced is an older one, if POSIX may")
    func directoryUnsynced() throws {
        func acknowledged(_ profile: PowerLossProfile, directorySynced: Bool) throws -> Set<String?>
        {
            let recording = try recording {
                replace($0, synced: true, directorySynced: directorySynced)
                $0.acknowledge("saved")
            }
            return try Set(
                states(recording, profile).filter { $0.acknowledgements.count == 1 }.map { state in
                    try state.tree.bytes(at: "state").map { String(decoding: $0, as: UTF8.self) }
                })
        }
        for profile in PowerLossProfile.all {
            #expect(
                try acknowledged(profile, directorySynced: false) == [old, new], "\(profile.name)")
            #expect(try acknowledged(profile, directorySynced: true) == [new], "\(profile.name)")
        }
    }

    @Test("of a new file that was synced lacks its name only where POSIX is all there is")
    func newFileSynced() throws {
        let recording = try recording {
            $0.create("deep", .directory, mode: 0o755)
            $0.create("deep/new")
            $0.write("deep/new", "x")
            $0.sync("deep/new")
            $0.acknowledge("saved")
        }
        for profile in PowerLossProfile.all {
            let found = try Set(
                states(recording, profile).filter { $0.acknowledgements.count == 1 }
                    .map { $0.tree.file(at: "deep/new") != nil })
            #expect(found == (profile == .strict ? [false, true] : [true]), "\(profile.name)")
        }
    }

    // MARK: Order

    @Test("of a journal deleted before the data was synced is damage that nothing repairs")
    func journal() throws {
        let old = Array(repeating: UInt8(ascii: "o"), count: 9_000)
        let new = Array(repeating: UInt8(ascii: "n"), count: 9_000)
        func isSafe(_ profile: PowerLossProfile, dataSynced: Bool) throws -> Bool {
            let recording = try ScriptedRecording(RealDirectory()) { root in
                String(decoding: old, as: UTF8.self).save(to: root + "/state")
            }
            recording.create("journal")
            recording.write("journal", old, at: 0)
            recording.sync("journal")
            recording.sync("")
            recording.write("state", new, at: 0)
            if dataSynced { recording.sync("state") }
            recording.unlink("journal")
            recording.sync("")
            recording.acknowledge("saved")
            return try states(recording, profile).allSatisfy { state in
                let content = try state.tree.bytes(at: "state")
                if state.acknowledgements.count == 1 { return content == new }
                let journal = try state.tree.bytes(at: "journal")
                return journal == old || content == old || content == new
            }
        }
        for profile in [PowerLossProfile.strict, .ext4, .btrfs, .xfs] {
            #expect(try !isSafe(profile, dataSynced: false), "\(profile.name)")
            #expect(try isSafe(profile, dataSynced: true), "\(profile.name)")
        }
        #expect(try isSafe(.ext4DataJournal, dataSynced: false))
    }

    @Test("of two new files is the second without the first only where names have no order")
    func names() throws {
        let recording = try recording {
            $0.create("first")
            $0.create("second")
        }
        for profile in PowerLossProfile.all {
            let found = try states(recording, profile).contains {
                $0.tree.file(at: "second") != nil && $0.tree.file(at: "first") == nil
            }
            #expect(found == (profile == .strict), "\(profile.name)")
        }
    }

    @Test("of an fsync on btrfs is that file, without one made before it")
    func logTree() throws {
        let recording = try recording {
            $0.create("first")
            $0.create("second")
            $0.sync("second")
            $0.acknowledge("saved")
        }
        for (profile, expected) in [(PowerLossProfile.btrfs, true), (.ext4, false), (.xfs, false)] {
            let found = try states(recording, profile).contains {
                $0.acknowledgements.count == 1 && $0.tree.file(at: "first") == nil
            }
            #expect(found == expected, "\(profile.name)")
        }
    }

    @Test("of a change after an fsync on btrfs comes with what the log has left out")
    func orderPastTheLog() throws {
        let recording = try recording {
            $0.create("first")
            $0.create("second.tmp")
            $0.sync("second.tmp")
            $0.rename("second.tmp", to: "second")
            $0.create("third")
        }
        let states = try states(recording, .btrfs)
        let all = ["first", "second.tmp", "second", "third"]
        let names = Set(
            states.map { state in
                all.filter { state.tree.file(at: $0) != nil }.joined(separator: " ")
            })
        #expect(
            names == [
                "", "first", "second.tmp", "first second.tmp", "first second",
                "first second third",
                // The log has the new name, too.
                "second",
            ])
    }

    // MARK: Bounds, names, the fewest losses

    @Test("is exhaustive in small windows, a seeded selection in large ones, and says which")
    func bounds() throws {
        let small = try states(recording { replace($0, synced: false) }, .strict)
        #expect(small.figures.exhaustiveWindows == small.figures.windows)
        try expectGolden("\(small.figures)", of: "small")

        var figures = SweepFigures()
        figures.powerStates = small.reduce(0) { count, _ in count + 1 }
        figures.powerBound = small.figures
        #expect(figures.powerStates == small.figures.exhaustiveStates)
        try expectGolden("\(figures)", of: "not visited")

        let recording = try recording { recording in
            for number in 0..<40 { recording.create("n\(number)") }
        }
        let large = try states(recording, .strict, limit: 200)
        try expectGolden("\(large.figures)", of: "large")
        let names = large.map(\.name)
        #expect(names.count == 200)
        #expect(Set(names).count == 200)
        #expect(try states(recording, .strict, limit: 200).map(\.name) == names)
    }

    @Test("is found again by its name", arguments: PowerLossProfile.all)
    func namesFindAgain(profile: PowerLossProfile) throws {
        let states = try states(
            recording {
                replace($0, synced: false)
                $0.acknowledge("saved")
                replace($0, synced: true, directorySynced: true)
                $0.write("state", "short")
            }, profile)
        var count = 0
        for state in states {
            let again = try #require(states.state(named: state.name), "\(state.name)")
            #expect(again.tree.digest == state.tree.digest)
            #expect(again.killPoint == state.killPoint)
            #expect(again.acknowledgements.count == state.acknowledgements.count)
            count += 1
        }
        #expect(count > 8)
        #expect(Set(states.map(\.name)).count == count)
        #expect(states.state(named: "1~99") == nil)
        #expect(states.state(named: "nonsense") == nil)
    }

    @Test("says in words what was lost, and finds the fewest losses that still fail")
    func minimizing() async throws {
        let recording = try recording { recording in
            for number in 0..<6 { recording.create("other\(number)") }
            replace(recording, synced: false)
            for number in 6..<9 { recording.create("other\(number)") }
        }
        let states = try states(recording, .strict)
        func fails(_ state: CrashState) throws -> Bool {
            guard let content = try state.tree.bytes(at: "state") else { return true }
            return content != Array(old.utf8) && content != Array(new.utf8)
        }
        let worst = try states.filter(fails).max { $0.lost.count < $1.lost.count }
        let failing = try #require(worst)
        #expect(failing.lost.count > 4)
        var relaunches = 0
        let fewest = try await states.minimize(failing) { state in
            relaunches += 1
            await Task.yield()
            return try fails(state)
        }
        #expect(fewest.lost.count == 1)
        #expect(relaunches < 60)
        try expectGolden(fewest.killPoint)
        #expect(states.state(named: fewest.name)?.tree.digest == fewest.tree.digest)
    }

    @Test("includes every state of a kill at a call, for each profile", arguments: 1...3)
    func includesKills(seed: UInt64) throws {
        let recording = try ScriptedRecording(RealDirectory())
        var script = RandomScript(seed: seed)
        var tree = recording.base
        while recording.calls.count < 6 {
            let done = recording.calls.count
            script.step(recording, tree)
            for call in recording.calls[done...] {
                for operation in call.operations { try tree.apply(operation) }
            }
        }
        let kills = try KillStates(base: recording.base, calls: recording.calls, seed: 1)
        for profile in PowerLossProfile.all {
            let states = try states(recording, profile, limit: 200)
            let digests = Set(states.map(\.tree.digest))
            for kill in kills where !kill.name.contains("+") {
                #expect(digests.contains(kill.tree.digest), "\(profile.name) \(kill.name) \(seed)")
            }
        }
    }
}
