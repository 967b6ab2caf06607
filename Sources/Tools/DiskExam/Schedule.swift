import CrashStates

/// Which workload is examined next, with which seed.
struct Schedule: Sendable {
    /// Which workloads are examined.
    enum Selection: Sendable {
        case written
        /// So many new ones with each seed.
        case random(Int)
        case named([Workload])
    }

    /// One workload with some seeds.
    struct Item: Sendable {
        var workload: Workload
        var seeds: [UInt64]
    }

    private let selections: [Selection]
    private let seed: UInt64
    /// Nil goes on with other seeds for ever.
    private let seeds: Int?
    private var round: UInt64 = 0
    private var items: ArraySlice<Item> = []
    private(set) var isStopped = false

    init(_ selections: [Selection], seed: UInt64, seeds: Int?) {
        self.selections = selections
        self.seed = seed
        self.seeds = seeds
    }

    /// The next one; nil where nothing is left to do.
    mutating func next() -> Item? {
        if isStopped { return nil }
        if items.isEmpty {
            if seeds != nil, round > 0 { return nil }
            items = nextRound()[...]
            round += 1
        }
        return items.popFirst()
    }

    mutating func stop() { isStopped = true }

    private func nextRound() -> [Item] {
        let first = seed &+ round
        let all = (0..<UInt64(seeds ?? 1)).map { first &+ $0 }
        return selections.flatMap { selection -> [Item] in
            switch selection {
            case .written: Workload.written.map { Item(workload: $0, seeds: all) }
            case .named(let workloads): workloads.map { Item(workload: $0, seeds: all) }
            case .random(let count):
                (0..<UInt64(count)).map { index in
                    Item(workload: .random(first &* 1_000_000 &+ index), seeds: all)
                }
            }
        }
    }
}
