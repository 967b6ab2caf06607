import Relaunch
import Testing
import TestSupport

/// Each expectation on values, files and results: it holds where it should, and says what is wrong where
/// it should not.
@Suite struct ExpectTests {
    /// What is wrong with an expectation on a counter that shows 3, nil where it holds.
    private func failure(
        _ steps: @autoclosure () -> [any Step]
    ) async throws -> Failure? {
        let result = try await trial(TrialTarget.counter) {
            Launch()
            Perform("increment", ["by": 3])
            Run("sh", "-c", "printf 'milk\\n' > Documents/list; mkfifo Documents/pipe")
            steps()
            Kill(.system)
        }.only()
        return result.failure
    }

    @Test func `everything that is right holds`() async throws {
        #expect(
            try await failure([
                Expect("count", equals: 3), Expect("count", isOneOf: 2, 3),
                Expect("count", isOneOf: [3, 4]), Expect("", equals: ["count": 3]),
                Expect("other", .isMissing), Expect("count", .isPresent),
                Expect("count", "is odd") { ($0.integer ?? 0) % 2 == 1 },
                Remember("before", from: "count"), Expect("count", equalsRemembered: "before"),
                Expect(.result(3)), Expect(file: "Documents/list", equals: "milk\n"),
                Expect(file: "Documents/list", contains: "mil"),
                Expect(file: "Documents/list", isOneOf: "bread", "milk\n"),
                Expect(file: "Documents/none", .isMissing), Expect(file: "Documents", .isPresent),
            ]) == nil)
    }

    @Test func `a wrong value is shown with the right one`() async throws {
        let equal = try await failure([Expect("count", equals: 4)])
        try expectGolden(equal, of: "equal")
        #expect(equal?.expected == "4")
        #expect(equal?.actual == "3")
        #expect(equal?.step == "Expect(\"count\", equals: 4)")

        let several = try await failure([Expect("count", isOneOf: 1, 2)])
        try expectGolden(several, of: "several")

        let whole = try await failure([Expect("", equals: ["count": 4])])
        try expectGolden(whole, of: "whole")
    }

    @Test func `a value that is missing is told from one that is wrong`() async throws {
        let missing = try await failure([Expect("counts", equals: 3)])
        try expectGolden(missing, of: "missing")
        let there = try await failure([Expect("count", .isMissing)])
        try expectGolden(there, of: "there")
        let gone = try await failure([Expect("a.b", .isPresent)])
        try expectGolden(gone, of: "gone")
        let deep = try await failure([Expect("count.x[2]", equals: 1)])
        try expectGolden(deep, of: "deep")
    }

    @Test func `a closure says what it checks`() async throws {
        let failure = try await failure([Expect("count", "is even") { ($0.integer ?? 0) % 2 == 0 }])
        try expectGolden(failure)
        #expect(failure?.actual == "3")
    }

    @Test func `mistakes of the scenario are its own`() async throws {
        let path = try await failure([Expect("count[", equals: 1)])
        #expect(path?.blame == .scenario)
        try expectGolden(path, of: "path")
        let memory = try await failure([Expect("count", equalsRemembered: "never")])
        #expect(memory?.blame == .scenario)
        try expectGolden(memory, of: "memory")
        let outside = try await failure([Expect(file: "../x", .isPresent)])
        #expect(outside?.blame == .scenario)
        let ladder = try await failure([Expect(.ladder(3))])
        try expectGolden(ladder, of: "ladder")
        let nothing = try await failure([Remember("a", from: "b")])
        try expectGolden(nothing, of: "nothing")
    }

    @Test func `a wrong file is shown, and a pipe does not block`() async throws {
        let content = try await failure([Expect(file: "Documents/list", equals: "bread\n")])
        try expectGolden(content, of: "content")
        #expect(content?.actual == #""milk\n""#)
        let missing = try await failure([Expect(file: "Documents/none", contains: "x")])
        #expect(missing?.actual == "missing")
        let pipe = try await failure([Expect(file: "Documents/pipe", contains: "x")])
        try expectGolden(pipe, of: "pipe")
    }

    @Test func `a wrong result and a missing instance are shown`() async throws {
        let result = try await failure([Expect(.result(4))])
        try expectGolden(result, of: "result")
        let instance = try await failure([Expect("count", isSameInstanceAs: "count")])
        try expectGolden(instance, of: "instance")
    }
}

/// Expectations on what came back, against a target that keeps whatever it is given.
@Suite(.enabled(if: TrialTarget.hasPython, "there is no 'python3' on the PATH"))
struct ExpectRestorationTests {
    private func set(_ key: String, _ value: JSON) -> Perform {
        Perform("set", ["key": .string(key), "value": value])
    }

    /// Saves, dies, launches again, and then takes the steps.
    private func afterDeath(
        by manner: Kill.Manner = .system, _ steps: [any Step]
    ) async throws -> CaseResult {
        try await trial(TrialTarget.misbehaving("well-behaved")) {
            Launch()
            set("text", "milk")
            set("a", ["$instance": "1"])
            set("b", ["$instance": "1"])
            set("c", ["$instance": "2"])
            Run("sh", "-c", "echo mine > Documents/mine")
            Background()
            Expect(.snapshotTaken)
            Kill(manner)
            Launch()
            steps
            Kill(.system)
        }.only()
    }

    @Test func `everything that came back holds`() async throws {
        let result = try await afterDeath([
            Expect(.restored), Expect(.stateAsSaved), Expect(.screenAsBefore),
            Expect(.screenAsSnapshot), Expect(.snapshotShown), Expect(.userDataIntact),
            Expect("a", isSameInstanceAs: "b"), Expect("a", isNotSameInstanceAs: "c"),
            Expect(.callbacks(inOrder: [])),
        ])
        #expect(result.verdict == .passed, "\(result.failures)")
    }

    @Test func `after a force quit nothing comes back but the user's data`() async throws {
        let result = try await afterDeath(
            by: .forceQuit,
            [
                Expect(.notRestored), Expect(.notRestored(.noSavedState)),
                Expect(.snapshotNotShown), Expect(.userDataIntact),
            ])
        #expect(result.verdict == .passed, "\(result.failures)")
    }

    @Test func `what did not come back is said`() async throws {
        func expectSaid(
            _ steps: [any Step], after manner: Kill.Manner = .system,
            sourceLocation: Testing.SourceLocation = #_sourceLocation
        ) async throws {
            let result = try await afterDeath(by: manner, steps)
            #expect(result.verdict == .failed, sourceLocation: sourceLocation)
            let step = steps.last?.text ?? ""
            try expectGolden(
                result, of: "\(step), \(manner)", showing: [], sourceLocation: sourceLocation)
        }
        let bread = set("text", "bread")
        try await expectSaid([Expect(.notRestored)])
        try await expectSaid([Expect(.restored)], after: .forceQuit)
        try await expectSaid([Expect(.notRestored(.crashLoop))], after: .forceQuit)
        try await expectSaid([bread, Expect(.stateAsSaved)])
        try await expectSaid([bread, Expect(.screenAsBefore)])
        try await expectSaid([bread, Expect(.screenAsSnapshot)])
        try await expectSaid([Expect(.snapshotNotShown)])
        try await expectSaid([Expect(.snapshotShown)], after: .forceQuit)
        try await expectSaid([Expect("a", isSameInstanceAs: "c")])
        try await expectSaid([Expect("a", isNotSameInstanceAs: "b")])
        try await expectSaid([Expect(.callbacks, inOrder: "viewDidLoad")])
        try await expectSaid([
            Run("sh", "-c", "echo yours > Documents/mine"), Expect(.userDataIntact),
        ])
    }

    @Test func `what may differ is left out`() async throws {
        let ignored = try await afterDeath([
            set("launches", 2), Expect(.stateAsSaved(ignoring: ["launches"])),
        ])
        #expect(ignored.verdict == .passed, "\(ignored.failures)")
        let other = try await afterDeath([
            set("launches", 2), Expect(.stateAsSaved(ignoring: ["text"])),
        ])
        #expect(other.verdict == .failed)
        try expectGolden(other)
    }
}
