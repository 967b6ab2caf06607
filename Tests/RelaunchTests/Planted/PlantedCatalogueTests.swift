@testable import CrashStates
import Foundation
import Relaunch
import RelaunchProtocol
import Testing
import TestSupport

/// The catalogue of planted bugs is well-formed, and every target of it is an app that works.
@Suite struct PlantedCatalogueTests {
    @Test(.enabled(if: TrialTarget.hasPython))
    func `every bug has a name of its own, a rule and a sentence`() throws {
        let entries = PlantedProgram.everything
        #expect(entries.count >= 60)
        #expect(entries.count { $0.standsOn != "StateRestoration" } >= 20)
        #expect(Set(entries.map(\.name)).count == entries.count)
        for entry in entries {
            #expect(entry.rule.wholeMatch(of: /[LSRDNWPC][0-9]+/) != nil, "\(entry)")
            #expect(entry.sentence.hasSuffix(".") && !entry.sentence.contains("\""), "\(entry)")
        }
        let beside = TrialTarget.root + "/Tests/Targets/Planted/Package"
        try expectGolden(
            entries.map { try $0.catalogueLine }.joined(), "catalogue.jsonl", filePath: beside)
        try expectGolden(table(entries), "Catalogue.md", filePath: beside)
    }

    private func table(_ entries: [PlantedEntry]) -> String {
        var text = """
            # \(entries.count) planted bugs

            Each has a right twin (`--right`). Written by the tests from what the programs say.

            | bug | rule | stands on | what is wrong |
            | --- | --- | --- | --- |

            """
        for entry in entries {
            let program = entry.program?.rawValue ?? ""
            text += "| `\(program) \(entry.name)` | \(entry.rule) | \(entry.standsOn) "
            text += "| \(entry.sentence) |\n"
        }
        return text
    }

    @Test(arguments: PlantedProgram.everything)
    func `a twin comes back as it was saved, twice`(entry: PlantedEntry) async throws {
        let result = try await everyday(entry, isRight: true)
        #expect(result.verdict == .passed, "\(result.failures)")
    }

    @Test(arguments: PlantedProgram.everything)
    func `a bug that is no plain one behaves in everyday use`(entry: PlantedEntry) async throws {
        let result = try await everyday(entry, isRight: false)
        let expected: Verdict = Self.plain.contains(entry.name) ? .failed : .passed
        #expect(result.verdict == expected, "\(entry): \(result.failures)")
    }

    /// Used, saved, killed in the background, and brought back; and once more.
    private func everyday(_ entry: PlantedEntry, isRight: Bool) async throws -> CaseResult {
        try await trial(
            entry.target(isRight: isRight), TrialOptions(timeLimit: .seconds(20))
        ) {
            Launch()
            actions(of: entry)
            Background()
            Foreground()
            Background()
            Kill(.system)
            for _ in 1...2 {
                Launch()
                Expect(.restored)
                Expect(.stateAsSaved)
                Background()
                Kill(.system)
            }
        }.only()
    }

    @StepsBuilder private func actions(of entry: PlantedEntry) -> [any Step] {
        switch (entry.program, entry.standsOn) {
        case (.app, _):
            Perform("open", ["number": 1])
            Perform("turn", ["page": 7])
            Perform("pin", ["on": true])
            Perform("select", ["number": 2])
        case (.c, _):
            Perform("count", ["by": 3])
            Perform("mark", ["number": -1])
        case (_, "SQLite") where Self.notes.contains(entry.name):
            Perform("open", ["number": 1])
            Perform("add", ["text": "sugar"])
        case _ where Self.ownOnly.contains(entry.name): Perform("write", ["text": "rain"])
        default:
            Perform("rename", ["text": "Monday"])
            Perform("write", ["text": "rain"])
            Perform("count", ["by": 3])
        }
        for (action, arguments) in Self.ownActions[entry.name] ?? [] { Perform(action, arguments) }
    }

    /// The targets on SQLite that keep notes.
    private static let notes: Set = [
        "key-of-deleted-row", "row-number-reused", "not-migrated", "never-committed",
    ]

    /// Targets without the actions of the others.
    private static let ownOnly: Set = ["numbers-from-one"]

    /// What a bug's own part of the app does.
    private static let ownActions: [String: [(String, [String: JSON])]] = [
        "saved-after-answer": [("write", ["text": "wrote"])],
        "saved-at-terminate": [("type", ["text": "typed"])],
        "saved-in-deinit": [("type", ["text": "typed"])],
        "text-left-to-view": [("type", ["text": "typed"])],
        "same-identifier-twice": [("setPage", ["second": true, "to": 5])],
        "injected-into-root-only": [("put", ["thing": "pear"])],
        "shared-object-twice": [("put", ["thing": "pear"])],
        "renamed-mode": [("showGrid", ["on": true])],
        "page-not-reloaded": [("browse", ["number": 4])],
        "setting-of-another-type": [("setColumns", ["to": 3])],
        "renamed-case": [("finish", ["done": true])],
        "expired-timer-runs": [("startTimer", ["minutes": 60])],
        "number-through-double": [("setCount", ["to": 12])],
        "suppressed-for-ever": [("hideSnapshot", [:])],
    ]

    /// What goes wrong whenever the app is killed and comes back.
    private static let plain: Set = [
        "always-declines", "class-answers-nil", "class-forgotten", "double-read-as-object",
        "half-opted-in", "injected-into-root-only", "int-read-as-bool", "label-set-too-early",
        "late-identifier", "lock-blocks-start", "nameless-container", "never-committed",
        "page-not-reloaded", "registered-too-late", "reset-on-appear", "same-identifier-twice",
        "saved-after-answer",
        "saved-at-exit", "saved-at-terminate", "saved-in-deinit", "screen-built-late",
        "second-generation", "setter-calls-itself", "start-screen-always", "text-left-to-view",
        "unencodable", "waits-for-main-queue",
        "restored-from-options", "misspelt-activity-type", "shown-twice", "emptied-by-needs-save",
        "own-type-in-user-info",
    ]
}
