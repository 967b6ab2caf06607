extension Miss {
    /// For people: how to see it again, what was found, and what would have been right.
    var text: String {
        let missing = nearest.filter { !tree.contains($0) }.map { "  - " + $0 }
        let added = tree.map { (nearest.contains($0) ? "    " : "  + ") + $0 }
        return """
            NOT PREDICTED: \(workload.name) on \(candidate.system.name) (\(candidate.profile.name)), \
            seed \(seed), \(count == 1 ? "1 image" : "\(count) images"), after \
            \(acknowledgements) of \(workload.calls.count) calls\
            \(isPredictedElsewhere ? " (predicted for others)" : "")
              \(workload.line)
              \(image)
            \((added + missing).joined(separator: "\n"))
            """
    }
}
