import CrashStates
import Foundation
import Relaunch
import Testing

/// The table of what was measured.
@Suite struct MeasurementReporterTests {
    private func finished(_ suite: String, _ rows: [MeasuredValue], skipped: String? = nil) -> Event
    {
        let identity = CaseIdentity(
            file: "A.swift", suite: suite, scenario: "a", branches: [], line: 1)
        return Event(
            time: 0,
            kind: .caseFinished(
                CaseResult(
                    identity: identity, verdict: .passed, seconds: 0, seed: 1, skipped: skipped,
                    replay: "", measurements: rows)))
    }

    @Test func `rows are in order, and what is not measured is told`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/new/table.md"
        let reporter = try MeasurementReporter(path: path)
        let rows = [
            MeasuredValue(program: "Vim", version: "9.0", question: "2. b", value: "a | b"),
            MeasuredValue(
                program: "Vim", version: "9.0", setting: "-n", question: "1. a", value: "nothing",
                detail: "two\nlines"),
            MeasuredValue(program: "Emacs", version: "28.2", question: "1. a", value: "<all>"),
        ]
        for row in rows { try reporter.receive(finished("Editors", [row])) }
        try reporter.receive(finished("Nano", [], skipped: "there is no 'nano' on the PATH"))
        try reporter.receive(
            Event(
                time: 1,
                kind: .runFinished(RunSummary(verdicts: [:], seconds: 1, exitCode: .passed))))
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        #expect(
            lines.filter { $0.hasPrefix("|") }.dropFirst(2) == [
                "| Emacs | 28.2 | as it comes | 1. a | &lt;all> |",
                "| Vim | 9.0 | -n | 1. a | nothing (two\\nlines) |",
                "| Vim | 9.0 | as it comes | 2. b | a \\| b |",
            ])
        #expect(lines.last == "- Nano: there is no 'nano' on the PATH")
    }
}
