/// CRC-64/XZ: finds every changed byte, every burst of up to 64 bits, and nearly everything else.
enum Checksum {
    private static let table: [UInt64] = (0..<256).map { index in
        var remainder = UInt64(index)
        for _ in 0..<8 {
            remainder =
                remainder & 1 == 1 ? (remainder >> 1) ^ 0xC96C_5795_D787_0F42 : remainder >> 1
        }
        return remainder
    }

    static func of(_ bytes: some Sequence<UInt8>) -> UInt64 {
        var sum = UInt64.max
        for byte in bytes {
            sum = table[Int((sum ^ UInt64(byte)) & 0xFF)] ^ (sum >> 8)
        }
        return ~sum
    }
}
