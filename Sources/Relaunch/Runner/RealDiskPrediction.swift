import CrashStates

/// The states that a profile predicts of recorded steps, by how much had been acknowledged.
final class RealDiskPrediction {
    /// What is said of a state that a real disk had.
    enum Answer: Sendable, Equatable {
        case predicted
        /// It is none of those that were made, and there are too many to make them all.
        case unknown
        /// After so many acknowledgements it is not predicted.
        case missed(acknowledgements: Int)
    }

    /// So many are compared to find the one that is most like a state that is missing.
    private static let comparedLimit = 2_000

    private let states: PowerLossStates
    private var digests: [Int: Set<Digest>] = [:]
    private let exhaustive: Set<Int>

    init(
        _ recorded: RecordedSteps, profile: PowerLossProfile, limit: Int, seed: UInt64
    ) throws {
        states = try PowerLossStates(
            base: recorded.base, calls: recorded.calls, profile: profile, limit: limit, seed: seed)
        exhaustive = states.exhaustiveAcknowledgements
        for state in states {
            digests[state.acknowledgements.count, default: []].insert(state.tree.digest)
        }
    }

    /// How many states there are.
    var count: Int { digests.values.reduce(0) { $0 + $1.count } }

    /// Looks a state up that lies between so many acknowledgements and so many.
    func answer(to tree: DirectoryTree, after acknowledgements: ClosedRange<Int>) -> Answer {
        let digest = tree.digest
        let missing = acknowledgements.filter { digests[$0]?.contains(digest) != true }
        if missing.isEmpty { return .predicted }
        return missing.first(where: exhaustive.contains).map { .missed(acknowledgements: $0) }
            ?? .unknown
    }

    /// In what a state differs from the predicted one that is most like it, a line for each path.
    func difference(
        of tree: DirectoryTree, after acknowledgements: Int
    ) throws -> [String] {
        var best: [String]?
        var compared = 0
        for state in states where state.acknowledgements.count == acknowledgements {
            compared += 1
            if compared > Self.comparedLimit { break }
            let lines = try tree.differences(from: state.tree)
            if lines.count < best?.count ?? .max { best = lines }
        }
        return best ?? []
    }
}
