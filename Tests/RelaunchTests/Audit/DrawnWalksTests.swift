@testable import CrashStates
import Relaunch
@testable import RelaunchAudit
import Testing
import TestSupport

/// What an audit finds by the values that it draws, and what it takes for right though it looks odd.
@Suite(.enabled(if: TrialTarget.hasPython, "there is no 'python3' on the PATH"))
struct DrawnWalksTests {
    /// Few walks are enough where what is tested shows in each of them.
    private func audit(
        _ name: String, _ rules: String..., seed: UInt64 = 1,
        effort: AuditEffort.Choice = .reduced
    ) async throws -> AuditRun {
        try await AuditRun(TrialTarget.audited(name), rules: rules, seed: seed, effort: effort)
    }

    // MARK: Values that restoring loses

    @Test(arguments: ["zero", "thirty-two-bits", "six-digits", "digits", "once", "sorted"])
    func `a value that does not come back is drawn and found`(name: String) async throws {
        let run = try await audit(name, "S2", "S7")
        #expect(run.broken == [name == "zero" ? "S2" : "S7"])
    }

    @Test(arguments: ["value", "switch", "items", "app"])
    func `where every value comes back nothing is found and nothing noted`(name: String)
        async throws
    {
        let run = try await audit(name, "S2", "S7", "P2", "R12", "R15", "R18")
        #expect(run.broken.isEmpty, "\(run.broken.map(run.messages))")
        #expect(run.notes == [])
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func `a loss that looks like a first launch is found by a save of something else`(seed: UInt64)
        async throws
    {
        let run = try await audit("unsynced", "S13", seed: seed)
        #expect(run.broken == ["S13"])
    }

    // MARK: Lists

    @Test func `a list without an order is named once, and breaks no rule`() async throws {
        let run = try await audit("tags")
        #expect(run.broken.isEmpty, "\(run.broken.sorted())")
        #expect(run.kept.isSuperset(of: ["S7", "S13", "R12", "R18", "D11", "W4"]))
        #expect(run.notes.count == 1)
        try expectGolden(run.notes)
    }

    @Test func `an order of the user's that restoring loses is one finding`() async throws {
        let rules = ["S7", "S2", "S13", "R12", "R18", "D11", "W1"]
        let run = try await AuditRun(
            TrialTarget.audited("scrambled"), rules: rules, effort: .reduced)
        #expect(run.broken == ["S7"])
        // The list has an order: the only note is of the loss.
        try expectGolden(([run.messages(of: "S7")] + run.notes).joined(separator: "\n"))
    }

    // MARK: Schemas

    @Test(arguments: [1, 2] as [UInt64])
    func `what is drawn fits the schema`(seed: UInt64) async throws {
        let run = try await audit("strict", "S7", "R17", "R15", seed: seed)
        #expect(run.kept == ["S7", "R17", "R15"], "\(run.messages(of: "probe"))")
        #expect(run.notes == [], "each action is carried out")
    }

    @Test func `a target that dies of what its schema does not name is told so`() async throws {
        let run = try await audit("frail", "S7", "R17")
        #expect(run.kept == ["S7", "R17"], "\(run.messages(of: "probe"))")
        #expect(run.notes.count == 1)
        try expectGolden(run.notes)
    }

    @Test func `an action that hangs is named after one wait`() async throws {
        let place = try TemporaryDirectory()
        let target = Target.app(
            TrialTarget.root + "/Tests/Targets/misbehave.py",
            arguments: ["hangs-in-perform", place.path + "/hangs"])
        let run = try await AuditRun(target, rules: ["D2"], timeLimit: 3)
        try expectGolden(run.messages(of: "probe"))
        #expect(try String(contentsOfFile: place.path + "/hangs", encoding: .utf8) == "hangs\n")
    }

    @Test func `an action that was never carried out is named with the reason`() async throws {
        let run = try await audit("riddles", "S7")
        #expect(run.kept == ["S7"])
        #expect(
            run.notes == [
                "not drawn: ahead – its pattern looks around, or names a group",
                "not drawn: never – no whole number that 'to' allows was found",
                """
                not tried: secret was refused whenever it was drawn, with the target answered with an \
                error: ValueError('there is no action secret') (-32000)
                """,
            ])
    }

    // MARK: Right, though it looks odd

    @Test func `a typed text that is stored on the way to the background is no change`()
        async throws
    {
        let right = try await audit("takes-over", "R15")
        #expect(right.kept == ["R15"], "\(right.messages(of: "R15"))")
        let wrong = try await audit("garbles", "R15")
        #expect(wrong.broken == ["R15"])
    }

    @Test func `a file that holds the state beside the picture is no picture`() async throws {
        let together = try await audit("app", "N7")
        #expect(together.skipped == ["N7"])
        try expectGolden(together.messages(of: "N7"))
        let apart = try await audit("picture-apart", "N7")
        #expect(apart.kept == ["N7"], "\(apart.messages(of: "N7"))")
    }

    @Test func `a time in seconds is compared with no other`() async throws {
        let run = try await audit("times", "S7", "S2", "R12", "R15", "R18", "D11")
        #expect(run.kept == ["S7", "S2", "R12", "R15", "R18", "D11"], "\(run.broken)")
    }

    @Test func `keys that a target draws at random make no walk wrong`() async throws {
        let run = try await audit(
            "keys", "S7", "S2", "R12", "R15", "R18", effort: .whole)
        #expect(run.kept == ["S7", "S2", "R12", "R15", "R18"], "\(run.messages(of: "probe"))")
    }

    @Test func `an app that does not start again after a kill in the foreground is judged`()
        async throws
    {
        let run = try await audit("starts-once", "S7", "R15", "R18")
        #expect(run.results["probe"] == nil, "\(run.messages(of: "probe"))")
        #expect(run.kept.contains("R15"))
    }
}
