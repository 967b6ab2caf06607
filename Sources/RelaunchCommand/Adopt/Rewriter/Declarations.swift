import SwiftSyntax

/// A type of the given files, with what is known of its members.
struct TypeInfo {
    enum Kind { case `class`, other }

    var kind: Kind
    /// Which of the files declares it; nil for one that is only extended here.
    var file: Int?
    /// What it inherits from, as written.
    var inherited: [String] = []
    var members: [Member] = []

    /// A function or a property.
    struct Member {
        var name: String
        /// Nil for a property.
        var parameters: [Parameter]?
        var isStatic: Bool
        var isOverride: Bool
        var isInExtension: Bool
        /// Whether calling it gives nothing, and neither waits nor throws.
        var isPlain: Bool
        var returnsValue: Bool

        struct Parameter {
            var label: String
            var type: String
        }

        var labels: [String]? { parameters?.map(\.label) }

        /// What it has in common with what it overrides.
        var key: String { labels.map { "\(name)(\($0.map { $0 + ":" }.joined()))" } ?? name }
    }
}

/// What the given files declare.
struct Declarations {
    fileprivate(set) var types: [String: TypeInfo] = [:]
    /// Constants of type Selector, such as `extension Selector { static let tap = #selector(…) }`.
    fileprivate(set) var selectors: [String: (expression: ExprSyntax, type: String?)] = [:]
    /// Names of methods that some `removeTarget` takes away.
    fileprivate(set) var removedActions: Set<String> = []
    /// Requirements that were optional and get a default.
    fileprivate(set) var optionals: Set<String> = []
    /// Types that observe by selectors.
    fileprivate(set) var observers: Set<String> = []
    /// Types that cease to observe before their end.
    fileprivate(set) var stoppingObservers: Set<String> = []

    init(_ units: [SourceUnit]) {
        for (index, unit) in units.enumerated() {
            let collector = DeclarationCollector(file: index)
            collector.found = self
            collector.walk(unit.tree)
            self = collector.found
        }
    }

    /// The full name of a type as it is written at a place.
    func resolve(_ name: String, in scope: [String]) -> String? {
        var scope = scope
        while true {
            let full = (scope + [name]).joined(separator: ".")
            if types[full] != nil { return full }
            if scope.isEmpty { return nil }
            scope.removeLast()
        }
    }

    /// The type and those above it, as far as they are known; the nearest first.
    func lineage(of type: String) -> [String] {
        var chain: [String] = []
        var next: String? = type
        while let current = next, !chain.contains(current) {
            chain.append(current)
            let scope = current.split(separator: ".").dropLast().map(String.init)
            next = types[current]?.inherited.lazy.compactMap { resolve($0, in: scope) }
                .first { types[$0]?.kind == .class }
        }
        return chain
    }

    /// The methods of a name in a type or above it.
    func methods(_ name: String, labels: [String]?, of type: String) -> [TypeInfo.Member] {
        for type in lineage(of: type) {
            let found = types[type]?.members.filter {
                $0.name == name && $0.parameters != nil && (labels == nil || $0.labels == labels)
            }
            if let found, !found.isEmpty { return found }
        }
        return []
    }
}

/// Fills ``Declarations``.
private final class DeclarationCollector: LinuxVisitor {
    var found = Declarations([])
    private let file: Int
    private var scope: [String] = []
    private var extensionDepths: [Int] = []

    init(file: Int) { self.file = file }

    private var isInExtension: Bool { extensionDepths.last == scope.count }

    private func enter(
        _ name: String, _ kind: TypeInfo.Kind, _ clause: InheritanceClauseSyntax?
    ) -> SyntaxVisitorContinueKind {
        scope.append(name)
        let full = scope.joined(separator: ".")
        var info = found.types[full] ?? TypeInfo(kind: kind)
        info.kind = kind
        info.file = file
        info.inherited = names(clause) + info.inherited
        found.types[full] = info
        return .visitChildren
    }

    private func names(_ clause: InheritanceClauseSyntax?) -> [String] {
        clause?.inheritedTypes.map { $0.type.plainName } ?? []
    }

    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(node.name.text, .class, node.inheritanceClause)
    }
    override func visitPost(_ node: ClassDeclSyntax) { scope.removeLast() }
    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(node.name.text, .other, node.inheritanceClause)
    }
    override func visitPost(_ node: StructDeclSyntax) { scope.removeLast() }
    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(node.name.text, .other, node.inheritanceClause)
    }
    override func visitPost(_ node: EnumDeclSyntax) { scope.removeLast() }
    override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(node.name.text, .other, node.inheritanceClause)
    }
    override func visitPost(_ node: ProtocolDeclSyntax) { scope.removeLast() }
    override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(node.name.text, .other, node.inheritanceClause)
    }
    override func visitPost(_ node: ActorDeclSyntax) { scope.removeLast() }

    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
        scope.append(node.extendedType.plainName)
        extensionDepths.append(scope.count)
        let full = scope.joined(separator: ".")
        found.types[full, default: TypeInfo(kind: .other)].inherited += names(
            node.inheritanceClause)
        return .visitChildren
    }
    override func visitPost(_ node: ExtensionDeclSyntax) {
        scope.removeLast()
        extensionDepths.removeLast()
    }

    // MARK: Members

    private func add(_ member: TypeInfo.Member, of node: some SyntaxProtocol) {
        guard node.parent?.is(MemberBlockItemSyntax.self) == true else { return }
        found.types[scope.joined(separator: "."), default: TypeInfo(kind: .other)].members
            .append(member)
    }

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        let effects = node.signature.effectSpecifiers
        let result = node.signature.returnClause?.type.trimmedDescription
        if OptionalRewriter.isRewritten(node) { found.optionals.insert(node.name.plainText) }
        add(
            TypeInfo.Member(
                name: node.name.plainText,
                parameters: node.signature.parameterClause.parameters.map {
                    TypeInfo.Member.Parameter(
                        label: $0.firstName.plainText, type: $0.type.trimmedDescription)
                },
                isStatic: node.modifiers.has("static") || node.modifiers.has("class"),
                isOverride: node.modifiers.has("override"), isInExtension: isInExtension,
                isPlain: effects?.asyncSpecifier == nil && effects?.throwsClause == nil,
                returnsValue: !["Void", "()", nil].contains(result)), of: node)
        return .visitChildren
    }

    override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
        for binding in node.bindings {
            guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier else {
                continue
            }
            add(
                TypeInfo.Member(
                    name: name.plainText, parameters: nil,
                    isStatic: node.modifiers.has("static") || node.modifiers.has("class"),
                    isOverride: node.modifiers.has("override"), isInExtension: isInExtension,
                    isPlain: true, returnsValue: true), of: node)
            if scope.last == "Selector", node.modifiers.has("static"),
                let macro = binding.initializer?.value.as(MacroExpansionExprSyntax.self),
                macro.macroName.text == "selector", let argument = macro.arguments.first
            {
                found.selectors[name.plainText] = (argument.expression, scope.first)
            }
        }
        return .visitChildren
    }

    // MARK: Calls that decide how others are rewritten

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        let labels = node.arguments.map { $0.label?.text }
        switch node.calledName {
        case "removeTarget":
            if let action = node.arguments.dropFirst().first?.expression,
                let name = SelectorName(action, in: found)?.name
            {
                found.removedActions.insert(name)
            }
        case "addObserver":
            if labels == [nil, "selector", "name", "object"] {
                found.observers.insert(scope.joined(separator: "."))
            }
        case "removeObserver":
            if !labels.contains("forKeyPath"),
                node.arguments.first?.expression.trimmedDescription == "self",
                node.ancestor(DeinitializerDeclSyntax.self) == nil
            {
                found.stoppingObservers.insert(scope.joined(separator: "."))
            }
        default: break
        }
        return .visitChildren
    }
}

extension FunctionCallExprSyntax {
    /// The last part of what is called.
    var calledName: String {
        if let member = calledExpression.as(MemberAccessExprSyntax.self) {
            return member.declName.baseName.text
        }
        return calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text ?? ""
    }
}

extension DeclModifierListSyntax {
    func has(_ name: String) -> Bool { contains { $0.name.text == name } }
}

extension TokenSyntax {
    /// Without backticks.
    var plainText: String { text.filter { $0 != "`" } }
}

extension TypeSyntax {
    /// Without generic arguments and attributes.
    var plainName: String {
        if let type = self.as(IdentifierTypeSyntax.self) { return type.name.plainText }
        if let type = self.as(MemberTypeSyntax.self) {
            return type.baseType.plainName + "." + type.name.plainText
        }
        if let type = self.as(AttributedTypeSyntax.self) { return type.baseType.plainName }
        return trimmedDescription
    }
}
