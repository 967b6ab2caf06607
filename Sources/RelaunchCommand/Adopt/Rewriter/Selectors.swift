import SwiftSyntax

/// Has closures do what methods did that were called by their names.
final class SelectorRewriter: LinuxVisitor {
    let unit: SourceUnit
    let declarations: Declarations
    var edits = EditList()
    /// The classes that keep what they observe with.
    var observing: Set<String> = []
    /// The types around the place that is visited.
    private var scope: [String] = []

    init(_ unit: SourceUnit, _ declarations: Declarations) {
        self.unit = unit
        self.declarations = declarations
    }

    var type: String { scope.joined(separator: ".") }

    private func enter(_ name: String) -> SyntaxVisitorContinueKind {
        scope.append(name)
        return .visitChildren
    }
    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(node.name.text)
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

    // MARK: Expressions

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        let call = Call(node)
        let rewritten =
            switch (call.name, call.labels) {
            case ("addTarget", ["", "action", "for"]): addTarget(call)
            case ("removeTarget", ["", "action", "for"]): removeTarget(call)
            case ("UIBarButtonItem", ["barButtonSystemItem", "target", "action"]):
                systemItem(call)
            case ("UIBarButtonItem", ["title", "style", "target", "action"]),
                ("UIBarButtonItem", ["image", "style", "target", "action"]):
                barButton(call)
            case ("addObserver", ["", "selector", "name", "object"]): addObserver(call)
            case ("removeObserver", [""]), ("removeObserver", ["", "name"]),
                ("removeObserver", ["", "name", "object"]):
                removeObserver(call)
            case ("scheduledTimer", ["timeInterval", "target", "selector", "userInfo", "repeats"]),
                ("Timer", ["timeInterval", "target", "selector", "userInfo", "repeats"]):
                timer(call)
            case ("perform", ["", "with", "afterDelay"]): performLater(call)
            default: false
            }
        if rewritten { makeLazy(around: node) }
        return .visitChildren
    }

    override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
        assignAction(node)
        return .visitChildren
    }

    /// What no closure takes the place of is a name, which nothing calls on Linux.
    override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
        switch node.macroName.text {
        case "selector":
            guard let selector = SelectorName(ExprSyntax(node), in: declarations) else { break }
            let method = ActionClosure.method(selector, of: nil, in: type, declarations)
            let name = selector.text(parameters: method?.labels)
            edits.add(
                [
                    Edit(
                        node.trimmedRange,
                        comments(in: node.trimmedRange, of: node)
                            + "Selector((\"\(name)\"))")
                ], .selectorName)
            makeLazy(around: node)
        case "keyPath":
            guard let argument = node.arguments.first?.expression else { break }
            edits.add(
                [
                    Edit(
                        node.trimmedRange,
                        comments(in: node.trimmedRange, of: node)
                            + "\"\(keyPath(argument))\"")
                ], .keyPath)
        default: break
        }
        return .visitChildren
    }

    /// The path without the types that it begins with.
    private func keyPath(_ expression: ExprSyntax) -> String {
        var names = expression.tokens(viewMode: .sourceAccurate)
            .filter {
                $0.tokenKind != .period && $0.tokenKind != .postfixQuestionMark
                    && $0.tokenKind != .exclamationMark
            }.map(\.plainText)
        var path = scope
        while names.count > 1, let first = names.first,
            declarations.resolve(first, in: path) != nil || first.first?.isUppercase == true
                || first == "self" || first == "Self"
        {
            path.append(names.removeFirst())
        }
        return names.joined(separator: ".")
    }

    // MARK: What several of them need

    /// A call, in the words of its arguments.
    struct Call {
        let node: FunctionCallExprSyntax
        let arguments: [LabeledExprSyntax]
        /// The name that is called, or the type that is made.
        let name: String
        var labels: [String] { arguments.map { $0.label?.text ?? "" } }

        init(_ node: FunctionCallExprSyntax) {
            self.node = node
            arguments = Array(node.arguments)
            let isInit = node.calledName == "init"
            let base = node.calledExpression.as(MemberAccessExprSyntax.self)?.base
            name = isInit ? base?.trimmedDescription ?? "" : node.calledName
        }
    }

    /// The closure for what two arguments of a call name.
    func closure(
        _ target: LabeledExprSyntax, _ selector: LabeledExprSyntax, for caller: ActionClosure.Caller
    ) -> (text: String, selector: SelectorName)? {
        guard let name = SelectorName(selector.expression, in: declarations),
            let closure = ActionClosure(
                calling: name, of: target.expression, for: caller, in: type, declarations)
        else { return nil }
        return (closure.text, name)
    }

    /// From the beginning of an argument to the end of another, without a comma.
    func range(_ first: LabeledExprSyntax, _ last: LabeledExprSyntax) -> Range<AbsolutePosition> {
        first.positionAfterSkippingLeadingTrivia..<last.expression.endPositionBeforeTrailingTrivia
    }

    /// The comments that would go with a part of a node, as they can stand before what replaces it.
    func comments(in range: Range<AbsolutePosition>, of node: some SyntaxProtocol) -> String {
        let indentation = unit.indentation(
            at: unit.skippingBlanks(
                unit.lineStart(range.lowerBound.utf8Offset)))
        var text = ""
        for token in node.tokens(viewMode: .sourceAccurate) {
            var position = token.position
            for piece in Array(token.leadingTrivia) + [.spaces(0)] + Array(token.trailingTrivia) {
                if case .spaces(0) = piece { position = token.endPositionBeforeTrailingTrivia }
                if range.contains(position) {
                    switch piece {
                    case .lineComment(let comment), .docLineComment(let comment):
                        text += comment + unit.lineBreak + indentation
                    case .blockComment(let comment), .docBlockComment(let comment):
                        text += comment + " "
                    default: break
                    }
                }
                position = position.advanced(by: piece.sourceLength.utf8Length)
            }
        }
        return text
    }

    /// An edit that keeps the comments of what it replaces.
    func replacing(
        _ range: Range<AbsolutePosition>, of node: some SyntaxProtocol, by text: String
    ) -> Edit { Edit(range, comments(in: range, of: node) + text) }

    /// What drops the value of a call that is a statement by itself.
    func dropping(_ node: FunctionCallExprSyntax) -> [Edit] {
        guard node.parent?.is(CodeBlockItemSyntax.self) == true,
            let body = node.parent?.parent?.as(CodeBlockItemListSyntax.self),
            body.parent?.is(ClosureExprSyntax.self) != true || body.count > 1
        else { return [] }
        return [Edit(at: node.positionAfterSkippingLeadingTrivia, "_ = ")]
    }

    /// A property whose initial value needs `self` is lazy. With Objective-C, `self` was a method there.
    private func makeLazy(around node: some SyntaxProtocol) {
        guard
            let property = node.ancestor(InitializerClauseSyntax.self)?.ancestor(
                VariableDeclSyntax.self), property.parent?.is(MemberBlockItemSyntax.self) == true,
            !["lazy", "static", "class"].contains(where: property.modifiers.has),
            SelfFinder.finds(in: property), declarations.types[type]?.kind == .class,
            lazyProperties.insert(property.id).inserted
        else { return }
        edits.add([Edit(property.bindingSpecifier.trimmedRange, "lazy var")], .lazy)
    }
    private var lazyProperties: Set<SyntaxIdentifier> = []

    private final class SelfFinder: SyntaxVisitor {
        private var isFound = false
        static func finds(in node: some SyntaxProtocol) -> Bool {
            let finder = SelfFinder(viewMode: .sourceAccurate)
            finder.walk(node)
            return finder.isFound
        }
        override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
            if node.baseName.tokenKind == .keyword(.self) { isFound = true }
            return .skipChildren
        }
    }
}
