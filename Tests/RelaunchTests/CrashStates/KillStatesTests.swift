@testable import CrashStates
import Testing

@testable import Relaunch

@Suite("What a kill can leave")
struct KillStatesTests {
    private func states(_ recording: ScriptedRecording, seed: UInt64 = 1) throws -> KillStates {
        try KillStates(base: recording.base, calls: recording.calls, seed: seed)
    }

    @Test("is every prefix of the calls, and a write cut where a page of the file ends")
    func prefixesAndCuts() throws {
        let recording = try ScriptedRecording(RealDirectory()) {
            "old".save(to: $0 + "/state")
        }
        recording.create("state.tmp")
        recording.write("state.tmp", Array(repeating: 65, count: 9_000), at: 0)
        recording.rename("state.tmp", to: "state")
        let states = try states(recording)
        #expect(states.map(\.name) == ["0", "1", "2+4096", "2+8192", "2", "3"])
        #expect(
            states.map(\.killPoint) == [
                "killed before the first call",
                "killed after `create state.tmp`, call 1 of 3",
                "killed inside `write state.tmp`, after 4096 of 9000 bytes, call 2 of 3",
                "killed inside `write state.tmp`, after 8192 of 9000 bytes, call 2 of 3",
                "killed after `write state.tmp`, call 2 of 3",
                "killed after `rename state.tmp → state`, call 3 of 3",
            ])
        let contents = try states.map { try $0.tree.bytes(at: "state")?.count }
        #expect(contents == [3, 3, 3, 3, 3, 9_000])
        #expect(states.figures == .init(calls: 3, prefixes: 4, cuts: 2, cutsLeftOut: 0))
    }

    @Test("tears forty bytes that cross a page, and never four thousand that fill one")
    func cutsAreInTheFile() throws {
        let recording = try ScriptedRecording(RealDirectory())
        recording.create("log")
        recording.write("log", Array(repeating: 1, count: 4_096), at: 0)
        recording.write("log", Array(repeating: 2, count: 40), at: 8_180)
        #expect(try states(recording).map(\.name) == ["0", "1", "2", "3+12", "3"])
    }

    @Test("is a seeded sample of the cuts of a long write, its ends always, and says so")
    func manyCuts() throws {
        let recording = try ScriptedRecording(RealDirectory())
        recording.create("large")
        recording.write("large", Array(repeating: 1, count: 1 << 20), at: 0)
        let names = try states(recording).map(\.name)
        #expect(names.count == 3 + 64)
        #expect(names.contains("2+4096") && names.contains("2+\((1 << 20) - 4096)"))
        #expect(try states(recording).figures.cutsLeftOut == 255 - 64)
        #expect(try states(recording).map(\.name) == names)
        #expect(try states(recording, seed: 2).map(\.name) != names)
    }

    @Test("knows what the outside had been told, and is found again by its name")
    func acknowledgements() throws {
        let recording = try ScriptedRecording(RealDirectory())
        recording.create("a")
        recording.acknowledge("saved a")
        recording.create("b")
        let states = try states(recording)
        #expect(states.map(\.acknowledgements.count) == [0, 0, 1, 1])
        let state = try #require(states.state(named: "3"))
        #expect(state.acknowledgements.last?.bytes == Array("saved a".utf8))
        #expect(state.tree.paths() == ["a", "b"])
        #expect(states.state(named: "4") == nil)
    }

    @Test("of a save in place is a torn file; of one through a rename the old or the new")
    func twins() throws {
        let old = String(repeating: "o", count: 6_000)
        let new = Array(repeating: UInt8(ascii: "n"), count: 6_000)
        func contents(_ save: (ScriptedRecording) -> Void) throws -> Set<[UInt8]> {
            let recording = try ScriptedRecording(RealDirectory()) {
                old.save(to: $0 + "/state")
            }
            save(recording)
            return try Set(states(recording).compactMap { try $0.tree.bytes(at: "state") })
        }
        let torn = try contents {
            $0.truncate("state", to: 0)
            $0.write("state", new, at: 0)
        }
        #expect(torn.count == 4)
        let whole = try contents {
            $0.create("state.tmp")
            $0.write("state.tmp", new, at: 0)
            $0.rename("state.tmp", to: "state")
        }
        #expect(whole == [Array(old.utf8), new])
    }

    @Test("of two files written one after the other is a mix; of a directory exchanged never")
    func twoFiles() throws {
        func pairs(_ save: (ScriptedRecording) -> Void, _ names: [String]) throws -> Set<[[UInt8]?]>
        {
            let recording = try ScriptedRecording(RealDirectory())
            recording.create("v", .directory, mode: 0o755)
            for name in ["v/a", "v/b"] {
                recording.create(name)
                recording.write(name, "1")
            }
            let before = recording.calls.count
            save(recording)
            return try Set(
                states(recording).filter { $0.call >= before }.map { state in
                    try names.map { try state.tree.bytes(at: $0) }
                })
        }
        let mixed = try pairs(
            {
                $0.write("v/a", "2")
                $0.write("v/b", "2")
            }, ["v/a", "v/b"])
        #expect(mixed.contains([[50], [49]]))
        let agreed = try pairs(
            {
                $0.create("v2", .directory, mode: 0o755)
                for name in ["v2/a", "v2/b"] {
                    $0.create(name)
                    $0.write(name, "2")
                }
                $0.create("link2", .symbolicLink(target: Array("v2".utf8)))
                $0.rename("link2", to: "current")
            }, ["v/a", "v/b"])
        #expect(agreed == [[[49], [49]]])
    }

    @Test("is refused for calls that do not fit")
    func misfit() throws {
        let recording = try ScriptedRecording(RealDirectory())
        recording.create("a")
        recording.unlink("a")
        #expect(throws: RecordingError.numbering(expected: 1, found: 2)) {
            _ = try KillStates(base: recording.base, calls: Array(recording.calls[1...]), seed: 1)
        }
    }
}

@Suite("Telling states apart")
struct DistinctStatesTests {
    private func distinct(_ recording: ScriptedRecording) throws -> Int {
        var distinct = DistinctStates(acknowledgements: recording.acknowledgementCount)
        for state in try KillStates(base: recording.base, calls: recording.calls, seed: 1) {
            _ = distinct.insert(state)
        }
        return distinct.count
    }

    @Test("counts a state once, however often it comes back")
    func repeated() throws {
        let recording = try ScriptedRecording(RealDirectory())
        for _ in 0..<10 {
            recording.create("lock")
            recording.unlink("lock")
        }
        #expect(try distinct(recording) == 2)
    }

    @Test("counts it again once the outside has been told everything")
    func acknowledged() throws {
        let recording = try ScriptedRecording(RealDirectory())
        recording.create("a")
        recording.acknowledge("saved")
        #expect(try distinct(recording) == 3)
    }

    @Test("counts it once, however much the outside is told before the last word")
    func talkative() throws {
        let recording = try ScriptedRecording(RealDirectory())
        recording.acknowledge("saving")
        recording.create("a")
        for part in 1...10 { recording.acknowledge("\(part) of 10") }
        recording.create("b")
        recording.acknowledge("saved")
        #expect(try distinct(recording) == 4)
    }

    @Test("leaves out no state of another disk, and none with another answer to what is owed")
    func complete() throws {
        let recording = try ScriptedRecording(RealDirectory())
        for name in ["a", "b", "c"] {
            recording.acknowledge("begins \(name)")
            recording.create(name)
            recording.write(name, name)
            recording.acknowledge("ends \(name)")
            recording.unlink(name)
        }
        recording.acknowledge("saved")
        struct Judged: Hashable {
            var disk: Digest
            var isAcknowledged: Bool
        }
        let count = recording.acknowledgementCount
        var distinct = DistinctStates(acknowledgements: count)
        var visited: [Judged] = []
        var all: Set<Judged> = []
        for state in try KillStates(base: recording.base, calls: recording.calls, seed: 1) {
            let judged = Judged(
                disk: state.tree.digest, isAcknowledged: state.hasAcknowledgedAll(count))
            all.insert(judged)
            if distinct.insert(state) { visited.append(judged) }
        }
        #expect(Set(visited) == all)
        #expect(visited.count == all.count)
        // Nothing, each file empty and full, and nothing once more when all had been told.
        #expect(visited.count == 8)
    }
}
