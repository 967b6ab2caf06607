import SwiftSyntax

/// Opens what an override has used that has moved to a class in another file: there, `private` and
/// `fileprivate` of the old file would keep it out.
struct AccessOpener {
    private let unit: SourceUnit
    private let names: Set<String>
    /// The members that have moved.
    private let moved: [Range<Int>]
    private(set) var edits: [Edit] = []

    init(_ unit: SourceUnit, names: Set<String>, moved: [Range<Int>]) {
        (self.unit, self.names, self.moved) = (unit, names, moved)
        for item in unit.tree.statements {
            guard let declaration = item.item.as(DeclSyntax.self) else { continue }
            open(declaration)
            if let members = declaration.as(ExtensionDeclSyntax.self)?.memberBlock.members {
                for member in members { open(member.decl) }
            }
        }
    }

    private mutating func open(_ declaration: DeclSyntax) {
        guard let modifiers = declaration.asProtocol((any WithModifiersSyntax).self)?.modifiers,
            let modifier = modifiers.first(where: {
                ["private", "fileprivate"].contains($0.name.text) && $0.detail == nil
            }), !moved.contains(where: { $0.overlaps(Self.range(of: declaration)) }),
            !Self.names(of: declaration).isDisjoint(with: names)
        else { return }
        edits.append(Edit(modifier.positionAfterSkippingLeadingTrivia..<modifier.endPosition))
    }

    private static func range(of declaration: DeclSyntax) -> Range<Int> {
        declaration.position.utf8Offset..<declaration.endPosition.utf8Offset
    }

    /// What a declaration introduces; of an extension, what its members do.
    private static func names(of declaration: DeclSyntax) -> Set<String> {
        if let node = declaration.as(ExtensionDeclSyntax.self) {
            return Set(Array(node.memberBlock.members).flatMap { names(of: $0.decl) })
        }
        if let node = declaration.as(VariableDeclSyntax.self) {
            return Set(node.bindings.map(\.pattern.trimmedDescription))
        }
        if let node = declaration.asProtocol((any NamedDeclSyntax).self) {
            return [node.name.plainText]
        }
        return []
    }
}

/// Every name in a piece of code.
final class NameFinder: SyntaxVisitor {
    private(set) var names: Set<String> = []

    init(_ nodes: [MemberBlockItemSyntax]) {
        super.init(viewMode: .sourceAccurate)
        for node in nodes { walk(node) }
    }

    override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
        if case .identifier = token.tokenKind { names.insert(token.plainText) }
        return .skipChildren
    }
}
