/// Tests look for facts, not for sentences: kinds, fields, events, or a whole text in a golden file. A
/// message that is reworded then changes no test, only its golden file.
///
/// What is quoted in a message, such as a name, a path or a call, is no prose: the test itself has put
/// it there.
enum ProseCheck {
    /// What takes a part of a text.
    private static let searches = ["contains(", "hasPrefix(", "hasSuffix("]
    /// What holds a sentence, and is compared with one.
    private static let sentences = ["message ==", "description ==", "reason ==", "problem =="]

    static func findings(in file: SourceFile) -> [Finding] {
        guard isRead(file) else { return [] }
        return (searches + sentences).flatMap { places(of: Array($0.utf8), in: file) }
            .filter { isProse(literal(after: $0, in: file)) }
            .sorted()
            .map { place in
                let line = file.bytes[..<place].count { $0 == UInt8(ascii: "\n") } + 1
                return Finding(
                    file: file.path, line: line,
                    message: "a sentence is searched; assert on a kind, a field or an event, "
                        + "or `expectGolden` the whole text")
            }
    }

    private static func isRead(_ file: SourceFile) -> Bool {
        file.path.hasPrefix("Tests/") && file.path.hasSuffix(".swift")
            && !["Tests/TidyTests/", "Tests/Targets/"].contains { file.path.hasPrefix($0) }
    }

    /// The places where words of the code end.
    private static func places(of words: [UInt8], in file: SourceFile) -> [Int] {
        file.code.indices.filter { file.code[$0...].starts(with: words) }.map { $0 + words.count }
    }

    /// The text of a literal that is all that follows, without its interpolations; else empty.
    private static func literal(after place: Int, in file: SourceFile) -> [UInt8] {
        var index = place
        while index < file.code.count, " \n#".utf8.contains(file.code[index]) { index += 1 }
        guard index < file.code.count, file.code[index] == UInt8(ascii: "\"") else { return [] }
        while index < file.code.count, file.code[index] == UInt8(ascii: "\"") { index += 1 }
        // Of what stands in the literal only interpolations are left in the code.
        let end = file.code[index...].firstIndex { !" \n".utf8.contains($0) } ?? file.code.count
        return Array(file.bytes[index..<end])
    }

    /// Whether there are two words beside each other, apart from what is quoted.
    static func isProse(_ text: [UInt8]) -> Bool {
        let text = String(decoding: text, as: UTF8.self)
            .replacing("\\\"", with: "\"")
            .replacing(#/`[^`]*`|'[^']*'|"[^"]*"/#, with: "…")
        return text.contains(#/[a-z][,;:]? [a-z]*[a-z][a-z]/#)
    }
}
