import Relaunch
import RelaunchAudit
import Testing
import TestSupport

/// What an audit says of rules stands in fields of the events: how a scenario is called is no matter.
@Suite struct AuditReporterTests {
    private func text(_ results: [CaseResult], isWhole: Bool = false) -> String {
        var text = ""
        let reporter = AuditReporter(write: { text += $0 })
        let suite = SuiteDescription(
            name: "audit", file: "app", target: TargetDescription(driver: "app", executable: "app"),
            scenarios: results.map {
                ScenarioDescription(name: $0.identity.scenario, line: 1, rule: $0.rule)
            })
        reporter.receive(Event(time: 0, kind: .suiteFound(suite)))
        for result in results { reporter.receive(Event(time: 0, kind: .caseFinished(result))) }
        let summary = RunSummary(verdicts: [:], failedFiles: 0, seconds: 1, exitCode: .passed)
        if isWhole { reporter.receive(Event(time: 1, kind: .runFinished(summary))) }
        return text
    }

    private func result(
        _ name: String, _ rule: RuleReference?, _ verdict: Verdict, _ failures: [Failure] = [],
        skipped: String? = nil
    ) -> CaseResult {
        CaseResult(
            identity: CaseIdentity(file: "app", suite: "audit", scenario: name, line: 1),
            verdict: verdict, seconds: 0.5, seed: 1, failures: failures, skipped: skipped,
            replay: "relaunch replay", rule: rule)
    }

    @Test func rulesComeFromFields() throws {
        let results = [
            result("a", RuleReference(number: "S2", title: "it is: saved (soon)"), .passed),
            result("b", RuleReference(number: "S2", title: "it is: saved (soon)"), .passed),
            result(
                "c",
                RuleReference(number: "S13", title: "no kill", brokenPrerequisite: "S2"), .skipped,
                skipped: "in other words"),
            result(
                "d", RuleReference(number: "N1", title: "a snapshot"), .skipped,
                skipped: "not judged: it has none"),
            result(
                "e", RuleReference(number: "N3", title: "another"), .skipped,
                skipped: "not judged: it has none"),
            result("f: of no rule", nil, .passed),
        ]
        try expectGolden(text(results) + "\nand at the end\n" + text(results, isWhole: true))
    }

    @Test func otherTrialsThatShowItAreNamed() throws {
        func trial(_ name: String) -> RuleReference {
            RuleReference(number: "S2", title: "saved", trial: name)
        }
        let failed = ["z", "a", "c", "b", "d"].map { result("S2: \($0)", trial($0), .failed) }
        // As they stand in the plan, the plainest first.
        try expectGolden(text(failed))
    }

    @Test func trialsThatSayNothingAreCountedWithTheReason() {
        let rule = RuleReference(number: "S2", title: "saved")
        var passed = result("a", rule, .passed)
        var doubted = result("b", rule, .skipped, skipped: "it fades")
        (passed.launches, doubted.launches) = (3, 2)
        let shown = text([passed, doubted, result("c", rule, .skipped, skipped: "it has none")])
        #expect(
            shown == """
                ✔ kept            S2   saved  (1 trial, 5 launches, 1.500 s) – 1 not judged: it fades

                """)
    }

    @Test func whatHidesOthersAndIsNotProvenIsNamedAtTheEnd() {
        let saved = RuleReference(number: "S2", title: "saved")
        var doubted = result("a", saved, .skipped, skipped: "it fades")
        doubted.launches = 2
        let hidden = result(
            "b", RuleReference(number: "R4", title: "restored", brokenPrerequisite: "S2"), .skipped,
            skipped: "not judged: S2 is broken")
        let words = "S2 was seen broken, but no trial of it proves that"
        #expect(text([doubted, hidden], isWhole: true).contains(words))
        #expect(!text([result("a", saved, .failed), hidden], isWhole: true).contains(words))
        #expect(!text([hidden], isWhole: true).contains(words), "it was not asked for")
    }

    @Test(
        "of rules that one mistake breaks, that which is broken by least is named first",
        arguments: [
            (["L1", "R12", "D5", "W2"], "L1", "R12 and W2"),
            (["R12", "S16", "W2"], "R12", "S16 and W2"),
            (["S13", "S16"], "S13", "S16"),
        ])
    func echoes(broken: [String], first: String, others: String) {
        let results = broken.map { result($0, RuleReference(number: $0, title: "it"), .failed) }
        let shown = text(results, isWhole: true)
        #expect(shown.contains("Fix \(first) first: "))
        #expect(shown.contains("and \(others) may be broken by the same."))
    }

    @Test(
        "rules that have nothing to do with each other are both first",
        arguments: [["R12", "S13"], ["D5", "L1"]])
    func noEchoes(broken: [String]) {
        let results = broken.map {
            result($0, RuleReference(number: $0, title: "it"), .failed)
        }
        #expect(!text(results, isWhole: true).contains("first"))
    }

    @Test func aMessageIsShownWholeWithoutItsPlace() throws {
        let failure = Failure(
            blame: .target, location: FileLocation(file: "Rules.swift", line: 3, column: 9),
            step: "Launch()", message: "it said: error: none")
        let shown = text([
            result("a", RuleReference(number: "S2", title: "saved"), .failed, [failure])
        ])
        try expectGolden(shown)
        #expect(!shown.contains("Rules.swift"))
    }
}
