import Relaunch
@testable import RelaunchAudit
import Testing
import TestSupport

/// What the audit says of apps with windows: of each planted bug that its rule is broken, and of its twin
/// that it keeps it.
@Suite struct SceneAuditTests {
    @Test(
        "C1, C4, C6: what a window gives, and what it shows of that",
        arguments: [
            "second-window-without-delegate", "nil-for-the-list", "restored-from-options",
            "own-type-in-user-info", "required-key-misspelt",
        ])
    func state(name: String) async throws {
        try await PlantedEntry.named(name).expectFoundAndTwinKept(effort: .whole)
    }

    /// Whichever walks are drawn: with several windows or one, with texts that were typed or none.
    @Test(
        "C4: what a window loses by itself is not put down to other windows, nor to another rule",
        arguments: ["restored-from-options", "misspelt-activity-type"], [2, 3] as [UInt64])
    func stateWhateverIsDrawn(name: String, seed: UInt64) async throws {
        let bug = try PlantedEntry.named(name)
        let rules = ["S2", "C4", "C7", "C8", "C9", "C10", "C11"]
        let run = try await bug.audit(isRight: false, rules: rules, seed: seed, effort: .whole)
        #expect(run.broken == ["C4"], "\(run.broken.sorted().map { run.messages(of: $0) })")
        #expect(run.skipped.isSuperset(of: ["C7", "C8", "C9", "C10", "C11"]))
        #expect(run.messages(of: "C7") == "not judged: C4 is broken")
    }

    @Test(
        "C7, C9: windows that are taken for each other",
        arguments: [
            "one-state-for-all", "restored-into-first", "one-activity-for-all",
            "page-of-main-scene", "numbered-by-place",
        ])
    func mixed(name: String) async throws {
        try await PlantedEntry.named(name).expectFoundAndTwinKept(effort: .whole)
    }

    @Test(
        "C3, C8, C9, C10, C11: windows that are opened, put away, disconnected, closed and locked",
        arguments: [
            "unused-windows-closed", "dropped-at-disconnection", "disconnected-for-all",
            "saved-in-resign-active", "kept-after-closing", "first-window-forced",
            "windows-tidied-up", "all-windows-shown", "closed-while-locked",
        ])
    func life(name: String) async throws {
        try await PlantedEntry.named(name).expectFoundAndTwinKept(effort: .whole)
    }

    /// With this seed, a walk closes the window in which it began.
    @Test("C3, C7, C8: a walk that closes windows itself is not judged")
    func closingWalks() async throws {
        let app = Target.app(TrialTarget.product("notes-scenes"))
        let rules = ["C3", "C7", "C8"]
        let run = try await AuditRun(app, rules: rules, seed: 3, effort: .whole)
        #expect(run.kept == Set(rules), "\(rules.map(run.messages))")
        let closing = run.results.values.joined().filter { $0.skipped != nil && $0.launches > 0 }
        #expect(!closing.isEmpty)
    }

    /// With this seed, two windows show one note at the first save, which saves it for both of them.
    @Test("S13: a death between a note and what the windows show of it is no torn save")
    func savesOfNotes() async throws {
        let app = Target.app(TrialTarget.product("notes-scenes"))
        let run = try await AuditRun(app, rules: ["S13"], seed: 6, effort: .whole)
        #expect(run.kept == ["S13"], "\(run.messages(of: "S13"))")
    }

    /// With this seed, one window changes the note that another one showed at the save.
    @Test("D14: an older window that shows a newer note is right")
    func newerNotes() async throws {
        let app = Target.app(TrialTarget.product("notes-scenes"))
        let run = try await AuditRun(app, rules: ["D14"], seed: 12, effort: .whole)
        #expect(run.kept == ["D14"], "\(run.messages(of: "D14"))")
    }

    @Test("C12: a rule of windows that is asked for does not apply to an app without any")
    func withoutScenes() async throws {
        let app = Target.app(TrialTarget.product("timer"))
        let run = try await AuditRun(app, rules: ["C7"])
        #expect(run.skipped == ["C7"])
    }
}
