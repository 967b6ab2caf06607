import Relaunch

/// A scenario file as it is given to the compiler: the body of each scenario is a function.
///
/// The compiler infers the types of closures that stand in one another together, which takes a time that
/// grows with the square of their number: 200 scenarios took 30 s, and take 4 s in this form. The bodies
/// of functions are each inferred by themselves. The compiler reads this form under the name of the file,
/// and nothing changes its line or, in the lines between the braces of a body, its column.
struct CompiledForm {
    /// What the compiler reads.
    let source: [UInt8]

    private static let opening =
        " @Relaunch.StepsBuilder func relaunchBody() -> [any Relaunch.Step] {"
    private static let closing = "}; return relaunchBody() "

    /// Returns nil where the file is compiled as it is: where it has no scenario that can be changed, or
    /// braces that do not match.
    init?(of text: SourceText) {
        let source = text.source
        guard let bodies = Self.bodies(in: text), !bodies.isEmpty else { return nil }
        var changed: [UInt8] = []
        var position = 0
        let insertions =
            bodies.flatMap { [($0.lowerBound, Self.opening), ($0.upperBound, Self.closing)] }
            .sorted { $0.0 < $1.0 }
        for (offset, insertion) in insertions {
            changed += source[position..<offset]
            changed += Array(insertion.utf8)
            position = offset
        }
        self.source = changed + source[position...]
    }

    /// Writes the form into a directory. Returns what the compiler is told to read it in place of `file`.
    func write(to directory: String, inPlaceOf file: String) throws -> [String] {
        let contents = directory + "/Scenarios.swift"
        try writeFile(source, to: contents)
        let entry: JSON = [
            "type": "file", "name": .string(file), "external-contents": .string(contents),
        ]
        let overlay: JSON = [
            "version": 0, "case-sensitive": "true", "use-external-names": "false",
            "roots": [entry],
        ]
        try writeFile(overlay.text, to: directory + "/overlay.json")
        return ["-vfsoverlay", directory + "/overlay.json"]
    }

    /// What the compiler has said, with the lines of the file that it cites as the user has them.
    static func restored(_ output: String) -> String {
        [opening, closing].reduce(output) { text, insertion in
            text.split(separator: insertion, omittingEmptySubsequences: false).joined()
        }
    }

    /// Whether the compiler complains of what only this form has: it does so beside a mistake in the call
    /// that the scenarios stand in.
    static func isMisread(in output: String) -> Bool {
        output.contains("explicit 'return' statement in the body of result builder")
    }

    /// What stands between the braces of each scenario that takes more than a line.
    private static func bodies(in text: SourceText) -> [Range<Int>]? {
        let words = text.words
        guard let ends = matchingBraces(words) else { return nil }
        var bodies: [Range<Int>] = []
        for index in words.indices where words[index].text == "Scenario" {
            guard index + 1 < words.count, words[index + 1].text == "(",
                let brace = ends[index + 1].map({ $0 + 1 }), brace < words.count,
                words[brace].text == "{", let end = ends[brace], end > brace + 1
            else { continue }
            let body = words[(brace + 1)..<end]
            let range = (words[brace].offset + 1)..<words[end].offset
            let firstLine = text.code[range.lowerBound..<body[brace + 1].offset]
            guard firstLine.contains(UInt8(ascii: "\n")), !changesMeaning(body.map(\.text)) else {
                continue
            }
            bodies.append(range)
        }
        return bodies
    }

    /// A closure that captures explicitly, or one that is no list of steps since it returns its value.
    private static func changesMeaning(_ body: [String]) -> Bool {
        body.first == "[" || body.first == "(" || body.contains("return")
    }

    /// The index of the word that closes what each bracket opens; nil where they do not match.
    private static func matchingBraces(_ words: [SourceText.Word]) -> [Int: Int]? {
        let closing = ["{": "}", "(": ")", "[": "]"]
        var open: [Int] = []
        var ends: [Int: Int] = [:]
        for (index, word) in words.enumerated() {
            switch word.text {
            case "{", "(", "[": open.append(index)
            case "}", ")", "]":
                guard let start = open.popLast(), closing[words[start].text] == word.text else {
                    return nil
                }
                ends[start] = index
            default: break
            }
        }
        return open.isEmpty ? ends : nil
    }
}
