/// A small, fast and repeatable generator of random numbers: SplitMix64.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        defer { state &+= StableHash.increment }
        return StableHash.mixed(state)
    }

    /// The seed of one case of a run: it depends on the case's identity and the run's seed alone, so
    /// that a case draws the same whatever else is run.
    package static func seed(of text: String, in run: UInt64) -> UInt64 {
        var generator = SeededGenerator(seed: StableHash.adding(text.utf8) ^ run)
        return generator.next()
    }
}
