/// The result of a case: the member `result` of `caseFinished`.
struct EncodedResult: Sendable, Codable {
    var identity: EncodedCase
    var verdict: EncodedVerdict
    var seconds: Double
    var seed: UInt64
    var isRandom: Bool
    var failures: [EncodedFailure]
    var timeline: [EncodedTimelineEntry]
    var control: EncodedControl
    var skipped: String?
    var container: String?
    var replay: String
    var launches: Int
    /// Left out where there was one.
    var attempts: Int?
    var notes: [String]
    var rule: EncodedRule?
    var sweep: EncodedSweepCount?
    /// Left out where there are none.
    var measurements: [EncodedMeasurement]?
    /// Left out where there is none.
    var history: [EncodedClientAction]?

    init(_ result: CaseResult) {
        identity = EncodedCase(result.identity)
        verdict = EncodedVerdict(result.verdict)
        seconds = result.seconds
        seed = result.seed
        isRandom = result.isRandom
        failures = result.failures.map(EncodedFailure.init)
        timeline = result.timeline.map(EncodedTimelineEntry.init)
        control = EncodedControl(result.control)
        skipped = result.skipped
        container = result.container
        replay = result.replay
        launches = result.launches
        attempts = result.attempts == 1 ? nil : result.attempts
        notes = result.notes
        rule = result.rule.map(EncodedRule.init)
        sweep = result.sweep.map(EncodedSweepCount.init)
        measurements = result.measurements.map(EncodedMeasurement.init).nilWhereEmpty
        history = result.history.map(EncodedClientAction.init).nilWhereEmpty
    }

    var result: CaseResult {
        CaseResult(
            identity: identity.identity, verdict: verdict.verdict, seconds: seconds, seed: seed,
            isRandom: isRandom, failures: failures.map(\.failure), timeline: timeline.map(\.entry),
            control: control.control, skipped: skipped, container: container, replay: replay,
            launches: launches, attempts: attempts ?? 1, notes: notes, rule: rule?.reference,
            sweep: sweep?.count, measurements: measurements?.map(\.measurement) ?? [],
            history: history?.map(\.clientAction) ?? [])
    }
}

extension Array {
    fileprivate var nilWhereEmpty: Self? { isEmpty ? nil : self }
}

/// A line of a case's timeline.
struct EncodedTimelineEntry: Sendable, Codable {
    var time: Double
    var text: String

    init(_ entry: TimelineEntry) {
        time = entry.time
        text = entry.text
    }

    var entry: TimelineEntry { TimelineEntry(time: time, text: text) }
}

/// What became of a case.
enum EncodedVerdict: String, Sendable, Codable {
    case passed, failed, errored, skipped, vacuous, flaky

    init(_ verdict: Verdict) {
        self =
            switch verdict {
            case .passed: .passed
            case .failed: .failed
            case .errored: .errored
            case .skipped: .skipped
            case .vacuous: .vacuous
            case .flaky: .flaky
            }
    }

    var verdict: Verdict {
        switch self {
        case .passed: .passed
        case .failed: .failed
        case .errored: .errored
        case .skipped: .skipped
        case .vacuous: .vacuous
        case .flaky: .flaky
        }
    }
}

/// What the control of a case said: `{"outcome": "declined", "reason": "…"}`.
struct EncodedControl: Sendable, Codable {
    var outcome: Outcome
    /// With `declined`, `detected` and `errored`.
    var reason: String?

    enum Outcome: String, Sendable, Codable {
        case notNeeded, notRun, declined, detected, passed, errored
    }

    private enum CodingKeys: String, CodingKey { case outcome, reason }

    init(_ control: ControlResult) {
        (outcome, reason) =
            switch control {
            case .notNeeded: (.notNeeded, nil)
            case .notRun: (.notRun, nil)
            case .declined(let reason): (.declined, reason)
            case .detected(let step): (.detected, step)
            case .passed: (.passed, nil)
            case .errored(let reason): (.errored, reason)
            }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        outcome = try container.decode(Outcome.self, forKey: .outcome)
        reason =
            switch outcome {
            case .notNeeded, .notRun, .passed: nil
            case .declined, .detected, .errored:
                try container.decode(String.self, forKey: .reason)
            }
    }

    var control: ControlResult {
        switch outcome {
        case .notNeeded: .notNeeded
        case .notRun: .notRun
        case .declined: .declined(reason ?? "")
        case .detected: .detected(reason ?? "")
        case .passed: .passed
        case .errored: .errored(reason ?? "")
        }
    }
}
