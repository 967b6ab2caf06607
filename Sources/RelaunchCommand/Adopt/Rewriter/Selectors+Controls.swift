import SwiftSyntax

/// Controls and buttons of bars: a `UIAction` in place of a target and a selector.
extension SelectorRewriter {
    /// `addTarget(self, action: #selector(save), for: .touchUpInside)`
    func addTarget(_ call: Call) -> Bool {
        let (target, action) = (call.arguments[0], call.arguments[1])
        guard let (closure, selector) = closure(target, action, for: .action) else { return false }
        let identifier =
            declarations.removedActions.contains(selector.name)
            ? "(identifier: UIAction.Identifier(\"\(selector.name)\"))" : ""
        edits.add(
            [
                rename(call, "addAction"),
                replacing(
                    range(target, action), of: call.node, by: "UIAction\(identifier) \(closure)"),
            ], .selector)
        return true
    }

    /// The same identifier as above names the action that goes.
    func removeTarget(_ call: Call) -> Bool {
        guard let selector = SelectorName(call.arguments[1].expression, in: declarations) else {
            return false
        }
        edits.add(
            [
                rename(call, "removeAction"),
                replacing(
                    range(call.arguments[0], call.arguments[1]), of: call.node,
                    by: "identifiedBy: UIAction.Identifier(\"\(selector.name)\")"),
            ], .selector)
        return true
    }

    private func rename(_ call: Call, _ name: String) -> Edit {
        let called = call.node.calledExpression
        let reference =
            called.as(MemberAccessExprSyntax.self)?.declName
            ?? called.as(DeclReferenceExprSyntax.self)
        return Edit(reference?.baseName.trimmedRange ?? called.trimmedRange, name)
    }

    /// `UIBarButtonItem(barButtonSystemItem: .save, target: self, action: #selector(save))`
    func systemItem(_ call: Call) -> Bool {
        let (item, target, action) = (call.arguments[0], call.arguments[1], call.arguments[2])
        guard let (closure, _) = closure(target, action, for: .action), let label = item.label
        else {
            return false
        }
        edits.add(
            [
                Edit(label.trimmedRange, "systemItem"),
                replacing(
                    range(target, action), of: call.node, by: "primaryAction: UIAction \(closure)"),
            ], .selector)
        return true
    }

    /// `UIBarButtonItem(title: "Save", style: .done, target: self, action: #selector(save))`
    func barButton(_ call: Call) -> Bool {
        let (style, target, action) = (call.arguments[1], call.arguments[2], call.arguments[3])
        guard let (closure, _) = closure(target, action, for: .action) else { return false }
        let name = style.expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
        var changes = [
            replacing(range(style, action), of: call.node, by: "primaryAction: UIAction \(closure)")
        ]
        if !["plain", "bordered"].contains(name) {
            // No initializer takes both a style and an action.
            let styleText = style.expression.trimmedDescription
            changes += [
                Edit(at: call.node.positionAfterSkippingLeadingTrivia, "{ let item = "),
                Edit(
                    at: call.node.endPositionBeforeTrailingTrivia,
                    "; item.style = \(styleText); return item }()"),
            ]
        }
        edits.add(changes, .selector)
        return true
    }

    /// `item.action = #selector(save)` with an `item.target = self` beside it.
    func assignAction(_ node: SequenceExprSyntax) {
        let parts = Array(node.elements)
        guard parts.count == 3, parts[1].is(AssignmentExprSyntax.self),
            let left = parts[0].as(MemberAccessExprSyntax.self),
            left.declName.baseName.text == "action", let base = left.base?.trimmedDescription,
            let name = SelectorName(parts[2], in: declarations),
            let item = node.parent?.as(CodeBlockItemSyntax.self),
            let list = item.parent?.as(CodeBlockItemListSyntax.self),
            let other = list.first(where: { Self.isTarget($0, of: base) }),
            let target = other.item.as(SequenceExprSyntax.self)?.elements.last,
            let closure = ActionClosure(
                calling: name, of: ExprSyntax(target), for: .action, in: type, declarations)
        else { return }
        edits.add(
            [
                Edit(left.declName.baseName.trimmedRange, "primaryAction"),
                replacing(parts[2].trimmedRange, of: node, by: "UIAction \(closure.text)"),
                removal(of: other),
            ], .selector)
    }

    private static func isTarget(_ item: CodeBlockItemSyntax, of base: String) -> Bool {
        guard let sequence = item.item.as(SequenceExprSyntax.self), sequence.elements.count == 3,
            let left = sequence.elements.first?.as(MemberAccessExprSyntax.self)
        else { return false }
        return left.declName.baseName.text == "target" && left.base?.trimmedDescription == base
    }

    /// A statement, with its line where it is alone there.
    func removal(of item: CodeBlockItemSyntax) -> Edit {
        let start = item.positionAfterSkippingLeadingTrivia.utf8Offset
        let end = unit.skippingBlanks(item.endPositionBeforeTrailingTrivia.utf8Offset)
        if unit.beginsLine(start), let next = unit.skippingLineBreak(end) {
            return Edit(unit.lineStart(start)..<next)
        }
        return Edit(start..<end)
    }
}
