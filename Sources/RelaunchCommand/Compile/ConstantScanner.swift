/// Finds the one top-level `let NAME = Suite(…)` of a scenario file, or the settings of a project, without
/// compiling the file.
struct ConstantScanner {
    struct Declaration: Equatable {
        var name: String
        var line: Int
    }

    /// Every top-level constant that is visibly of a type of Relaunch: `= Suite(`, `= Relaunch.Suite(` or
    /// `: Suite =`.
    static func constants(of type: String, in text: SourceText) -> [Declaration] {
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
                if isConstant(of: type, rest) {
                    let name = words[index + 1]
                    found.append(Declaration(name: name.text, line: text.line(at: name.offset)))
                }
            default: break
            }
        }
        return found
    }

    /// The line of the first argument with a label; nil where there is none.
    static func line(ofArgument label: String, in text: SourceText) -> Int? {
        zip(text.words, text.words.dropFirst())
            .first { $0.text == label && $1.text == ":" }.map { text.line(at: $0.0.offset) }
    }

    private static func isConstant(of type: String, _ words: [String]) -> Bool {
        for start in [["=", type, "("], ["=", "Relaunch", ".", type, "("]]
        where words.starts(with: start) {
            return true
        }
        return words.starts(with: [":", type, "="])
            || words.starts(with: [":", "Relaunch", ".", type, "="])
    }
}
