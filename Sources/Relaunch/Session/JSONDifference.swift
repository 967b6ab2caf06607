import CrashStates
import RelaunchProtocol

/// What differs between two JSON values, in words that a person reads.
///
/// One line for each place that differs, named by its path:
///
/// ```
///   editor.text: "milk" → "bread"
/// - notes[2]: {"title":"groceries"}
/// + editor.cursor: 4
/// ```
///
/// `-` is expected and missing, `+` is there and was not expected. Elements of arrays that are equal are
/// aligned first, so that one element too many is one difference; where that moved an element, its path
/// shows both indices (`notes[2→3].title`). Texts of several lines are compared line by line, long ones
/// are shortened around the place where they part.
public struct JSONDifference: Sendable, Equatable, CustomStringConvertible {
    /// The differences, one or more lines each.
    private let entries: [[String]]
    private let limit: Int

    /// Compares two values. Numbers are equal where their values are, `1` and `1.0` for one.
    ///
    /// - Parameter limit: How many lines are shown before the rest is only counted.
    public init(expected: JSON, actual: JSON, limit: Int = 40) {
        var comparison = Comparison()
        comparison.compare(expected, actual, at: "")
        entries = comparison.entries
        self.limit = max(limit, 1)
    }

    /// Whether the values are equal.
    public var isEmpty: Bool { entries.isEmpty }

    /// How many places differ.
    public var count: Int { entries.count }

    /// The lines, and one more that counts what the limit left out.
    public var lines: [String] {
        var lines: [String] = []
        for (index, entry) in entries.enumerated() {
            if index > 0, lines.count + entry.count > limit {
                let rest = entries.count - index
                return lines + [
                    "… and \(Phrases.count(rest, "more difference", "more differences"))"
                ]
            }
            lines += entry
        }
        return lines
    }

    /// The lines in one text.
    public var description: String { lines.joined(separator: "\n") }
}

private struct Comparison {
    var entries: [[String]] = []

    mutating func compare(_ expected: JSON, _ actual: JSON, at path: String) {
        switch (expected, actual) {
        case (.object(let expected), .object(let actual)):
            compareMembers(expected, actual, at: path)
        case (.array(let expected), .array(let actual)):
            compareElements(expected, actual, at: path)
        case (.string(let expected), .string(let actual)):
            if !expected.utf8.elementsEqual(actual.utf8) {
                entries.append(changed(expected, actual, at: path))
            }
        default:
            guard expected != actual else { return }
            entries.append(["  \(label(path))\(shown(expected)) → \(shown(actual))"])
        }
    }

    private mutating func compareMembers(
        _ expected: JSON.Members, _ actual: JSON.Members, at path: String
    ) {
        let names = expected.merging(actual) { $1 }.sortedKeys
        // Names that Swift takes for the same look the same. They need not stand side by side.
        var seen: Set<String> = []
        let lookalikes = Set(names.filter { !seen.insert($0).inserted })
        for name in names {
            let inner = path + step(to: name, from: path, spellsOut: lookalikes.contains(name))
            switch (expected[name], actual[name]) {
            case (let before?, let after?): compare(before, after, at: inner)
            case (let before?, nil): entries.append(["- \(label(inner))\(shown(before))"])
            case (nil, let after?): entries.append(["+ \(label(inner))\(shown(after))"])
            case (nil, nil): break
            }
        }
    }

    private mutating func compareElements(_ expected: [JSON], _ actual: [JSON], at path: String) {
        for gap in Alignment(expected, actual).gaps {
            for (before, after) in zip(gap.expected, gap.actual) {
                let index = before == after ? "\(before)" : "\(before)→\(after)"
                compare(expected[before], actual[after], at: "\(path)[\(index)]")
            }
            for index in gap.expected.dropFirst(gap.actual.count) {
                entries.append(["- \(path)[\(index)]: \(shown(expected[index]))"])
            }
            for index in gap.actual.dropFirst(gap.expected.count) {
                entries.append(["+ \(path)[\(index)]: \(shown(actual[index]))"])
            }
        }
    }

    private func changed(_ expected: String, _ actual: String, at path: String) -> [String] {
        guard expected.utf8.contains(UInt8(ascii: "\n")), actual.utf8.contains(UInt8(ascii: "\n")),
            expected != actual
        else {
            let (before, after) = Self.excerpts(of: expected, actual)
            return ["  \(label(path))\(before) → \(after)"]
        }
        let lines = TextDifference(expected: expected, actual: actual, limit: 20).lines
        return ["  " + (path.isEmpty ? "text:" : path + ":")] + lines.map { "    " + $0 }
    }

    private func label(_ path: String) -> String { path.isEmpty ? "" : path + ": " }

    private func step(to name: String, from path: String, spellsOut: Bool) -> String {
        if spellsOut { return "[\(Self.quoted(name, spellsOut: true))]" }
        let step = VisibleText.line(JSONPath([.member(name)]).description)
        return path.isEmpty || step.hasPrefix("[") ? step : "." + step
    }

    /// How many characters of a value are shown.
    private static let width = 72

    private func shown(_ value: JSON) -> String {
        VisibleText.shortened(VisibleText.line(value.text), to: Self.width)
    }

    /// Both texts in quotation marks, each no longer than the width, around where they part. Where they
    /// are the same characters, their bytes differ: then every character beyond ASCII is spelt out.
    private static func excerpts(of expected: String, _ actual: String) -> (String, String) {
        let common = zip(expected, actual).prefix { String($0).utf8.elementsEqual(String($1).utf8) }
            .count
        let start = max(0, common - width / 3)
        let isAlike = expected == actual
        return (
            excerpt(of: expected, from: start, spellsOut: isAlike),
            excerpt(of: actual, from: start, spellsOut: isAlike)
        )
    }

    private static func excerpt(of text: String, from start: Int, spellsOut: Bool) -> String {
        let isWhole = text.count <= width
        let part = isWhole ? Substring(text) : text.dropFirst(start).prefix(width)
        let head = isWhole || start == 0 ? "" : "…"
        let tail = isWhole || part.endIndex == text.endIndex ? "" : "…"
        return quoted(head + part + tail, spellsOut: spellsOut)
    }

    /// A text as JSON writes it; in ASCII alone where it is to be spelt out.
    private static func quoted(_ text: String, spellsOut: Bool) -> String {
        let text = JSON.string(text)
        return spellsOut ? text.asciiText : VisibleText.line(text.text)
    }
}
