import SwiftSyntax

extension ImportRewriter {
    /// Puts lines behind the imports that a file begins with, or where they would be.
    static func insertion(of lines: [String], in unit: SourceUnit) -> Edit {
        let imports = Array(unit.tree.statements).filter { isImport($0.item) }
        let text = lines.joined(separator: unit.lineBreak)
        if let last = imports.last, unit.skippingLineBreak(last.endPosition.utf8Offset) != nil {
            return Edit(at: last.endPosition, unit.lineBreak + text)
        }
        if let first = imports.first {
            return Edit(at: first.positionAfterSkippingLeadingTrivia, text + unit.lineBreak)
        }
        let gap = unit.lineBreak + unit.lineBreak
        return Edit(at: endOfHeader(of: unit), text + gap)
    }

    /// Whether it is an import, or imports under a condition.
    private static func isImport(_ item: CodeBlockItemSyntax.Item) -> Bool {
        if item.is(ImportDeclSyntax.self) { return true }
        guard let condition = item.as(IfConfigDeclSyntax.self) else { return false }
        return condition.clauses.allSatisfy { clause in
            clause.elements?.as(CodeBlockItemListSyntax.self)?.allSatisfy { isImport($0.item) }
                ?? false
        }
    }

    /// Behind the comment that a file begins with, where an empty line ends it.
    private static func endOfHeader(of unit: SourceUnit) -> AbsolutePosition {
        var position = unit.tree.position
        var hasComment = false
        for piece in unit.tree.statements.first?.leadingTrivia ?? [] {
            position = position.advanced(by: piece.sourceLength.utf8Length)
            switch piece {
            case .newlines(let count), .carriageReturnLineFeeds(let count):
                if hasComment, count > 1 { return position }
            case .spaces, .tabs: break
            default: hasComment = true
            }
        }
        return unit.tree.position
    }
}
