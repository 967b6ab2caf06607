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
        /// The same of those workloads of which there were enough images to show all that is predicted.
        var shownPredicted = 0
        var shownFound = 0
        /// Workloads that have a real state that was not predicted.
        var missedWorkloads: Set<String> = []
        /// Workloads that were left out, and why.
        var leftOut: [String: String] = [:]

        /// How many states are predicted for each that was found.
        var pessimism: Double { found == 0 ? 0 : Double(predicted) / Double(found) }
        /// The same where there were enough images.
        var shownPessimism: Double {
            shownFound == 0 ? 0 : Double(shownPredicted) / Double(shownFound)
        }
    }

    /// With so many images for each predicted state a workload is likely to show each that is possible.
    private static let enoughImages = 4

    /// One workload on one file system.
    private struct Shown {
        var images = 0
        var predicted = 0
        var found: Set<Digest> = []
    }

    private var plainRows: [Row]
    private(set) var misses: [Miss] = []
    private(set) var images = 0
    private var shown: [String: Shown] = [:]
    private var unseenStates: [String: UnseenStates] = [:]

    init(_ candidates: [Candidate]) { plainRows = candidates.map { Row(candidate: $0) } }

    mutating func add(
        _ outcome: Outcome, of workload: Workload, on candidate: Candidate,
        predicted: PredictedStates
    ) {
        guard let index = index(of: candidate) else { return }
        images += outcome.images
        plainRows[index].images += outcome.images
        plainRows[index].missed += outcome.misses.reduce(0) { $0 + $1.count }
        plainRows[index].workloads.insert(workload.name)
        if !outcome.misses.isEmpty { plainRows[index].missedWorkloads.insert(workload.name) }
        let key = Self.key(workload.name, candidate)
        shown[key, default: Shown()].images += outcome.images
        shown[key]?.predicted = predicted.all.count
        shown[key]?.found.formUnion(outcome.seen.intersection(predicted.all))
        misses += outcome.misses
    }

    /// The figures of each file system.
    var rows: [Row] {
        plainRows.map { row in
            var row = row
            for workload in row.workloads {
                guard let shown = shown[Self.key(workload, row.candidate)] else { continue }
                row.predicted += shown.predicted
                row.found += shown.found.count
                if shown.images >= Self.enoughImages * shown.predicted {
                    row.shownPredicted += shown.predicted
                    row.shownFound += shown.found.count
                }
            }
            return row
        }
    }

    mutating func leaveOut(_ workload: Workload, on candidate: Candidate, because reason: String) {
        if let index = index(of: candidate) { plainRows[index].leftOut[workload.name] = reason }
    }

    /// What was found of a workload on a file system.
    func found(of workload: Workload, on candidate: Candidate) -> Set<Digest> {
        shown[Self.key(workload.name, candidate)]?.found ?? []
    }

    /// What was never seen, in the place of what was told before of the same.
    mutating func add(_ unseen: UnseenStates) {
        let key = Self.key(unseen.workload.name, unseen.candidate)
        unseenStates[key] = unseen.seen < unseen.predicted ? unseen : nil
    }

    /// What was never seen: the most first.
    var unseen: [UnseenStates] {
        unseenStates.sorted {
            ($1.value.count, $0.key) < ($0.value.count, $1.key)
        }.map(\.value)
    }

    private static func key(_ workload: String, _ candidate: Candidate) -> String {
        workload + "\n" + candidate.system.name
    }

    private func index(of candidate: Candidate) -> Int? {
        plainRows.firstIndex { $0.candidate == candidate }
    }
}
