import CrashStates

/// Passes workers from the command's budget on to the sweeps of one host.
final class HostLender: WorkerLender {
    private let pool: WorkerPool
    private let channel: HostChannel
    private let borrowed = Locked<[String: BorrowedWorkers]>([:])

    init(pool: WorkerPool, channel: HostChannel) {
        self.pool = pool
        self.channel = channel
    }

    func sweepBegins(in scenario: String) -> BorrowedWorkers? {
        let workers = BorrowedWorkers { [pool, channel] worker in
            pool.give(worker)
            channel.send(.returnsWorker(scenario: scenario))
        }
        borrowed.withLock { $0[scenario] = workers }
        channel.send(.wantsWorkers(scenario: scenario))
        return workers
    }

    func sweepEnds(in scenario: String) {
        borrowed.withLock { $0[scenario] = nil }
        channel.send(.wantsNoWorkers(scenario: scenario))
    }

    /// Lends to the sweep of a scenario what the command has lent; where none goes on, or no worker can
    /// be made, the place goes back at once.
    func lend(_ count: Int, to scenario: String) {
        let workers = borrowed.withLock { $0[scenario] }
        for _ in 0..<count {
            if let workers, let worker = try? pool.take() {
                workers.lend(worker)
            } else {
                channel.send(.returnsWorker(scenario: scenario))
            }
        }
    }

    func recall(_ count: Int, from scenario: String) {
        borrowed.withLock { $0[scenario] }?.recall(count)
    }
}
