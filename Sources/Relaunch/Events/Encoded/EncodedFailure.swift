/// One thing that was wrong: the member `failure` of `expectationFailed`, one of the `failures` of a result,
/// and one of the `problems` of a scenario.
struct EncodedFailure: Sendable, Codable {
    var blame: Blame
    /// Missing in streams that are older. There may be more kinds than this version knows.
    var kind: String?
    var location: EncodedLocation?
    var step: String
    var message: String
    var expected: String?
    var actual: String?
    var difference: String?
    var fault: String?
    var killPoint: String?
    var fewest: String?
    var output: String?
    /// Left out where there are none.
    var messages: [String]?
    var replay: String?
    /// Left out where there is one.
    var count: Int?
    /// Left out where it is not so.
    var isOnRealDisk: Bool?

    enum Blame: String, Sendable, Codable { case target, scenario, harness }

    init(_ failure: Failure) {
        blame = Blame(failure.blame)
        kind = failure.kind.rawValue
        location = failure.location.map(EncodedLocation.init)
        step = failure.step
        message = failure.message
        expected = failure.expected
        actual = failure.actual
        difference = failure.difference
        fault = failure.fault
        killPoint = failure.killPoint
        fewest = failure.fewest
        output = failure.output
        messages = failure.messages.isEmpty ? nil : failure.messages
        replay = failure.replay
        count = failure.count == 1 ? nil : failure.count
        isOnRealDisk = failure.isOnRealDisk ? true : nil
    }

    var failure: Failure {
        Failure(
            blame: blame.blame, kind: kind.map(Failure.Kind.init(rawValue:)),
            location: location?.location, step: step, message: message, expected: expected,
            actual: actual, difference: difference, fault: fault, killPoint: killPoint,
            fewest: fewest, output: output, messages: messages ?? [], replay: replay,
            count: count ?? 1, isOnRealDisk: isOnRealDisk ?? false)
    }
}

extension EncodedFailure.Blame {
    init(_ blame: Failure.Blame) {
        self =
            switch blame {
            case .target: .target
            case .scenario: .scenario
            case .harness: .harness
            }
    }

    var blame: Failure.Blame {
        switch self {
        case .target: .target
        case .scenario: .scenario
        case .harness: .harness
        }
    }
}
