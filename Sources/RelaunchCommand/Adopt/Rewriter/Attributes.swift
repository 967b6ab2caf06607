import SwiftSyntax

/// Takes off the attributes that Linux cannot compile, or puts them under `#if`.
final class AttributeRewriter: LinuxVisitor {
    private let unit: SourceUnit
    private let keeps: Bool
    private(set) var edits = EditList()

    private static let foreign: Set<String> = [
        "objc", "objcMembers", "IBOutlet", "IBAction", "IBSegueAction", "IBInspectable",
        "IBDesignable", "NSManaged", "GKInspectable",
    ]
    private static let entryPoints: Set<String> = ["UIApplicationMain", "NSApplicationMain"]

    /// - Parameter keeps: whether the attributes stay for the systems that know them.
    init(_ unit: SourceUnit, keeps: Bool) {
        self.unit = unit
        self.keeps = keeps
    }

    override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
        let name = node.attributeName.trimmedDescription
        if Self.entryPoints.contains(name) {
            edits.add([Edit(node.attributeName.trimmedRange, "main")], .entryPoint)
        } else if Self.foreign.contains(name) {
            let keeps = keeps && !isOfOptionalProtocol(node)
            edits.add(
                [keeps ? condition(for: node) : removal(of: node)] + classBound(node), .attribute)
        }
        return .skipChildren
    }

    /// The attribute, with the blanks behind it or the whole line where it is alone there.
    private func removal(of node: AttributeSyntax) -> Edit {
        var start = node.positionAfterSkippingLeadingTrivia.utf8Offset
        var end = unit.skippingBlanks(node.endPositionBeforeTrailingTrivia.utf8Offset)
        if let next = unit.skippingLineBreak(end) {
            if unit.beginsLine(start) {
                start = unit.lineStart(start)
                end = next
            } else {
                while start > 0, SourceUnit.isBlank(unit.bytes[start - 1]) { start -= 1 }
            }
        }
        return Edit(start..<end)
    }

    private func condition(for node: AttributeSyntax) -> Edit {
        let start = node.positionAfterSkippingLeadingTrivia.utf8Offset
        let end = node.endPositionBeforeTrailingTrivia.utf8Offset
        let line = unit.lineBreak + unit.indentation(at: start)
        let next = unit.skippingBlanks(end)
        let isLast = unit.skippingLineBreak(next) != nil
        var first = start
        if !unit.beginsLine(start) {
            while first > 0, SourceUnit.isBlank(unit.bytes[first - 1]) { first -= 1 }
        }
        return Edit(
            first..<next,
            (first == start ? "" : line) + "#if canImport(ObjectiveC)" + line
                + unit.text(start..<end) + line + "#endif" + (isLast ? "" : line))
    }

    /// Whether it belongs to a protocol with requirements that are optional. Their defaults, in Swift,
    /// are none for a protocol of Objective-C.
    private func isOfOptionalProtocol(_ node: AttributeSyntax) -> Bool {
        let owner = node.ancestor(AttributeListSyntax.self)?.parent
        let declaration =
            owner?.as(ProtocolDeclSyntax.self) ?? owner?.ancestor(ProtocolDeclSyntax.self)
        return declaration?.memberBlock.members.contains { member in
            member.decl.asProtocol((any WithModifiersSyntax).self)?.modifiers.has("optional")
                == true
        } ?? false
    }

    /// A protocol that `@objc` has made one of classes says so itself.
    private func classBound(_ node: AttributeSyntax) -> [Edit] {
        guard
            let declaration = node.ancestor(AttributeListSyntax.self)?.parent?
                .as(ProtocolDeclSyntax.self)
        else { return [] }
        guard let clause = declaration.inheritanceClause else {
            return [Edit(at: declaration.name.endPositionBeforeTrailingTrivia, ": AnyObject")]
        }
        let classes: Set = ["AnyObject", "class", "NSObjectProtocol"]
        let names = clause.inheritedTypes.map(\.type.trimmedDescription)
        if names.contains(where: classes.contains) { return [] }
        return [Edit(at: clause.inheritedTypes.positionAfterSkippingLeadingTrivia, "AnyObject, ")]
    }
}
