import SwiftSyntax

/// A closure that calls the method that a target and a selector name.
struct ActionClosure {
    /// Who calls it, and what it is handed.
    enum Caller {
        /// A control or a button: a `UIAction`, whose sender it is.
        case action
        case notification
        case timer
        /// Nobody hands it anything.
        case nothing
    }

    /// Such as `{ [weak self] _ in self?.save() }`.
    let text: String

    /// Nil where nothing can be made of it: nothing is known of the method, or what it takes is not to be
    /// had.
    ///
    /// - Parameters:
    ///   - type: the type that the call stands in.
    init?(
        calling selector: SelectorName, of target: ExprSyntax, for caller: Caller, in type: String,
        _ declarations: Declarations
    ) {
        let target = Self.withoutCast(target)
        guard selector.accessor == nil, !target.is(NilLiteralExprSyntax.self) else { return nil }
        let isSelf = target.trimmedDescription == "self"
        let object = isSelf ? "self" : "target"
        let capture = isSelf ? "[weak self]" : "[weak target = \(target.trimmedDescription)]"
        let method =
            UIKitMethod.isNamed(by: selector, in: declarations)
            ? nil : Self.method(selector, of: target, in: type, declarations)
        guard let method else {
            guard let call = Self.callOfUIKit(selector, declarations) else { return nil }
            text = "{ \(capture)\(caller == .nothing ? "" : " _") in \(object)?.\(call) }"
            return
        }
        guard let parameters = method.parameters, parameters.count <= 1, method.isPlain,
            !method.isStatic
        else { return nil }
        let drop = method.returnsValue ? "_ = " : ""
        let call = "\(drop)\(object)?.\(selector.name)"
        let head = caller == .nothing ? "" : " _"
        guard let parameter = parameters.first else {
            text = "{ \(capture)\(head) in \(call)() }"
            return
        }
        let label = parameter.label == "_" ? "" : "\(parameter.label): "
        guard let body = Self.body(call: "\(call)(\(label)", parameter.type, caller) else {
            return nil
        }
        let name: String
        switch caller {
        case .action: name = "action"
        case .notification: name = "notification"
        case .timer: name = "timer"
        case .nothing: return nil
        }
        text = "{ \(capture) \(name) in \(body) }"
    }

    /// The call of a method that UIKit has, and none of the given files.
    private static func callOfUIKit(
        _ selector: SelectorName, _ declarations: Declarations
    ) -> String? {
        let isDeclared = declarations.types.values.contains { type in
            type.members.contains { $0.name == selector.name && $0.parameters != nil }
        }
        if isDeclared, !UIKitMethod.isNamed(by: selector, in: declarations) { return nil }
        return UIKitMethod.call(selector)
    }

    /// The target in `target as Any`.
    private static func withoutCast(_ target: ExprSyntax) -> ExprSyntax {
        guard let sequence = target.as(SequenceExprSyntax.self) else { return target }
        let parts = Array(sequence.elements)
        guard parts.count == 3, parts[1].is(UnresolvedAsExprSyntax.self),
            ["Any", "Any?", "AnyObject"].contains(parts[2].trimmedDescription)
        else { return target }
        return parts[0]
    }

    /// - Parameter call: up to the argument.
    private static func body(call: String, _ type: String, _ caller: Caller) -> String? {
        let isOptional = type.hasSuffix("?") || type.hasSuffix("!")
        let plain = isOptional ? String(type.dropLast()) : type
        let isAny = ["Any", "AnyObject"].contains(plain)
        switch caller {
        case .action:
            if plain == "UIAction" { return "\(call)action)" }
            if type == "Any" { return "\(call)action.sender as Any)" }
            if plain == "Any" { return "\(call)action.sender)" }
            if isOptional { return "\(call)action.sender as? \(plain))" }
            return "if let sender = action.sender as? \(plain) { \(call)sender) }"
        case .notification:
            if isAny || ["Notification", "Foundation.Notification"].contains(plain) {
                return "\(call)notification)"
            }
            return plain == "NSNotification" ? "\(call)notification as NSNotification)" : nil
        case .timer: return isAny || plain == "Timer" ? "\(call)timer)" : nil
        case .nothing: return nil
        }
    }

    /// The method, where it is one that the target can be seen to have.
    static func method(
        _ selector: SelectorName, of target: ExprSyntax?, in type: String,
        _ declarations: Declarations
    ) -> TypeInfo.Member? {
        let scope = type.split(separator: ".").map(String.init)
        let isSelf = target?.trimmedDescription == "self"
        let owner: String?
        switch selector.base?.trimmedDescription {
        case nil: owner = selector.scope ?? type
        case "self"?, "super"?, "Self"?, "type(of: self)"?: owner = type
        case let name?: owner = declarations.resolve(name, in: scope)
        }
        if let owner {
            let found = declarations.methods(selector.name, labels: selector.labels, of: owner)
            let isOwn = !isSelf || declarations.lineage(of: type).contains(owner)
            if isOwn, found.count == 1 { return found[0] }
            if isOwn, selector.base == nil || isSelf { return nil }
        }
        // Named by an object, or by a type above: the only method of this name.
        guard !isSelf || owner == nil else { return nil }
        let all = declarations.types.values.flatMap(\.members).filter {
            $0.name == selector.name && $0.parameters != nil
                && (selector.labels == nil || $0.labels == selector.labels)
        }
        let isKnown =
            !isSelf
            || declarations.lineage(of: type).contains {
                !declarations.methods(selector.name, labels: selector.labels, of: $0).isEmpty
            }
        return all.count == 1 && isKnown ? all[0] : nil
    }
}
