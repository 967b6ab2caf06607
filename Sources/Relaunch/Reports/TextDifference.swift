import CrashStates

/// What differs between two texts, line by line.
///
/// Lines begin with `- ` (expected and missing), `+ ` (actual, not expected) or two spaces (equal,
/// for orientation); `…` stands for equal lines that are left out.
public struct TextDifference: Sendable, Equatable, CustomStringConvertible {
    /// The lines, and one more that counts what the limit left out. Empty where the texts are equal.
    public let lines: [String]

    /// Compares two texts byte for byte.
    ///
    /// - Parameters:
    ///   - context: How many equal lines are shown before and after a difference.
    ///   - limit: How many lines are shown before the rest is only counted.
    public init(expected: String, actual: String, context: Int = 2, limit: Int = 40) {
        guard !expected.utf8.elementsEqual(actual.utf8) else {
            lines = []
            return
        }
        let before = Self.split(expected)
        let after = Self.split(actual)
        var all: [String] = []
        var shownUntil = 0
        let gaps = Alignment(before, after).gaps
        for (index, gap) in gaps.enumerated() {
            let start = max(shownUntil, gap.expected.lowerBound - context)
            if start > shownUntil { all.append("…") }
            all += before[start..<gap.expected.lowerBound].map { "  " + Self.shown($0) }
            all += before[gap.expected].map { "- " + Self.shown($0) }
            all += after[gap.actual].map { "+ " + Self.shown($0) }
            let next =
                index + 1 < gaps.count ? gaps[index + 1].expected.lowerBound : before.count
            shownUntil = min(gap.expected.upperBound + context, next)
            all += before[gap.expected.upperBound..<shownUntil].map { "  " + Self.shown($0) }
        }
        if shownUntil < before.count { all.append("…") }
        if all.count > limit {
            let rest = all.count - limit
            all.removeLast(rest)
            all.append("… and \(Phrases.count(rest, "more line", "more lines"))")
        }
        lines = all
    }

    /// Whether the texts are equal.
    public var isEmpty: Bool { lines.isEmpty }

    /// The lines in one text.
    public var description: String { lines.joined(separator: "\n") }

    /// Lines as bytes, each with its end, so that a missing last line end is a difference too.
    private static func split(_ text: String) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        var line: [UInt8] = []
        for byte in text.utf8 {
            line.append(byte)
            if byte == UInt8(ascii: "\n") {
                lines.append(line)
                line = []
            }
        }
        if !line.isEmpty { lines.append(line) }
        return lines
    }

    private static func shown(_ line: [UInt8]) -> String {
        let hasEnd = line.last == UInt8(ascii: "\n")
        let text = VisibleText.line(
            String(decoding: hasEnd ? line.dropLast() : line[...], as: UTF8.self))
        return VisibleText.shortened(text, to: 160) + (hasEnd ? "" : " (no line end)")
    }
}

/// The equal elements of two sequences side by side, and the gaps between them.
struct Alignment {
    /// A stretch in which the sequences differ; one of the ranges may be empty.
    struct Gap: Equatable {
        var expected: Range<Int>
        var actual: Range<Int>
    }

    private(set) var gaps: [Gap] = []

    /// Above this many elements, between the first and the last that differ, they are compared by index:
    /// the exact alignment takes time that grows with the square.
    private static let exactLimit = 500

    init<Element: Equatable>(_ expected: [Element], _ actual: [Element]) {
        let head = zip(expected, actual).prefix { $0 == $1 }.count
        let tail = zip(expected[head...].reversed(), actual[head...].reversed())
            .prefix { $0 == $1 }.count
        let before = head..<expected.count - tail
        let after = head..<actual.count - tail
        guard !before.isEmpty || !after.isEmpty else { return }
        guard max(before.count, after.count) <= Self.exactLimit else {
            alignByIndex(expected, before, actual, after)
            return
        }
        let difference = Array(actual[after]).difference(from: Array(expected[before]))
        var removed = Set<Int>()
        var inserted = Set<Int>()
        for change in difference {
            switch change {
            case .remove(let offset, _, _): removed.insert(before.lowerBound + offset)
            case .insert(let offset, _, _): inserted.insert(after.lowerBound + offset)
            }
        }
        align(before, removed, after, inserted)
    }

    private mutating func align(
        _ before: Range<Int>, _ removed: Set<Int>, _ after: Range<Int>, _ inserted: Set<Int>
    ) {
        var i = before.lowerBound
        var j = after.lowerBound
        while i < before.upperBound || j < after.upperBound {
            let (start, startAfter) = (i, j)
            while removed.contains(i) { i += 1 }
            while inserted.contains(j) { j += 1 }
            if i > start || j > startAfter {
                gaps.append(Gap(expected: start..<i, actual: startAfter..<j))
            } else {
                i += 1
                j += 1
            }
        }
    }

    private mutating func alignByIndex<Element: Equatable>(
        _ expected: [Element], _ before: Range<Int>, _ actual: [Element], _ after: Range<Int>
    ) {
        let common = min(before.upperBound, after.upperBound)
        for index in before.lowerBound..<common where expected[index] != actual[index] {
            if let last = gaps.last, last.expected.upperBound == index {
                gaps[gaps.count - 1] = Gap(
                    expected: last.expected.lowerBound..<index + 1,
                    actual: last.actual.lowerBound..<index + 1)
            } else {
                gaps.append(Gap(expected: index..<index + 1, actual: index..<index + 1))
            }
        }
        if before.upperBound != after.upperBound {
            gaps.append(
                Gap(expected: common..<before.upperBound, actual: common..<after.upperBound))
        }
    }
}
