import CrashStates

/// What became of a case.
public enum Verdict: String, Sendable, CaseIterable {
    /// Every expectation held, and the control, where there is one, failed as it should.
    case passed
    /// The target is wrong.
    case failed
    /// The harness or the scenario is wrong.
    case errored
    /// It did not run, and the result says why.
    case skipped
    /// It passed, and its control passed too: its expectations prove nothing.
    case vacuous
    /// It did not pass at first, and passed when it was run again: see ``CaseResult/attempts``.
    case flaky
}

/// The result of a case.
public struct CaseResult: Sendable, Equatable {
    /// Which case it is the result of.
    public var identity: CaseIdentity
    /// What became of the case.
    public var verdict: Verdict
    /// How long the case took, with its control.
    public var seconds: Double
    /// The run's seed: the case's random choices come from it and from the scenario's name.
    public var seed: UInt64
    /// Whether the case made a random choice, so that its seed matters.
    public var isRandom: Bool
    /// What was wrong: in the last attempt, or where it is flaky in the first. Empty where it passed at
    /// once.
    public var failures: [Failure]
    /// What happened, in order.
    public var timeline: [TimelineEntry]
    /// What the case's control showed.
    public var control: ControlResult
    /// Why it was skipped.
    public var skipped: String?
    /// Where the container was kept.
    public var container: String?
    /// The command that runs exactly this case again.
    public var replay: String
    /// Relaunches that the case made, the control's not counted.
    public var launches: Int
    /// How often it was run until it passed, or until no attempt was left.
    public var attempts: Int
    /// Things that a person should know and that change no verdict.
    public var notes: [String]
    /// The rule that it is a trial of, in an audit.
    public var rule: RuleReference?
    /// What its sweep has visited; nil where it has none.
    public var sweep: SweepCount?
    /// What it has found out about the program, by ``Measure``.
    public var measurements: [MeasuredValue]
    /// What clients have asked at the same time, by ``Concurrently``.
    public var history: [ClientAction]

    /// The result of a case. What is left out is empty, or did not happen.
    public init(
        identity: CaseIdentity, verdict: Verdict, seconds: Double, seed: UInt64,
        isRandom: Bool = false, failures: [Failure] = [], timeline: [TimelineEntry] = [],
        control: ControlResult = .notNeeded, skipped: String? = nil, container: String? = nil,
        replay: String, launches: Int = 0, attempts: Int = 1, notes: [String] = [],
        rule: RuleReference? = nil, sweep: SweepCount? = nil, measurements: [MeasuredValue] = [],
        history: [ClientAction] = []
    ) {
        self.measurements = measurements
        self.history = history
        self.rule = rule
        self.sweep = sweep
        self.identity = identity
        self.verdict = verdict
        self.seconds = seconds
        self.seed = seed
        self.isRandom = isRandom
        self.failures = failures
        self.timeline = timeline
        self.control = control
        self.skipped = skipped
        self.container = container
        self.replay = replay
        self.launches = launches
        self.attempts = attempts
        self.notes = notes
    }
}

/// One thing that was wrong.
public struct Failure: Sendable, Equatable {
    /// Whose fault it is.
    public enum Blame: String, Sendable, Codable {
        /// The program under test.
        case target
        /// The scenario file.
        case scenario
        /// Relaunch itself, or the machine that it runs on.
        case harness
    }

    /// Who has to mend it.
    public var blame: Blame
    /// What kind of thing went wrong.
    public var kind: Kind
    /// The step that failed.
    public var location: FileLocation?
    /// The step as it would be written, such as `Expect("editor.text", equals: "milk")`.
    public var step: String
    /// One sentence that says what is wrong.
    public var message: String
    /// What should have been, where that can be said in a few words.
    public var expected: String?
    /// What was there instead.
    public var actual: String?
    /// A readable difference of two JSON values or texts, over several lines.
    public var difference: String?
    /// The call that was made to fail, in words.
    public var fault: String?
    /// Where the target was killed last, in words.
    public var killPoint: String?
    /// The fewest steps that were found to lead to the same, where the case has more.
    public var fewest: String?
    /// The end of what the target had written on its outputs.
    public var output: String?
    /// The last messages between Relaunch and the target before a deadline passed or the protocol was
    /// broken, for people: `→` is sent to the target, `←` received from it.
    public var messages: [String]
    /// The command that shows this failure alone, where its case has several.
    public var replay: String?
    /// How many branches of the case failed in this way.
    public var count: Int
    /// Whether these are images of a real disk.
    public var isOnRealDisk: Bool

    /// - Parameter kind: nil for the usual one of whoever is to blame.
    public init(
        blame: Blame, kind: Kind? = nil, location: FileLocation? = nil, step: String = "",
        message: String, expected: String? = nil, actual: String? = nil, difference: String? = nil,
        fault: String? = nil, killPoint: String? = nil, fewest: String? = nil,
        output: String? = nil,
        messages: [String] = [], replay: String? = nil, count: Int = 1,
        isOnRealDisk: Bool = false
    ) {
        self.blame = blame
        self.kind = kind ?? .usual(for: blame)
        self.location = location
        self.step = step
        self.message = message
        self.expected = expected
        self.actual = actual
        self.difference = difference
        self.fault = fault
        self.killPoint = killPoint
        self.fewest = fewest
        self.output = output
        self.messages = messages
        self.replay = replay
        self.count = count
        self.isOnRealDisk = isOnRealDisk
    }
}

/// A line of a case's timeline.
public struct TimelineEntry: Sendable, Equatable {
    /// Seconds since the case started.
    public var time: Double
    /// What happened, as a person reads it.
    public var text: String

    /// An entry at a time in seconds since the case started.
    public init(time: Double, text: String) {
        self.time = time
        self.text = text
    }
}

/// What the control of a case said.
public enum ControlResult: Sendable, Equatable {
    /// The scenario never launches again after a death.
    case notNeeded
    /// Controls were turned off for this run, or the case did not pass.
    case notRun
    /// The scenario has none, and says why.
    case declined(String)
    /// Without the saved container an expectation failed, as it should; which one it was.
    case detected(String)
    /// Every expectation passed without the saved container: the case is vacuous.
    case passed
    /// It could not be carried out; why.
    case errored(String)
}

/// A scenario file without results.
public struct FileFailure: Sendable, Equatable {
    /// What kept a file from having results.
    public enum Reason: String, Sendable {
        /// The compiler refused it; `message` is what it said.
        case didNotCompile
        /// The file has no top-level `let NAME = Suite(…)`.
        case noSuite
        /// The file has more than one suite.
        case severalSuites
        /// The suite is wrong as a whole, for one because two scenarios have the same name.
        case wrongSuite
        /// Its process ended before the suite was done.
        case died
        /// The file is missing, or may not be read.
        case notReadable
        /// Its target could not be found or built.
        case noTarget
        /// The harness cannot go on: no compiler, no kit, no space.
        case harness
    }

    /// The scenario file, as it was named to the command.
    public var file: String
    /// What kind of obstacle it was.
    public var reason: Reason
    /// What is wrong and what to do about it, for people; of several lines where a compiler says
    /// it.
    public var message: String
    /// Cases of the file that have no result because of it.
    public var unfinished: [CaseIdentity]

    /// A file's failure. Nothing is checked.
    public init(file: String, reason: Reason, message: String, unfinished: [CaseIdentity] = []) {
        self.file = file
        self.reason = reason
        self.message = message
        self.unfinished = unfinished
    }
}

/// How a run ended.
public struct RunSummary: Sendable, Equatable {
    /// How many cases have each verdict.
    public var verdicts: [Verdict: Int]
    /// How many files have no result, or only a part of it.
    public var failedFiles: Int
    /// From the start of the run to its end.
    public var seconds: Double
    /// What the command exits with.
    public var exitCode: ExitCode
    /// The name of the signal that ended the run early, or the reason why it stopped.
    public var interruption: String?

    /// A summary. Nothing is checked.
    public init(
        verdicts: [Verdict: Int], failedFiles: Int = 0, seconds: Double, exitCode: ExitCode,
        interruption: String? = nil
    ) {
        self.verdicts = verdicts
        self.failedFiles = failedFiles
        self.seconds = seconds
        self.exitCode = exitCode
        self.interruption = interruption
    }

}

/// What the command's exit status means. Where several hold, an error goes before a file that did not
/// compile, and that before a failure.
public enum ExitCode: Int32, Sendable, Codable {
    /// Every scenario that ran passed.
    case passed = 0
    /// A scenario failed, or was vacuous; with `--fail-on-flaky` also where one was flaky.
    case failed = 1
    /// The harness or a scenario errored.
    case errored = 2
    /// Nothing was selected, or not all that was named.
    case nothingSelected = 4
    /// The command line is wrong. Nothing ran.
    case usage = 64
    /// A scenario file did not compile or defines no suite; the others still ran.
    case didNotCompile = 101
    /// SIGINT ended the run, as Control-C does. Results so far are kept.
    case interrupted = 130
    /// SIGTERM ended the run. Results so far are kept.
    case terminated = 143
}
