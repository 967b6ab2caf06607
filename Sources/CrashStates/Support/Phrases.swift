/// Small words that messages and reports share.
package enum Phrases {
    /// `1 file`, `2 files`.
    package static func count(_ count: Int, _ one: String, _ many: String) -> String {
        "\(count) \(count == 1 ? one : many)"
    }

    /// `a`, `a and b`, `a, b and c`.
    package static func list(_ items: [String]) -> String {
        guard let last = items.last, items.count > 1 else { return items.first ?? "" }
        return items.dropLast().joined(separator: ", ") + " and " + last
    }

    /// The first of them: `a, b, c, d and 12 more`.
    package static func few(_ items: [String], atMost limit: Int = 4) -> String {
        guard items.count > limit + 1 else { return list(items) }
        return list(items.prefix(limit) + ["\(items.count - limit) more"])
    }

    /// The time that is meant by `90s`, `10m`, `1.5h` or `2d`; a number alone is seconds. Nil for anything
    /// else, and for a time that is not above zero.
    package static func duration(_ text: String) -> Duration? {
        let units: [Character: Double] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
        let unit = text.last.flatMap { units[$0] }
        guard let number = Double(unit == nil ? text : String(text.dropLast())),
            number > 0, number < 1e9
        else { return nil }
        return .seconds(number * (unit ?? 1))
    }
}
