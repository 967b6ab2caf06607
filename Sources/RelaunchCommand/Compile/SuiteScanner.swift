/// Finds the one top-level `let NAME = Suite(…)` of a scenario file, without compiling it.
struct SuiteScanner {
    struct Declaration: Equatable {
        var name: String
        var line: Int
    }

    /// Every top-level constant that is visibly a suite: `= Suite(`, `= Relaunch.Suite(` or `: Suite =`.
    static func suites(in source: [UInt8]) -> [Declaration] {
        let text = SourceText(source)
        let words = text.words
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
}
