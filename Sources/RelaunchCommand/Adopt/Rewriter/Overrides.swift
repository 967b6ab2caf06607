import SwiftSyntax

/// Moves overrides from extensions into their class, and what they override as well: Linux has both in
/// classes only.
struct OverrideMover {
    private let units: [SourceUnit]
    private let declarations: Declarations
    private let classes: [String: (file: Int, body: ClassBody)]
    /// The changes of each file.
    private(set) var edits: [EditList]
    /// Members of extensions, by type and key, that a class below overrides.
    private let overridden: Set<String>
    private var arrivals: [String: [String]] = [:]
    /// What moves to another file: the names that it uses, and where it was, by the file it was in.
    private var departures: [Int: (names: Set<String>, ranges: [Range<Int>])] = [:]

    init(_ units: [SourceUnit]) {
        self.units = units
        declarations = Declarations(units)
        var classes: [String: (Int, ClassBody)] = [:]
        for (index, unit) in units.enumerated() {
            let finder = ClassFinder()
            finder.walk(unit.tree)
            for (name, node) in finder.classes {
                classes[name] = (index, ClassBody(unit: unit, node: node))
            }
        }
        self.classes = classes
        var list = EditList()
        list.belongsTogether = true
        edits = Array(repeating: list, count: units.count)
        overridden = Self.overridden(declarations)
        for (index, unit) in units.enumerated() {
            for item in unit.tree.statements {
                if let node = item.item.as(ExtensionDeclSyntax.self) { move(node, item, index) }
            }
        }
        for (file, departure) in departures {
            let opener = AccessOpener(
                units[file], names: departure.names, moved: departure.ranges)
            if !opener.edits.isEmpty { edits[file].add(opener.edits) }
        }
        for (name, texts) in arrivals.sorted(by: { $0.key < $1.key }) {
            guard let (file, body) = classes[name] else { continue }
            let gap = body.unit.lineBreak + body.unit.lineBreak
            edits[file].add([body.appending(texts.joined(separator: gap))])
        }
    }

    /// Whether something must move out of an extension that a class below overrides.
    private static func overridden(_ declarations: Declarations) -> Set<String> {
        var result: Set<String> = []
        for (name, type) in declarations.types where type.kind == .class {
            let above = declarations.lineage(of: name).dropFirst()
            for member in type.members where member.isOverride {
                for ancestor in above {
                    let isThere = declarations.types[ancestor]?.members.contains {
                        $0.key == member.key && $0.isInExtension
                    }
                    if isThere == true { result.insert("\(ancestor).\(member.key)") }
                }
            }
        }
        return result
    }

    private mutating func move(
        _ node: ExtensionDeclSyntax, _ item: CodeBlockItemSyntax, _ file: Int
    ) {
        let name = node.extendedType.plainName
        guard let target = classes[name], node.genericWhereClause == nil else { return }
        // As an array: what a syntax collection's own `filter` gives has other positions.
        let members = Array(node.memberBlock.members).filter { isMoved($0.decl, of: name) }
        guard !members.isEmpty else { return }
        let source = units[file]
        let isEmptied =
            members.count == node.memberBlock.members.count
            && node.inheritanceClause == nil && !hasInnerComments(node)
        var texts = members.map { text(of: $0, from: source, node, to: target.body) }
        if isEmptied, item.position.utf8Offset > 0,
            let heading = heading(of: item, source, target.body)
        {
            texts[0] = heading + target.body.unit.lineBreak + target.body.unit.lineBreak + texts[0]
        }
        arrivals[name, default: []] += texts
        if target.file != file {
            departures[file, default: ([], [])].names.formUnion(NameFinder(members).names)
            departures[file, default: ([], [])].ranges += members.map {
                $0.position.utf8Offset..<$0.endPosition.utf8Offset
            }
        }
        if isEmptied {
            let start =
                item.position.utf8Offset > 0
                ? item.position : item.positionAfterSkippingLeadingTrivia
            edits[file].add([Edit(start..<item.endPosition)])
        }
        for member in members {
            let range = member.position..<member.endPosition
            edits[file].add(isEmptied ? [] : [Edit(range)], .override)
        }
    }

    private func isMoved(_ declaration: DeclSyntax, of type: String) -> Bool {
        if let condition = declaration.as(IfConfigDeclSyntax.self) {
            return condition.clauses.contains { clause in
                clause.elements?.as(MemberBlockItemListSyntax.self)?
                    .contains { isMoved($0.decl, of: type) } == true
            }
        }
        guard let modifiers = declaration.asProtocol((any WithModifiersSyntax).self)?.modifiers
        else {
            return false
        }
        if modifiers.has("override") { return true }
        let keys: [String]
        if let function = declaration.as(FunctionDeclSyntax.self) {
            let labels = function.signature.parameterClause.parameters
                .map { $0.firstName.plainText + ":" }
            keys = ["\(function.name.plainText)(\(labels.joined()))"]
        } else {
            let bindings = declaration.as(VariableDeclSyntax.self)?.bindings
            keys = bindings?.map(\.pattern.trimmedDescription) ?? []
        }
        return keys.contains { overridden.contains("\(type).\($0)") }
    }

    /// Whether comments in the extension belong to none of its members.
    private func hasInnerComments(_ node: ExtensionDeclSyntax) -> Bool {
        let block = node.memberBlock
        return (Array(block.leftBrace.trailingTrivia) + Array(block.rightBrace.leadingTrivia))
            .contains { !$0.isWhitespace }
    }

    // MARK: Texts

    /// The lines of a member with its comments, as they stand in the class.
    private func text(
        of member: MemberBlockItemSyntax, from source: SourceUnit, _ node: ExtensionDeclSyntax,
        to body: ClassBody
    ) -> String {
        var start = member.position.utf8Offset
        // Empty lines above stay behind.
        while let next = source.skippingLineBreak(source.skippingBlanks(start)),
            next < member.positionAfterSkippingLeadingTrivia.utf8Offset
        {
            start = next
        }
        let first = member.positionAfterSkippingLeadingTrivia.utf8Offset
        start = min(start, first)
        let old = source.indentation(at: first)
        let before = access(of: node, for: member.decl)
        let whole =
            source.text(start..<first) + before.modifier
            + source.text(first..<member.endPosition.utf8Offset)
        let attributes = before.attributes.map { body.memberIndentation + $0 + body.unit.lineBreak }
        return attributes.joined() + lines(of: whole, from: old, to: body)
    }

    private func lines(of text: String, from old: String, to body: ClassBody) -> String {
        var lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
            .map(String.init)
        while lines.last?.allSatisfy({ $0 == " " || $0 == "\t" }) == true { lines.removeLast() }
        if let last = lines.popLast() {
            let blanks = last.reversed().prefix { $0 == " " || $0 == "\t" }
            lines.append(String(last.dropLast(blanks.count)))
        }
        return lines.enumerated().map { index, line in
            if line.hasPrefix(old), !line.isEmpty {
                return body.memberIndentation + line.dropFirst(old.count)
            }
            return index == 0 ? body.memberIndentation + line : line
        }.joined(separator: body.unit.lineBreak)
    }

    /// What the extension says of its members.
    private func access(
        of node: ExtensionDeclSyntax, for member: DeclSyntax
    ) -> (modifier: String, attributes: [String]) {
        let words = ["public", "open", "internal", "fileprivate", "private", "package"]
        let own = member.asProtocol((any WithModifiersSyntax).self)?.modifiers
        let isPublic = node.modifiers.has("public") && !words.contains { own?.has($0) == true }
        return (isPublic ? "public " : "", node.attributes.map(\.trimmedDescription))
    }

    /// The comments above an extension that goes.
    private func heading(
        of item: CodeBlockItemSyntax, _ source: SourceUnit, _ body: ClassBody
    ) -> String? {
        guard item.leadingTrivia.contains(where: { !$0.isWhitespace }) else { return nil }
        let range = item.position..<item.positionAfterSkippingLeadingTrivia
        let text = source.text(range).drop { $0.isWhitespace }
        let old = source.indentation(at: item.positionAfterSkippingLeadingTrivia.utf8Offset)
        return lines(of: String(text), from: old, to: body)
    }
}
