import Relaunch
import Testing
import TestSupport

/// A planted bug of each kind that deaths, the crash rule, snapshots and the world know: its rule
/// is broken, and its twin keeps it.
@Suite struct DeathAuditTests {
    @Test(
        arguments: [
            "suspended-kill-counted", "first-launch-twice", "termination-counted", "diary-wiped",
            "confirmed-early", "double-launch-counted", "crash-loop-never-broken",
            "count-never-reset", "safe-mode-for-ever", "history-in-place", "history-not-synced",
            "clock-in-crash-rule",
            "shown-after-discard", "suppressed-for-ever", "ignored-outside-save",
            "damaged-picture-stops", "first-picture-kept", "state-in-tmp", "absolute-path",
            "mark-lost-by-save", "forgotten-in-memory-warning", "log-outside",
        ])
    func theRuleThatABugBreaksIsBrokenAndItsTwinKeepsIt(name: String) async throws {
        try await PlantedEntry.named(name).expectFoundAndTwinKept()
    }

    @Test("D5: at SIGTERM, a launch that was complete brings the crashes before it back")
    func crashesAtTermination() async throws {
        let line = "    signal.signal(signal.SIGTERM, signal.SIG_DFL)\n"
        let run = try await ChangedCounter([(line: line, by: "")]).audit("D5")
        #expect(run.broken == ["D5"])
    }

    @Test func whatStandsOnABrokenRuleIsNotJudged() async throws {
        let bug = try PlantedEntry.named("crash-loop-never-broken")
        let run = try await bug.audit(isRight: false, rules: ["D4", "D6", "D10"])
        #expect(run.broken == ["D4"])
        for rule in ["D6", "D10"] {
            try expectGolden(run.messages(of: rule), of: rule)
        }
    }
}
