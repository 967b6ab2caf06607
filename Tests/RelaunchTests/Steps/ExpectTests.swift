import Relaunch
import Testing

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
        #expect(equal?.message == "'count' is not what was expected")
        #expect(equal?.expected == "4")
        #expect(equal?.actual == "3")
        #expect(equal?.step == "Expect(\"count\", equals: 4)")

        let several = try await failure([Expect("count", isOneOf: 1, 2)])
        #expect(several?.message == "'count' is none of what was expected")
        #expect(several?.expected == "1 or 2")

        let whole = try await failure([Expect("", equals: ["count": 4])])
        #expect(whole?.message == "the state is not what was expected")
        #expect(whole?.difference == "  count: 4 → 3")
    }

    @Test func `a value that is missing is told from one that is wrong`() async throws {
        let missing = try await failure([Expect("counts", equals: 3)])
        #expect(missing?.actual == "the state has no member 'counts': it has count")
        let there = try await failure([Expect("count", .isMissing)])
        #expect(there?.message == "'count' is there")
        let gone = try await failure([Expect("a.b", .isPresent)])
        #expect(gone?.message == "'a.b' is missing")
        let deep = try await failure([Expect("count.x[2]", equals: 1)])
        #expect(deep?.actual == "'count' is a number, which has no member 'x'")
    }

    @Test func `a closure says what it checks`() async throws {
        let failure = try await failure([Expect("count", "is even") { ($0.integer ?? 0) % 2 == 0 }])
        #expect(failure?.expected == "is even")
        #expect(failure?.actual == "3")
    }

    @Test func `mistakes of the scenario are its own`() async throws {
        let path = try await failure([Expect("count[", equals: 1)])
        #expect(path?.blame == .scenario)
        #expect(path?.message.hasPrefix("the path 'count[' is wrong at character 7: ") == true)
        let memory = try await failure([Expect("count", equalsRemembered: "never")])
        #expect(memory?.blame == .scenario)
        #expect(memory?.message.hasPrefix("nothing is remembered as 'never'; put a") == true)
        let outside = try await failure([Expect(file: "../x", .isPresent)])
        #expect(outside?.blame == .scenario)
        let ladder = try await failure([Expect(.ladder(3))])
        #expect(ladder?.message == "no `Ladder` came before it")
        let nothing = try await failure([Remember("a", from: "b")])
        #expect(nothing?.message == "there is nothing to remember at 'b'")
    }

    @Test func `a wrong file is shown, and a pipe does not block`() async throws {
        let content = try await failure([Expect(file: "Documents/list", equals: "bread\n")])
        #expect(content?.message == "the file 'Documents/list' is not as expected")
        #expect(content?.actual == "milk\n")
        let missing = try await failure([Expect(file: "Documents/none", contains: "x")])
        #expect(missing?.actual == "missing")
        let pipe = try await failure([Expect(file: "Documents/pipe", contains: "x")])
        #expect(pipe?.actual == "a directory, or nothing that can be read")
    }

    @Test func `a wrong result and a missing instance are shown`() async throws {
        let result = try await failure([Expect(.result(4))])
        #expect(result?.message == "the action answered something else")
        let instance = try await failure([Expect("count", isSameInstanceAs: "count")])
        #expect(instance?.message == "'count' shows no instance")
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
        func message(
            _ steps: [any Step], after manner: Kill.Manner = .system
        ) async throws -> String? {
            let result = try await afterDeath(by: manner, steps)
            #expect(result.verdict == .failed)
            return result.failure?.message
        }
        #expect(try await message([Expect(.notRestored)]) == "the target restored")
        #expect(
            try await message([Expect(.restored)], after: .forceQuit)
                == "the target did not restore")
        #expect(
            try await message([Expect(.notRestored(.crashLoop))], after: .forceQuit)
                == "the target did not restore for another reason")
        #expect(
            try await message([set("text", "bread"), Expect(.stateAsSaved)])
                == "the state is not the saved one")
        #expect(
            try await message([set("text", "bread"), Expect(.screenAsBefore)])
                == "the screen is not the one of the last save")
        #expect(
            try await message([set("text", "bread"), Expect(.screenAsSnapshot)])
                == "the screen is not the snapshot of the last save")
        #expect(try await message([Expect(.snapshotNotShown)]) == "a snapshot was shown")
        #expect(
            try await message([Expect(.snapshotShown)], after: .forceQuit)
                == "the snapshot was not shown")
        #expect(
            try await message([Expect("a", isSameInstanceAs: "c")])
                == "the two paths show two instances")
        #expect(
            try await message([Expect("a", isNotSameInstanceAs: "b")])
                == "the two paths show one instance")
        #expect(
            try await message([Expect(.callbacks, inOrder: "viewDidLoad")])
                == "the callback 'viewDidLoad' did not come where it was expected")
        #expect(
            try await message([
                Run("sh", "-c", "echo yours > Documents/mine"), Expect(.userDataIntact),
            ]) == "the user's data is not what it was at the last death")
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
        #expect(other.failure?.difference == "+ launches: 2")
    }
}
