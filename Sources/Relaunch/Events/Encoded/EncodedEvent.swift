/// An event as it is written: the model of the stream, apart from the types inside.
///
/// What these types and their members are called is the format. `Documentation.docc/events.schema.json`
/// describes it for readers in other languages, and a test holds the two against each other. A rename
/// of ``Event`` or of what it carries changes the conversions here and no line of a stream.
package struct EncodedEvent: Sendable, Codable {
    /// The version of the format. It changes only when a reader of the old one would be misled.
    static let version = 1

    /// Seconds since the run started.
    var time: Double
    var content: Content

    /// What kind of event it is, with the members that the kind has.
    enum Content: Sendable {
        case runStarted(EncodedRun)
        case suiteFound(EncodedSuite)
        case fileProgress(EncodedFileProgress)
        case fileFailed(EncodedFileFailure)
        case caseStarted(EncodedCase)
        case stepStarted(EncodedCase, EncodedStepStart)
        case stepEnded(EncodedCase, EncodedStepEnd)
        case expectationFailed(EncodedCase, EncodedFailure)
        case sweepProgress(EncodedCase, EncodedProgress)
        case caseFinished(EncodedResult)
        case note(String)
        case runFinished(EncodedSummary)
    }

    /// The values of the member `event`.
    enum Name: String, CaseIterable {
        case runStarted, suiteFound, fileProgress, fileFailed, caseStarted, stepStarted, stepEnded
        case expectationFailed, sweepProgress, caseFinished, note, runFinished
    }

    /// A kind of event that this version does not know; readers skip it.
    struct UnknownName: Error {
        var name: String
    }

    private enum CodingKeys: String, CodingKey {
        case version, event, time, run, suite, file, failure, identity = "case", result, text,
            summary
        case step, progress
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func member<Value: Decodable>(_ key: CodingKeys) throws -> Value {
            try container.decode(Value.self, forKey: key)
        }
        time = try member(.time)
        let name: String = try member(.event)
        content =
            switch Name(rawValue: name) {
            case .runStarted: .runStarted(try member(.run))
            case .suiteFound: .suiteFound(try member(.suite))
            case .fileProgress: .fileProgress(try member(.file))
            case .fileFailed: .fileFailed(try member(.failure))
            case .caseStarted: .caseStarted(try member(.identity))
            case .stepStarted: .stepStarted(try member(.identity), try member(.step))
            case .stepEnded: .stepEnded(try member(.identity), try member(.step))
            case .expectationFailed:
                .expectationFailed(try member(.identity), try member(.failure))
            case .sweepProgress: .sweepProgress(try member(.identity), try member(.progress))
            case .caseFinished: .caseFinished(try member(.result))
            case .note: .note(try member(.text))
            case .runFinished: .runFinished(try member(.summary))
            case nil: throw UnknownName(name: name)
            }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(Self.version, forKey: .version)
        try container.encode(time, forKey: .time)
        try container.encode(content.name.rawValue, forKey: .event)
        switch content {
        case .runStarted(let run): try container.encode(run, forKey: .run)
        case .suiteFound(let suite): try container.encode(suite, forKey: .suite)
        case .fileProgress(let file): try container.encode(file, forKey: .file)
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

extension EncodedEvent.Content {
    var name: EncodedEvent.Name {
        switch self {
        case .runStarted: .runStarted
        case .suiteFound: .suiteFound
        case .fileProgress: .fileProgress
        case .fileFailed: .fileFailed
        case .caseStarted: .caseStarted
        case .stepStarted: .stepStarted
        case .stepEnded: .stepEnded
        case .expectationFailed: .expectationFailed
        case .sweepProgress: .sweepProgress
        case .caseFinished: .caseFinished
        case .note: .note
        case .runFinished: .runFinished
        }
    }
}
