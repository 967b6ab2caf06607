/// Finds the one top-level `let NAME = Suite(…)` of a scenario file, without compiling it.
struct SuiteScanner {
    struct Declaration: Equatable {
        var name: String
        var line: Int
    }

    /// Every top-level constant that is visibly a suite: `= Suite(`, `= Relaunch.Suite(` or `: Suite =`.
    static func suites(in source: [UInt8]) -> [Declaration] {
        let text = SourceText(source)
        let words = words(of: text.code)
        var found: [Declaration] = []
        var depth = 0
        for (index, word) in words.enumerated() {
            switch word.text {
            case "{", "(", "[": depth += 1
            case "}", ")", "]": depth -= 1
            case "let", "var":
                guard depth == 0, index + 1 < words.count else { continue }
                let rest = words[(index + 2)...].prefix(5).map(\.text)
                if isSuite(rest) {
                    let name = words[index + 1]
                    found.append(Declaration(name: name.text, line: text.line(at: name.offset)))
                }
            default: break
            }
        }
        return found
    }

    private static func isSuite(_ words: [String]) -> Bool {
        for start in [["=", "Suite", "("], ["=", "Relaunch", ".", "Suite", "("]]
        where words.starts(with: start) {
            return true
        }
        return words.starts(with: [":", "Suite", "="])
            || words.starts(with: [":", "Relaunch", ".", "Suite", "="])
    }

    private struct Word {
        var text: String
        var offset: Int
    }

    /// Names whole, everything else by the byte; blanks left out.
    private static func words(of code: [UInt8]) -> [Word] {
        var words: [Word] = []
        var offset = 0
        while offset < code.count {
            let start = offset
            while offset < code.count, isNamePart(code[offset]) { offset += 1 }
            if offset == start { offset += 1 }
            let byte = code[start]
            if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n")
                || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
            {
                continue
            }
            words.append(
                Word(text: String(decoding: code[start..<offset], as: UTF8.self), offset: start))
        }
        return words
    }

    private static func isNamePart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "`"), 0x80...:
            true
        default: false
        }
    }
}
