import Foundation

/// Which content a scene can show, and which it shows best. It is kept, and changes nothing here: a
/// request names the session that it is about.
@preconcurrency @MainActor
open class UISceneActivationConditions: NSObject {
    /// Of which contents the scene can show something.
    open var canActivateForTargetContentIdentifierPredicate = NSPredicate(value: true)
    /// For which contents it is the best one.
    open var prefersToActivateForTargetContentIdentifierPredicate = NSPredicate(value: false)

    /// Every content, and none in particular.
    public override init() { super.init() }
}

extension NSPredicate {
    /// A condition as text, of the form in which scenes are told what they show: the value itself, which
    /// is called `self`, compared with a text. Foundation on Linux reads no such text.
    ///
    /// The comparisons are `==`, `!=`, `CONTAINS`, `BEGINSWITH`, `ENDSWITH` and `IN`, with `[c]` for any
    /// case; the text is in quotes, or `%@` for the argument. `TRUEPREDICATE` and `FALSEPREDICATE` are
    /// known, too.
    ///
    /// - Precondition: the format is of this form. Otherwise the process ends with a message that names
    ///   the format, as it ends by an exception on iOS.
    public convenience init(format predicateFormat: String, _ arguments: Any...) {
        guard let test = PredicateFormat(predicateFormat, arguments)?.test else {
            fatalError(
                "NSInvalidArgumentException: the format \"\(predicateFormat)\" cannot be read here; a "
                    + "condition compares SELF with a text, and NSPredicate(block:) takes any other"
            )
        }
        self.init { value, _ in test(value) }
    }
}

/// Reads a condition that compares `self` with a text.
private struct PredicateFormat {
    let test: @Sendable (Any?) -> Bool

    init?(_ format: String, _ arguments: [Any]) {
        let words = format.split(separator: " ").map(String.init)
        switch words.first?.uppercased() {
        case "TRUEPREDICATE" where words.count == 1: test = { _ in true }
        case "FALSEPREDICATE" where words.count == 1: test = { _ in false }
        case "SELF":
            guard words.count >= 3, let compare = Self.comparison(words[1].uppercased()),
                let values = Self.values(words.dropFirst(2).joined(separator: " "), arguments)
            else { return nil }
            let ignoresCase = words[1].lowercased().contains("[c")
            func plain(_ text: String) -> String { ignoresCase ? text.lowercased() : text }
            let expected = values.map(plain)
            test = { value in
                guard let value else { return false }
                let text = "\(value)"
                return compare(ignoresCase ? text.lowercased() : text, expected)
            }
        default: return nil
        }
    }

    private static func comparison(
        _ word: String
    ) -> (@Sendable (String, [String]) -> Bool)? {
        switch word.prefix(while: { $0 != "[" }) {
        case "==", "=": { $1.first == $0 }
        case "!=", "<>": { $1.first != $0 }
        case "CONTAINS": { text, parts in parts.first.map(text.contains) ?? false }
        case "BEGINSWITH": { text, parts in parts.first.map(text.hasPrefix) ?? false }
        case "ENDSWITH": { text, parts in parts.first.map(text.hasSuffix) ?? false }
        case "IN": { $1.contains($0) }
        default: nil
        }
    }

    private static func values(_ word: String, _ arguments: [Any]) -> [String]? {
        if word == "%@", let argument = arguments.first {
            if let list = argument as? [Any] { return list.map { "\($0)" } }
            return ["\(argument)"]
        }
        guard let quote = word.first, "'\"".contains(quote), word.last == quote, word.count > 1
        else {
            return nil
        }
        return [String(word.dropFirst().dropLast())]
    }
}
