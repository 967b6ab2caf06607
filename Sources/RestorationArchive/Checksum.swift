/// CRC-64/XZ. It finds every changed byte, every burst of up to 64 bits, and nearly every other
/// change.
///
/// It belongs to the format of the files that apps save, so it stays as it is, in a module that
/// depends on the toolchain alone. The harness hashes with `StableHash` and `Digest`.
package struct Checksum: Sendable {
    private var remainder = UInt64.max

    /// The checksum of no bytes yet.
    package init() {}

    /// The checksum of the bytes added so far.
    package var value: UInt64 { ~remainder }

    /// The checksum of some bytes.
    package static func of(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        var sum = Checksum()
        sum.add(bytes)
        return sum.value
    }

    /// Adds the bytes that follow those added before.
    package mutating func add(_ bytes: ArraySlice<UInt8>) {
        bytes.withUnsafeBytes { bytes in
            Self.tables.withUnsafeBufferPointer { add(bytes, tables: $0) }
        }
    }

    /// Eight bytes at a time, each with the table of its distance from the last of them.
    private mutating func add(
        _ bytes: UnsafeRawBufferPointer, tables: UnsafeBufferPointer<UInt64>
    ) {
        var sum = remainder
        var index = 0
        while index + 8 <= bytes.count {
            let word = UInt64(
                littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            var mixed = sum ^ word
            sum = 0
            for distance in stride(from: 7, through: 0, by: -1) {
                sum ^= tables[distance << 8 | Int(mixed & 0xFF)]
                mixed >>= 8
            }
            index += 8
        }
        while index < bytes.count {
            sum = tables[Int((sum ^ UInt64(bytes[index])) & 0xFF)] ^ (sum >> 8)
            index += 1
        }
        remainder = sum
    }

    /// Eight tables of 256: the n-th is for a byte that n others follow.
    private static let tables: [UInt64] = {
        var tables: [UInt64] = (0..<256).map { index in
            var remainder = UInt64(index)
            for _ in 0..<8 {
                remainder =
                    remainder & 1 == 1 ? (remainder >> 1) ^ 0xC96C_5795_D787_0F42 : remainder >> 1
            }
            return remainder
        }
        for index in 256..<2048 {
            let before = tables[index - 256]
            tables.append(tables[Int(before & 0xFF)] ^ (before >> 8))
        }
        return tables
    }()
}
