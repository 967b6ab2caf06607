@testable import CrashStates
import Testing
import TestSupport

@testable import Relaunch

/// Which names differ from run to run is found out by another run, and states are taken for one by such
/// names alone.
@Suite("Names that differ from run to run")
struct VaryingNamesTests {
    typealias Steps = (ScriptedRecording, [String]) -> Void

    /// What two runs of the same steps have made, each with names of its own.
    private struct Runs {
        var first: ScriptedRecording
        var names: VaryingNames

        /// - Parameter second: Nil where there has been no other run.
        init(_ first: [String], _ second: [String]?, _ steps: Steps) throws {
            self.first = try Self.record(first, steps)
            var end = self.first.base
            for operation in self.first.calls.flatMap(\.operations) { try end.apply(operation) }
            names = VaryingNames(base: self.first.base, end: end, calls: self.first.calls)
            if let second { names.compare(try Self.record(second, steps).calls) }
        }

        private static func record(_ names: [String], _ steps: Steps) throws -> ScriptedRecording {
            let recording = try ScriptedRecording(RealDirectory()) {
                "x".save(to: $0 + "/kept-aB3xY9")
            }
            steps(recording, names)
            return recording
        }

        func differs(_ name: String) -> Bool { names.differs(Array(name.utf8)) }

        func visited() throws -> DistinctStates {
            var distinct = DistinctStates(
                names: CanonicalNames(names, calls: first.calls), acknowledgements: 0)
            for state in try KillStates(base: first.base, calls: first.calls, seed: 1) {
                _ = distinct.insert(state)
            }
            return distinct
        }
    }

    /// Each file is made, written and removed.
    private let oneAfterTheOther: Steps = { recording, names in
        for name in names {
            recording.create(name)
            recording.write(name, "x")
            recording.unlink(name)
        }
    }

    // MARK: What differs

    @Test(
        "are those for which others come the next time, whatever they look like",
        arguments: [
            ["save-aB3xY9", "save-Zk81Qp"], ["save-aeiouaeiou", "save-oooiiieeea"],
            ["t-4242-1790000001", "t-4250-1790000003"],
            [
                "6F9619FF-8B86-D011-B42D-00C04FC964FF.tmp",
                "7a9619ff-8b86-d011-b42d-00c04fc964f0.tmp",
            ],
        ])
    func others(pair: [String]) throws {
        let runs = try Runs([pair[0]], [pair[1]], oneAfterTheOther)
        #expect(runs.differs(pair[0]))
    }

    @Test(
        "are none that come again, whatever they look like",
        arguments: [
            "StateV2.tmp", "Page1Of2", "MainDB2", "NotesV1", "save-Zk81Qp", "t-4242",
            "7a9619ff-8b86-d011-b42d-00c04fc964f0.tmp",
        ])
    func again(name: String) throws {
        #expect(try !Runs([name], [name], oneAfterTheOther).differs(name))
    }

    @Test("are none where the steps have less to do the next time, or nothing is known")
    func less() throws {
        let names = ["save-aB3xYz", "StateV2"]
        for second in [nil, [], ["save-Zk81Qp"], ["save-Zk81Qp", "state.tmp"]] as [[String]?] {
            let runs = try Runs(names, second, oneAfterTheOther)
            #expect(!runs.differs("StateV2"), "\(second ?? [])")
        }
    }

    @Test("are never those that the container had before")
    func held() throws {
        #expect(try !Runs(["a-1"], ["a-2"], oneAfterTheOther).differs("kept-aB3xY9"))
    }

    @Test("are known in a third run by what stayed the same, and by nothing else")
    func third() throws {
        let process = try Runs(["state.4242.new"], ["state.4247.new"], oneAfterTheOther)
        #expect(process.differs("state.10001.new"))
        for other in ["state.new", "state.4242.old", "other.4242.new", "state.x.new"] {
            #expect(!process.differs(other), "\(other)")
        }
        let random = try Runs(["qXh37Trw"], ["Lk81QpZz"], oneAfterTheOther)
        #expect(random.differs("qXh37Trw"))
        #expect(!random.differs("settings"), "eight letters are no family")
    }

    @Test("may tell the second: then another is needed")
    func seconds() throws {
        func mayTell(_ name: String) throws -> Bool {
            try Runs([name], [name], oneAfterTheOther).names.mayTellSeconds
        }
        #expect(try mayTell("save-1790000001"))
        for name in ["save-0000000001", "save-179000", "StateV2"] { #expect(try !mayTell(name)) }
    }

    // MARK: States that are the same but for them

    @Test("make one state of two, and it is said by which names")
    func merged() throws {
        let runs = try Runs(
            ["save-aB3xYz", "save-Zk81Qp", "save-pPq5Nn"],
            ["save-Yy6Dax", "save-mM20ab", "save-n8s0Tt"], oneAfterTheOther)
        let states = try runs.visited()
        #expect(states.count == 3)
        try expectGolden("\(states.merged)")
        #expect(try Runs(["save-a", "save-b"], nil, oneAfterTheOther).visited().count == 5)
    }

    @Test(
        "make two of no others",
        arguments: [
            ["log.1", "log.2"], ["Page1Of2", "Page2Of2"], ["StateV1", "StateV2"],
            ["qXh37Trw", "Lk81QpZz"], ["t-4242-1790000001", "t-4242-1790000055"],
        ])
    func stable(names: [String]) throws {
        let states = try Runs(names, names, oneAfterTheOther).visited()
        #expect(states.count == 5)
        #expect(states.merged.count == 0)
    }

    /// Also where the two runs have them in another order, and where they have not as many.
    @Test(
        "keep what is the same in each run",
        arguments: [
            ["page1-5001.tmp", "page2-5001.tmp"], ["page2-5001.tmp", "page1-5001.tmp"],
            ["page1-5001.tmp", "page2-5001.tmp", "page3-5001.tmp"],
        ])
    func parts(second: [String]) throws {
        let runs = try Runs(["page1-4242.tmp", "page2-4242.tmp"], second, oneAfterTheOther)
        #expect(runs.differs("page1-4242.tmp") && runs.differs("page2-4242.tmp"))
        #expect(try runs.visited().count == 5)
    }

    @Test("keep it between two parts that differ, and in one word with them")
    func middle() throws {
        for (first, second) in [
            (["4242-one-Zk81Qp", "4242-two-aB3xYz"], ["5001-one-Qw2Rr4", "5001-two-Yy6Dax"]),
            (["StateV1Zk81Qp", "StateV2aB3xYz"], ["StateV1Qw2Rr4", "StateV2Yy6Dax"]),
        ] {
            #expect(try Runs(first, second, oneAfterTheOther).visited().count == 5)
        }
    }

    @Test("keep their order, and what belongs together by its name")
    func relations() throws {
        // The older of two has `a`, then the newer one.
        let order: Steps = { recording, names in
            recording.create(names[0])
            recording.create(names[1])
            recording.write(names[0], "a")
            recording.unlink(names[0])
            recording.create(names[2])
            recording.write(names[2], "a")
            for name in names.dropFirst() { recording.unlink(name) }
        }
        let times = ["log-1790000001", "log-1790000002", "log-1790000003"]
        let later = ["log-1790000014", "log-1790000025", "log-1790000036"]
        let ordered = try Runs(times, later, order).visited()
        // {}, {1}, {1, 2}, {1=a, 2}, {2, 3=a}, {3=a}
        #expect(ordered.count == 6, "\(ordered.merged)")

        let pairs: Steps = { recording, names in
            recording.create(names[0] + ".log")
            recording.create(names[0] + ".idx")
            recording.rename(names[0] + ".log", to: names[1] + ".log")
            recording.rename(names[0] + ".idx", to: names[1] + ".idx")
            recording.unlink(names[1] + ".log")
            recording.unlink(names[1] + ".idx")
        }
        let paired = try Runs(["Zk81Qp", "aB3xYz"], ["Qw2Rr4", "Yy6Dax"], pairs).visited()
        // {}, {a.log}, {a.log, a.idx}, {b.log, a.idx}, {b.idx}
        #expect(paired.count == 5, "\(paired.merged)")
        #expect(paired.merged.count == 1)
    }

    @Test("are left alone where something written names them, or they are there at the end")
    func mentioned() throws {
        let pointed: Steps = { recording, names in
            recording.create(names[0])
            recording.create("current")
            recording.write("current", "it is " + names[0])
            recording.rename(names[0], to: names[1])
            recording.unlink(names[1])
        }
        // {}, {a}, {a, current}, {a, current → a}, {b, current → a}, {current → a}
        let states = try Runs(["s-Zk81Qp", "s-aB3xYz"], ["s-Qw2Rr4", "s-Yy6Dax"], pointed)
        #expect(try states.visited().count == 6)

        let kept: Steps = { recording, names in
            recording.create(names[0])
            recording.rename(names[0], to: names[1])
        }
        let last = try Runs(["s-Zk81Qp", "s-aB3xYz"], ["s-Qw2Rr4", "s-Yy6Dax"], kept)
        #expect(try last.visited().count == 3)
    }

    @Test("are counted as they are where two exist together")
    func together() throws {
        let overlapping: Steps = { recording, names in
            for name in names { recording.create(name) }
            for name in names { recording.unlink(name) }
        }
        let runs = try Runs(
            ["save-aB3xYz", "save-Zk81Qp"], ["save-Yy6Dax", "save-mM20ab"], overlapping)
        // {}, one of them, both
        #expect(try runs.visited().count == 3)
    }
}
