@testable import CrashStates
import Testing
import TestSupport

@testable import Relaunch

@Suite struct ConsoleReporterTests {
    private func output(_ events: [Event], _ style: ConsoleStyle = ConsoleStyle()) throws -> String
    {
        var output = ""
        try events.report(to: ConsoleReporter(write: { output += $0 }, style: style))
        return output
    }

    @Test func aRunInAPipe() throws {
        try expectGolden(output(SampleRun.events), "console.txt")
    }

    @Test func aVerboseRunWithColors() throws {
        let style = ConsoleStyle(usesColor: true, isVerbose: true)
        try expectGolden(output(SampleRun.events, style), "console-verbose-color.txt")
    }

    @Test func plainOutputHasNoEscapeSequences() throws {
        #expect(try !output(SampleRun.events).unicodeScalars.contains("\u{1B}"))
    }

    @Test func hostileTextCannotActOnATerminalOrACISystem() throws {
        let text = try output(Hostile.events, ConsoleStyle(isVerbose: true))
        for scalar in text.unicodeScalars where scalar != "\n" {
            let properties = scalar.properties
            let acts =
                [.control, .format, .lineSeparator, .paragraphSeparator]
                .contains(properties.generalCategory) || properties.isNoncharacterCodePoint
            #expect(!acts, "U+\(String(scalar.value, radix: 16))")
        }
        for line in text.split(separator: "\n") {
            #expect(!line.drop { $0 == " " }.hasPrefix("::"), "\(line)")
            #expect(!line.contains("##[") && !line.contains("##vso["), "\(line)")
        }
        #expect(text.contains("\\u{1B}[2J"))
    }

    /// At the end, as in the report of the case.
    @Test func aListIsAListInTheSummary() throws {
        let identity = CaseIdentity(
            file: "Scenarios/Notes.swift", suite: "Notes", scenario: "a list", branches: [], line: 4
        )
        let result = CaseResult(
            identity: identity, verdict: .failed, seconds: 1, seed: 1,
            failures: [
                Failure(
                    blame: .target, message: "other files",
                    expected: "- \"a\"\n- \"b\"", actual: "\"c\"")
            ], replay: "relaunch replay")
        let summary = RunSummary(verdicts: [.failed: 1], seconds: 1, exitCode: .failed)
        let events = [
            Event(time: 0, kind: .caseFinished(result)),
            Event(time: 1, kind: .runFinished(summary)),
        ]
        try TestSupport.expectGolden(output(events))
    }

    private static let flaky = [
        Event(time: 0, kind: .caseFinished(SampleRun.flaky)),
        Event(
            time: 1,
            kind: .runFinished(
                RunSummary(verdicts: [.flaky: 1], seconds: 1, exitCode: .failed))),
    ]

    @Test func aFlakyCaseIsNeverSilent() throws {
        try expectGolden(output(Self.flaky))
    }

    @Test func longOutputShowsItsEnd() throws {
        var result = SampleRun.errored
        result.failures[0].output = (1...1000).map { "line \($0)\n" }.joined()
        let text = try output([Event(time: 0, kind: .caseFinished(result))])
        try expectGolden(text)
    }

    @Test func suitesOfOneNameAreToldApart() throws {
        var events = SampleRun.events
        let other = SuiteDescription(
            name: "Notes", file: "Other.swift",
            target: TargetDescription(driver: "app", executable: "notes"), scenarios: [])
        events.insert(Event(time: 0, kind: .suiteFound(other)), at: 1)
        #expect(
            try output(events).contains("Notes (Scenarios/Notes.swift) › "))
    }

    @Test(arguments: [
        (
            RunSummary(verdicts: [.passed: 1], seconds: 1, exitCode: .passed),
            "✔ 1 passed in 1.000 s"
        ),
        (
            RunSummary(verdicts: [:], seconds: 0, exitCode: .nothingSelected),
            "✘ 0 passed in 0.000 s · exit code 4: nothing was selected, or not all that was named"
        ),
        (
            RunSummary(
                verdicts: [.passed: 2, .failed: 1], failedFiles: 1, seconds: 3.14159,
                exitCode: .interrupted, interruption: "SIGINT"),
            "✘ 2 passed, 1 failed, 1 file without a result in 3.142 s · stopped early: SIGINT · "
                + "exit code 130: interrupted; the results so far are kept"
        ),
    ])
    func theLastLine(summary: RunSummary, line: String) throws {
        let output = try output([Event(time: 0, kind: .runFinished(summary))])
        #expect(output.split(separator: "\n").last == Substring(line))
    }
}
