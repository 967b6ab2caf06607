import Relaunch

/// What the host of a file is still to be ordered, what it carries out, and the places that this takes of
/// the run's budget.
struct FileOrders {
    struct Order {
        var scenario: String
        var branches: [String] = []
    }

    /// The workers that a sweep has beside its own.
    struct SweepWorkers {
        var count = 0
        /// How many of them are on their way back.
        var recalled = 0
        /// Whether it could use more.
        var isOpen = true
    }

    /// What is still to be ordered.
    private(set) var pending: [Order] = []
    /// Ordered and not yet finished, with the cases that have started and have no result.
    private(set) var inFlight: [String: [CaseIdentity]] = [:]
    /// Scenarios in the middle of a sweep, which could use more workers, each with those that it has.
    private(set) var sweeps: [String: SweepWorkers] = [:]

    /// The places that it takes of the run's budget.
    var places: Int { inFlight.count + sweeps.values.reduce(0) { $0 + $1.count } }

    var isFinished: Bool { pending.isEmpty && inFlight.isEmpty }

    mutating func add(_ orders: [Order]) { pending += orders }

    /// The next order, which is in flight from now on.
    mutating func next() -> Order? {
        guard !pending.isEmpty else { return nil }
        let order = pending.removeFirst()
        inFlight[order.scenario] = []
        return order
    }

    mutating func dropPending() { pending = [] }

    // MARK: What the host says

    mutating func begin(_ identity: CaseIdentity) {
        inFlight[identity.scenario]?.append(identity)
    }

    /// A case has its result.
    mutating func end(_ identity: CaseIdentity) {
        let cases = inFlight[identity.scenario] ?? []
        let index =
            cases.firstIndex(of: identity) ?? cases.firstIndex { $0.isBeginning(of: identity) }
        if let index { inFlight[identity.scenario]?.remove(at: index) }
    }

    /// Every case of a scenario has its result. A worker that it had borrowed and does not give back is
    /// not to be had by anybody.
    mutating func finish(_ scenario: String) {
        inFlight[scenario] = nil
        sweeps[scenario] = nil
    }

    /// The cases without a result.
    ///
    /// - Parameter identity: what a scenario is called of which no case has started.
    func unfinished(_ identity: (String) -> CaseIdentity) -> [CaseIdentity] {
        let started = inFlight.sorted { $0.key < $1.key }.flatMap { scenario, cases in
            cases.isEmpty ? [identity(scenario)] : cases
        }
        return started + pending.map { identity($0.scenario) }
    }

    // MARK: Workers of sweeps

    mutating func openSweep(of scenario: String) {
        sweeps[scenario, default: SweepWorkers()].isOpen = true
    }

    mutating func closeSweep(of scenario: String) { sweeps[scenario]?.isOpen = false }

    mutating func lendWorker(to scenario: String) { sweeps[scenario]?.count += 1 }

    mutating func recall(_ count: Int, from scenario: String) {
        sweeps[scenario]?.recalled += count
    }

    mutating func takeBackWorker(from scenario: String) {
        guard var workers = sweeps[scenario] else { return }
        workers.count = max(0, workers.count - 1)
        workers.recalled = max(0, workers.recalled - 1)
        sweeps[scenario] = workers.count == 0 && !workers.isOpen ? nil : workers
    }
}
