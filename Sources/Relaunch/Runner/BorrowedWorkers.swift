import CrashStates

/// Workers that a sweep has beside its own, for as long as it goes on and nobody else needs them.
package final class BorrowedWorkers: Sendable {
    /// They come one by one.
    let arriving: AsyncStream<Worker>
    private let continuation: AsyncStream<Worker>.Continuation
    private let takeBack: @Sendable (Worker) -> Void
    private let state = Locked(State())

    private struct State {
        var recalled = 0
        var hasEnded = false
    }

    /// - Parameter takeBack: gets every worker that was lent, once, when nothing is left on it.
    package init(takeBack: @escaping @Sendable (Worker) -> Void) {
        (arriving, continuation) = AsyncStream.makeStream(of: Worker.self)
        self.takeBack = takeBack
    }

    /// Lends a worker. One that comes too late is taken back at once.
    package func lend(_ worker: Worker) {
        let isLate = state.withLock { state in
            if !state.hasEnded { continuation.yield(worker) }
            return state.hasEnded
        }
        if isLate { takeBack(worker) }
    }

    /// Wants so many workers back, each when it has come to the end of its present state.
    package func recall(_ count: Int) { state.withLock { $0.recalled += count } }

    /// Whether a worker is to be given back now: the answer is for one of them.
    func takesOneBack() -> Bool {
        state.withLock { state in
            guard state.recalled > 0 else { return false }
            state.recalled -= 1
            return true
        }
    }

    func giveBack(_ worker: Worker) { takeBack(worker) }

    /// The sweep has no more states; nothing more is lent.
    func end() {
        state.withLock { $0.hasEnded = true }
        continuation.finish()
    }
}

/// Who has workers for sweeps.
package protocol WorkerLender: Sendable {
    /// A sweep begins that could use more workers: they come through what is returned, which
    /// ends with the sweep.
    func sweepBegins(in scenario: String) -> BorrowedWorkers?
    /// The sweep is over, and every worker has been given back.
    func sweepEnds(in scenario: String)
}

/// The workers on which a case is carried out: its own, and those that its sweep has borrowed.
final class CaseWorkers: Sendable {
    private let members: Locked<(workers: [Worker], limit: CaseLimit?)>

    init(_ worker: Worker) { members = Locked(([worker], nil)) }

    func join(_ worker: Worker) {
        members.withLock { members in
            worker.limit(members.limit)
            members.workers.append(worker)
        }
    }

    func leave(_ worker: Worker) {
        worker.limit(nil)
        members.withLock { $0.workers.removeAll { $0 === worker } }
    }

    /// Has the case end until then, on all of them.
    func limit(_ limit: CaseLimit?) {
        members.withLock { members in
            members.limit = limit
            for worker in members.workers { worker.limit(limit) }
        }
    }

    /// The limit of the case, once it has taken longer.
    var exceeded: CaseLimit? { members.withLock { $0.limit.flatMap { $0.isOver ? $0 : nil } } }

    /// What each of them does at this moment.
    var statuses: [WorkerStatus] { members.withLock { $0.workers }.map(\.status) }

    /// The step from which one of them does not come back, where nothing was waited for that long.
    func stepWithoutWait(for limit: Duration) -> (any Step)? {
        members.withLock { $0.workers.lazy.compactMap { $0.stepWithoutWait(for: limit) }.first }
    }

    /// Gives all of them up. Those that do come back stop what they do and kill what it has left.
    func abandon() {
        for worker in members.withLock({ $0.workers }) {
            worker.abandon()
            worker.cancel()
        }
    }
}
