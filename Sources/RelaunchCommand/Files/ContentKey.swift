/// A name for a piece of content: FNV-1a with 128 bits, the same on every machine and in every run.
struct ContentKey {
    private var state: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
    private static let prime: UInt128 = 0x0100_0000_0000_0000_0000_013b

    mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            state = (state ^ UInt128(byte)) &* Self.prime
        }
        // Where one part ends and the next begins belongs to the content.
        state = (state ^ 0x1ff) &* Self.prime
    }

    mutating func add(_ text: String) {
        add(text.utf8)
    }

    /// 32 hexadecimal digits.
    var text: String {
        let digits = String(state, radix: 16)
        return String(repeating: "0", count: 32 - digits.count) + digits
    }

    /// The key of one text.
    static func number(of text: String) -> UInt128 {
        var key = ContentKey()
        key.add(text)
        return key.state
    }
}
