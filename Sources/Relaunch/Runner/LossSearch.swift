import CrashStates

/// Looks at the failures of a power-loss sweep once more: for each cause, the state with the fewest lost
/// operations that still shows it.
struct LossSearch: Sendable {
    let paths: PathRunner
    let sweep: SweepInProgress

    /// How often a target is relaunched in search of the smallest state of one cause.
    private static let limit = 64

    /// What was found.
    struct Outcome: Sendable {
        /// In the order of the states that showed them first; each failure is that of its smallest state.
        var causes: [BranchTally.Cause]
        /// What is kept of the first of them.
        var kept: KeptBranch?
        /// How many states were relaunched for it, and how many launches they took.
        var visited = 0
        var launches = 0
    }

    /// It begins at the state of the sweep that has lost least. Failures of a sweep inside the sweep are
    /// left as they are: each attempt would be a whole sweep. So are those of a sweep that is none of a
    /// power loss.
    func run(_ tally: BranchTally) async throws -> Outcome {
        var outcome = Outcome(causes: tally.all, kept: tally.kept)
        guard case .powerLoss(let states)? = sweep.states.visitor?.states else { return outcome }
        let container = try Container(making: paths.runner.runDirectory.newPath())
        defer { try? container.remove() }
        var smallestKept: KeptBranch?
        for index in outcome.causes.indices {
            let cause = outcome.causes[index]
            guard cause.failure.blame == .target, cause.first.inner == 0,
                let least = cause.showings.min(by: {
                    ($0.lost, $0.position) < ($1.lost, $1.position)
                }),
                let name = least.branches.last, let start = states.state(named: name)
            else { continue }
            var attempts = Attempts(
                paths: paths, sweep: sweep, cause: cause, container: container)
            let smallest = try await attempts.smallest(from: start, in: states, limit: Self.limit)
            if attempts.failure == nil, least.position != cause.first {
                // The first state is no smallest one, and this one has not been seen again yet.
                _ = try await attempts.shows(smallest)
            }
            if var failure = attempts.failure {
                if attempts.isLimited {
                    failure.killPoint? +=
                        " (fewer losses may be enough: the search ended after \(Self.limit) relaunches)"
                }
                outcome.causes[index].failure = failure
            }
            if index == 0, smallest.name != cause.showings[0].branches.last {
                smallestKept = try await attempts.kept(of: smallest)
            }
            outcome.visited += attempts.visited
            outcome.launches += attempts.launches
        }
        // Not before: until the search is over, what the sweep has found can still be reported.
        if let smallestKept, let path = smallestKept.container {
            if let old = outcome.kept?.container, old != path { try? Container.removeTree(old) }
            outcome.kept = smallestKept
        }
        return outcome
    }

    /// Relaunches on states and says whether they show a cause.
    private struct Attempts {
        let paths: PathRunner
        let sweep: SweepInProgress
        let cause: BranchTally.Cause
        let container: Container
        var visited = 0
        var launches = 0
        var isLimited = false
        /// The cause as the smallest state so far shows it.
        var failure: Failure?

        mutating func smallest(
            from start: CrashState, in states: PowerLossStates, limit: Int
        ) async throws -> CrashState {
            var attempts = self
            defer { self = attempts }
            return try await states.minimize(start, isolation: nil) { state in
                if attempts.visited >= limit { attempts.isLimited = true }
                if attempts.isLimited { return false }
                return try await attempts.shows(state)
            }
        }

        mutating func shows(_ state: CrashState) async throws -> Bool {
            let tally = try await visit(state, keepsFirst: false)
            let cause = tally.all.first { $0.failure.isSameCause(as: self.cause.failure) }
            if let cause { failure = cause.failure }
            return cause != nil
        }

        /// Keeps the container of a state, as its relaunch leaves it, and the state's timeline.
        mutating func kept(of state: CrashState) async throws -> KeptBranch? {
            try await visit(state, keepsFirst: true).kept
        }

        private mutating func visit(
            _ state: CrashState, keepsFirst: Bool
        ) async throws -> BranchTally {
            let tally = BranchTally(paths.runner, keepsFirst: keepsFirst)
            guard let visitor = sweep.states.visitor else { return tally }
            let runner = StateRunner(
                paths: paths, tally: tally, position: BranchPosition(outer: 1),
                sweptContainer: container)
            try await runner.enter(visitor.branch(state), of: sweep, on: paths.runner.worker)
            visited += 1
            launches += tally.launches
            return tally
        }
    }
}
