import SwiftSyntax

/// Finds what a person has to look at, in a text as it is after the changes.
final class RemainsFinder: LinuxVisitor {
    private let converter: SourceLocationConverter
    private let classes: Set<String>
    private let methods: Set<String>
    private let selectors: Set<String>
    private(set) var found: [AdoptReport.Remark] = []

    /// - Parameters:
    ///   - classes: the classes that the given files declare.
    ///   - methods: the names of the methods that they declare.
    ///   - selectors: the constants in extensions of `Selector`.
    init(
        _ unit: SourceUnit, classes: Set<String>, methods: Set<String>, selectors: Set<String>
    ) {
        self.classes = classes
        self.methods = methods
        self.selectors = selectors
        converter = SourceLocationConverter(fileName: "", tree: unit.tree)
        super.init()
        walk(unit.tree)
    }

    private func add(_ node: some SyntaxProtocol, _ text: String) {
        let place = converter.location(for: node.positionAfterSkippingLeadingTrivia)
        found.append(AdoptReport.Remark(line: place.line, column: place.column, text: text))
    }

    override func visit(_ node: IfConfigClauseSyntax) -> SyntaxVisitorContinueKind {
        guard LinuxCondition.value(of: node) == false else { return .visitChildren }
        if let items = node.elements?.as(CodeBlockItemListSyntax.self) {
            let imports = items.compactMap { $0.item.as(ImportDeclSyntax.self) }
            if imports.count == items.count {
                for node in imports { explain(node) }
                return .skipChildren
            }
        }
        if let condition = node.condition, Self.meansPhones(condition),
            node.elements?.isEmptyList == false
        {
            add(
                node,
                "Linux does not compile what is under '\(node.poundKeyword.text) "
                    + "\(condition.trimmedDescription)'")
        }
        return .skipChildren
    }

    /// Whether a condition asks for the system that StateRestoration stands for.
    private static func meansPhones(_ condition: ExprSyntax) -> Bool {
        if let prefix = condition.as(PrefixOperatorExprSyntax.self), prefix.operator.text == "!" {
            return false
        }
        if let call = condition.as(FunctionCallExprSyntax.self) {
            let argument = call.arguments.first?.expression.trimmedDescription ?? ""
            return call.calledName == "os"
                ? argument == "iOS"
                : call.calledName == "canImport" && ImportRewriter.replaced.contains(argument)
        }
        return condition.children(viewMode: .sourceAccurate).contains { child in
            ExprSyntax(child).map(meansPhones)
                ?? child.as(ExprListSyntax.self).map { $0.contains(where: meansPhones) } ?? false
        }
    }

    /// What has a form with a closure.
    private static let closureForms: Set<[String?]> = [
        ["addTarget", nil, "action", "for"],
        ["UIBarButtonItem", "barButtonSystemItem", "target", "action"],
        ["UIBarButtonItem", "title", "style", "target", "action"],
        ["UIBarButtonItem", "image", "style", "target", "action"],
        ["addObserver", nil, "selector", "name", "object"],
    ]

    /// A module that nothing takes the place of.
    private func explain(_ node: ImportDeclSyntax) {
        guard !ImportRewriter.replaced.contains(node.module),
            !LinuxCondition.modules.contains(node.module)
        else { return }
        add(
            node,
            "Linux has no module '\(node.module)'; what uses it has to go, or to be under #if too")
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        let labels = node.arguments.map { $0.label?.text }
        switch node.calledName {
        case "Selector" where node.arguments.count == 1:
            // Of a constant, its uses are told.
            let owner = node.ancestor(ExtensionDeclSyntax.self)?.extendedType.plainName
            if owner != "Selector" { explain(selector: node) }
        case "addObserver" where labels.contains("forKeyPath"),
            "observe" where node.arguments.first?.expression.is(KeyPathExprSyntax.self) == true:
            add(node, "there is no key-value observing on Linux; use 'didSet'")
        case "removeTarget":
            add(node, "what was added as a closure is removed by removeAction(_:for:)")
        default: break
        }
        return .visitChildren
    }

    override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
        if ["", "Selector"].contains(node.base?.trimmedDescription ?? ""),
            selectors.contains(node.declName.baseName.plainText),
            node.parent?.is(LabeledExprSyntax.self) == true
        {
            explain(selector: node)
        }
        return .visitChildren
    }

    /// A name that nothing calls.
    private func explain(selector node: some SyntaxProtocol) {
        var reason = "call the method yourself where it must happen"
        if let owner = node.ancestor(FunctionCallExprSyntax.self), !owner.calledName.isEmpty {
            let form = [owner.calledName] + owner.arguments.map { $0.label?.text }
            let isOfNobody = owner.arguments.contains { argument in
                [nil, "target"].contains(argument.label?.text)
                    && argument.expression.is(NilLiteralExprSyntax.self)
            }
            reason =
                Self.closureForms.contains(form)
                ? isOfNobody
                    ? "no closure can look for a target, as UIKit does for 'nil'"
                    : isDeclared(selector: node)
                        ? "no file that was named has this method with no more than one argument"
                        : "no file that was named declares this method; if it is UIKit's, call it "
                            + "in a closure yourself"
                : "'\(owner.calledName)' takes no closure instead; \(reason)"
        }
        add(node, "Linux calls no method by its name; \(reason)")
    }

    /// Whether a method of the given files can be what `Selector(("setWithName:"))` names, or a constant.
    private func isDeclared(selector node: some SyntaxProtocol) -> Bool {
        guard let call = node.as(FunctionCallExprSyntax.self) else { return true }
        let words = call.arguments.trimmedDescription.filter { !"()\"".contains($0) }
        let first = words.prefix { $0 != ":" }
        return methods.contains { name in
            first.hasPrefix(name)
                && (first == name || first.dropFirst(name.count).first?.isUppercase == true)
        }
    }

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        if node.modifiers.has("optional") {
            add(node, "no requirement is optional on Linux; write a default in an extension")
        }
        if node.name.text == "observeValue", node.modifiers.has("override") {
            add(node, "there is no key-value observing on Linux; use 'didSet'")
        }
        return .visitChildren
    }

    override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
        if node.modifiers.has("optional") {
            add(node, "no requirement is optional on Linux; write a default in an extension")
        }
        return .visitChildren
    }

    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
        let overrides = Array(node.memberBlock.members).filter {
            $0.decl.asProtocol((any WithModifiersSyntax).self)?.modifiers.has("override") == true
        }
        let name = node.extendedType.plainName
        for member in overrides {
            let reason =
                node.genericWhereClause != nil
                ? "the extension has conditions"
                : !classes.contains(name)
                    ? "no file that was named declares the class '\(name)'" : "it is under #if"
            add(member, "this override has to move into its class; \(reason)")
        }
        return .visitChildren
    }
}

extension IfConfigClauseSyntax.Elements {
    fileprivate var isEmptyList: Bool { trimmedDescription.isEmpty }
}
