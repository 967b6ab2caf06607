/// Something that happened in a run.
///
/// The stream of events is Relaunch's machine interface: every report is made from it, and
/// `relaunch run --events FILE` writes it as JSON Lines, one event a line. Decoders ignore members and
/// kinds that they do not know.
public struct Event: Sendable, Codable, Equatable {
    /// The version of the format. It changes only when a reader of the old one would be misled.
    public static let version = 1

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

    private enum CodingKeys: String, CodingKey {
        case version, event, time, run, suite, failure, identity = "case", result, text, summary
        case step, progress
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        time = try container.decode(Double.self, forKey: .time)
        let name = try container.decode(String.self, forKey: .event)
        kind =
            switch name {
            case "runStarted":
                .runStarted(try container.decode(RunDescription.self, forKey: .run))
            case "suiteFound":
                .suiteFound(try container.decode(SuiteDescription.self, forKey: .suite))
            case "fileFailed":
                .fileFailed(try container.decode(FileFailure.self, forKey: .failure))
            case "caseStarted":
                .caseStarted(try container.decode(CaseIdentity.self, forKey: .identity))
            case "stepStarted":
                .stepStarted(
                    try container.decode(CaseIdentity.self, forKey: .identity),
                    try container.decode(StepStart.self, forKey: .step))
            case "stepEnded":
                .stepEnded(
                    try container.decode(CaseIdentity.self, forKey: .identity),
                    try container.decode(StepEnd.self, forKey: .step))
            case "expectationFailed":
                .expectationFailed(
                    try container.decode(CaseIdentity.self, forKey: .identity),
                    try container.decode(Failure.self, forKey: .failure))
            case "sweepProgress":
                .sweepProgress(
                    try container.decode(CaseIdentity.self, forKey: .identity),
                    try container.decode(SweepProgress.self, forKey: .progress))
            case "caseFinished":
                .caseFinished(try container.decode(CaseResult.self, forKey: .result))
            case "note": .note(try container.decode(String.self, forKey: .text))
            case "runFinished":
                .runFinished(try container.decode(RunSummary.self, forKey: .summary))
            default: throw UnknownEvent(name: name)
            }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(Self.version, forKey: .version)
        try container.encode(time, forKey: .time)
        try container.encode(kind.name, forKey: .event)
        switch kind {
        case .runStarted(let run): try container.encode(run, forKey: .run)
        case .suiteFound(let suite): try container.encode(suite, forKey: .suite)
        case .fileFailed(let failure): try container.encode(failure, forKey: .failure)
        case .caseStarted(let identity): try container.encode(identity, forKey: .identity)
        case .stepStarted(let identity, let step):
            try container.encode(identity, forKey: .identity)
            try container.encode(step, forKey: .step)
        case .stepEnded(let identity, let step):
            try container.encode(identity, forKey: .identity)
            try container.encode(step, forKey: .step)
        case .expectationFailed(let identity, let failure):
            try container.encode(identity, forKey: .identity)
            try container.encode(failure, forKey: .failure)
        case .sweepProgress(let identity, let progress):
            try container.encode(identity, forKey: .identity)
            try container.encode(progress, forKey: .progress)
        case .caseFinished(let result): try container.encode(result, forKey: .result)
        case .note(let text): try container.encode(text, forKey: .text)
        case .runFinished(let summary): try container.encode(summary, forKey: .summary)
        }
    }
}

extension Event.Kind {
    /// The value of the member `event` in the machine format.
    public var name: String {
        switch self {
        case .runStarted: "runStarted"
        case .suiteFound: "suiteFound"
        case .fileFailed: "fileFailed"
        case .caseStarted: "caseStarted"
        case .stepStarted: "stepStarted"
        case .stepEnded: "stepEnded"
        case .expectationFailed: "expectationFailed"
        case .sweepProgress: "sweepProgress"
        case .caseFinished: "caseFinished"
        case .note: "note"
        case .runFinished: "runFinished"
        }
    }
}

/// A kind of event that this version does not know; readers skip it.
public struct UnknownEvent: Error, CustomStringConvertible {
    /// The name that the stream has for the kind.
    public var name: String
    public var description: String { "unknown event '\(name)'" }
}
