import Foundation
import Relaunch
@testable import RelaunchAudit
import Testing
import TestSupport

/// What no special rule claims: lives of several launches that each restore, act, save and die.
@Suite(.enabled(if: TrialTarget.hasPython, "there is no 'python3' on the PATH"))
struct LawAuditTests {
    /// Rules that the same planted apps seemed to keep, for want of a second save that came back.
    private static let standingOnIt = ["S2", "S13", "S15", "S16", "P1"]

    @Test(
        "L1: what is lost only in a later life breaks the law, and its twin keeps it",
        arguments: ["first-save-only", "mute-once-restored", "numbers-from-one"])
    func bugsOfLaterLives(name: String) async throws {
        try await PlantedEntry.named(name).expectFoundAndTwinKept()
    }

    @Test("L1: the shortest life that breaks it is told in words")
    func shortestLife() async throws {
        let lost = try await PlantedEntry.named("mute-once-restored")
            .audit(isRight: false, rules: ["L1"], effort: .reduced)
        try expectGolden(lost.messages(of: "L1"), of: "lost")
        let other = try await PlantedEntry.named("numbers-from-one")
            .audit(isRight: false, rules: ["L1"], effort: .reduced)
        try expectGolden(other.messages(of: "L1"), of: "another course")
    }

    // MARK: Another world

    @Test("W6: fields that are told apart by the order of a folder are mixed up in another order")
    func listOrder() async throws {
        try await PlantedEntry.named("told-by-place").expectFoundAndTwinKept()
    }

    @Test(
        "W6: a restart of the computer, or another user's number, takes what was saved",
        .enabled(if: Self.hasNamespaces, "this machine lets no process have namespaces of its own"),
        arguments: ["saved-in-the-future", "named-by-user"])
    func namespaces(name: String) async throws {
        try await PlantedEntry.named(name).expectFoundAndTwinKept()
    }

    private static let hasNamespaces: Bool = {
        let unshare = Process()
        unshare.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        unshare.arguments = ["unshare", "--user", "--map-user=1", "--time", "--mount", "true"]
        guard (try? unshare.run()) != nil else { return false }
        unshare.waitUntilExit()
        return unshare.terminationStatus == 0
    }()

    // MARK: Ordinary programs

    private func shopping(_ line: String, by other: String) throws -> ChangedCounter {
        try ChangedCounter(of: TrialTarget.pythonShopping, [(line: line, by: other)])
    }

    private func shopping(savesNothingIf condition: String) throws -> ChangedCounter {
        try shopping("def save():", by: "def save():\n    if \(condition): return")
    }

    @Test("L1: an ordinary app of which only the first save is written does not keep all rules")
    func firstSaveOnly() async throws {
        let app = try shopping(savesNothingIf: "SAVED.exists()")
        let run = try await AuditRun(
            app.target, rules: ["L1"] + Self.standingOnIt, effort: .reduced)
        #expect(run.broken == ["L1"])
        #expect(run.skipped == ["S15", "S16", "P1"])
        // Its first save is as it should be.
        #expect(run.kept.contains("S13"))
        try expectGolden(run.messages(of: "S13"))
    }

    @Test("L1: nor does one that saves nothing any more after a restored launch")
    func muteOnceRestored() async throws {
        let app = try shopping(savesNothingIf: "restored")
        let run = try await AuditRun(app.target, rules: ["L1"], effort: .reduced)
        #expect(run.broken == ["L1"])
    }

    @Test(
        "L1: a list of which so much is read, or each text in one spelling, is not that of before",
        arguments: [
            "kept[-40:]",
            "[one for one in kept if one.swapcase() not in set(kept) - {one}]",
        ])
    func partsOfLists(read: String) async throws {
        let app = try shopping(
            "    try: items = json.loads(SAVED.read_text())",
            by: """
                    try:
                        kept = json.loads(SAVED.read_text())
                        items = \(read)
                """)
        let run = try await AuditRun(app.target, rules: ["L1"], effort: .whole)
        #expect(run.broken == ["L1"])
    }

    @Test(
        "W2, W6: a list that has grown long is cut at another place, or by another name or user",
        arguments: [
            ("str(pathlib.Path.home())", "W2"), ("os.uname().nodename", "W6"),
            ("os.getuid()", "W6"),
        ])
    func longLists(surrounding: String, rule: String) async throws {
        let app = try ChangedCounter(
            of: TrialTarget.pythonShopping,
            [
                (line: "json.dumps(items)", by: "json.dumps([\(surrounding)] + items)"),
                (
                    line: "    try: items = json.loads(SAVED.read_text())",
                    by: """
                        try:
                            then, *kept = json.loads(SAVED.read_text())
                            items = kept if then == \(surrounding) else kept[:70]
                    """
                ),
            ])
        let run = try await AuditRun(app.target, rules: [rule], effort: .whole)
        #expect(run.broken == [rule])
    }

    @Test("R12: what only the third launch in a row loses")
    func thirdLaunch() async throws {
        let mark = "SAVED.with_suffix('.offered')"
        let app = try ChangedCounter(
            of: TrialTarget.pythonShopping,
            [
                (line: "def save():", by: "def save():\n    \(mark).unlink(missing_ok=True)"),
                (
                    line: "    try: items = json.loads(SAVED.read_text())",
                    by: """
                        try:
                            offered = len(\(mark).read_text()) if \(mark).exists() else 0
                            \(mark).write_text("+" * (offered + 1))
                            items = json.loads(SAVED.read_text()) if offered < 2 else []
                    """
                ),
            ])
        let run = try await AuditRun(app.target, rules: ["R12"], effort: .whole)
        #expect(run.broken == ["R12"])
    }

    @Test("S2: what is saved nowhere is shown by what does not go by itself")
    func steadyLoss() async throws {
        let app = try ChangedCounter(
            of: TrialTarget.pythonShopping,
            [
                (
                    line: "def save():",
                    by: "born = __import__('time').monotonic()\ndef save():\n    return"
                ),
                (
                    line: "    return items",
                    by: """
                        soon = __import__('time').monotonic() < born + 0.8
                        return items if soon or len(items) > 1 else []
                    """
                ),
            ])
        let run = try await AuditRun(app.target, rules: ["S2"], effort: .whole)
        #expect(run.broken == ["S2"])
        let doubted = run.results["S2"]?.filter { $0.skipped != nil && $0.launches > 0 }
        #expect(doubted?.isEmpty == true)
    }

    @Test("L1: an ordinary app that saves each time keeps it")
    func ordinaryApp() async throws {
        let run = try await AuditRun(TrialTarget.pythonShopping, rules: ["L1"], effort: .reduced)
        #expect(run.kept == ["L1"], "\(run.messages(of: "L1"))")
    }

    @Test
    func `a command of which only the first run writes is not said to keep what it cannot break`()
        async throws
    {
        let script = "[ -e log ] || { echo x > log.new; mv log.new log; }"
        let run = try await AuditRun(
            .command("/bin/sh", arguments: ["-c", script]), isCommand: true,
            rules: ["S2", "S13", "S16", "P1"])
        #expect(run.skipped == ["S2", "S13", "S16", "P1"])
        try expectGolden(run.messages(of: "S13"))
    }

    // MARK: What a target says of itself, and what it cannot break

    @Test func `a target that claims to have restored and shows a first launch is told so`()
        async throws
    {
        let app = try shopping(
            "    try: items = json.loads(SAVED.read_text())",
            by: "    try: json.loads(SAVED.read_text())")
        let run = try await AuditRun(
            app.target, rules: ["L1", "R5", "S2", "R12", "S13"], effort: .reduced)
        #expect(run.broken == ["R5"])
        try expectGolden(run.messages(of: "R5"))
    }

    @Test func `a target is not said to keep rules that it cannot break`() async throws {
        let rules = ["S1", "S8", "S12", "R4", "R8", "R10", "R14", "W1", "P4"]
        let run = try await AuditRun(TrialTarget.pythonCounter, rules: rules, effort: .reduced)
        #expect(run.skipped == Set(rules))
        try expectGolden(rules.map { "\($0): " + run.messages(of: $0) })
    }
}
