import CrashStates

/// Reports how far the visit of a step's branches is, a few times a second.
final class SweepMeter: Sendable {
    /// How much time there is between two reports, at least.
    private static let interval = Duration.milliseconds(100)

    private let reporter: CaseReporter
    private let identity: CaseIdentity
    private let expected: @Sendable () -> ExpectedCount
    private let state = Locked(State())

    private struct State {
        var done = 0
        var next = ContinuousClock.now
    }

    /// - Parameter expected: how many branches there are, as far as that is known by now.
    init(
        _ reporter: CaseReporter, _ identity: CaseIdentity,
        expecting expected: @escaping @Sendable () -> ExpectedCount
    ) {
        self.reporter = reporter
        self.identity = identity
        self.expected = expected
    }

    /// The visit begins.
    func begin() { report(0, expected()) }

    /// One more branch has been visited.
    func count() {
        let due: Int? = state.withLock { state in
            state.done += 1
            let now = ContinuousClock.now
            guard now >= state.next else { return nil }
            state.next = now + Self.interval
            return state.done
        }
        if let due { report(due, expected()) }
    }

    /// All that are visited have been visited.
    func end() {
        let done = state.withLock { $0.done }
        report(done, ExpectedCount(count: done, isEstimated: false))
    }

    private func report(_ done: Int, _ expected: ExpectedCount) {
        reporter.report(
            .sweepProgress(
                identity,
                SweepProgress(
                    done: done, total: expected.count.map { max($0, done) },
                    isEstimated: expected.isEstimated)))
    }
}

/// How many branches a step has opened.
struct ExpectedCount: Sendable {
    /// Nil where that cannot be said.
    var count: Int?
    var isEstimated: Bool
}

extension SweptStates {
    /// How many states will be visited, as far as that is known by now.
    var expectedCount: ExpectedCount {
        if let visitor { return visitor.expectedCount }
        let count = branches.underestimatedCount
        return ExpectedCount(count: count > 0 ? count : nil, isEstimated: false)
    }
}
