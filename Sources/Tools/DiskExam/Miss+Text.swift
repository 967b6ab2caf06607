extension Miss {
    /// For people: how to see it again, what was found, and what would have been right.
    var text: String {
        let calls = workload.calls.count
        var text = """
            NOT PREDICTED: \(workload.name) on \(candidate.system.name) (\(candidate.profile.name)), \
            seed \(seed), \(count == 1 ? "1 image" : "\(count) images"), after \
            \(acknowledgements) of \(calls) calls\
            \(isPredictedElsewhere ? " (predicted for others)" : "")\
            \(isSteady ? "" : "; a second look at the same image found something else")
              \(workload.line)
              \(image)
            \(difference)
            """
        if let fewest, fewest.calls.count < calls {
            text += "\n  with the fewest calls: \(fewest.calls.joined(separator: "; "))\n"
            text += fewest.difference
        }
        return text
    }

    /// What was found, line by line: `+` is not in the nearest predicted state, `-` is only there.
    var difference: String {
        let missing = nearest.filter { !tree.contains($0) }.map { "  - " + $0 }
        let added = tree.map { (nearest.contains($0) ? "    " : "  + ") + $0 }
        return (added + missing).joined(separator: "\n")
    }
}
