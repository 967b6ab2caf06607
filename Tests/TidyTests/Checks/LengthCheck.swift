/// Files and functions that fit in a head.
enum LengthCheck {
    static let longestFile = 400
    static let longestFunction = 70

    static func fileFindings(in file: SourceFile) -> [Finding] {
        guard isCode(file) else { return [] }
        let count = file.lines.count
        let limit = Allowances.fileLengths[file.path] ?? longestFile
        guard count > limit else { return [] }
        let message = "the file has \(count) lines; split it by purpose (at most \(limit))"
        return [Finding(file: file.path, line: limit + 1, message: message)]
    }

    static func functionFindings(in file: SourceFile) -> [Finding] {
        guard isCode(file) else { return [] }
        let functions = file.path.hasSuffix(".swift") ? swiftFunctions(file) : cFunctions(file)
        let limit = Allowances.functionLengths[file.path] ?? longestFunction
        return functions.filter { $0.length > limit }.map { function in
            Finding(
                file: file.path, line: function.line,
                message:
                    "\(function.name) has \(function.length) lines; split it (at most \(limit))")
        }
    }

    private static func isCode(_ file: SourceFile) -> Bool {
        [".swift", ".c", ".h"].contains { file.path.hasSuffix($0) }
    }

    private struct Function {
        var name: String
        var line: Int
        var length: Int
    }

    /// Functions, initializers, subscripts and properties with a body, from the line of the keyword to
    /// that of the closing brace.
    private static func swiftFunctions(_ file: SourceFile) -> [Function] {
        let tokens = SwiftToken.tokens(of: file.code)
        var functions: [Function] = []
        for (index, token) in tokens.enumerated() {
            guard ["func", "init", "deinit", "subscript", "var"].contains(token.text),
                index == 0 || tokens[index - 1].text != ".",
                let open = body(of: index, in: tokens), let close = tokens[open].partner
            else { continue }
            let name = token.text == "init" || token.text == "deinit" ? "" : tokens[index + 1].text
            functions.append(
                Function(
                    name: "`\([token.text, name].filter { !$0.isEmpty }.joined(separator: " "))`",
                    line: token.line, length: tokens[close].line - token.line + 1))
        }
        return functions
    }

    /// The token that opens the body of the declaration at a keyword; nil where it has none.
    private static func body(of keyword: Int, in tokens: [SwiftToken]) -> Int? {
        let isProperty = tokens[keyword].text == "var"
        var index = keyword + 1
        while index < tokens.count {
            let token = tokens[index]
            switch token.text {
            case "{": return index
            case "}", ")", "]": return nil
            case "=" where isProperty: return nil
            case "(", "[":
                guard let partner = token.partner else { return nil }
                index = partner
            default:
                if token.line > tokens[index - 1].line, beginsDeclaration(token.text) { return nil }
                if isProperty, token.line > tokens[keyword].line,
                    token.line > tokens[index - 1].line
                {
                    return nil
                }
            }
            index += 1
        }
        return nil
    }

    private static func beginsDeclaration(_ word: String) -> Bool {
        [
            "func", "init", "var", "let", "subscript", "associatedtype", "static", "mutating", "@",
            "public", "package", "private", "internal", "case", "struct", "enum", "class", "#",
            "typealias", "deinit", "override", "nonisolated", "isolated", "consuming", "borrowing",
        ].contains(word)
    }

    /// Functions of C: from the line that begins with the first word to the brace in the first column.
    private static func cFunctions(_ file: SourceFile) -> [Function] {
        var functions: [Function] = []
        var begun: (line: Int, name: String)?
        var isOpen = false
        for (index, line) in file.lines.enumerated() {
            if line.hasPrefix("}") {
                if let begun, isOpen {
                    functions.append(
                        Function(
                            name: "`\(begun.name)`", line: begun.line,
                            length: index + 1 - begun.line + 1))
                }
                begun = nil
                isOpen = false
            } else if !isOpen {
                if let name = cFunctionName(line) { begun = (index + 1, name) }
                if line.hasSuffix("{") { isOpen = begun != nil }
                if line.hasSuffix(";") { begun = nil }
            }
        }
        return functions
    }

    /// The name before the first parenthesis of a line that may begin a function.
    private static func cFunctionName(_ line: String) -> String? {
        guard let first = line.first, first.isLetter || first == "_", !line.hasPrefix("typedef"),
            let parenthesis = line.firstIndex(of: "(")
        else { return nil }
        return line[..<parenthesis].split { !($0.isLetter || $0.isNumber || $0 == "_") }
            .last.map(String.init)
    }
}
