/// The difference of two texts, as `diff -u` writes it and `patch` reads it.
struct UnifiedDiff {
    /// Empty where the texts are equal.
    private(set) var text = ""

    /// How many lines are shown around a change.
    private static let context = 3

    private struct Line {
        /// ` `, `-` or `+`.
        var sign: Character
        var text: Substring
    }

    init(from old: String, to new: String, path: String) {
        guard old != new || !old.utf8.elementsEqual(new.utf8) else { return }
        let lines = Self.lines(from: Self.split(old), to: Self.split(new))
        text = "--- a/\(path.droppingSlash)\n+++ b/\(path.droppingSlash)\n"
        var start = 0
        while let first = lines[start...].firstIndex(where: { $0.sign != " " }) {
            var last = first
            while let next = lines[(last + 1)...].firstIndex(where: { $0.sign != " " }),
                next - last <= 2 * Self.context + 1
            {
                last = next
            }
            let range =
                max(
                    start, first - Self.context)..<min(
                    lines.count, last + Self.context + 1)
            text += Self.hunk(lines, range)
            start = range.upperBound
        }
    }

    /// Each with its line break.
    private static func split(_ text: String) -> [Substring] {
        var lines: [Substring] = []
        var start = text.utf8.startIndex
        while start < text.utf8.endIndex {
            let end =
                text.utf8[start...].firstIndex(of: UInt8(ascii: "\n"))
                .map(text.utf8.index(after:)) ?? text.utf8.endIndex
            lines.append(text[start..<end])
            start = end
        }
        return lines
    }

    private static func lines(from old: [Substring], to new: [Substring]) -> [Line] {
        var removed: Set<Int> = []
        var added: Set<Int> = []
        for change in new.map({ Array($0.utf8) }).difference(from: old.map { Array($0.utf8) }) {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): added.insert(offset)
            }
        }
        var lines: [Line] = []
        var (left, right) = (0, 0)
        while left < old.count || right < new.count {
            if left < old.count, removed.contains(left) {
                lines.append(Line(sign: "-", text: old[left]))
                left += 1
            } else if right < new.count, added.contains(right) {
                lines.append(Line(sign: "+", text: new[right]))
                right += 1
            } else {
                lines.append(Line(sign: " ", text: old[left]))
                (left, right) = (left + 1, right + 1)
            }
        }
        return lines
    }

    private static func hunk(_ lines: [Line], _ range: Range<Int>) -> String {
        let old = (
            before: lines[..<range.lowerBound].count { $0.sign != "+" },
            count: lines[range].count { $0.sign != "+" }
        )
        let new = (
            before: lines[..<range.lowerBound].count { $0.sign != "-" },
            count: lines[range].count { $0.sign != "-" }
        )
        var text = "@@ -\(place(old)) +\(place(new)) @@\n"
        for line in lines[range] {
            text += "\(line.sign)\(line.text)"
            if !line.text.utf8.last.isLineBreak { text += "\n\\ No newline at end of file\n" }
        }
        return text
    }

    /// The first line, counted from 1, and how many; an empty range is counted from the line before.
    private static func place(_ range: (before: Int, count: Int)) -> String {
        "\(range.count == 0 ? range.before : range.before + 1)"
            + (range.count == 1 ? "" : ",\(range.count)")
    }
}

extension UInt8? {
    fileprivate var isLineBreak: Bool { self == UInt8(ascii: "\n") }
}

extension String {
    fileprivate var droppingSlash: Substring { drop { $0 == "/" } }
}
