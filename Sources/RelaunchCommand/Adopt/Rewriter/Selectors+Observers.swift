import SwiftSyntax

/// Notifications, timers and what is done later: the forms that take a block.
extension SelectorRewriter {
    /// Where a type keeps what it observes with, if it ceases to observe before its end.
    static let observers = "notificationObservers"

    /// `center.addObserver(self, selector: #selector(changed), name: name, object: nil)`
    func addObserver(_ call: Call) -> Bool {
        let arguments = call.arguments
        guard let (closure, _) = closure(arguments[0], arguments[1], for: .notification),
            let label = arguments[2].label, let parenthesis = call.node.rightParen
        else { return false }
        let taken =
            arguments[0].positionAfterSkippingLeadingTrivia..<label.endPositionBeforeTrailingTrivia
        var changes = [
            replacing(taken, of: call.node, by: "forName"),
            Edit(at: arguments[3].endPositionBeforeTrailingTrivia, ", queue: nil"),
            Edit(at: parenthesis.endPositionBeforeTrailingTrivia, " " + closure),
        ]
        if let owner = keeper, arguments[0].expression.trimmedDescription == "self",
            !arguments[2].expression.is(NilLiteralExprSyntax.self)
        {
            observing.insert(owner)
            let name = arguments[2].expression.trimmedDescription
            changes += [
                Edit(
                    at: call.node.positionAfterSkippingLeadingTrivia,
                    "\(Self.observers)[\(name), default: []].append("),
                Edit(at: parenthesis.endPositionBeforeTrailingTrivia, ")"),
            ]
        } else {
            changes += dropping(call.node)
        }
        edits.add(changes, .selector)
        return true
    }

    /// The class around the call, where it must be able to cease to observe.
    private var keeper: String? {
        let keeps =
            declarations.types[type]?.kind == .class && declarations.observers.contains(type)
            && declarations.stoppingObservers.contains(type)
        return keeps ? type : nil
    }

    /// `center.removeObserver(self, name: name, object: nil)`. At the end of the object there is nothing
    /// to do, since the closures hold it weakly.
    func removeObserver(_ call: Call) -> Bool {
        guard let keeper, call.arguments[0].expression.trimmedDescription == "self",
            call.node.ancestor(DeinitializerDeclSyntax.self) == nil,
            call.node.parent?.is(CodeBlockItemSyntax.self) == true,
            let center = call.node.calledExpression.as(MemberAccessExprSyntax.self)?.base
        else { return false }
        observing.insert(keeper)
        let remove = "{ \(center.trimmedDescription).removeObserver($0) }"
        let range = call.node.trimmedRange
        let name = call.arguments.dropFirst().first?.expression
        if let name, !name.is(NilLiteralExprSyntax.self) {
            let key = name.trimmedDescription
            edits.add(
                [
                    replacing(
                        range, of: call.node,
                        by: "\(Self.observers).removeValue(forKey: \(key))?.forEach \(remove)")
                ], .selector)
        } else {
            let line = unit.lineBreak + unit.indentation(at: range.lowerBound.utf8Offset)
            edits.add(
                [
                    replacing(
                        range, of: call.node,
                        by: "\(Self.observers).values.joined().forEach \(remove)" + line
                            + "\(Self.observers).removeAll()")
                ], .selector)
        }
        return true
    }

    /// `Timer.scheduledTimer(timeInterval: 1, target: self, selector: #selector(tick), userInfo: nil,
    /// repeats: true)`
    func timer(_ call: Call) -> Bool {
        let arguments = call.arguments
        guard arguments[3].expression.is(NilLiteralExprSyntax.self),
            let (closure, _) = closure(arguments[1], arguments[2], for: .timer),
            let label = arguments[0].label, let parenthesis = call.node.rightParen
        else { return false }
        let taken =
            arguments[1]
            .positionAfterSkippingLeadingTrivia..<arguments[4].positionAfterSkippingLeadingTrivia
        let isScheduled = call.name == "scheduledTimer"
        edits.add(
            [
                Edit(label.trimmedRange, isScheduled ? "withTimeInterval" : "timeInterval"),
                replacing(taken, of: call.node, by: ""),
                Edit(at: parenthesis.endPositionBeforeTrailingTrivia, " " + closure),
            ] + (isScheduled ? dropping(call.node) : []), .selector)
        return true
    }

    /// `perform(#selector(save), with: nil, afterDelay: 1)`
    func performLater(_ call: Call) -> Bool {
        let base = call.node.calledExpression.as(MemberAccessExprSyntax.self)?.base
        guard call.arguments[1].expression.is(NilLiteralExprSyntax.self),
            let selector = SelectorName(call.arguments[0].expression, in: declarations),
            let closure = ActionClosure(
                calling: selector,
                of: base ?? ExprSyntax(DeclReferenceExprSyntax(baseName: .keyword(.self))),
                for: .nothing, in: type, declarations)
        else { return false }
        let delay = call.arguments[2].expression.trimmedDescription
        edits.add(
            [
                replacing(
                    call.node.trimmedRange, of: call.node,
                    by: "DispatchQueue.main.asyncAfter(deadline: .now() + \(delay)) \(closure.text)"
                )
            ], .selector)
        return true
    }
}
