/// 128 bits that stand for something's content, for telling apart what a sweep has seen.
///
/// Digests add up: the digest of a set is the sum of those of its members, so that a member can be
/// exchanged without looking at the others. Not cryptographic: nobody forges a crash state.
/// Everything in this package that needs 128 bits uses it.
public struct Digest: Hashable, Sendable {
    /// The upper 64 bits.
    public var high: UInt64 = 0
    /// The lower 64 bits.
    public var low: UInt64 = 0

    static let zero = Digest()

    static func + (left: Digest, right: Digest) -> Digest {
        Digest(high: left.high &+ right.high, low: left.low &+ right.low)
    }

    static func - (left: Digest, right: Digest) -> Digest {
        Digest(high: left.high &- right.high, low: left.low &- right.low)
    }

    static func += (left: inout Digest, right: Digest) { left = left + right }
    static func -= (left: inout Digest, right: Digest) { left = left - right }

    /// The digest as one number.
    package var number: UInt128 { UInt128(high) << 64 | UInt128(low) }
}

/// Computes a ``Digest`` of a sequence of words and bytes, the same on every machine and in every run.
package struct Digesting {
    private var high: UInt64
    private var low: UInt64

    /// - Parameter domain: What is digested: the same words in another domain give another digest.
    package init(_ domain: UInt64) {
        high = 0x243F_6A88_85A3_08D3 ^ domain
        low = 0x1319_8A2E_0370_7344 &+ domain
    }

    mutating func add(_ word: UInt64) {
        high = (high ^ word) &* 0x9E37_79B9_7F4A_7C15
        high ^= high &>> 29
        low = (low &+ word) &* 0xD6E8_FEB8_6659_FD93
        low ^= low &>> 32
    }

    mutating func add(_ digest: Digest) {
        add(digest.high)
        add(digest.low)
    }

    /// Adds bytes and their number.
    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        add(UInt64(bytes.count))
        var offset = 0
        while offset &+ 8 <= bytes.count {
            let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            add(UInt64(littleEndian: word))
            offset &+= 8
        }
        var rest: UInt64 = 0
        var shift: UInt64 = 0
        while offset < bytes.count {
            rest |= UInt64(bytes[offset]) &<< shift
            shift &+= 8
            offset &+= 1
        }
        if shift > 0 { add(rest) }
    }

    /// Adds bytes and their number.
    package mutating func add(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { add($0) }
    }

    /// The digest of everything added so far.
    package var digest: Digest {
        Digest(
            high: StableHash.mixed(high ^ (low &>> 7)),
            low: StableHash.mixed(low &+ 0x5851_F42D_4C95_7F2D))
    }
}
