import Foundation
import Relaunch
@testable import RelaunchAudit
import Testing
import TestSupport

/// Defects that really happened, which nobody planted for a rule: each is found, and its twin is left in
/// peace.
///
/// The ordinary run takes one for each way of looking. `RELAUNCH_LONG_TESTS=1` takes all of them, and
/// `relaunch-planted-bugs --happened` all with every rule.
@Suite(.enabled(if: TrialTarget.hasPython, "there is no 'python3' on the PATH"))
struct HappenedAuditTests {
    private func expectFound(
        _ name: String, by rule: String, effort: AuditEffort.Choice = .reduced,
        at location: SourceLocation = #_sourceLocation
    ) async throws {
        let entry = try PlantedEntry.named(
            name, in: PlantedProgram.everythingThatHappened, at: location)
        let wrong = try await entry.audit(isRight: false, rules: [rule], effort: effort)
        #expect(wrong.broken == [rule], "\(entry.sentence)", sourceLocation: location)
        let right = try await entry.audit(isRight: true, rules: [rule], effort: effort)
        #expect(right.kept == [rule], "\(right.messages(of: rule))", sourceLocation: location)
    }

    @Test(
        "D14: an end in the foreground leaves half of something, or takes what another end keeps",
        arguments: ["history-at-exit", "twice-after-crash", "crash-cleans-up"])
    func endInForeground(name: String) async throws { try await expectFound(name, by: "D14") }

    @Test(
        "D14: a kill in the foreground keeps one half of an action, or of a note",
        arguments: ["player-apart-from-world", "body-after-title"])
    func halfDone(name: String) async throws {
        try await expectFound(name, by: "D14", effort: .whole)
    }

    @Test("D14: done once more, what a kill in the foreground took back leads elsewhere")
    func takenBack() async throws { try await expectFound("newer-maps", by: "D14") }

    @Test(
        "D14: a quit loses what going to the background saves, and SIGTERM what a quit does",
        arguments: ["mail-lost-at-quit", "list-at-an-orderly-quit"])
    func otherEnds(name: String) async throws { try await expectFound(name, by: "D14") }

    @Test("D11: a quit of a launch in which nothing was done takes what was saved")
    func untouchedQuit() async throws {
        try await expectFound("queue-of-paused-player", by: "D11")
    }

    @Test("D15: each death leaves one more file")
    func growth() async throws { try await expectFound("autosaves-pile-up", by: "D15") }

    @Test("D15: each death makes what is kept twice as large, or the next start longer")
    func otherGrowth() async throws {
        for (name, words) in [("multiplies", "half as large again"), ("slows", "start longer")] {
            let run = try await AuditRun(
                TrialTarget.audited(name), rules: ["D15"], effort: .whole)
            #expect(run.messages(of: "D15").contains(words), "\(name)")
        }
        for name in ["logs", "keeps-thirty"] {
            let right = try await AuditRun(
                TrialTarget.audited(name), rules: ["D15"], effort: .reduced)
            #expect(right.kept == ["D15"], "a log may grow, and the last few backups stay: \(name)")
        }
    }

    @Test(
        "D16: an instance takes what another one has saved",
        arguments: [
            "second-instance", "second-window", "other-master-password", "stopped-elsewhere",
            "last-quit-wins", "history-trimmed-by-start",
        ])
    func secondInstance(name: String) async throws { try await expectFound(name, by: "D16") }

    @Test("S13: the action that a death came into is not answered any more")
    func actionOnceMore() async throws { try await expectFound("lock-of-each-package", by: "S13") }

    @Test("S13: the action that a death came into is refused when it is done again")
    func refusedOnceMore() async throws {
        try await expectFound("lock-of-dead-backup", by: "S13", effort: .whole)
    }

    @Test(
        "R7: a damaged file of the user's ends every launch, or takes other files with it",
        arguments: ["index-that-could-be-made-anew", "one-vault-empties-all"])
    func damagedData(name: String) async throws { try await expectFound(name, by: "R7") }

    @Test("S19: a later save lets everybody read what the first one did not")
    func modes() async throws { try await expectFound("mode-forgotten", by: "S19") }

    @Test(
        "S13: a kill in an action, at SIGTERM or before the next save spoils what was saved",
        arguments: ["two-steps", "busy-for-ever", "pin-of-renamed-note", "downloads-in-place"])
    func otherSaves(name: String) async throws { try await expectFound(name, by: "S13") }

    @Test(
        "S13: what is written after a death in an action is behind a torn end, and lost",
        arguments: ["writes-behind-torn-tail", "torn-tail-swallows-next"])
    func tornEnds(name: String) async throws { try await expectFound(name, by: "S13") }

    @Test("S16: a launch on a full disk opens something as gone, and the next save stores that")
    func launchOnFullDisk() async throws {
        try await expectFound("opened-on-full-disk", by: "S16")
    }

    @Test("S16: an action on a full disk is said to be done, and a save brings nothing of it")
    func actionOnFullDisk() async throws {
        try await expectFound("said-done-when-full", by: "S16")
    }

    @Test("S16: an action that fails is half done")
    func failedAction() async throws { try await expectFound("message-before-commit", by: "S16") }

    @Test(
        "S16: what a failed save has taken from memory, or has stopped, is lost with the next save",
        arguments: ["draft-of-failed-send", "never-saved-again", "error-on-the-console"])
    func saveAfterFailure(name: String) async throws { try await expectFound(name, by: "S16") }

    @Test("S16: the difference is that to the nearer of the two states that would be right")
    func nearerState() async throws {
        let entry = try PlantedEntry.named(
            "draft-of-failed-send", in: PlantedProgram.everythingThatHappened)
        let run = try await entry.audit(isRight: false, rules: ["S16"], effort: .reduced)
        try expectGolden(run.messages(of: "S16"))
    }

    @Test(
        "S16: what a failure takes back, counts or says is no loss",
        arguments: ["rolls-back", "keeps-in-memory", "read-only-after-failure"])
    func rightAfterFailure(shape: String) async throws {
        let entry = try PlantedEntry.named(shape, in: PlantedProgram.everythingRight)
        let run = try await entry.audit(isRight: true, rules: ["S16"])
        #expect(run.kept == ["S16"], "\(run.messages(of: "S16"))")
    }

    @Test("R12: what any second launch takes is not put down to a save, an update or an instance")
    func secondLaunch() async throws {
        try await expectFound("config-before-sound", by: "R12")
        let entry = try PlantedEntry.named(
            "config-before-sound", in: PlantedProgram.everythingThatHappened)
        let run = try await entry.audit(
            isRight: false, rules: ["R12", "S13", "D16", "W2", "R18"], effort: .whole)
        #expect(run.broken == ["R12"])
    }

    @Test("S13: a save that has nothing to change spoils what is there")
    func savesOfNothing() async throws { try await expectFound("applied-twice", by: "S13") }

    @Test("S13: what is done after a death in an action leads elsewhere than after any other death")
    func actionsAfterDeaths() async throws {
        try await expectFound("appended-to-torn", by: "S13", effort: .whole)
    }

    @Test(
        "W6: another zone, language, clock, name of the computer or process takes what was saved",
        arguments: [
            "date-by-zone", "comma-settings", "lock-of-another-host", "lock-of-another-process",
            "icons-of-language", "day-of-moment", "income-before-time",
            "date-mask-of-region", "copied-for-each-zone", "days-by-instant",
            "day-missed-in-flight", "daily-by-seconds", "number-of-another", "form-reads-dot",
            "streak-ends-in-summer-time", "drafts-of-an-old-session", "times-without-zone",
        ])
    func surroundings(name: String) async throws { try await expectFound(name, by: "W6") }

    @Test func `the days that are left may change with a clock that is set back`() async throws {
        let entry = try PlantedEntry.named(
            "countdown", in: PlantedProgram.everythingRight)
        let run = try await entry.audit(isRight: false, rules: ["W6"])
        #expect(run.kept == ["W6"], "\(run.messages(of: "W6"))")
    }

    @Test(
        "W6: a sleep in the background comes to something else than the same time dead",
        arguments: ["backup-twice-after-sleep", "time-to-live-forgotten"])
    func sleep(name: String) async throws { try await expectFound(name, by: "W6") }

    @Test("W6: a restart of the computer takes what only much that was done shows")
    func restartAfterALongLife() async throws {
        try await expectFound("reminders-at-reboot", by: "W6", effort: .whole)
    }

    @Test("L1: what was hidden at a save is gone from memory, too, and nothing has died")
    func hiddenAtASave() async throws { try await expectFound("searched-playlist", by: "L1") }

    @Test(
        "W2: the next version, a kill in its first launch, or a way back and there loses data",
        arguments: ["wiped-for-upgrade", "old-drops-new", "scale-of-new-version"])
    func updates(name: String) async throws { try await expectFound(name, by: "W2") }

    @Test("W2: what was chosen as it is at first is another thing in the next version")
    func choicesThroughUpdate() async throws {
        try await expectFound("default-of-next-version", by: "W2", effort: .whole)
    }

    @Test("S2: what an action saves by itself it does not save in the background")
    func actionsInBackground() async throws {
        try await expectFound("heard-in-background", by: "S2")
    }

    @Test("D14: what an action saves by itself is older after a save in the background")
    func actionsAfterSaves() async throws {
        try await expectFound("state-over-battery", by: "D14")
    }

    @Test("R12: a launch after an absence, killed and repeated, reckons the absence twice")
    func launchesAfterAbsence() async throws { try await expectFound("gains-twice", by: "R12") }

    @Test("L1: an undo that ends with its launch is left out, and one that empties a text is found")
    func undoAfterDeath() async throws {
        try await expectFound("loading-is-undone", by: "L1", effort: .whole)
        let entry = try PlantedEntry.named(
            "loading-is-undone", in: PlantedProgram.everythingThatHappened)
        let right = try await entry.audit(isRight: true, rules: ["L1"], effort: .whole)
        try expectGolden(right.notes)
    }

    @Test("W2: what the next version has made of the old one's data goes another way")
    func goesOnAfterUpdate() async throws {
        try await expectFound("planned-twice", by: "W2", effort: .whole)
    }

    @Test("L1: what is done first after a death leads elsewhere")
    func firstActions() async throws { try await expectFound("undone-to-blank", by: "L1") }

    @Test("L1: what goes on by itself without a death does not go on after one, and is no undo")
    func goesOnAfterDeath() async throws { try await expectFound("downloads-for-ever", by: "L1") }

    @Test("L1: what one action changes is saved by another one only")
    func singleActions() async throws { try await expectFound("removal-unsaved", by: "L1") }

    @Test(
        "L1: an action on what others made, a text, an action by itself or a pair shows what is lost",
        arguments: [
            "undo-keeps-oldest", "value-cut-at-its-newline", "stale-cache-seeds-again",
            "old-copy-opened", "places-of-smaller-screen",
        ])
    func singleThings(name: String) async throws {
        try await expectFound(name, by: "L1", effort: .whole)
    }

    @Test func `a choice that is gone back to comes back as it was shown`() async throws {
        let entry = try PlantedEntry.named(
            "unit-gone-back-to", in: PlantedProgram.everythingThatHappened)
        let wrong = try await entry.audit(isRight: false, rules: ["L1", "S7"], effort: .whole)
        #expect(!wrong.broken.isEmpty)
        let right = try await entry.audit(isRight: true, rules: ["L1", "S7"], effort: .whole)
        #expect(right.kept == ["L1", "S7"], "\(right.messages(of: "L1"))")
    }

    @Test func `an action whose texts may not be empty empties nothing`() async throws {
        let entry = try PlantedEntry.named(
            "icons-of-language", in: PlantedProgram.everythingThatHappened)
        let run = try await entry.audit(isRight: true, rules: ["R10"])
        #expect(run.skipped == ["R10"], "\(run.messages(of: "R10"))")
    }

    @Test(
        "times that the clock gave, and what has become due in a year, are not held against anybody",
        arguments: [("dated", ["L1", "S13", "S16"]), ("standing-orders", ["W6"])])
    func times(shape: String, rules: [String]) async throws {
        let entry = try PlantedEntry.named(
            shape, in: PlantedProgram.everythingRight)
        let run = try await entry.audit(isRight: true, rules: rules, effort: .whole)
        #expect(run.kept == Set(rules), "\(rules.map { run.messages(of: $0) })")
    }

    @Test("W2: what an update does not bring along is named")
    func placesThatAreLeft() async throws {
        let changes = [(line: #""Documents/shopping.json""#, by: #""shopping.json""#)]
        let run = try await ChangedCounter(of: TrialTarget.pythonShopping, changes).audit("W2")
        #expect(run.broken == ["W2"])
        try expectGolden(run.notes)
    }

    @Test(.enabled(if: testsAreLong), arguments: PlantedProgram.everythingRight)
    func `no right program gives an alarm`(entry: PlantedEntry) async throws {
        let run = try await entry.audit(isRight: true, rules: [], effort: .whole)
        #expect(run.broken.isEmpty, "\(run.broken.sorted().map { run.messages(of: $0) })")
        #expect(run.kept.isSuperset(of: ["L1", "S13", "D1"]))
    }

    @Test(.enabled(if: testsAreLong), arguments: PlantedProgram.everythingThatHappened)
    func `all of them are found, and no twin gives an alarm`(entry: PlantedEntry) async throws {
        let wrong = try await entry.audit(isRight: false, rules: [], effort: .whole)
        #expect(!wrong.broken.isEmpty, "\(entry.sentence)")
        let right = try await entry.audit(isRight: true, rules: [], effort: .whole)
        #expect(right.broken.isEmpty, "\(right.broken.map { right.messages(of: $0) })")
    }
}
