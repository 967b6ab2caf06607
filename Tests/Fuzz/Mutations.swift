/// Changes bytes at random; a seed, which is printed, repeats them.
package struct Mutations {
    private var state: UInt64

    package init(seed: UInt64 = .random(in: 0...UInt64.max)) {
        state = seed
        print("mutations with seed \(seed)")
    }

    /// One to four changes: a byte, a bit, an extreme value, a cut, an insertion or a copy.
    package mutating func change(_ original: [UInt8]) -> [UInt8] {
        var bytes = original
        for _ in 0...next(3) where !bytes.isEmpty {
            let place = next(UInt64(bytes.count - 1))
            switch next(6) {
            case 0: bytes[place] = UInt8(next(255))
            case 1: bytes[place] ^= 1 << next(7)
            case 2: bytes[place] = [0, 1, 0x7F, 0x80, 0xFF][next(4)]
            case 3: bytes.removeSubrange(place...)
            case 4: bytes.insert(UInt8(next(255)), at: place)
            case 5: bytes.removeSubrange(place..<min(bytes.count, place + 1 + next(8)))
            default:
                let from = next(UInt64(bytes.count - 1))
                let length = min(1 + next(15), bytes.count - max(place, from))
                bytes.replaceSubrange(place..<place + length, with: bytes[from..<from + length])
            }
        }
        return bytes
    }

    /// A number from zero to the bound (SplitMix64).
    private mutating func next(_ bound: UInt64) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        mixed ^= mixed >> 31
        return Int(mixed % (bound &+ 1))
    }
}
