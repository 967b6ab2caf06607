import Relaunch

/// A scenario file as it is given to the compiler: the body of each scenario is a function.
///
/// The compiler infers the types of closures that stand in one another together, which takes a time that
/// grows with the square of their number: 200 scenarios took 30 s, and take 4 s in this form. The bodies
/// of functions are each inferred by themselves. The compiler reads this form under the name of the file,
/// and nothing changes its line or, in the lines between the braces of a body, its column.
struct CompiledForm {
    enum Style {
        /// Bodies are functions with a result builder.
        case functions
        /// In the suite and the bodies, each statement adds to a list, where ``StatementList`` knows them
        /// all. 500 scenarios compile in less than half the time; what the compiler says of a mistake is
        /// not for the user's eyes.
        case statements
    }

    let style: Style
    /// What the compiler reads.
    let source: [UInt8]
    /// Files beside it, with functions that make the later scenarios.
    let parts: [[UInt8]]

    /// From this many scenarios on, a file is compiled in statements. A smaller one would gain little,
    /// and a mistake in it would cost a second compilation.
    static let scenariosForStatements = 30

    typealias Insertion = (offset: Int, text: String)

    /// Returns nil where the file is compiled as it is, or in another style: where it has no scenario
    /// that can be changed, too few of them for the style, or braces that do not match.
    ///
    /// - Parameters:
    ///   - path: what the compiler is told that the file is called.
    ///   - compilers: how many work at the same time.
    init?(
        of text: SourceText, style: Style = .functions, path: String = "", compilers: Int = 1
    ) {
        guard let ends = Self.matchingBraces(text.words) else { return nil }
        let bodies = Self.bodies(in: text, ends)
        guard bodies.count >= (style == .statements ? Self.scenariosForStatements : 1) else {
            return nil
        }
        var insertions = bodies.flatMap { body -> [Insertion] in
            let offset = text.words[body].offset + 1
            if style == .statements,
                let list = StatementList(in: text, openedAt: body, ends: ends)
            {
                return Self.steps.closure(at: offset, list.groups[...])
            }
            return [(offset, Self.opening), (text.words[ends[body] ?? body].offset, Self.closing)]
        }
        self.style = style
        let suites = Self.closures(of: "Suite", in: text.words, ends)
        if style == .statements, suites.count == 1,
            let list = StatementList(in: text, openedAt: suites[0], ends: ends)
        {
            let suite = SplitSuite(
                of: text, path: path, brace: text.words[suites[0]], list, compilers: compilers)
            (source, parts) = suite.sources(Self.scenarios, insertions)
        } else {
            insertions.sort { $0.offset < $1.offset }
            source = text.source.inserting(insertions, in: 0..<text.source.count)
            parts = []
        }
    }

    /// Writes the form into a directory. Returns what the compiler is told to read it in place of `file`,
    /// and the files that it is to read too.
    func write(
        to directory: String, inPlaceOf file: String
    ) throws -> (options: [String], sources: [String]) {
        let contents = "\(directory)/\(style).swift"
        try writeFile(source, to: contents)
        let entry: JSON = [
            "type": "file", "name": .string(file), "external-contents": .string(contents),
        ]
        let overlay: JSON = [
            "version": 0, "case-sensitive": "true", "use-external-names": "false",
            "roots": [entry],
        ]
        let path = "\(directory)/\(style).json"
        try writeFile(overlay.text, to: path)
        var sources: [String] = []
        if style == .statements {
            sources = ["\(directory)/RelaunchLists.swift"]
            try writeFile("import Relaunch\n\n" + Self.lists, to: sources[0])
        }
        for (number, part) in parts.enumerated() {
            sources.append("\(directory)/RelaunchPart\(number + 1).swift")
            try writeFile(part, to: sources[number + 1])
        }
        return (["-vfsoverlay", path], sources)
    }

    /// What the compiler has said, with the lines of the file that it cites as the user has them.
    static func restored(_ output: String) -> String {
        // Some of them are parts of longer ones.
        ([opening, closing] + scenarios.texts + steps.texts).sorted { $0.count > $1.count }
            .reduce(output) { text, insertion in
                text.split(separator: insertion, omittingEmptySubsequences: false).joined()
            }
    }

    /// Whether the compiler complains of what only this form has: it does so beside a mistake in the call
    /// that the scenarios stand in.
    static func isMisread(in output: String) -> Bool {
        output.contains("explicit 'return' statement in the body of result builder")
    }

    /// The braces that open a scenario that takes more than a line.
    private static func bodies(in text: SourceText, _ ends: [Int: Int]) -> [Int] {
        let words = text.words
        return closures(of: "Scenario", in: words, ends).filter { brace in
            guard let end = ends[brace], end > brace + 1 else { return false }
            let body = words[(brace + 1)..<end]
            let firstLine = text.code[(words[brace].offset + 1)..<body[brace + 1].offset]
            return firstLine.contains(UInt8(ascii: "\n")) && !changesMeaning(body.map(\.text))
        }
    }

    /// The braces that open the closures of all calls of a name.
    static func closures(
        of name: String, in words: [SourceText.Word], _ ends: [Int: Int]
    ) -> [Int] {
        words.indices.compactMap { index in
            guard words[index].text == name, index + 1 < words.count, words[index + 1].text == "(",
                let brace = ends[index + 1].map({ $0 + 1 }), brace < words.count,
                words[brace].text == "{"
            else { return nil }
            return brace
        }
    }

    /// A closure that captures explicitly, or one that is no list of steps since it returns its value.
    private static func changesMeaning(_ body: [String]) -> Bool {
        body.first == "[" || body.first == "(" || body.contains("return")
    }

    /// The index of the word that closes what each bracket opens; nil where they do not match.
    static func matchingBraces(_ words: [SourceText.Word]) -> [Int: Int]? {
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

// MARK: - What is put in

extension CompiledForm {
    private static let opening =
        " @Relaunch.StepsBuilder func relaunchBody() -> [any Relaunch.Step] {"
    private static let closing = "}; return relaunchBody() "

    private static let steps = StatementTexts(
        function: "relaunchSteps", result: "[any Relaunch.Step]", list: "RelaunchSteps")
    private static let scenarios = StatementTexts(
        function: "relaunchScenarios", result: "[Relaunch.SuitePart]", list: "RelaunchScenarios",
        element: "Scenario")

    /// What the form in statements uses; compiled with it.
    static let lists = """
        struct RelaunchSteps {
            var all: [any Relaunch.Step] = []
            mutating func add(_ step: some Relaunch.Step) { all.append(step) }
            mutating func addAll(@Relaunch.StepsBuilder _ steps: () -> [any Relaunch.Step]) {
                all += steps()
            }
        }

        struct RelaunchScenarios {
            var all: [Relaunch.SuitePart] = []
            mutating func add(_ scenario: Relaunch.Scenario) { all.append(.scenario(scenario)) }
            mutating func addAll(@Relaunch.SuiteBuilder _ parts: () -> [Relaunch.SuitePart]) {
                all += parts()
            }
        }

        """
}
