import SwiftSyntax

/// What a `#selector(…)` names, or a constant that was made of one.
struct SelectorName {
    /// The method's name without its arguments.
    let name: String
    /// The labels, where they are written.
    let labels: [String]?
    /// What stands before the name.
    let base: ExprSyntax?
    /// `getter` or `setter`, for a property.
    let accessor: String?
    /// The type that a constant was declared in, which its name may be short for.
    let scope: String?

    /// Nil for an expression that is no selector that can be seen.
    init?(_ expression: ExprSyntax, in declarations: Declarations) {
        if let macro = expression.as(MacroExpansionExprSyntax.self),
            macro.macroName.text == "selector", let argument = macro.arguments.first
        {
            self.init(named: argument.expression, accessor: argument.label?.text, scope: nil)
            return
        }
        guard let member = expression.as(MemberAccessExprSyntax.self),
            ["", "Selector"].contains(member.base?.trimmedDescription ?? ""),
            let constant = declarations.selectors[member.declName.baseName.plainText]
        else { return nil }
        self.init(named: constant.expression, accessor: nil, scope: constant.type)
    }

    private init?(named expression: ExprSyntax, accessor: String?, scope: String?) {
        self.accessor = accessor
        self.scope = scope
        var expression = expression
        // `name as (Type) -> () -> Void`
        if let sequence = expression.as(SequenceExprSyntax.self),
            let first = sequence.elements.first
        {
            expression = first
        }
        if let tuple = expression.as(TupleExprSyntax.self), let only = tuple.elements.first {
            expression = only.expression
        }
        let reference: DeclReferenceExprSyntax
        if let member = expression.as(MemberAccessExprSyntax.self) {
            reference = member.declName
            base = member.base
        } else if let found = expression.as(DeclReferenceExprSyntax.self) {
            reference = found
            base = nil
        } else {
            return nil
        }
        name = reference.baseName.plainText
        labels = reference.argumentNames?.arguments.map(\.name.plainText)
    }

    /// The name that Objective-C has for it, as far as it can be told.
    func text(parameters: [String]?) -> String {
        if accessor == "setter" {
            return "set" + name.prefix(1).uppercased() + name.dropFirst() + ":"
        }
        guard let labels = labels ?? parameters, let first = labels.first else { return name }
        let prepositions: Set = [
            "with", "for", "from", "to", "at", "by", "in", "of", "on", "using", "after", "before",
        ]
        var text = name
        if first != "_" {
            let isPreposition = prepositions.contains { first == $0 || first.hasPrefix($0 + "_") }
            text += (isPreposition ? "" : "With") + first.prefix(1).uppercased() + first.dropFirst()
        }
        return text + ":" + labels.dropFirst().map { ($0 == "_" ? "" : $0) + ":" }.joined()
    }
}
