@testable import CrashStates
import Testing
import TestSupport

@testable import Relaunch

/// What a terminal shows at its foot while a run goes on.
@Suite struct ProgressScreenTests {
    private func progress(_ events: [Event]) -> RunProgress {
        var progress = RunProgress()
        for event in events { progress.take(event) { "\($0.suite) › \($0.title)" } }
        return progress
    }

    private func expectScreens(_ progress: RunProgress, at time: Double, rows: Int = 24) throws {
        for width in [80, 40] {
            for usesColor in [false, true] {
                let lines = ProgressScreen.rows(
                    of: progress, at: time, width: width, rows: rows,
                    style: ConsoleStyle(usesColor: usesColor)
                ).map(\.text)
                let screen = TerminalScreen(lines.joined(separator: "\n"), columns: width)
                #expect(screen.text.split(separator: "\n").allSatisfy { $0.count < width })
                try expectGolden(
                    lines.joined(separator: "\n").replacing("\u{1B}", with: "␛"),
                    of: "\(width) columns\(usesColor ? ", colored" : "")")
            }
        }
    }

    private static let sweep = SampleRun.identity(
        "a save that is cut short leaves the old draft or the new one", line: 20)

    private func started(_ files: [String]) -> Event {
        Event(
            time: 0,
            kind: .runStarted(RunDescription(relaunch: "1.0.0", seed: 42, jobs: 2, files: files)))
    }

    private func found(_ count: Int, in file: String = SampleRun.notes) -> Event {
        let scenarios = (1...count).map { ScenarioDescription(name: "scenario \($0)", line: $0) }
        return Event(
            time: 1,
            kind: .suiteFound(
                SuiteDescription(
                    name: "Notes", file: file,
                    target: TargetDescription(driver: "app", executable: "notes"),
                    scenarios: scenarios)))
    }

    private func stage(_ file: String, _ stage: FileProgress.Stage, _ time: Double) -> Event {
        Event(time: time, kind: .fileProgress(FileProgress(file: file, stage: stage)))
    }

    @Test func aSweepOfAThousandStates() throws {
        let step = StepStart(number: 5, count: 8, text: "Sweep(.system) { Background() }")
        let events = [
            started([SampleRun.notes]), found(202),
            Event(time: 2, kind: .caseFinished(SampleRun.passed)),
            Event(time: 2, kind: .caseFinished(SampleRun.failed)),
            Event(time: 3, kind: .caseStarted(Self.sweep)),
            Event(time: 4, kind: .stepStarted(Self.sweep, step)),
            Event(
                time: 70,
                kind: .sweepProgress(
                    Self.sweep, SweepProgress(done: 312, total: 1000, isEstimated: true))),
            SampleRun.started(60, "a draft survives", line: 12),
            Event(
                time: 61,
                kind: .stepStarted(
                    SampleRun.identity("a draft survives", line: 12),
                    StepStart(number: 3, count: 7, text: "Launch()"))),
        ]
        try expectScreens(progress(events), at: 75.4)
    }

    @Test func filesThatAreCompiled() throws {
        let files = ["Scenarios/Notes.swift", "Scenarios/CrashRule.swift", "Scenarios/Git.swift"]
        let events = [
            started(files), stage(files[0], .compiling, 0), stage(files[1], .compiling, 0),
            stage(files[0], .starting, 9), found(12, in: files[0]),
            stage(files[0], .buildingTarget, 10),
        ]
        try expectScreens(progress(events), at: 18)
    }

    @Test func aFileThatIsCompiledAndWaitsIsNotShown() throws {
        let files = ["Scenarios/Notes.swift", "Scenarios/CrashRule.swift"]
        let events = [
            started(files), stage(files[0], .compiling, 0), stage(files[1], .compiling, 0),
            stage(files[0], .starting, 9), stage(files[1], .compiled, 12),
        ]
        let rows = ProgressScreen.rows(
            of: progress(events), at: 18, width: 80, rows: 10, style: ConsoleStyle())
        #expect(rows.contains { "\($0)".contains("Notes.swift") })
        #expect(!rows.contains { "\($0)".contains("CrashRule.swift") })
    }

    @Test func moreThanThereAreRowsFor() throws {
        let cases = (1...20).map { SampleRun.started(Double($0), "scenario \($0)", line: $0) }
        try expectScreens(progress([started([SampleRun.notes]), found(20)] + cases), at: 3700)
        let few = ProgressScreen.rows(
            of: progress(cases), at: 3700, width: 80, rows: 3, style: ConsoleStyle())
        #expect(few.count == 2)
    }

    @Test func anAuditCountsRules() throws {
        let rules = ["R1", "R1", "S2"].enumerated().map { index, number in
            ScenarioDescription(
                name: "\(number) \(index)", line: 1,
                rule: RuleReference(number: number, title: "a rule"))
        }
        var kept = SampleRun.passed
        kept.rule = rules[2].rule
        let events = [
            started(["timer"]),
            Event(
                time: 1,
                kind: .suiteFound(
                    SuiteDescription(
                        name: "audit of timer", file: "timer",
                        target: TargetDescription(driver: "app", executable: "timer"),
                        scenarios: rules))),
            Event(time: 2, kind: .caseFinished(kept)),
        ]
        try expectScreens(progress(events), at: 61)
    }

    @Test func branchesOfAScenarioCountAsCases() {
        let first = SampleRun.identity("scenario 1", line: 1)
        var branch = first
        branch.branches = ["torn"]
        let events = [
            started([SampleRun.notes]), found(2), Event(time: 2, kind: .caseStarted(first)),
            Event(time: 3, kind: .caseStarted(branch)),
        ]
        #expect(progress(events).total == 3)
        #expect(progress(events).isTotalOpen == false)
    }

    @Test func wideCharactersDoNotBreakARow() {
        let wide = String(repeating: "漢字🎉", count: 20)
        let rows = ProgressScreen.rows(
            of: progress([SampleRun.started(0, wide, line: 1)]), at: 1, width: 30, rows: 24,
            style: ConsoleStyle()
        ).map(\.text)
        #expect(rows.allSatisfy { ColumnWidth.of($0) < 30 })
        #expect(rows.last?.hasSuffix("…") == true)
    }
}
