import CrashStates

extension Prediction {
    /// The predicted state, after so many acknowledgements, that is most like a real one.
    func nearest(to miss: Miss) throws -> [String] {
        var best: [String] = []
        var least = Int.max
        var seen: Set<Digest> = []
        for state in try sequence(miss.candidate.profile)
        where state.acknowledgements.count == miss.acknowledgements {
            guard seen.insert(state.tree.digest).inserted else { continue }
            let lines = try TreeText.lines(of: state.tree)
            let distance = Self.distance(lines, miss.tree)
            if distance < least {
                least = distance
                best = lines
            }
        }
        return best
    }

    /// A path that only one of them has counts more than what differs at a path of both.
    private static func distance(_ lines: [String], _ others: [String]) -> Int {
        func path(_ line: String) -> Substring { line.prefix { $0 != ":" } }
        let paths = Set(lines.map(path)).symmetricDifference(others.map(path))
        return 2 * paths.count + Set(lines).symmetricDifference(others).count
    }
}
