@testable import RelaunchAudit
import Testing
import TestSupport

/// Little apps that keep the user's own files, each with one thing wrong that few ways of looking show.
@Suite(.enabled(if: TrialTarget.hasPython, "there is no 'python3' on the PATH"))
struct LittleAppsAuditTests {
    private func messages(
        of name: String, breaking rule: String, at location: SourceLocation = #_sourceLocation
    ) async throws -> String {
        let run = try await AuditRun(TrialTarget.audited(name), rules: [rule], effort: .whole)
        #expect(run.broken == [rule], sourceLocation: location)
        return run.messages(of: rule)
    }

    @Test(
        "S13: what is shorter than before keeps its end after a death",
        arguments: ["cuts-afterwards", "cuts-at-once"])
    func shorterSaves(name: String) async throws {
        _ = try await messages(of: name, breaking: "S13")
    }

    @Test(
        "S13: a death in the first save of all, which makes the file",
        arguments: ["first-in-place", "imports-twice"])
    func firstSaves(name: String) async throws {
        _ = try await messages(of: name, breaking: "S13")
    }

    @Test("S2: a folder that the first save makes is not on the disk")
    func firstFolders() async throws {
        _ = try await messages(of: "folder-not-synced", breaking: "S2")
    }

    @Test("S16: a folder that an action cannot make, of which it says nothing")
    func newFolders() async throws { _ = try await messages(of: "albums", breaking: "S16") }

    @Test("D14: what is sent is still a draft after a kill")
    func sentDrafts() async throws { _ = try await messages(of: "sends-first", breaking: "D14") }

    @Test("W2: the largest number that there may be is not there in the next version")
    func largestNumbers() async throws {
        let messages = try await messages(of: "level", breaking: "W2")
        #expect(messages.contains(".level"))
    }

    @Test("S2: what is lost after two actions that a third one undoes")
    func pairs() async throws {
        let messages = try await messages(of: "forgets-paused", breaking: "S2")
        #expect(!messages.isEmpty)
    }

    @Test(
        "S2: the files tell whether the save or the launch is to blame",
        arguments: [
            ("never-reads", "though the last action changes 'Documents/state.json'"),
            ("never-writes", "changes no file, so the save has not written it"),
        ])
    func lossesInFiles(name: String, words: String) async throws {
        let messages = try await messages(of: name, breaking: "S2")
        #expect(messages.contains(words), "\(messages)")
    }

    @Test("D11: what a quit and SIGTERM take is not put down to restoring twice")
    func emptiedByQuit() async throws {
        let run = try await AuditRun(
            TrialTarget.audited("emptied-by-quit"), rules: ["D11", "R12"], effort: .whole)
        #expect(run.broken == ["D11"])
    }

    @Test(
        "what breaks by less is told by one rule",
        arguments: [
            ("stores-what-it-reads", "R12", "D11"), ("pins-in-passing", "L1", "W6"),
        ])
    func echoes(name: String, rule: String, echo: String) async throws {
        let run = try await AuditRun(
            TrialTarget.audited(name), rules: [rule, echo], effort: .whole)
        #expect(run.broken == [rule])
    }

    @Test("S7 and R18: what one restart makes more of, a second one makes more of, too")
    func growth() async throws {
        let entry = try PlantedEntry.named(
            "quotes-grow", in: PlantedProgram.everythingThatHappened)
        let run = try await entry.audit(isRight: false, rules: ["S7", "R18"], effort: .whole)
        #expect(run.broken == ["S7"])
        #expect(run.messages(of: "R18").contains("S7"), "it says which rule tells it")
    }

    @Test("S13: a death in an action where it writes most, and does not change most")
    func busyActions() async throws {
        _ = try await messages(of: "hides-the-unstaged", breaking: "S13")
    }

    @Test(
        "S13: a death in the save of a long list, which is written in another way than a short one",
        arguments: ["in-place-when-long", "in-place-when-long-at-once"])
    func longSaves(name: String) async throws {
        _ = try await messages(of: name, breaking: "S13")
    }

    @Test("W2: what an update sets back beside certain choices alone")
    func choicesBesideOthers() async throws {
        let messages = try await messages(of: "template", breaking: "W2")
        #expect(messages.contains(".template"))
    }

    @Test("D16: what two instances take from each other that have done much")
    func sessions() async throws {
        _ = try await messages(of: "two-sessions", breaking: "D16")
    }

    @Test("R18: what each fourth launch drops")
    func cleaning() async throws {
        _ = try await messages(of: "cleans-seldom", breaking: "R18")
    }

    @Test("a failing trial is told with the fewest actions that still fail")
    func fewest() async throws {
        let run = try await AuditRun(
            TrialTarget.audited("cuts-at-once"), rules: ["S13"], tellsFewest: true)
        let failures = run.results.values.joined().filter { $0.verdict == .failed }
        let told = failures.filter { $0.failures.first?.fewest != nil }
        #expect(!told.isEmpty)
        for result in told {
            let fewest = result.failures.first?.fewest?.split(separator: "; ") ?? []
            let done = result.timeline.filter { $0.text.hasPrefix("performed") }
            #expect(done.count <= fewest.count, "what is told of is done with the fewest")
        }
    }
}
