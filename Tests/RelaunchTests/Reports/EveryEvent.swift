import Relaunch

/// Every kind of event, each with every member that it can have, and once with none that may be missing.
enum EveryEvent {
    static let events: [Event] = full + bare

    private static let location = FileLocation(
        fileID: "Scenarios/Notes.swift", file: SampleRun.notes, line: 15, column: 9)

    private static let identity = CaseIdentity(
        file: SampleRun.notes, suite: "Notes", scenario: "a draft survives",
        branches: ["after call 3 of 9", "once"], line: 12, round: 3)

    private static let rule = RuleReference(
        number: "S13", title: "no kill loses the state", trial: "walk 1", brokenPrerequisite: "S2")

    private static let failure = Failure(
        blame: .target, kind: .timedOut, location: location, step: "Launch()",
        message: "the launch was not complete", expected: "a launch", actual: "silence",
        difference: "- \"milk\"\n+ \"bread\"", fault: "the 2nd `write` fails with ENOSPC",
        killPoint: "in the background, by SIGKILL", fewest: "Perform(\"add\")",
        output: "starting\n",
        messages: ["0.004 s  → {}"],
        replay: "relaunch replay 'Scenarios/Notes.swift::a draft survives::after call 3 of 9'",
        count: 3, isOnRealDisk: true)

    private static let sweep = SweepCount(
        calls: 9, states: 12,
        realDisk: RealDiskCount(fileSystem: "ext4", images: 50, distinct: 7, undecided: 1))

    private static let measurement = MeasuredValue(
        program: "Redis", version: "7.0.15", setting: "RDB", question: "what is back",
        value: "nothing", detail: "the server writes after 60 s")

    private static let history = [
        ClientAction(
            client: 1, action: "set", arguments: ["key": "a"], asked: 0.5, answered: 0.75,
            answer: "OK"),
        ClientAction(client: 0, action: "set", arguments: [:], asked: 0.625),
    ]

    private static let full: [Event] = [
        Event(
            time: 0,
            kind: .runStarted(
                RunDescription(
                    relaunch: "1.0.0", seed: .max, jobs: 2, files: [SampleRun.notes], rounds: 5))),
        Event(
            time: 0.5,
            kind: .suiteFound(
                SuiteDescription(
                    name: "Notes", file: SampleRun.notes,
                    target: TargetDescription(
                        driver: "app", capabilities: [.state, .actions], executable: "notes",
                        updates: ["notes-2"]),
                    problem: "two scenarios have one name",
                    scenarios: [
                        ScenarioDescription(
                            name: "a draft survives", line: 12, problems: [failure],
                            skipped: "there is no 'strace' on the PATH", rule: rule)
                    ]))),
        Event(
            time: 0.75,
            kind: .fileProgress(FileProgress(file: SampleRun.notes, stage: .compiling))),
        Event(
            time: 1,
            kind: .fileFailed(
                FileFailure(
                    file: SampleRun.notes, reason: .died, message: "it was ended by SIGILL",
                    unfinished: [identity]))),
        Event(time: 1.5, kind: .caseStarted(identity)),
        Event(
            time: 2,
            kind: .stepStarted(
                identity, StepStart(number: 3, count: 8, text: "Launch()", location: location))),
        Event(
            time: 2.5,
            kind: .stepEnded(
                identity,
                StepEnd(number: 3, seconds: 0.25, hasFailed: true, launches: 4, crashes: 2))),
        Event(time: 3, kind: .expectationFailed(identity, failure)),
        Event(
            time: 3.5,
            kind: .sweepProgress(
                identity, SweepProgress(done: 312, total: 1000, isEstimated: true))),
        Event(time: 4, kind: .caseFinished(result(.failed, .notRun))),
        Event(time: 4.5, kind: .note("the device has no battery")),
        Event(
            time: 5,
            kind: .runFinished(
                RunSummary(
                    verdicts: Dictionary(
                        uniqueKeysWithValues: Verdict.allCases.enumerated().map { ($1, $0) }),
                    failedFiles: 1, seconds: 5, exitCode: .interrupted, interruption: "SIGINT"))),
    ]

    private static let bare: [Event] =
        [
            Event(
                time: 0,
                kind: .runStarted(
                    RunDescription(relaunch: "1.0.0", seed: 1, jobs: 1, files: [], rounds: nil))),
            Event(time: 0, kind: .caseFinished(result(.flaky, .notNeeded))),
            Event(
                time: 0,
                kind: .suiteFound(
                    SuiteDescription(
                        name: "Notes", file: SampleRun.notes,
                        target: TargetDescription(driver: "app", executable: "notes"),
                        scenarios: []))),
            Event(
                time: 0,
                kind: .stepStarted(identity, StepStart(number: 1, count: 1, text: "Launch()"))),
            Event(
                time: 0,
                kind: .sweepProgress(
                    identity, SweepProgress(done: 0, total: nil, isEstimated: true))),
        ]
        + [
            .notNeeded, .notRun, .declined("it saves nothing"), .detected("Expect(.restored)"),
            .passed, .errored("it was never launched"),
        ].map { (control: ControlResult) in
            Event(time: 0, kind: .caseFinished(result(.passed, control)))
        }
        + [Failure.Blame.target, .scenario, .harness].map { blame in
            Event(
                time: 0, kind: .expectationFailed(identity, Failure(blame: blame, message: "no")))
        }
        + [FileProgress.Stage.compiled, .starting, .buildingTarget, .running, .done].map { stage in
            Event(
                time: 0, kind: .fileProgress(FileProgress(file: SampleRun.notes, stage: stage)))
        }
        + [
            FileFailure.Reason.didNotCompile, .noSuite, .severalSuites, .wrongSuite, .died,
            .notReadable, .noTarget, .harness,
        ].map { reason in
            Event(
                time: 0,
                kind: .fileFailed(FileFailure(file: "A.swift", reason: reason, message: "no")))
        }
        + [
            ExitCode.passed, .failed, .errored, .nothingSelected, .usage, .didNotCompile,
            .interrupted, .terminated,
        ].map { code in
            Event(
                time: 0,
                kind: .runFinished(RunSummary(verdicts: [:], seconds: 0, exitCode: code)))
        }

    private static func result(_ verdict: Verdict, _ control: ControlResult) -> CaseResult {
        let isFull = verdict == .failed
        return CaseResult(
            identity: identity, verdict: verdict, seconds: 0.5, seed: 42, isRandom: isFull,
            failures: isFull ? [failure] : [],
            timeline: isFull ? [TimelineEntry(time: 0.125, text: "launched as process 4711")] : [],
            control: control, skipped: isFull ? "it is slow" : nil,
            container: isFull ? "/var/tmp/kept/1" : nil, replay: "relaunch replay", launches: 2,
            attempts: isFull ? 2 : 1, notes: isFull ? ["the launch took 0.9 s"] : [],
            rule: isFull ? rule : nil, sweep: isFull ? sweep : nil,
            measurements: isFull ? [measurement] : [], history: isFull ? history : [])
    }
}
