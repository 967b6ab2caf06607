import CrashStates

extension Prediction {
    /// The predicted state, after so many acknowledgements, that differs from a real one in the fewest
    /// lines.
    func nearest(to miss: Miss) throws -> [String] {
        var best: [String] = []
        var least = Int.max
        var seen: Set<Digest> = []
        let wanted = Set(miss.tree)
        for state in try sequence(miss.candidate.profile)
        where state.acknowledgements.count == miss.acknowledgements {
            guard seen.insert(state.tree.digest).inserted else { continue }
            let lines = try TreeText.lines(of: state.tree)
            let distance = wanted.symmetricDifference(lines).count
            if distance < least {
                least = distance
                best = lines
            }
        }
        return best
    }
}
