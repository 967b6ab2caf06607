/// The statements between the braces of a scenario or a suite, in groups that each begin in a line of
/// their own.
///
/// It knows calls, names, `for` and `if`, which is what nearly all steps and scenarios are. Where
/// anything else stands there, there is no list.
struct StatementList {
    struct Group: Equatable {
        /// From its first byte to its last.
        var range: Range<Int>
        /// The name that is called, where the group is one call and nothing else.
        var call: String?
    }

    private(set) var groups: [Group] = []

    private let words: [SourceText.Word]
    private let ends: [Int: Int]
    private let code: [UInt8]

    /// - Parameters:
    ///   - brace: the index of the word that opens the list.
    ///   - ends: for the index of each opening bracket, that of its closing one.
    init?(in text: SourceText, openedAt brace: Int, ends: [Int: Int]) {
        words = text.words
        code = text.code
        self.ends = ends
        guard let end = ends[brace], brace + 1 < end, beginsLine(brace + 1) else { return nil }
        var index = brace + 1
        while index < end {
            guard let statement = statement(at: index) else { return nil }
            let range = words[index].offset..<Self.end(of: words[statement.last])
            if beginsLine(index) {
                groups.append(Group(range: range, call: statement.call))
            } else {
                // `;` and another statement: nothing may be put between them, for the columns' sake.
                let first = groups.removeLast()
                groups.append(Group(range: first.range.lowerBound..<range.upperBound, call: nil))
            }
            index = statement.last + 1
            if index < end, words[index].text == ";" {
                let first = groups.removeLast()
                let end = Self.end(of: words[index])
                groups.append(Group(range: first.range.lowerBound..<end, call: nil))
                index += 1
            } else if index < end, !beginsLine(index) {
                return nil
            }
        }
    }

    private static func end(of word: SourceText.Word) -> Int {
        word.offset + word.text.utf8.count
    }

    /// Whether there is a line break before a word.
    private func beginsLine(_ index: Int) -> Bool {
        code[Self.end(of: words[index - 1])..<words[index].offset].contains(UInt8(ascii: "\n"))
    }

    /// The last word of a statement, and what it calls where it is no more than a call.
    private func statement(at index: Int) -> (last: Int, call: String?)? {
        let word = words[index].text
        switch word {
        case "for": return block(after: index).map { ($0, nil) }
        case "if": return branches(at: index).map { ($0, nil) }
        default:
            guard let first = word.first, first.isLetter, !Self.keywords.contains(word) else {
                return nil
            }
        }
        guard words[index + 1].text == "(" else { return (index, nil) }
        guard !beginsLine(index + 1), let end = ends[index + 1] else { return nil }
        // A closure is an argument too, in the next line as well.
        guard words[end + 1].text == "{" else { return (end, word) }
        return ends[end + 1].map { ($0, word) }
    }

    /// The end of the first block after a word. In what stands before it, closures are in parentheses.
    private func block(after index: Int) -> Int? {
        var index = index + 1
        while index < words.count {
            switch words[index].text {
            case "{": return ends[index]
            case "(", "[":
                guard let end = ends[index] else { return nil }
                index = end + 1
            case "}", ")", "]": return nil
            default: index += 1
            }
        }
        return nil
    }

    private func branches(at index: Int) -> Int? {
        guard let end = block(after: index) else { return nil }
        guard words[end + 1].text == "else" else { return end }
        return words[end + 2].text == "if" ? branches(at: end + 2) : block(after: end + 1)
    }

    /// What begins a declaration or another statement, or goes on with the one before.
    private static let keywords: Set = [
        "actor", "as", "await", "break", "case", "class", "continue", "default", "defer", "do",
        "else", "enum", "extension", "func", "guard", "import", "in", "is", "let", "protocol",
        "repeat", "return", "struct", "switch", "throw", "try", "typealias", "var", "where",
        "while",
    ]
}
