/// Something that happened in a run.
///
/// The stream of events is Relaunch's machine interface: every report is made from it, and
/// `relaunch run --events FILE` writes it as JSON Lines, one event a line. ``EventStream`` writes and
/// reads the lines.
public struct Event: Sendable, Equatable {
    /// Seconds since the run started.
    public var time: Double
    /// What happened, with all that is known of it.
    public var kind: Kind

    /// An event at a time in seconds since the run started.
    public init(time: Double, kind: Kind) {
        self.time = time
        self.kind = kind
    }

    /// What can happen in a run. New kinds may be added: a `switch` needs a `default`.
    public enum Kind: Sendable, Equatable {
        /// The first event of every run.
        case runStarted(RunDescription)
        /// A file was compiled and named its suite.
        case suiteFound(SuiteDescription)
        /// A file has come to its next stage: it is compiled, its target is built, or it runs.
        case fileProgress(FileProgress)
        /// A file has no result: it did not compile, defines no suite, or its process ended early.
        case fileFailed(FileFailure)
        /// A case begins: its first launch comes next.
        case caseStarted(CaseIdentity)
        /// A step of a case begins. Steps in the states of a sweep are not reported.
        case stepStarted(CaseIdentity, StepStart)
        /// A step of a case has ended, or the case has ended in it.
        case stepEnded(CaseIdentity, StepEnd)
        /// A case has failed, or a sweep has found one more way to fail; its verdict comes later.
        case expectationFailed(CaseIdentity, Failure)
        /// How far a sweep is: at its beginning, at its end, and some ten times a second between.
        case sweepProgress(CaseIdentity, SweepProgress)
        /// A case has its verdict. No event of this case follows.
        case caseFinished(CaseResult)
        /// Something that a person should know and that changes no verdict.
        case note(String)
        /// The last event of every run, an interrupted one too.
        case runFinished(RunSummary)
    }
}
