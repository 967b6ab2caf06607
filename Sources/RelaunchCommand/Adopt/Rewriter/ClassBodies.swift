import SwiftSyntax

/// Finds the classes of a file by their full names.
final class ClassFinder: LinuxVisitor {
    private(set) var classes: [String: ClassDeclSyntax] = [:]
    private var scope: [String] = []

    private func enter(_ name: String) -> SyntaxVisitorContinueKind {
        scope.append(name)
        return .visitChildren
    }
    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
        classes[(scope + [node.name.text]).joined(separator: ".")] = node
        return enter(node.name.text)
    }
    override func visitPost(_ node: ClassDeclSyntax) { scope.removeLast() }
    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(node.name.text)
    }
    override func visitPost(_ node: StructDeclSyntax) { scope.removeLast() }
    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(node.name.text)
    }
    override func visitPost(_ node: EnumDeclSyntax) { scope.removeLast() }
    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(node.extendedType.plainName)
    }
    override func visitPost(_ node: ExtensionDeclSyntax) { scope.removeLast() }
}

/// The class of a file, with how its members are indented.
struct ClassBody {
    let unit: SourceUnit
    let node: ClassDeclSyntax

    var indentation: String {
        unit.indentation(
            at: unit.skippingBlanks(
                unit.lineStart(node.positionAfterSkippingLeadingTrivia.utf8Offset)))
    }

    var memberIndentation: String {
        for member in node.memberBlock.members {
            let start = member.positionAfterSkippingLeadingTrivia.utf8Offset
            if unit.beginsLine(start) { return unit.indentation(at: start) }
        }
        return indentation + unit.indentationUnit
    }

    /// Puts lines behind the last member.
    ///
    /// - Parameter text: lines without a line break before the first and after the last.
    func appending(_ text: String) -> Edit {
        let last = node.memberBlock.members.last
        let position = last?.endPosition ?? node.memberBlock.leftBrace.endPosition
        let gap = last == nil ? unit.lineBreak : unit.lineBreak + unit.lineBreak
        let brace = node.memberBlock.rightBrace
        let isOnOneLine = !unit.text(position..<brace.positionAfterSkippingLeadingTrivia)
            .contains { $0.isNewline }
        return Edit(at: position, gap + text + (isOnOneLine ? unit.lineBreak + indentation : ""))
    }

    /// Puts a line before the first member.
    func prepending(_ line: String) -> Edit {
        let brace = node.memberBlock.leftBrace
        let rest =
            node.memberBlock.members.first?.positionAfterSkippingLeadingTrivia
            ?? node.memberBlock.rightBrace.positionAfterSkippingLeadingTrivia
        let isOnOneLine = !unit.text(brace.endPosition..<rest).contains { $0.isNewline }
        let isPlain = isOnOneLine && brace.trailingTrivia.allSatisfy(\.isWhitespace)
        let start = isPlain ? brace.endPositionBeforeTrailingTrivia : brace.endPosition
        return Edit(
            start..<brace.endPosition,
            unit.lineBreak + memberIndentation + line
                + (isOnOneLine ? unit.lineBreak + memberIndentation : ""))
    }
}
