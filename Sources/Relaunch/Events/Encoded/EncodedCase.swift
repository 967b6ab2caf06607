/// Which case an event is of: the member `case`, and `identity` of a result.
struct EncodedCase: Sendable, Codable {
    var file: String
    var suite: String
    var scenario: String
    var branches: [String]
    var line: Int
    /// Left out where there is one round.
    var round: Int?

    init(_ identity: CaseIdentity) {
        file = identity.file
        suite = identity.suite
        scenario = identity.scenario
        branches = identity.branches
        line = identity.line
        round = identity.round
    }

    var identity: CaseIdentity {
        CaseIdentity(
            file: file, suite: suite, scenario: scenario, branches: branches, line: line,
            round: round)
    }
}

/// A place in a file.
struct EncodedLocation: Sendable, Codable {
    var fileID: String
    var file: String
    var line: Int
    var column: Int

    init(_ location: FileLocation) {
        fileID = location.fileID
        file = location.file
        line = location.line
        column = location.column
    }

    var location: FileLocation {
        FileLocation(fileID: fileID, file: file, line: line, column: column)
    }
}

/// A step that begins: the member `step` of `stepStarted`.
struct EncodedStepStart: Sendable, Codable {
    var number: Int
    var count: Int
    var text: String
    var location: EncodedLocation?

    init(_ step: StepStart) {
        number = step.number
        count = step.count
        text = step.text
        location = step.location.map(EncodedLocation.init)
    }

    var start: StepStart {
        StepStart(number: number, count: count, text: text, location: location?.location)
    }
}

/// A step that has ended: the member `step` of `stepEnded`.
struct EncodedStepEnd: Sendable, Codable {
    var number: Int
    var seconds: Double
    var hasFailed: Bool
    var launches: Int
    var crashes: Int

    init(_ step: StepEnd) {
        number = step.number
        seconds = step.seconds
        hasFailed = step.hasFailed
        launches = step.launches
        crashes = step.crashes
    }

    var end: StepEnd {
        StepEnd(
            number: number, seconds: seconds, hasFailed: hasFailed, launches: launches,
            crashes: crashes)
    }
}

/// How far a sweep is: the member `progress` of `sweepProgress`.
struct EncodedProgress: Sendable, Codable {
    var done: Int
    var total: Int?
    var isEstimated: Bool

    init(_ progress: SweepProgress) {
        done = progress.done
        total = progress.total
        isEstimated = progress.isEstimated
    }

    var progress: SweepProgress {
        SweepProgress(done: done, total: total, isEstimated: isEstimated)
    }
}
