import Relaunch
import RelaunchAudit
import Testing
import TestSupport

/// What an audit says of rules stands in fields of the events: how a scenario is called is no matter.
@Suite struct AuditReporterTests {
    private func text(_ results: [CaseResult]) -> String {
        var text = ""
        let reporter = AuditReporter(write: { text += $0 })
        let suite = SuiteDescription(
            name: "audit", file: "app", target: TargetDescription(driver: "app", executable: "app"),
            scenarios: results.map {
                ScenarioDescription(name: $0.identity.scenario, line: 1, rule: $0.rule)
            })
        reporter.receive(Event(time: 0, kind: .suiteFound(suite)))
        for result in results { reporter.receive(Event(time: 0, kind: .caseFinished(result))) }
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

    @Test func rulesComeFromFields() {
        let shown = text([
            result("a", RuleReference(number: "S2", title: "it is: saved (soon)"), .passed),
            result("b", RuleReference(number: "S2", title: "it is: saved (soon)"), .passed),
            result(
                "c",
                RuleReference(number: "S13", title: "no kill", brokenPrerequisite: "S2"), .skipped,
                skipped: "in other words"),
            result(
                "d", RuleReference(number: "N1", title: "a snapshot"), .skipped,
                skipped: "not judged: it has none"),
            result("e: of no rule", nil, .passed),
        ])
        #expect(
            shown == """
                ✔ kept            S2   it is: saved (soon)  (2 trials, 1.000 s)
                – not judged      S13  no kill – S2 is broken
                – not applicable  N1   a snapshot – not judged: it has none

                """)
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
