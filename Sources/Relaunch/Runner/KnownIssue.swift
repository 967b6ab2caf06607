extension CaseResult {
    /// What is left of failures where the target is known to fail the scenario: nothing where it does, and
    /// that it does not where it passes.
    mutating func withoutKnownIssue(_ failures: [Failure], of scenario: Scenario) -> [Failure] {
        guard let issue = scenario.knownIssue else { return failures }
        guard let first = failures.first else {
            return [
                Failure(
                    blame: .scenario, kind: .wrongUse, location: scenario.location,
                    step: "Scenario",
                    message: "the known issue does not show any more: take `knownIssue:` away",
                    expected: "the target fails: \(issue)", actual: "it passes")
            ]
        }
        guard failures.allSatisfy({ $0.blame == .target }) else { return failures }
        notes.append("known issue: \(issue) – \(first.message)")
        if let container { try? Container(existing: container).remove() }
        container = nil
        return []
    }

    /// Says what was measured of the sweep that the case has ended with.
    mutating func measure(_ failures: [Failure]) {
        for index in measurements.indices where measurements[index].value.isEmpty {
            let states = sweep.map { "\($0.states) states" } ?? "the steps that follow"
            let broken = failures.reduce(0) { $0 + $1.count }
            measurements[index].value =
                failures.isEmpty ? "holds in \(states)" : "broken in \(broken) of \(states)"
            guard let first = failures.first else { continue }
            let found = first.actual.map { ": \(VisibleText.line($0))" } ?? ""
            measurements[index].detail = shortened(first.message + found, to: 300)
        }
    }
}
