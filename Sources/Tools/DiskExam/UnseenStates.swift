import CrashStates

/// What is predicted of a workload on a file system and was never seen there.
struct UnseenStates: Sendable {
    let workload: Workload
    let candidate: Candidate
    let predicted: Int
    let seen: Int
    /// How many were never seen.
    var count: Int { predicted - seen }
    /// Pairs of changes of which some predicted state has the one without the other and none that was
    /// seen has, those of the most states first.
    let orders: [String]
    /// Where all pairs were seen: the states that were not, in words.
    let states: [String]

    /// - Parameter seen: What was found, predicted or not.
    init(_ prediction: Prediction, seen: Set<Digest>, on candidate: Candidate) throws {
        let sequence = try prediction.sequence(candidate.profile)
        var changes: [Int: LostChange] = [:]
        for change in sequence.lazy.flatMap(\.lost) where !change.text.isEmpty {
            changes[change.number] = change
        }
        var all: Set<Digest> = []
        var shown: Set<Pair> = []
        var others: [Pair: Int] = [:]
        var unseen: [Digest: String] = [:]
        for state in sequence {
            let digest = state.tree.digest
            let isSeen = seen.contains(digest)
            all.insert(digest)
            if !isSeen, unseen[digest] == nil { unseen[digest] = state.killPoint }
            let lost = Set(state.lost.map(\.number))
            for kept in changes.values
            where kept.call <= state.call && !lost.contains(kept.number) {
                for number in lost where changes[number] != nil {
                    let pair = Pair(kept: kept.number, lost: number)
                    if isSeen { shown.insert(pair) } else { others[pair, default: 0] += 1 }
                }
            }
        }
        workload = prediction.workload
        self.candidate = candidate
        predicted = all.count
        self.seen = all.intersection(seen).count
        orders = others.filter { !shown.contains($0.key) }
            .sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { pair, count in
                let kept = changes[pair.kept]?.text ?? ""
                let lost = changes[pair.lost]?.text ?? ""
                return "\(kept) without \(lost): \(Phrases.count(count, "state", "states"))"
            }
        states = orders.isEmpty ? unseen.values.sorted() : []
    }

    private struct Pair: Hashable, Comparable {
        var kept: Int
        var lost: Int

        static func < (first: Pair, second: Pair) -> Bool {
            (first.kept, first.lost) < (second.kept, second.lost)
        }
    }

    /// As it is printed, with so many lines at most below the first.
    func text(lines: Int) -> String {
        let all = orders + states
        let head =
            "\(workload.name) on \(candidate.system.name): \(count) of \(predicted) predicted "
            + "states were never seen" + (orders.isEmpty ? ", though each pair of changes was" : "")
        let more = all.count > lines ? ["  and \(all.count - lines) more"] : []
        let script = "  of " + workload.line
        return ([head, script] + all.prefix(lines).map { "  " + $0 } + more).joined(separator: "\n")
    }
}
