import SwiftSyntax

/// Gives requirements that are optional in Objective-C a default that does nothing. One with a result has
/// no default that could be guessed.
final class OptionalRewriter: LinuxVisitor {
    private let unit: SourceUnit
    private let names: Set<String>
    private(set) var edits = EditList()

    /// - Parameter names: the requirements without a result that some file declares as optional.
    init(_ unit: SourceUnit, names: Set<String>) {
        self.unit = unit
        self.names = names
    }

    /// Whether a requirement gets a default.
    static func isRewritten(_ node: FunctionDeclSyntax) -> Bool {
        let effects = node.signature.effectSpecifiers
        return node.modifiers.has("optional") && node.signature.returnClause == nil
            && effects?.asyncSpecifier == nil && effects?.throwsClause == nil
    }

    override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
        let start = node.positionAfterSkippingLeadingTrivia.utf8Offset
        let line = unit.lineBreak + unit.indentation(at: start)
        let unit = unit
        var changes: [Edit] = []
        var defaults: [String] = []
        for member in Array(node.memberBlock.members) {
            guard let function = member.decl.as(FunctionDeclSyntax.self),
                Self.isRewritten(function),
                let modifier = function.modifiers.first(where: { $0.name.text == "optional" })
            else { continue }
            changes.append(Edit(modifier.positionAfterSkippingLeadingTrivia..<modifier.endPosition))
            let declaration = unit.text(
                function.funcKeyword
                    .positionAfterSkippingLeadingTrivia..<function.endPositionBeforeTrailingTrivia)
            defaults.append(line + unit.indentationUnit + declaration + " {}")
        }
        guard !changes.isEmpty else { return .visitChildren }
        let access = node.modifiers.has("public") ? "public " : ""
        changes.append(
            Edit(
                at: node.memberBlock.rightBrace.endPosition,
                line.filter(\.isNewline) + line + "\(access)extension \(node.name.text) {"
                    + defaults.joined() + line + "}"))
        edits.add(changes, .optional)
        return .visitChildren
    }

    /// `delegate?.closed?()`
    override func visit(_ node: OptionalChainingExprSyntax) -> SyntaxVisitorContinueKind {
        if node.parent?.is(FunctionCallExprSyntax.self) == true,
            let member = node.expression.as(MemberAccessExprSyntax.self),
            names.contains(member.declName.baseName.plainText)
        {
            edits.add([Edit(node.questionMark.trimmedRange)])
        }
        return .visitChildren
    }
}
