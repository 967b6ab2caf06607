/// A declaration that users of a module can see, or that is nested in one.
struct SwiftDeclaration {
    /// The line of its first attribute or modifier, from 1.
    var line: Int
    /// Such as `func perform(in:)`.
    var name: String
    /// Without the keyword, such as `perform(in:)`.
    var signature: String
    var isOverride: Bool
    /// The type that it is a member of; nil for a protocol's requirement.
    var owner: String?
}

/// Finds the public declarations in the tokens of a file.
struct SwiftDeclarations {
    private let tokens: [SwiftToken]
    /// Types of the module that are not public, and some of their name that are.
    private let hiddenTypes: Set<String>
    private(set) var found: [SwiftDeclaration] = []
    /// What each protocol requires, public or not.
    private(set) var requirements: [String: Set<String>] = [:]
    /// What each type inherits from, in its declaration and in extensions.
    private(set) var parents: [String: Set<String>] = [:]

    /// Where members are declared.
    private struct Context {
        /// Whether users see what is public in it.
        var isVisible: Bool
        /// Whether members are public without saying so.
        var makesPublic = false
        /// Whether cases are public: in a public enumeration.
        var makesCasesPublic = false
        /// The type whose members they are.
        var owner: String?
        var isProtocol = false
    }

    /// - Parameter hiddenTypes: The names of types whose extensions users do not see.
    init(_ file: SourceFile, hiddenTypes: Set<String> = []) {
        tokens = SwiftToken.tokens(of: file.code)
        self.hiddenTypes = hiddenTypes
        readMembers(from: 0, to: tokens.count, in: Context(isVisible: true))
    }

    /// The names of the types that a file declares, and whether they are public.
    static func types(in file: SourceFile) -> [(name: String, isPublic: Bool)] {
        let tokens = SwiftToken.tokens(of: file.code)
        return tokens.indices.dropLast().compactMap { index in
            guard typeKeywords.contains(tokens[index].text), tokens[index + 1].isWord,
                !["func", "var", "let", "subscript"].contains(tokens[index + 1].text),
                index == 0 || tokens[index - 1].text != "import"
            else { return nil }
            let before = tokens[..<index].suffix(4).filter { $0.line == tokens[index].line }
            return (tokens[index + 1].text, before.contains { isPublic($0.text) })
        }
    }

    private static let typeKeywords: Set<String> = ["struct", "class", "enum", "actor", "protocol"]
    private static let memberKeywords: Set<String> = [
        "func", "init", "deinit", "subscript", "var", "let", "case", "typealias", "associatedtype",
    ]
    private static let modifiers: Set<String> = [
        "public", "open", "package", "internal", "fileprivate", "private", "static", "final",
        "override", "mutating", "nonmutating", "required", "convenience", "indirect",
        "nonisolated", "isolated", "lazy", "weak", "unowned", "dynamic", "consuming", "borrowing",
        "optional", "prefix", "postfix", "infix", "distributed",
    ]

    private static func isPublic(_ word: String) -> Bool { word == "public" || word == "open" }

    private mutating func readMembers(from begin: Int, to end: Int, in context: Context) {
        var index = begin
        while index < end {
            let first = index
            let modifiers = readModifiers(&index, end)
            guard index < end else { return }
            let word = tokens[index].text
            let isPublic =
                modifiers.contains(where: Self.isPublic)
                || (context.makesPublic
                    && modifiers.isDisjoint(with: ["package", "internal", "fileprivate", "private"]))
            if Self.typeKeywords.contains(word) || word == "extension" {
                index = readType(at: index, first: first, isPublic: isPublic, in: context, end)
            } else if Self.memberKeywords.contains(word) {
                if context.isProtocol, let owner = context.owner {
                    requirements[owner, default: []].insert(signature(at: index))
                }
                if context.isVisible, isPublic || (word == "case" && context.makesCasesPublic) {
                    let isOverride = modifiers.contains("override")
                    add(at: index, first: first, isOverride: isOverride, in: context)
                }
                index = nextMember(after: index, end)
            } else {
                index = nextMember(after: index, end)
            }
        }
    }

    /// Reads attributes and modifiers, and steps over them.
    private func readModifiers(_ index: inout Int, _ end: Int) -> Set<String> {
        var modifiers: Set<String> = []
        while index < end {
            let word = tokens[index].text
            if word == "@" {
                index += 2
            } else if Self.modifiers.contains(word)
                || (word == "class" && index + 1 < end
                    && ["func", "var", "let", "subscript"].contains(tokens[index + 1].text))
            {
                // `private(set)` says nothing about reading.
                if index + 1 >= end || tokens[index + 1].text != "(" { modifiers.insert(word) }
                index += 1
            } else {
                break
            }
            if index < end, tokens[index].text == "(", let partner = tokens[index].partner {
                index = partner + 1
            }
        }
        return modifiers
    }

    /// Reads a type or an extension, and returns the place behind it.
    private mutating func readType(
        at index: Int, first: Int, isPublic: Bool, in context: Context, _ end: Int
    ) -> Int {
        let keyword = tokens[index].text
        guard let open = tokens[index..<end].firstIndex(where: { $0.text == "{" }),
            let close = tokens[open].partner
        else { return end }
        let name = extendedType(at: index + 1)
        parents[name, default: []].formUnion(inherited(from: index + 1, to: open))
        var inner = Context(isVisible: context.isVisible, owner: name)
        inner.isProtocol = keyword == "protocol"
        if keyword == "extension" {
            inner.isVisible = !hiddenTypes.contains(name)
            inner.makesPublic = isPublic
        } else {
            if context.isVisible, isPublic {
                add(at: index, first: first, isOverride: false, in: context)
            }
            inner.isVisible = context.isVisible && isPublic
            inner.makesPublic = keyword == "protocol"
            inner.makesCasesPublic = keyword == "enum"
        }
        readMembers(from: open + 1, to: close, in: inner)
        return close + 1
    }

    /// The last part of the name of what is extended.
    private func extendedType(at begin: Int) -> String {
        var index = begin
        while index + 2 < tokens.count, tokens[index + 1].text == "." { index += 2 }
        return tokens[index].text
    }

    /// What follows the colon of a type's head, without the modules' names.
    private func inherited(from begin: Int, to open: Int) -> [String] {
        let head = tokens[begin..<open].prefix { $0.text != "where" }
        guard let colon = head.lastIndex(where: { $0.text == ":" }) else { return [] }
        return head[(colon + 1)...].split { $0.text == "," || $0.text == "&" }
            .compactMap { part in part.last { $0.isWord }?.text }
    }

    /// Where the member after the one at a keyword begins: in a line of its own.
    private func nextMember(after keyword: Int, _ end: Int) -> Int {
        var index = keyword
        while true {
            if ["{", "(", "["].contains(tokens[index].text), let partner = tokens[index].partner {
                index = partner
            }
            let line = tokens[index].line
            index += 1
            guard index < end else { return end }
            let word = tokens[index].text
            guard tokens[index].line > line else { continue }
            if word == "@" || word == "#" || word == "extension" || word == "import"
                || Self.typeKeywords.contains(word) || Self.memberKeywords.contains(word)
                || Self.modifiers.contains(word)
            {
                return index
            }
        }
    }

    private mutating func add(
        at keyword: Int, first: Int, isOverride: Bool, in context: Context
    ) {
        let word = tokens[keyword].text
        let signature = signature(at: keyword)
        found.append(
            SwiftDeclaration(
                line: tokens[first].line,
                name: word == "init" || word == "subscript" ? signature : "\(word) \(signature)",
                signature: signature, isOverride: isOverride,
                owner: context.isProtocol ? nil : context.owner))
    }

    /// The name with the labels of the parameters.
    private func signature(at keyword: Int) -> String {
        let word = tokens[keyword].text
        var index = keyword
        var name = word
        if word != "init", word != "subscript" {
            index += 1
            name = tokens[index].text
            while !tokens[index].isWord, index + 1 < tokens.count, tokens[index + 1].text != "(" {
                index += 1
                name += tokens[index].text
            }
        }
        guard ["func", "init", "subscript"].contains(word),
            let open = tokens[index...].firstIndex(where: { $0.text == "(" }),
            let close = tokens[open].partner
        else { return name }
        if name.first.map({ !$0.isLetter && $0 != "_" }) == true { return name }
        return name + "(" + labels(from: open, to: close).map { $0 + ":" }.joined() + ")"
    }

    private func labels(from open: Int, to close: Int) -> [String] {
        var labels: [String] = []
        var index = open
        var begins = true
        while index + 1 < close {
            index += 1
            if tokens[index].text == "@" {
                index += 1
                continue
            }
            if begins, tokens[index].isWord {
                labels.append(tokens[index].text)
                begins = false
            } else if tokens[index].text == "," {
                begins = true
            } else if let partner = tokens[index].partner, partner > index {
                index = partner
            }
        }
        return labels
    }
}
