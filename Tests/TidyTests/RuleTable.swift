/// The tables of rules in the documentation, with the tests and scenarios that name each rule.
///
/// A test or a scenario names its rules at the beginning of its own name: `@Test("R7, D9: …")`.
struct RuleTable {
    /// The file where a rule is named, and the names there, in the order of the files.
    private var named: [String: [(file: String, names: [String])]] = [:]
    private(set) var findings: [Finding] = []

    init(tests: [SourceFile]) {
        for file in tests { read(file) }
    }

    /// The page with the last column of each table written anew.
    mutating func filled(_ page: SourceFile) -> String {
        var known: Set<String> = []
        let lines = page.lines.enumerated().map { index, line in
            let cells = line.split(separator: "|", omittingEmptySubsequences: false)
            guard cells.count >= 4, cells[0].isEmpty,
                let rule = Self.rule(String(cells[1].dropFirst().dropLast()))
            else { return line }
            known.insert(rule)
            let places = named[rule] ?? []
            if places.isEmpty {
                findings.append(
                    Finding(
                        file: page.path, line: index + 1,
                        message:
                            "no test or scenario names \(rule); write one, or take the rule out"))
            }
            let text = places.map { place in
                let names = place.names.map { "“\($0)”" }.joined(separator: ", ")
                return "`\(place.file)`: \(names)"
            }.joined(separator: "; ")
            return "|\(cells[1])|\(cells[2])| \(text)\(text.isEmpty ? "" : " ")|"
        }
        for rule in named.keys.sorted() where !known.contains(rule) {
            let place = named[rule]?.first
            findings.append(
                Finding(
                    file: (place?.file ?? "") + ".swift", line: 1,
                    message: "“\(place?.names.first ?? "")” names \(rule), which is no rule"))
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private mutating func read(_ file: SourceFile) {
        let path = String(file.path.dropLast(".swift".count))
        var isOpen = false
        for line in file.lines {
            var rest = line[...]
            if let range = Self.opening(in: line) {
                rest = line[range...]
            } else if !isOpen {
                continue
            }
            rest = rest.drop { $0 == " " || $0 == "\t" }
            // The name may stand in the line below.
            isOpen = rest.isEmpty
            guard let (rules, name) = Self.rulesAndName(rest) else { continue }
            for rule in rules {
                if named[rule]?.last?.file == path, let last = named[rule]?.indices.last {
                    named[rule]?[last].names.append(name)
                } else {
                    named[rule, default: []].append((path, [name]))
                }
            }
        }
    }

    /// Where the arguments of the first test, suite or scenario of a line begin.
    private static func opening(in line: String) -> String.Index? {
        ["@Test(", "@Suite(", "Scenario("].compactMap { line.firstRange(of: $0) }
            .min { $0.lowerBound < $1.lowerBound }?.upperBound
    }

    /// What a literal such as `"S1, R2: what it is"` names.
    private static func rulesAndName(_ text: Substring) -> (rules: [String], name: String)? {
        guard text.first == "\"", let colon = text.firstRange(of: ": ") else { return nil }
        let rules = text[..<colon.lowerBound].dropFirst().split(
            separator: ", ", omittingEmptySubsequences: false
        ).map { rule(String($0)) }
        guard !rules.isEmpty, !rules.contains(nil) else { return nil }
        return (rules.compactMap(\.self), name(in: text[colon.upperBound...]))
    }

    /// A rule's number: a letter and digits.
    private static func rule(_ text: String) -> String? {
        guard let letter = text.first, "LSRDNWPC".contains(letter), text.count > 1,
            text.utf8.dropFirst().allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
        else { return nil }
        return text
    }

    /// The rest of the literal: what a name is given at run time becomes `…`.
    private static func name(in text: Substring) -> String {
        var name = ""
        var rest = text
        while let character = rest.first, character != "\"" {
            if rest.hasPrefix("\\("),
                let end = rest.dropFirst(2).firstIndex(where: { "()".contains($0) }),
                rest[end] == ")"
            {
                name += "…"
                rest = rest[rest.index(after: end)...]
            } else {
                name += character == "|" ? "\\|" : String(character)
                rest = rest.dropFirst()
            }
        }
        return name
    }
}
