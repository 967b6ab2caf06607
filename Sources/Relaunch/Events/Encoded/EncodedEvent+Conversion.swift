extension EncodedEvent {
    /// The event as it is written.
    package init(_ event: Event) {
        time = event.time
        content = Content(event.kind)
    }

    /// The event that was written.
    package var event: Event { Event(time: time, kind: content.kind) }
}

extension EncodedEvent.Content {
    fileprivate init(_ kind: Event.Kind) {
        self =
            switch kind {
            case .runStarted(let run): .runStarted(EncodedRun(run))
            case .suiteFound(let suite): .suiteFound(EncodedSuite(suite))
            case .fileProgress(let file): .fileProgress(EncodedFileProgress(file))
            case .fileFailed(let failure): .fileFailed(EncodedFileFailure(failure))
            case .caseStarted(let identity): .caseStarted(EncodedCase(identity))
            case .stepStarted(let identity, let step):
                .stepStarted(EncodedCase(identity), EncodedStepStart(step))
            case .stepEnded(let identity, let step):
                .stepEnded(EncodedCase(identity), EncodedStepEnd(step))
            case .expectationFailed(let identity, let failure):
                .expectationFailed(EncodedCase(identity), EncodedFailure(failure))
            case .sweepProgress(let identity, let progress):
                .sweepProgress(EncodedCase(identity), EncodedProgress(progress))
            case .caseFinished(let result): .caseFinished(EncodedResult(result))
            case .note(let text): .note(text)
            case .runFinished(let summary): .runFinished(EncodedSummary(summary))
            }
    }

    fileprivate var kind: Event.Kind {
        switch self {
        case .runStarted(let run): .runStarted(run.description)
        case .suiteFound(let suite): .suiteFound(suite.description)
        case .fileProgress(let file): .fileProgress(file.progress)
        case .fileFailed(let failure): .fileFailed(failure.failure)
        case .caseStarted(let identity): .caseStarted(identity.identity)
        case .stepStarted(let identity, let step): .stepStarted(identity.identity, step.start)
        case .stepEnded(let identity, let step): .stepEnded(identity.identity, step.end)
        case .expectationFailed(let identity, let failure):
            .expectationFailed(identity.identity, failure.failure)
        case .sweepProgress(let identity, let progress):
            .sweepProgress(identity.identity, progress.progress)
        case .caseFinished(let result): .caseFinished(result.result)
        case .note(let text): .note(text)
        case .runFinished(let summary): .runFinished(summary.summary)
        }
    }
}

extension Event.Kind {
    /// The kind in one word: the value of the member `event` of the stream, such as `caseFinished`.
    public var name: String { EncodedEvent.Content(self).name.rawValue }
}
