/// What a process has written: its beginning and its end, however much it was.
struct BoundedOutput {
    /// How much of each end is kept, in bytes.
    static let limit = 256 * 1024

    private var head: [UInt8] = []
    private var tail: [UInt8] = []
    private var total = 0

    mutating func append(_ bytes: ArraySlice<UInt8>) {
        total += bytes.count
        let room = Self.limit - head.count
        head += bytes.prefix(max(0, room))
        tail += bytes.dropFirst(max(0, room))
        if tail.count > 2 * Self.limit { tail.removeFirst(tail.count - Self.limit) }
    }

    var isEmpty: Bool { total == 0 }

    var text: String {
        let end = tail.suffix(Self.limit)
        let missing = total - head.count - end.count
        let gap = missing > 0 ? "\n… \(missing) bytes are left out …\n" : ""
        return String(decoding: head, as: UTF8.self) + gap + String(decoding: end, as: UTF8.self)
    }

    /// What the last trap of a program in Swift said, without its stack; nil where there was none.
    var trapMessage: String? {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: true)
        guard let start = lines.lastIndex(where: { $0.contains("Fatal error") }) else { return nil }
        return lines[start...].prefix { $0 != "Current stack trace:" }.prefix(10)
            .joined(separator: "\n")
    }

    /// The last lines, for a person.
    func lastLines(_ count: Int) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: true)
        return (lines.count > count ? ["…"] : []).joined()
            + (lines.count > count ? "\n" : "") + lines.suffix(count).joined(separator: "\n")
    }
}
