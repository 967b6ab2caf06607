import CrashStates

/// The states that a profile predicts of recorded steps, by how much had been acknowledged.
final class RealDiskPrediction {
    /// What is said of a state that a real disk had.
    enum Answer: Sendable, Equatable {
        case predicted
        /// It is none of those that were made, and there are too many to make them all.
        case unknown
        /// It is one of them but for what is in files that were mapped into memory.
        case mapped
        /// After so many acknowledgements it is not predicted.
        case missed(acknowledgements: Int)
    }

    /// So many are compared to find the one that is most like a state that is missing.
    private static let comparedLimit = 2_000

    private let states: PowerLossStates
    private var digests: [Int: Set<Digest>] = [:]
    private let exhaustive: Set<Int>
    /// The paths of files that were changed without a call. A page of such a file can be written between
    /// any two stores, and no recording has their order.
    private let mapped: Set<String>
    /// The states without what is in those files.
    private lazy var blanked = states.reduce(into: [Int: Set<Digest>]()) { digests, state in
        digests[state.acknowledgements.count, default: []].insert(blankedDigest(of: state.tree))
    }

    convenience init(
        _ recorded: RecordedSteps, profile: PowerLossProfile, limit: Int, seed: UInt64
    ) throws {
        try self.init(
            base: recorded.base, calls: recorded.calls, end: recorded.end, profile: profile,
            limit: limit, seed: seed)
    }

    /// - Parameter end: What the calls have made of the base.
    init(
        base: DirectoryTree, calls: [RecordedCall], end: DirectoryTree,
        profile: PowerLossProfile, limit: Int, seed: UInt64
    ) throws {
        // Which time of a real file was set by the program cannot be seen.
        states = try PowerLossStates(
            base: base, calls: calls.map(\.withoutTimes), profile: profile, limit: limit, seed: seed
        )
        exhaustive = states.exhaustiveAcknowledgements
        let stored = calls.flatMap(\.operations).compactMap { operation -> FileID? in
            guard case .stored(let file, _, _) = operation else { return nil }
            return file
        }
        mapped = Set(
            Set(stored).flatMap { [base.path(of: $0), end.path(of: $0)].compactMap { $0 } })
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
        guard let missed = missing.first(where: exhaustive.contains) else { return .unknown }
        if !mapped.isEmpty {
            let blank = blankedDigest(of: tree)
            if missing.allSatisfy({ blanked[$0]?.contains(blank) == true }) { return .mapped }
        }
        return .missed(acknowledgements: missed)
    }

    private func blankedDigest(of tree: DirectoryTree) -> Digest {
        var tree = tree
        for path in mapped { tree.blank(path) }
        return tree.digest
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

extension RecordedCall {
    /// The same but for the times that it sets.
    fileprivate var withoutTimes: RecordedCall {
        var call = self
        call.operations.removeAll { if case .setTime = $0 { true } else { false } }
        return call
    }
}
