import Relaunch
import RelaunchStress

extension SuiteFrame {
    /// A suite's file without its scenarios; nil where its closure is not found.
    ///
    /// - Parameter directory: the folder of the file: paths that are meant relative to it become absolute
    ///   ones, since the scenario will stand elsewhere.
    init?(of text: SourceText, in directory: String) {
        let words = text.words
        guard let ends = CompiledForm.matchingBraces(words),
            let suite = CompiledForm.closures(of: "Suite", in: words, ends).first,
            let end = ends[suite]
        else { return nil }
        var kept: [Range<Int>] = []
        var start = 0
        // It comes where the first of them was, if that was no part of a loop; else last.
        var place = words[end].offset
        for brace in CompiledForm.closures(of: "Scenario", in: words, ends) {
            guard brace > suite, brace < end, let last = ends[brace],
                let head = words[..<brace].lastIndex(where: { $0.text == "Scenario" }),
                words[head].offset >= start
            else { continue }
            kept.append(start..<words[head].offset)
            start = words[last].offset + 1
            let isInner = ends.contains { $0.key > suite && $0.key < head && $0.value > last }
            if !isInner { place = min(place, words[head].offset) }
        }
        kept.append(start..<text.source.count)
        func part(of whole: Range<Int>) -> String {
            let ranges = kept.map { $0.clamped(to: whole) }
            let source = ranges.map { String(decoding: text.source[$0], as: UTF8.self) }.joined()
            return Self.tidied(source, in: directory)
        }
        self.init(
            before: part(of: 0..<place).trimmedAtEnd + "\n\n",
            after: part(of: place..<text.source.count).trimmedAtStart)
    }

    /// Without what is left of lines that are gone, and with paths that hold anywhere.
    private static func tidied(_ source: String, in directory: String) -> String {
        var lines: [Substring] = []
        for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
            let isEmpty = line.allSatisfy(\.isWhitespace)
            if isEmpty, lines.last?.isEmpty == true { continue }
            lines.append(isEmpty ? "" : line)
        }
        return lines.joined(separator: "\n").replacing(#/"([^"\\\n]+)"/#) { match in
            let path = String(match.1)
            guard path.contains("/"), !path.hasPrefix("/"),
                FileStamp(directory + "/" + path) != nil
            else { return String(match.0) }
            return Path.absolute(directory + "/" + path).swiftLiteral
        }
    }
}

extension String {
    fileprivate var trimmedAtEnd: String {
        var text = self[...]
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }

    fileprivate var trimmedAtStart: String {
        String(drop { $0 == "\n" || $0 == "\r\n" })
    }
}
