/// The hash of 64 bits that this package uses, the same on every machine and in every run: printed
/// seeds and the names of kept containers depend on it.
///
/// For 128 bits see ``Digesting``. Neither is cryptographic.
package enum StableHash {
    /// The hash of no bytes at all.
    package static let empty: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Adds bytes to a hash: FNV-1a. What is added in two parts gives the hash of the whole.
    package static func adding(
        _ bytes: some Sequence<UInt8>, to hash: UInt64 = empty
    ) -> UInt64 {
        bytes.reduce(hash) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    /// Spreads every bit of a word over all others; no two words give the same. SplitMix64's step.
    package static func mixed(_ word: UInt64) -> UInt64 {
        var value = word &+ increment
        value = (value ^ (value &>> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value &>> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value &>> 31)
    }

    /// What SplitMix64 adds to its state before each number.
    package static let increment: UInt64 = 0x9E37_79B9_7F4A_7C15
}
