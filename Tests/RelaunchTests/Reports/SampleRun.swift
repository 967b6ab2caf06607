@testable import CrashStates
import Relaunch

/// A run in which everything that a report can show happens once.
enum SampleRun {
    static let notes = "Scenarios/Notes.swift"

    static let events: [Event] = [
        Event(
            time: 0,
            kind: .runStarted(
                RunDescription(
                    relaunch: "1.0.0", seed: 42, jobs: 2,
                    files: [notes, "Scenarios/Broken.swift", "Scenarios/Gone.swift"]))),
        Event(
            time: 0.25,
            kind: .suiteFound(
                SuiteDescription(
                    name: "Notes", file: notes,
                    target: TargetDescription(driver: "app", executable: "notes"),
                    scenarios: [ScenarioDescription(name: "a draft survives", line: 12)]))),
        Event(time: 0.26, kind: .fileFailed(broken)),
        started(0.30, "a draft survives", line: 12),
        started(0.30, "a draft is found again", line: 30),
        Event(time: 0.341, kind: .caseFinished(passed)),
        Event(time: 0.42, kind: .caseFinished(failed)),
        Event(time: 0.43, kind: .note("the device has no battery")),
        started(0.44, "nothing is checked", line: 50),
        Event(time: 0.51, kind: .caseFinished(vacuous)),
        Event(time: 0.52, kind: .caseFinished(errored)),
        Event(time: 0.53, kind: .caseFinished(skipped)),
        Event(time: 0.54, kind: .caseFinished(declined)),
        Event(time: 0.60, kind: .fileFailed(died)),
        Event(
            time: 0.7,
            kind: .runFinished(
                RunSummary(
                    verdicts: [.passed: 2, .failed: 1, .vacuous: 1, .errored: 1, .skipped: 1],
                    failedFiles: 2, seconds: 0.7, exitCode: .errored))),
    ]

    static func identity(
        _ scenario: String, branches: [String] = [], line: Int, file: String = notes,
        suite: String = "Notes"
    ) -> CaseIdentity {
        CaseIdentity(file: file, suite: suite, scenario: scenario, branches: branches, line: line)
    }

    static func started(_ time: Double, _ scenario: String, line: Int) -> Event {
        Event(time: time, kind: .caseStarted(identity(scenario, line: line)))
    }

    static let passed = CaseResult(
        identity: identity("a draft survives", line: 12), verdict: .passed, seconds: 0.0412,
        seed: 1, timeline: [TimelineEntry(time: 0.01, text: "launched")],
        control: .detected("Expect(.restored)"),
        replay: "relaunch replay 'Scenarios/Notes.swift::a draft survives'", launches: 2,
        notes: ["the launch took 0.9 s of the 1 s it has"])

    static let failed = CaseResult(
        identity: identity("a draft is found again", branches: ["call 7 of 9"], line: 30),
        verdict: .failed, seconds: 0.12, seed: 7, isRandom: true,
        failures: [
            Failure(
                blame: .target,
                location: FileLocation(file: notes, line: 37, column: 9),
                step: #"Expect("editor.text", equals: "milk")"#,
                message: "the value at editor.text is another one", expected: #""milk""#,
                actual: #""bread""#, difference: #"  editor.text: "milk" → "bread""#,
                killPoint: "in the background, by SIGKILL",
                output: "starting\nrestoring 3 notes\nwarning: the archive is old\n"),
            Failure(
                blame: .target,
                location: FileLocation(file: notes, line: 38, column: 9),
                step: "Expect(.snapshotShown)", message: "no snapshot was shown"),
        ],
        timeline: [
            TimelineEntry(time: 0, text: "launched as process 4711"),
            TimelineEntry(time: 0.08, text: "killed by SIGKILL, proved dead"),
            TimelineEntry(time: 0.09, text: "launched as process 4712"),
        ],
        control: .notRun, container: "/var/tmp/relaunch/kept/1",
        replay: "relaunch replay --seed 7 'Scenarios/Notes.swift::a draft is found again'")

    static let vacuous = CaseResult(
        identity: identity("nothing is checked", line: 50), verdict: .vacuous, seconds: 0.06,
        seed: 3, control: .passed,
        replay: "relaunch replay 'Scenarios/Notes.swift::nothing is checked'")

    static let errored = CaseResult(
        identity: identity("it waits forever", line: 60), verdict: .errored, seconds: 5,
        seed: 4,
        failures: [
            Failure(
                blame: .harness, message: "the target was not proved dead within 5 s",
                killPoint: "while saving, at the checkpoint 'commit', by SIGKILL")
        ],
        replay: "relaunch replay 'Scenarios/Notes.swift::it waits forever'")

    static let skipped = CaseResult(
        identity: identity("power loss", line: 70), verdict: .skipped, seconds: 0, seed: 5,
        skipped: "this machine cannot trace processes",
        replay: "relaunch replay 'Scenarios/Notes.swift::power loss'")

    static let flaky: CaseResult = {
        var result = failed
        result.identity = identity("a draft comes and goes", line: 90)
        result.verdict = .flaky
        result.attempts = 2
        return result
    }()

    static let declined = CaseResult(
        identity: identity("it starts", line: 80), verdict: .passed, seconds: 0.01, seed: 6,
        control: .declined("it saves nothing"),
        replay: "relaunch replay 'Scenarios/Notes.swift::it starts'")

    static let broken = FileFailure(
        file: "Scenarios/Broken.swift", reason: .didNotCompile,
        message: """
            Scenarios/Broken.swift:3:21: error: cannot find 'Sweet' in scope
            1 | import Relaunch
            """)

    static let died = FileFailure(
        file: "Scenarios/Gone.swift", reason: .died, message: "it was ended by SIGILL",
        unfinished: [identity("left behind", line: 9, file: "Scenarios/Gone.swift", suite: "Gone")])
}

extension [Event] {
    /// Gives every event to a reporter.
    func report(to reporter: some Reporter) throws {
        for event in self { try reporter.receive(event) }
    }
}

/// What a target may print to fool whoever reads the report.
enum Hostile {
    static let text = """
        \u{1B}[2J\u{1B}]0;owned\u{7}cleared \u{9B}31m
        ::error file=passwd::injected
           ::set-env name=PATH::/tmp
        before ##[error]injected and ##vso[task.complete]
        ]]></failure><script>alert(1)</script>&amp;
        [[ATTACHMENT|/etc/passwd]]
        abc\rdef\u{0}\u{8}\u{FFFE}\u{FFFF}\u{202E}drow
        """

    static let result = CaseResult(
        identity: SampleRun.identity(
            "name\u{1B}[31m\n::error::x,y:z%0A", branches: ["<b> & 'c'"], line: 1,
            file: "a,b:c%.swift", suite: "S\n::error::"),
        verdict: .failed, seconds: .infinity, seed: 1,
        failures: [
            Failure(
                blame: .target, step: text, message: text, expected: text, actual: text,
                difference: text, killPoint: text, output: text)
        ],
        timeline: [TimelineEntry(time: .nan, text: text)], control: .errored(text),
        container: text, replay: text, notes: [text])

    static let events: [Event] = [
        Event(
            time: 0,
            kind: .runStarted(RunDescription(relaunch: text, seed: 1, jobs: 1, files: [text]))),
        Event(time: 0, kind: .caseStarted(result.identity)),
        Event(time: 0, kind: .caseFinished(result)),
        Event(time: 0, kind: .note(text)),
        Event(
            time: 0,
            kind: .fileFailed(
                FileFailure(
                    file: text, reason: .didNotCompile, message: text,
                    unfinished: [result.identity]))),
        Event(
            time: 0, kind: .fileFailed(FileFailure(file: text, reason: .died, message: text))),
        Event(
            time: 0,
            kind: .runFinished(
                RunSummary(
                    verdicts: [.failed: 1], seconds: 1, exitCode: .failed, interruption: text))),
    ]
}
