/// A large suite whose later scenarios stand in files of their own, so that several compilers work at it
/// at the same time.
struct SplitSuite {
    private let text: SourceText
    private let path: String
    private let brace: SourceText.Word
    /// The scenarios for each file. The first file is the user's.
    private let chunks: [ArraySlice<StatementList.Group>]

    /// Each further compiler reads the modules again, which so many scenarios are worth.
    private static let scenariosForPart = 40

    /// - Parameters:
    ///   - path: what the compiler is told that the file is called.
    ///   - brace: what opens the list.
    ///   - compilers: how many work at the same time.
    init(
        of text: SourceText, path: String, brace: SourceText.Word, _ list: StatementList,
        compilers: Int
    ) {
        self.text = text
        self.path = path.trimmingCurrentFolder
        self.brace = brace
        let groups = list.groups
        let wanted = min(compilers, CompiledForm.partLimit, groups.count / Self.scenariosForPart)
        let count = Self.canBeSplit(text, self.path) ? max(1, wanted) : 1
        chunks = (0..<count).map { index in
            groups[(groups.count * index / count)..<(groups.count * (index + 1) / count)]
        }
    }

    /// Whether what a scenario uses is seen from another file, and lines and paths can be kept there.
    private static func canBeSplit(_ text: SourceText, _ path: String) -> Bool {
        let hidden: Set = ["private", "fileprivate", "#"]
        guard !text.words.contains(where: { hidden.contains($0.text) }) else { return false }
        // The compiler cleans a path, which the one in `#sourceLocation` is not.
        let names = path.split(separator: "/", omittingEmptySubsequences: false)
        return !path.contains { $0 == "\"" || $0 == "\\" || $0.isNewline }
            && !names.dropFirst(path.hasPrefix("/") ? 1 : 0).contains {
                ["", ".", ".."].contains($0)
            }
    }

    /// The user's file, and those with the rest of its scenarios.
    ///
    /// - Parameter bodies: what is put into the scenarios.
    func sources(
        _ texts: StatementTexts, _ bodies: [CompiledForm.Insertion]
    ) -> (file: [UInt8], parts: [[UInt8]]) {
        let whole = texts.closure(at: brace.offset + 1, chunks[0], parts: chunks.count - 1)
        let all = (bodies + whole).sorted { $0.offset < $1.offset }
        guard let first = chunks[0].last?.range.upperBound,
            let end = chunks.last?.last?.range.upperBound
        else { return (text.source, []) }
        let lineBreaks = text.source[first..<end].filter { $0 == UInt8(ascii: "\n") }
        let file =
            text.source.inserting(all.filter { $0.offset <= first }, in: 0..<first) + lineBreaks
            + text.source.inserting(
                all.filter { $0.offset > end }, in: end..<text.source.count)
        let parts = chunks.indices.dropFirst().map { part($0, texts, bodies) }
        return (file, parts)
    }

    private func part(
        _ number: Int, _ texts: StatementTexts, _ bodies: [CompiledForm.Insertion]
    ) -> [UInt8] {
        let chunk = chunks[number]
        guard let first = chunk.first?.range.lowerBound, let end = chunk.last?.range.upperBound
        else { return [] }
        let start = text.source[..<first].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let (opening, insertions) = texts.part(number, chunk)
        let all = (bodies.filter { start..<end ~= $0.offset } + insertions)
            .sorted { $0.offset < $1.offset }
        // Line for line where the file has it: the compiler cites lines as they are.
        let line = text.line(at: first)
        let before =
            [imports] + [String](repeating: "", count: line - 4)
            + ["#sourceLocation(file: \"\(path)\", line: \(line - 1))", opening, ""]
        return Array(before.joined(separator: "\n").utf8)
            + text.source.inserting(all, in: start..<end) + [UInt8(ascii: "\n")]
    }

    /// What the file imports, in one line.
    private var imports: String {
        text.code.split(separator: UInt8(ascii: "\n"))
            .map { String(decoding: $0, as: UTF8.self) }
            .filter { line in line.split(separator: " ").contains("import") }
            .joined(separator: "; ")
    }
}

extension CompiledForm {
    /// How many files a suite is split into at most.
    static let partLimit = 4
}

extension [UInt8] {
    /// A part of a text with what is put into it, in the order of the offsets.
    func inserting(_ insertions: [CompiledForm.Insertion], in range: Range<Int>) -> [UInt8] {
        var changed: [UInt8] = []
        var position = range.lowerBound
        for (offset, insertion) in insertions {
            changed += self[position..<offset]
            changed += Array(insertion.utf8)
            position = offset
        }
        return changed + self[position..<range.upperBound]
    }
}

extension String {
    /// As the compiler shows a path that begins with `./`.
    fileprivate var trimmingCurrentFolder: String {
        hasPrefix("./") ? String(dropFirst(2)).trimmingCurrentFolder : self
    }
}
