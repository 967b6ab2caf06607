import Relaunch
@testable import RelaunchAudit
import Testing
import TestSupport

/// What ships to be copied keeps every rule that concerns it.
@Suite(.enabled(if: TrialTarget.hasPython, "there is no 'python3' on the PATH"))
struct ExampleAuditTests {
    @Test func `the list of tasks, which has data alone, keeps every rule`() async throws {
        let tasks = Target.app(TrialTarget.root + "/Sources/Examples/Python/tasks.py")
        let run = try await AuditRun(tasks, effort: .reduced)
        #expect(run.broken.isEmpty, "\(run.broken.sorted().map { run.messages(of: $0) })")
        #expect(run.kept.isSuperset(of: ["L1", "S13", "D14", "W2", "W6"]))
    }

    @Test func `a folder that is not synced after an action is found`() async throws {
        let tasks = try ChangedCounter(
            of: .app(TrialTarget.root + "/Sources/Examples/Python/tasks.py"),
            [(line: "    make_durable(KEPT.parent)\n", by: "")])
        let run = try await tasks.audit("S2")
        #expect(run.broken == ["S2"])
    }

    @Test(arguments: ["notes", "timer"])
    func `an app of the library keeps every rule`(_ name: String) async throws {
        let run = try await AuditRun(.app(TrialTarget.product(name)), effort: .reduced)
        #expect(run.broken.isEmpty, "\(run.broken.sorted().map { run.messages(of: $0) })")
        let wanted: Set = ["L1", "S7", "S13", "R5", "W2"]
        #expect(
            run.kept.isSuperset(of: wanted),
            "\(wanted.subtracting(run.kept).map { run.messages(of: $0) })")
        #expect(run.results.keys.allSatisfy { !$0.hasPrefix("C") }, "it has no scenes")
    }

    /// With these, a note is made above the list's place, or by a name that there is.
    @Test(arguments: [("D14", 4), ("D14", 10), ("D14", 15), ("S16", 3)] as [(String, UInt64)])
    func `a place in a list that a newer note has moved is no loss`(
        _ rule: String, _ seed: UInt64
    ) async throws {
        let run = try await AuditRun(
            .app(TrialTarget.product("notes")), rules: [rule], seed: seed, effort: .whole)
        #expect(run.kept == [rule], "\(run.messages(of: rule))")
    }

    /// With these, a time is drawn that is over at once, or while the audit looks.
    @Test(arguments: [23, 26, 31] as [UInt64])
    func `a timer that has run out is no loss`(_ seed: UInt64) async throws {
        let run = try await AuditRun(
            .app(TrialTarget.product("timer")), rules: ["S13"], seed: seed, effort: .whole)
        #expect(run.broken.isEmpty, "\(run.messages(of: "S13"))")
        #expect(run.results["probe"] == nil, "\(run.messages(of: "probe"))")
    }

    /// Which action is tried depends on what is drawn: with these, one that makes a new file is.
    @Test(arguments: [2, 3] as [UInt64])
    func `a note that was made or deleted is on the disk in the background`(_ seed: UInt64)
        async throws
    {
        let run = try await AuditRun(
            .app(TrialTarget.product("notes")), rules: ["S2"], seed: seed, effort: .whole)
        #expect(run.kept == ["S2"], "\(run.messages(of: "S2"))")
    }

    @Test func `the notes on scenes keep every rule of windows`() async throws {
        let notes = Target.app(TrialTarget.product("notes-scenes"))
        let run = try await AuditRun(notes, effort: .reduced)
        #expect(run.broken.isEmpty, "\(run.broken.sorted().map { run.messages(of: $0) })")
        let wanted: Set = ["L1", "S13", "W2", "C3", "C4", "C7", "C8", "C9", "C10", "C11"]
        #expect(
            run.kept.isSuperset(of: wanted),
            "\(wanted.subtracting(run.kept).map { run.messages(of: $0) })")
    }

    @Test(arguments: ["Examples/Python/counter.py", "Examples/Python/shopping.py", "counter-c"])
    func `every other example keeps what it does not break by design`(_ name: String)
        async throws
    {
        let isSource = name.contains("/")
        let path = TrialTarget.root + "/Sources/" + name
        let run = try await AuditRun(
            isSource ? .app(path) : TrialTarget.counter, effort: .reduced)
        #expect(run.broken.isEmpty, "\(run.broken.sorted().map { run.messages(of: $0) })")
        #expect(run.kept.isSuperset(of: ["L1", "S13", "D14", "W2"]))
    }
}
