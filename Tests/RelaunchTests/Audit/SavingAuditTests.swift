@testable import Relaunch
@testable import RelaunchAudit
import Testing
import TestSupport

/// Planted bugs in what is saved and in how it lies on the disk: the rule of each is broken, and its twin
/// keeps it.
@Suite struct SavingAuditTests {
    @Test(
        arguments: [
            "half-opted-in", "saved-at-terminate", "late-identifier", "same-identifier-twice",
            "double-read-as-object", "unencodable", "shared-object-twice", "registered-too-late",
            "row-for-key", "text-left-to-view", "saved-in-deinit", "line-per-value",
            "answered-before-durable", "folder-not-synced", "saved-in-place", "asides-pile-up",
            "saved-while-locked", "hidden-while-locked", "error-ignored", "two-files",
            "setting-of-another-type",
        ])
    func `the rule that a bug breaks is broken, and its twin keeps it`(name: String) async throws {
        // One value of many is lost: that takes more walks to meet.
        let effort: AuditEffort.Choice = name == "line-per-value" ? .whole : .reduced
        try await PlantedEntry.named(name).expectFoundAndTwinKept(effort: effort)
    }

    /// Nothing comes back after the plainest of deaths: that is one rule's matter, and not all rules'.
    @Test(
        arguments: [
            ("always-declines", "R2"), ("class-forgotten", "R3"), ("start-screen-always", "R1"),
            ("reset-on-appear", "R5"), ("injected-into-root-only", "R14"),
            ("setter-calls-itself", "D1"),
        ])
    func `a loss is put down to one rule`(name: String, rule: String) async throws {
        // Rules that are also tried in other ways than a plain death are left out.
        let plain = Set(Diagnosis.rules.map(\.number)).subtracting(["S2", "R4", "R10", "D12"])
        let run = try await PlantedEntry.named(name).audit(
            isRight: false, rules: plain.sorted(),
            effort: name == "reset-on-appear" ? .whole : .reduced)
        #expect(run.broken == [rule], "\(run.messages(of: rule))")
    }

    @Test func `what a broken rule stands in the way of is not judged, and not broken`()
        async throws
    {
        let run = try await PlantedEntry.named("half-opted-in").audit(
            isRight: false, rules: ["S1", "S13", "S16"])
        #expect(run.broken == ["S1"])
        // Its saves in other moments than the background are judged.
        for rule in ["S13", "S16"] {
            #expect(run.results[rule]?.first?.verdict == .skipped)
        }
        try expectGolden(run.messages(of: "S13"))
    }

    @Test func `what a loss is like is said in words`() async throws {
        let run = try await PlantedEntry.named("saved-at-terminate").audit(
            isRight: false, rules: ["S3"])
        try expectGolden(run.messages(of: "S3"))
    }

    // MARK: Texts that a file may hold for another reason

    @Test func `a lost text that a file holds too is put down like one that none holds`()
        async throws
    {
        let wrong = try await PlantedEntry.named("saved-in-deinit").audit(
            isRight: false, rules: ["S2", "P2"], seed: 22)
        #expect(wrong.broken == ["P2"], "\(wrong.messages(of: "S2"))")
    }

    @Test func `a file that holds short texts of the state beside a picture is no picture`()
        async throws
    {
        let right = try await PlantedEntry.named("line-per-value").audit(
            isRight: true, rules: ["N7"], seed: 22)
        #expect(right.skipped == ["N7"], "\(right.messages(of: "N7"))")
    }
}
