import CrashStates

extension Session {
    /// One branch for each place at which one of the files can be damaged.
    func damageAnywhere(_ files: [String], _ harm: Damage.Harm) throws -> Next {
        var places: [DamagedPlace] = []
        var total = 0
        var generator = SeededGenerator(seed: seed)
        for file in files {
            let count = container.size(of: file)
            total += count
            for offset in Self.offsets(below: count, atMost: harm.limit ?? 0, &generator) {
                let bit = Int.random(in: 0...7, using: &generator)
                places.append(DamagedPlace(file: file, size: count, offset: offset, bit: bit))
            }
        }
        guard !places.isEmpty else {
            throw StepFailure(
                blame: .scenario,
                "the files to damage are all empty: \(files.joined(separator: ", "))",
                expected: "at least one byte", actual: "none")
        }
        // The present container does not outlive what is visited.
        let whole = PrivateDirectory(runDirectory.newPath())
        try container.copy(to: whole.path)
        let isCut = if case .everyTruncation = harm { true } else { false }
        let branches = places.map { place in
            let harm: Damage.Harm =
                isCut ? .truncated(to: place.offset) : .bitFlipped(at: place.offset, bit: place.bit)
            return Branch("\(place.file) \(isCut ? "cut to" : "flipped at") \(place.offset)") {
                session in
                try session.container.replaceContents(with: Container(existing: whole.path))
                _ = try session.damage(place.file, harm, foreign: [])
                session.log("damaged (\(harm.source)) \(place.file), which has \(place.size) bytes")
            }
        }
        let left = total - places.count
        let summary =
            "damage: \(places.count) \(isCut ? "lengths" : "bytes") of \(files.count) files visited"
            + (left > 0 ? "; \(left) more were left out, drawn by the seed" : "")
        return .sweep(SweptStates(branches, summary: { [summary] }))
    }

    /// All offsets of a file, or where these are more than the limit, both ends and a sample.
    static func offsets(
        below count: Int, atMost limit: Int, _ generator: inout SeededGenerator
    ) -> [Int] {
        guard count > limit else { return Array(0..<count) }
        let edge = limit / 4
        var offsets = Set(0..<edge).union((count - edge)..<count)
        while offsets.count < limit {
            offsets.insert(Int.random(in: 0..<count, using: &generator))
        }
        return offsets.sorted()
    }
}

private struct DamagedPlace: Sendable {
    var file: String
    var size: Int
    var offset: Int
    var bit: Int
}
