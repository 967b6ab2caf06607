import CrashStates

/// A name for a piece of content, the same on every machine and in every run.
struct ContentKey {
    private var digesting = Digesting(10)

    /// Adds a part. Where one part ends and the next begins belongs to the content.
    mutating func add(_ bytes: [UInt8]) { digesting.add(bytes) }

    mutating func add(_ text: String) { digesting.add(Array(text.utf8)) }

    /// 32 hexadecimal digits.
    var text: String {
        let digits = String(digesting.digest.number, radix: 16)
        return String(repeating: "0", count: 32 - digits.count) + digits
    }

    /// The key of one text.
    static func number(of text: String) -> UInt128 {
        var key = ContentKey()
        key.add(text)
        return key.digesting.digest.number
    }
}
