import CrashStates

/// Passes workers from the command's budget on to the sweeps of one host.
final class HostLender: WorkerLender {
    private let pool: WorkerPool
    private let channel: HostChannel
    private let loans = Locked<[String: Loan]>([:])

    init(pool: WorkerPool, channel: HostChannel) {
        self.pool = pool
        self.channel = channel
    }

    func sweepBegins(in scenario: String) -> Loan? {
        let loan = Loan { [pool, channel] worker in
            pool.give(worker)
            channel.send(.returnsWorker(scenario: scenario))
        }
        loans.withLock { $0[scenario] = loan }
        channel.send(.wantsWorkers(scenario: scenario))
        return loan
    }

    func sweepEnds(in scenario: String) {
        loans.withLock { $0[scenario] = nil }
        channel.send(.wantsNoWorkers(scenario: scenario))
    }

    /// Lends to the sweep of a scenario what the command has lent; where none goes on, or no worker can
    /// be made, the place goes back at once.
    func lend(_ count: Int, to scenario: String) {
        let loan = loans.withLock { $0[scenario] }
        for _ in 0..<count {
            if let loan, let worker = try? pool.take() {
                loan.lend(worker)
            } else {
                channel.send(.returnsWorker(scenario: scenario))
            }
        }
    }

    func recall(_ count: Int, from scenario: String) {
        loans.withLock { $0[scenario] }?.recall(count)
    }
}
