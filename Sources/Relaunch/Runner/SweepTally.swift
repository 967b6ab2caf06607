/// Which state of a sweep it is, counted from 1 in the order in which they are made, and which of a sweep
/// inside that one; 0 where there is none.
struct StatePosition: Sendable, Comparable {
    var outer: Int
    var inner = 0

    static func < (left: Self, right: Self) -> Bool {
        (left.outer, left.inner) < (right.outer, right.inner)
    }
}

/// Counts what became of the states of a sweep, and of those of the sweeps inside it.
///
/// States may come in any order: what it says is what it would say had they come one after the other.
actor SweepTally {
    /// How many different causes are told apart before the sweep ends early.
    private static let causeLimit = 20

    /// A state that showed a cause.
    struct Showing: Sendable {
        var position: StatePosition
        /// The branches that lead to it.
        var branches: [String]
        /// How many changes a power failure had taken back.
        var lost: Int
    }

    /// States that failed in the same way.
    struct Cause: Sendable {
        /// As the first of them had it, or one that has lost less.
        var failure: Failure
        var showings: [Showing]
        var first: StatePosition { showings[0].position }
    }

    private let runner: CaseRunner
    private let keepsContainer: Bool
    private var causes: [Cause] = []
    private var launched: [(position: StatePosition, count: Int)] = []
    private var kept: (position: StatePosition, path: String?)?
    /// The sweeps inside this one, and whether there was anything to die in.
    private(set) var inner: (step: any Step, figures: SweepFigures, changesFiles: Bool)?

    init(_ runner: CaseRunner, keepsContainer: Bool = true) {
        self.runner = runner
        self.keepsContainer = keepsContainer
    }

    // MARK: Counting

    /// Takes in a state that was visited, as long as its container stands.
    func count(
        _ session: Session, at position: StatePosition, branches: [String], _ failures: [Failure]
    )
        async
    {
        launched.append((position, await session.ownLaunches))
        let lost = await session.lostChanges
        for failure in failures {
            add(failure, Showing(position: position, branches: branches, lost: lost))
        }
        guard keepsContainer, !failures.isEmpty, kept.map({ position < $0.position }) ?? true else {
            return
        }
        await keep(session, position, branches)
    }

    private func add(_ failure: Failure, _ showing: Showing) {
        var failure = failure
        failure.replay = runner.result(showing.branches, .failed).replay
        guard let index = causes.firstIndex(where: { $0.failure.isSameCause(as: failure) }) else {
            return causes.append(Cause(failure: failure, showings: [showing]))
        }
        if showing.position < causes[index].first {
            causes[index].failure = failure
            causes[index].showings.insert(showing, at: 0)
        } else {
            causes[index].showings.append(showing)
        }
    }

    private func keep(_ session: Session, _ position: StatePosition, _ branches: [String]) async {
        let former = kept?.path
        kept = (position, nil)
        let path = await session.copyContainer(
            in: runner.configuration.keptDirectory, for: runner.identity(branches))
        // Meanwhile an earlier state may have come.
        if kept?.position == position {
            kept?.path = path
        } else {
            remove(path, unless: kept?.path)
        }
        remove(former, unless: path)
    }

    private func remove(_ path: String?, unless other: String?) {
        if let path, path != other { try? Container.removeTree(path) }
    }

    /// Takes in what is said of a sweep inside this one, and of the launches that led to it.
    func add(_ sweep: SweepInProgress, visited: Int, launches: Int, at position: StatePosition) {
        var figures = sweep.states.visitor?.figures ?? SweepFigures()
        figures.relaunched = visited
        let changes = sweep.states.visitor?.recorded.changesFiles ?? true
        if let inner {
            figures.add(inner.figures)
            self.inner = (sweep.step, figures, inner.changesFiles || changes)
        } else {
            inner = (sweep.step, figures, changes)
        }
        launched.append((position, launches))
    }

    // MARK: What it says

    /// Whether a state need not be visited any more: there are enough causes before it.
    func isOver(before position: StatePosition) -> Bool { end.map { $0 < position } ?? false }

    /// The state at which there were enough causes.
    private var end: StatePosition? {
        guard causes.count >= Self.causeLimit else { return nil }
        return causes.map(\.first).sorted()[Self.causeLimit - 1]
    }

    /// How many states were visited.
    var visited: Int { counted.count { $0.position.inner == 0 } }

    var launches: Int { counted.reduce(0) { $0 + $1.count } }

    private var counted: [(position: StatePosition, count: Int)] {
        guard let end else { return launched }
        return launched.filter { $0.position <= end }
    }

    /// The causes, in the order of the states that showed them first.
    var all: [Cause] {
        let end = self.end
        return causes.compactMap { cause in
            var cause = cause
            if let end { cause.showings.removeAll { $0.position > end } }
            cause.showings.sort { $0.position < $1.position }
            return cause.showings.isEmpty ? nil : cause
        }
        .sorted { $0.first < $1.first }
    }

    /// The container of the first state that failed.
    var container: String? { kept?.path }
}

extension SweepTally.Cause {
    /// The failure with the states that showed it; `depth` is how many branches led to the sweep.
    func summary(below depth: Int, as unit: String = "states") -> Failure {
        var failure = failure
        if showings.count > 1 {
            let names = showings.prefix(5).map {
                $0.branches.dropFirst(depth).joined(separator: "::")
            }
            let more = showings.count > 5 ? ", …" : ""
            failure.message +=
                " (in \(showings.count) \(unit): \(names.joined(separator: ", "))\(more))"
        }
        return failure
    }
}

extension Failure {
    /// Whether two states failed in the same way: the same step, the same message.
    func isSameCause(as other: Failure) -> Bool {
        location == other.location && step == other.step && message == other.message
            && blame == other.blame
    }
}
