import CrashStates

/// Which branch of a step it is, counted from 1 in the order in which they are made, and which of a step
/// inside that one; 0 where there is none.
struct BranchPosition: Sendable, Comparable {
    var outer: Int
    var inner = 0

    static func < (left: Self, right: Self) -> Bool {
        (left.outer, left.inner) < (right.outer, right.inner)
    }
}

/// Counts what became of the branches that are one case, such as the states of a sweep, and of those inside
/// them.
///
/// They may come in any order: what it says is what it would say had they come one after the other.
/// It is no actor, so that whoever visits states never leaves the thread for it.
final class BranchTally: Sendable {
    /// How many different causes are told apart before the sweep ends early.
    fileprivate static let causeLimit = 20

    /// A branch that showed a cause.
    struct Showing: Sendable {
        var position: BranchPosition
        /// The branches that lead to it.
        var branches: [String]
        /// How many changes a power failure had taken back.
        var lost: Int
    }

    /// Branches that failed in the same way.
    struct Cause: Sendable {
        /// As the first of them had it, or one that has lost less.
        var failure: Failure
        var showings: [Showing]
        var first: BranchPosition { showings[0].position }
    }

    /// The sweeps inside this one.
    struct Inner: Sendable {
        var step: any Step
        var figures: SweepFigures
        /// Whether there was anything to die in.
        var changesFiles: Bool
    }

    /// A branch that could not be made.
    struct Missed: Sendable {
        var position: BranchPosition
        var name: String
        var reason: BranchMissed
    }

    fileprivate struct Counts {
        var causes: [Cause] = []
        var launched: [(position: BranchPosition, count: Int)] = []
        var kept: (position: BranchPosition, what: KeptBranch)?
        var inner: Inner?
        var missed: [Missed] = []
    }

    private let runner: CaseRunner
    private let keepsFirst: Bool
    private let announce: @Sendable (Failure) -> Void
    private let counts = Locked(Counts())

    /// - Parameters:
    ///   - keepsFirst: whether a copy of the container of the first that failed is kept.
    ///   - announce: is told of each failure that is not like one before.
    init(
        _ runner: CaseRunner, keepsFirst: Bool = true,
        announce: @escaping @Sendable (Failure) -> Void = { _ in }
    ) {
        self.runner = runner
        self.keepsFirst = keepsFirst
        self.announce = announce
    }

    // MARK: Counting

    /// Takes in a path that has ended, as long as its container stands.
    func count(
        _ session: isolated Session, at position: BranchPosition, branches: [String],
        _ failures: [Failure]
    ) {
        let showing = Showing(
            position: position, branches: branches, lost: session.caseState.lostChanges)
        let replay = failures.isEmpty ? "" : runner.result(branches).replay
        let new = counts.withLock { counts in
            counts.launched.append((position, session.ownLaunches))
            return failures.compactMap { failure -> Failure? in
                var failure = failure
                failure.replay = replay
                return counts.add(failure, showing) ? failure : nil
            }
        }
        new.forEach(announce)
        if keepsFirst, !failures.isEmpty { keep(session, showing) }
    }

    /// Keeps the container and the timeline of a state that failed, where none before it is known to.
    private func keep(_ session: isolated Session, _ showing: Showing) {
        let position = showing.position
        let kept = KeptBranch(timeline: session.caseState.timeline.entries)
        let (isFirst, former) = counts.withLock { counts in
            guard counts.kept.map({ position < $0.position }) ?? true else {
                return (false, nil as String?)
            }
            defer { counts.kept = (position, kept) }
            return (true, counts.kept?.what.container)
        }
        guard isFirst else { return }
        let path = session.copyContainer(
            in: runner.configuration.keptDirectory, for: runner.identity(showing.branches))
        let present = counts.withLock { counts in
            if counts.kept?.position == position { counts.kept?.what.container = path }
            return counts.kept?.what.container
        }
        // Meanwhile an earlier state may have come.
        if present != path { remove(path) }
        if former != path { remove(former) }
    }

    private func remove(_ path: String?) {
        if let path { try? Container.removeTree(path) }
    }

    /// Takes in what is said of a sweep inside this one, and of the launches that led to it.
    func add(_ sweep: SweepInProgress, visited: Int, launches: Int, at position: BranchPosition) {
        var figures = sweep.states.visitor?.figures ?? SweepFigures()
        figures.relaunched = visited
        let changes = sweep.states.visitor?.recorded.changesFiles ?? true
        counts.withLock { counts in
            if let inner = counts.inner { figures.add(inner.figures) }
            counts.inner = Inner(
                step: sweep.step, figures: figures,
                changesFiles: changes || counts.inner?.changesFiles == true)
            counts.launched.append((position, launches))
        }
    }

    /// Takes in the launches that led to branches inside one.
    func add(launches: Int, at position: BranchPosition) {
        counts.withLock { $0.launched.append((position, launches)) }
    }

    /// Takes in a branch that could not be made, of which nothing is judged.
    func addMissed(_ name: String, _ reason: BranchMissed, at position: BranchPosition) {
        counts.withLock {
            $0.missed.append(Missed(position: position, name: name, reason: reason))
        }
    }

    // MARK: What it says

    /// Whether a branch need not be visited any more: there are enough causes before it.
    func isOver(before position: BranchPosition) -> Bool {
        runner.workers.exceeded != nil
            || counts.withLock { $0.end.map { $0 < position } ?? false }
    }

    /// The sweeps inside this one, as if they were one.
    var inner: Inner? { counts.withLock { $0.inner } }

    /// The same as a line; nil where there are none.
    var innerNote: String? {
        inner.map { "\($0.figures.sweeps) sweeps inside it: \($0.figures)" }
    }

    /// The branches that could not be made, of those outside of others.
    var missed: [Missed] { counts.withLock { $0.missed.filter { $0.position.inner == 0 } } }

    /// A line for each that could not be made.
    var missedNotes: [String] {
        counts.withLock { $0.missed }.map { "\($0.name) was left out: \($0.reason)" }
    }

    /// How many branches were visited.
    var visited: Int { counts.withLock { Set($0.counted.map(\.position.outer)).count } }

    var launches: Int { counts.withLock { $0.counted.reduce(0) { $0 + $1.count } } }

    /// The causes, in the order of the branches that showed them first.
    var all: [Cause] { counts.withLock { $0.all } }

    /// What is kept of the first branch that failed.
    var kept: KeptBranch? { counts.withLock { $0.kept?.what } }
}

extension BranchTally.Counts {
    /// Returns whether it is a new cause.
    fileprivate mutating func add(_ failure: Failure, _ showing: BranchTally.Showing) -> Bool {
        guard let index = causes.firstIndex(where: { $0.failure.isSameCause(as: failure) }) else {
            causes.append(BranchTally.Cause(failure: failure, showings: [showing]))
            return true
        }
        if showing.position < causes[index].first {
            causes[index].failure = failure
            causes[index].showings.insert(showing, at: 0)
        } else {
            causes[index].showings.append(showing)
        }
        return false
    }

    /// The state at which there were enough causes.
    fileprivate var end: BranchPosition? {
        guard causes.count >= BranchTally.causeLimit else { return nil }
        return causes.map(\.first).sorted()[BranchTally.causeLimit - 1]
    }

    fileprivate var counted: [(position: BranchPosition, count: Int)] {
        guard let end else { return launched }
        return launched.filter { $0.position <= end }
    }

    fileprivate var all: [BranchTally.Cause] {
        let end = self.end
        return causes.compactMap { cause in
            var cause = cause
            if let end { cause.showings.removeAll { $0.position > end } }
            cause.showings.sort { $0.position < $1.position }
            return cause.showings.isEmpty ? nil : cause
        }
        .sorted { $0.first < $1.first }
    }
}

extension BranchTally.Cause {
    /// The failure with the branches that showed it.
    ///
    /// - Parameters:
    ///   - depth: how many branches led to the step that has opened them.
    ///   - unit: what they are called.
    func summary(below depth: Int, as unit: String) -> Failure {
        var failure = failure
        failure.count = showings.count
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
    /// Whether two branches failed in the same way: the same step, the same message.
    func isSameCause(as other: Failure) -> Bool {
        location == other.location && step == other.step && message == other.message
            && blame == other.blame
    }
}
