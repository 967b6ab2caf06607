import Relaunch

/// What the host of a file is still to be ordered, what it carries out, and the places that this takes of
/// the run's budget.
struct FileOrders {
    struct Order {
        var scenario: String
        var branches: [String] = []
        /// Whether it comes before others of its round.
        var isUrgent = false
        var round = 1
    }

    /// When an order is given, before others or after them.
    struct Turn: Comparable {
        var round: Int
        var isUrgent: Bool

        static func < (first: Turn, second: Turn) -> Bool {
            (first.round, first.isUrgent ? 0 : 1) < (second.round, second.isUrgent ? 0 : 1)
        }
    }

    /// The workers that a sweep has beside its own.
    struct SweepWorkers {
        var count = 0
        /// How many of them are on their way back.
        var recalled = 0
        /// Whether it could use more.
        var isOpen = true
    }

    /// An order that was in flight when its host died.
    struct Lost {
        var order: Order
        /// When it was given.
        var since: ContinuousClock.Instant
        /// The cases that had started and had no result.
        var cases: [CaseIdentity] = []
        /// The step that had started last.
        var step: StepStart?
    }

    /// What is still to be ordered in this round.
    private(set) var pending: [Order] = []
    /// What is ordered again in each further round.
    private var all: [Order] = []
    /// How many rounds come after this one; nil for any number.
    private var roundsLeft: Int? = 0
    /// Ordered and not yet finished, with the cases that have started and have no result.
    private(set) var inFlight: [String: [CaseIdentity]] = [:]
    /// What is known of those in flight, should their host die.
    private var given: [String: Lost] = [:]
    /// Scenarios that run alone, since one of them has ended their host.
    private var suspects: Set<String> = []
    /// Cases of those in flight that have a result, also from a host that has died.
    private var reported: [String: Set<CaseIdentity>] = [:]
    /// Scenarios in the middle of a sweep, which could use more workers, each with those that it has.
    private(set) var sweeps: [String: SweepWorkers] = [:]

    /// The places that it takes of the run's budget.
    var places: Int { inFlight.count + sweeps.values.reduce(0) { $0 + $1.count } }

    var isFinished: Bool { pending.isEmpty && inFlight.isEmpty && roundsLeft == 0 }

    /// - Parameter rounds: how often all of it is carried out; nil for any number of times.
    mutating func add(_ orders: [Order], rounds: Int? = 1) {
        let sorted = orders.filter(\.isUrgent) + orders.filter { !$0.isUrgent }
        pending += sorted
        all = sorted
        roundsLeft = orders.isEmpty ? 0 : rounds.map { $0 - 1 }
    }

    /// How many orders could be given now. A scenario is not in flight twice.
    var startable: Int { pending.count { inFlight[$0.scenario] == nil } }

    /// When the next order is given; nil where none can be.
    var turn: Turn? {
        nextIndex.map { Turn(round: pending[$0].round, isUrgent: pending[$0].isUrgent) }
    }

    /// Which order is next; nil also where one has to run alone.
    private var nextIndex: Int? {
        if inFlight.keys.contains(where: suspects.contains) { return nil }
        let first = pending.firstIndex { inFlight[$0.scenario] == nil }
        guard let first, inFlight.isEmpty || !suspects.contains(pending[first].scenario) else {
            return nil
        }
        return first
    }

    /// The next order, which is in flight from now on; nil also where one has to run alone. Two cases of
    /// one scenario run one after the other.
    mutating func next() -> Order? {
        guard let index = nextIndex else { return nil }
        let order = pending.remove(at: index)
        inFlight[order.scenario] = []
        given[order.scenario] = Lost(order: order, since: .now)
        if pending.isEmpty, roundsLeft != 0 {
            roundsLeft = roundsLeft.map { $0 - 1 }
            for index in all.indices { all[index].round += 1 }
            pending = all
        }
        return order
    }

    mutating func dropPending() {
        pending = []
        roundsLeft = 0
    }

    // MARK: What the host says

    mutating func begin(_ identity: CaseIdentity) {
        inFlight[identity.scenario]?.append(identity)
    }

    mutating func begin(_ step: StepStart, of identity: CaseIdentity) {
        given[identity.scenario]?.step = step
    }

    /// Whether a case has got its result from a host that has died before all of its scenario was done.
    func hasResult(_ identity: CaseIdentity) -> Bool {
        reported[identity.scenario]?.contains(identity) == true
    }

    /// A case has its result.
    mutating func end(_ identity: CaseIdentity) {
        reported[identity.scenario, default: []].insert(identity)
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
        given[scenario] = nil
        suspects.remove(scenario)
        reported[scenario] = nil
    }

    // MARK: The death of a host

    /// The host has died, and with it all that was in flight. Nothing is, from now on.
    mutating func lose() -> [Lost] {
        let lost = inFlight.sorted { $0.key < $1.key }.compactMap { scenario, cases in
            given[scenario].map { lost in
                var lost = lost
                lost.cases = cases
                return lost
            }
        }
        inFlight = [:]
        sweeps = [:]
        given = [:]
        if lost.count == 1 { suspects.remove(lost[0].order.scenario) }
        return lost
    }

    /// These are given again before all others, one at a time.
    mutating func suspect(_ orders: [Order]) {
        pending = orders + pending
        suspects.formUnion(orders.map(\.scenario))
    }

    /// The cases without a result.
    ///
    /// - Parameter identity: what a scenario is called of which no case has started.
    func unfinished(_ identity: (String) -> CaseIdentity) -> [CaseIdentity] {
        let started = inFlight.sorted { $0.key < $1.key }.flatMap { scenario, cases in
            cases.isEmpty ? [identity(scenario)] : cases
        }
        return started + pending.filter { $0.round == 1 }.map { identity($0.scenario) }
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

extension FileOrders.Order {
    /// The order for what the command line names.
    init(_ match: ScenarioSelector.Match, isUrgent: Bool = false) {
        self.init(scenario: match.scenario, branches: match.branches, isUrgent: isUrgent)
    }
}
