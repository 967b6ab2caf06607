import CrashStates

/// What was found when failures of a power-loss sweep were looked at once more.
struct LossSearch: Sendable {
    /// In the order of the states that showed them first; each failure is that of its smallest state.
    var causes: [SweepTally.Cause]
    /// What is kept of the first of them.
    var kept: SweepTally.Kept?
    /// How many states were relaunched for it, and how many launches they took.
    var visited = 0
    var launches = 0
}

extension Walk {
    /// How often a target is relaunched in search of the smallest state of one cause.
    private static let searchLimit = 64

    /// For each cause the state with the fewest lost operations that still shows it.
    ///
    /// It begins at the state of the sweep that has lost least. Failures of a sweep inside the sweep are
    /// left as they are: each attempt would be a whole sweep.
    func fewestLost(in sweep: SweepInProgress, _ tally: SweepTally) async throws -> LossSearch {
        var search = LossSearch(causes: tally.all, kept: tally.kept)
        guard case .powerLoss(let states)? = sweep.states.visitor?.states else { return search }
        let container = try Container(making: runner.runDirectory.newPath())
        defer { try? container.remove() }
        var smallestKept: SweepTally.Kept?
        for index in search.causes.indices {
            let cause = search.causes[index]
            guard cause.failure.blame == .target, cause.first.inner == 0,
                let least = cause.showings.min(by: {
                    ($0.lost, $0.position) < ($1.lost, $1.position)
                }),
                let name = least.branches.last, let start = states.state(named: name)
            else { continue }
            var probe = Probe(walk: self, sweep: sweep, cause: cause, container: container)
            let smallest = try await probe.smallest(
                from: start, in: states, limit: Self.searchLimit)
            if probe.failure == nil, least.position != cause.first {
                // The first state is no smallest one, and this one has not been seen again yet.
                _ = try await probe.shows(smallest)
            }
            if var failure = probe.failure {
                if probe.isLimited {
                    failure.killPoint? +=
                        " (fewer losses may do: the search ended after \(Self.searchLimit) relaunches)"
                }
                search.causes[index].failure = failure
            }
            if index == 0, smallest.name != cause.showings[0].branches.last {
                smallestKept = try await probe.kept(of: smallest)
            }
            search.visited += probe.visited
            search.launches += probe.launches
        }
        // Not before: until the search is over, what the sweep has found can still be reported.
        if let smallestKept, let path = smallestKept.container {
            if let old = search.kept?.container, old != path { try? Container.removeTree(old) }
            search.kept = smallestKept
        }
        return search
    }

    /// Relaunches on states and says whether they show a cause.
    private struct Probe {
        let walk: Walk
        let sweep: SweepInProgress
        let cause: SweepTally.Cause
        let container: Container
        var visited = 0
        var launches = 0
        var isLimited = false
        /// The cause as the smallest state so far shows it.
        var failure: Failure?

        mutating func smallest(
            from start: CrashState, in states: PowerLossStates, limit: Int
        ) async throws -> CrashState {
            var probe = self
            defer { self = probe }
            return try await states.minimize(start, isolation: nil) { state in
                if probe.visited >= limit { probe.isLimited = true }
                if probe.isLimited { return false }
                return try await probe.shows(state)
            }
        }

        mutating func shows(_ state: CrashState) async throws -> Bool {
            let tally = try await visit(state, keepsFirst: false)
            let cause = tally.all.first { $0.failure.isSameCause(as: self.cause.failure) }
            if let cause { failure = cause.failure }
            return cause != nil
        }

        /// Keeps the container of a state, as its relaunch leaves it, and the state's timeline.
        mutating func kept(of state: CrashState) async throws -> SweepTally.Kept? {
            try await visit(state, keepsFirst: true).kept
        }

        private mutating func visit(
            _ state: CrashState, keepsFirst: Bool
        ) async throws -> SweepTally {
            let tally = SweepTally(walk.runner, keepsFirst: keepsFirst)
            guard let visitor = sweep.states.visitor else { return tally }
            let visit = SweepVisit(
                tally: tally, position: StatePosition(outer: 1), container: container)
            try await walk.enter(visitor.branch(state), sweep, visit, on: walk.runner.worker)
            visited += 1
            launches += tally.launches
            return tally
        }
    }
}
