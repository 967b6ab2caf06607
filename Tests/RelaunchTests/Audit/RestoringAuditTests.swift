import Relaunch
import Testing
import TestSupport

/// A planted bug of each kind that the rules of restoration know: its rule is broken, and its twin keeps it.
@Suite struct RestoringAuditTests {
    @Test(
        arguments: [
            // Of what comes back after a plain death.
            "always-declines", "never-completed", "second-generation",
            // Of other states than those that were saved: damaged, of another build, too old.
            "damaged-file-crashes", "short-read-unnoticed", "newer-format-half-read",
            "renamed-class", "version-ignored", "renamed-case", "expired-timer-runs",
            // Of data that was deleted since.
            "row-out-of-range", "deleted-key-haunts", "row-number-reused",
            // Of other circumstances.
            "restored-while-locked", "consumed-while-restoring", "rewritten-while-restoring",
            "reset-on-foreground", "column-of-a-pad",
            // Of a launch that is killed, though no kill came before it.
            "moved-aside-after-crash", "set-up-too-early",
        ])
    func theRuleThatABugBreaksIsBrokenAndItsTwinKeepsIt(name: String) async throws {
        try await PlantedEntry.named(name)
            .expectFoundAndTwinKept(effort: Self.rare.contains(name) ? .whole : .reduced)
    }

    /// Bugs that few walks show: a reduced audit may miss them.
    private static let rare: Set = ["row-number-reused", "second-generation"]

    @Test func whatIsShownThoughItWasDeletedIsNamed() async throws {
        let bug = try PlantedEntry.named("deleted-key-haunts")
        let run = try await bug.audit(isRight: false, rules: ["R13"], effort: .whole)
        let messages = run.messages(of: "R13")
        try expectGolden(messages)
        #expect(messages.contains("remove"), "the action that deleted it is named")
    }

    @Test func anUpdateThatReportsWhatItCannotDecodeKeepsTheRule() async throws {
        let bug = try PlantedEntry.named("renamed-mode")
        let wrong = try await bug.audit(isRight: false, rules: ["R4", "R9", "R16"], effort: .whole)
        #expect(wrong.broken == ["R16"], "only the silence is wrong")
        try expectGolden(wrong.messages(of: "R16"))
    }

    @Test func aDeathWhileRestorationIsExtendedMayTakeTheStateOfAnUpdateToo() async throws {
        let run = try await PlantedEntry.named("never-completed").audit(
            isRight: true, rules: ["W2"])
        #expect(run.broken.isEmpty, "\(run.messages(of: "W2"))")
    }
}
