import CrashStates

/// What came of all examinations so far.
struct Tally: Sendable {
    /// The figures of one file system.
    struct Row: Sendable {
        var candidate: Candidate
        var workloads: Set<String> = []
        var images = 0
        var missed = 0
        /// Predicted, and of those found, summed over workloads.
        var predicted = 0
        var found = 0
        /// Workloads that have a real state that was not predicted.
        var missedWorkloads: Set<String> = []
        /// Workloads that were left out, and why.
        var leftOut: [String: String] = [:]

        /// How many states are predicted for each that was found.
        var pessimism: Double { found == 0 ? 0 : Double(predicted) / Double(found) }
    }

    private(set) var rows: [Row]
    private(set) var misses: [Miss] = []
    private(set) var images = 0
    private var found: [String: Set<Digest>] = [:]

    init(_ candidates: [Candidate]) { rows = candidates.map { Row(candidate: $0) } }

    mutating func add(
        _ outcome: Outcome, of workload: Workload, on candidate: Candidate,
        predicted: PredictedStates
    ) {
        guard let index = index(of: candidate) else { return }
        images += outcome.images
        rows[index].images += outcome.images
        rows[index].missed += outcome.misses.reduce(0) { $0 + $1.count }
        if rows[index].workloads.insert(workload.name).inserted {
            rows[index].predicted += predicted.all.count
        }
        let key = workload.name + "\n" + candidate.system.name
        let new = outcome.seen.intersection(predicted.all).subtracting(found[key] ?? [])
        found[key, default: []].formUnion(new)
        rows[index].found += new.count
        if !outcome.misses.isEmpty { rows[index].missedWorkloads.insert(workload.name) }
        misses += outcome.misses
    }

    mutating func leaveOut(_ workload: Workload, on candidate: Candidate, because reason: String) {
        if let index = index(of: candidate) { rows[index].leftOut[workload.name] = reason }
    }

    private func index(of candidate: Candidate) -> Int? {
        rows.firstIndex { $0.candidate == candidate }
    }
}
