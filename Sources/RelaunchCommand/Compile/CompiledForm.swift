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

    /// From this many scenarios on, a file is compiled in statements. A smaller one would gain little,
    /// and a mistake in it would cost a second compilation.
    static let scenariosForStatements = 30

    private typealias Insertion = (offset: Int, text: String)

    /// Returns nil where the file is compiled as it is, or in another style: where it has no scenario
    /// that can be changed, too few of them for the style, or braces that do not match.
    init?(of text: SourceText, style: Style = .functions) {
        let source = text.source
        guard let ends = Self.matchingBraces(text.words) else { return nil }
        let bodies = Self.bodies(in: text, ends)
        guard bodies.count >= (style == .statements ? Self.scenariosForStatements : 1) else {
            return nil
        }
        var insertions: [Insertion] = []
        if style == .statements {
            insertions += Self.closures(of: "Suite", in: text.words, ends).flatMap { brace in
                StatementList(in: text, openedAt: brace, ends: ends)
                    .map { Self.scenarios.insertions(text.words[brace], $0) } ?? []
            }
        }
        for body in bodies {
            if style == .statements,
                let list = StatementList(in: text, openedAt: body, ends: ends)
            {
                insertions += Self.steps.insertions(text.words[body], list)
            } else if let end = ends[body] {
                insertions.append((text.words[body].offset + 1, Self.opening))
                insertions.append((text.words[end].offset, Self.closing))
            }
        }
        var changed: [UInt8] = []
        var position = 0
        for (offset, insertion) in insertions.sorted(by: { $0.offset < $1.offset }) {
            changed += source[position..<offset]
            changed += Array(insertion.utf8)
            position = offset
        }
        self.style = style
        self.source = changed + source[position...]
    }

    /// Writes the form into a directory. Returns what the compiler is told to read it in place of `file`.
    func write(to directory: String, inPlaceOf file: String) throws -> [String] {
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
        return ["-vfsoverlay", path]
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
    private static func closures(
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

// MARK: - What is put in

extension CompiledForm {
    private static let opening =
        " @Relaunch.StepsBuilder func relaunchBody() -> [any Relaunch.Step] {"
    private static let closing = "}; return relaunchBody() "

    private static let steps = StatementTexts(
        function: "relaunchSteps", result: "[any Relaunch.Step]", list: "RelaunchSteps")
    private static let scenarios = StatementTexts(
        function: "relaunchScenarios", result: "[Relaunch.Scenario]", list: "RelaunchScenarios",
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
            var all: [Relaunch.Scenario] = []
            mutating func add(_ scenario: Relaunch.Scenario) { all.append(scenario) }
            mutating func addAll(@Relaunch.ScenariosBuilder _ scenarios: () -> [Relaunch.Scenario]) {
                all += scenarios()
            }
        }

        """
}

/// What makes a function of a closure's statements, in which each of them adds to a list.
private struct StatementTexts {
    var function: String
    var result: String
    /// The type that collects.
    var list: String
    /// What a call must make to be added without a result builder; nil for whatever is capitalised.
    var element: String?

    private var opening: String {
        " func \(function)() -> \(result) { var relaunchList = \(list)(); "
    }
    private var closing: String { "; return relaunchList.all }; return \(function)() " }

    /// One element, or all that a builder makes of what stands there.
    private static let pairs = [("relaunchList.add(", ")"), ("relaunchList.addAll {", "}")]

    private func pair(_ group: StatementList.Group) -> (before: String, after: String) {
        let isOne = group.call.map { element.map { $0 == group.call } ?? ($0.first?.isUppercase == true) }
        return isOne == true ? Self.pairs[0] : Self.pairs[1]
    }

    /// Everything is put behind what stands before it, so that the columns stay.
    func insertions(
        _ brace: SourceText.Word, _ list: StatementList
    ) -> [(offset: Int, text: String)] {
        let pairs = list.groups.map(pair)
        var insertions = [(offset: brace.offset + 1, text: opening + pairs[0].before)]
        for (index, group) in list.groups.enumerated() {
            let next =
                index + 1 < pairs.count ? "; " + pairs[index + 1].before : closing
            insertions.append((group.range.upperBound, pairs[index].after + next))
        }
        return insertions
    }

    /// All that is ever put in.
    var texts: [String] {
        Self.pairs.flatMap { pair in
            [opening + pair.0, pair.1 + closing] + Self.pairs.map { pair.1 + "; " + $0.0 }
        }
    }
}
