/// A small, fast and repeatable generator of random numbers: SplitMix64.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    /// The seed of one case of a run: it depends on the case's identity and the run's seed alone, so
    /// that a case draws the same whatever else is run.
    package static func seed(of text: String, in run: UInt64) -> UInt64 {
        var generator = SeededGenerator(seed: FileDigest.adding(text.utf8) ^ run)
        return generator.next()
    }
}
