/// What is typed at a terminal: text, and keys in angle brackets.
///
/// `<CR>` (also `<Enter>`, `<Return>`), `<Esc>`, `<Tab>`, `<BS>`, `<Space>`, `<lt>` for `<`, `<Up>`, `<Down>`,
/// `<Left>`, `<Right>`, `<Home>`, `<End>`, `<PageUp>`, `<PageDown>`, `<Insert>`, `<Del>`, `<F1>` to `<F12>`,
/// `<C-x>` with the control key, `<M-x>` with the meta key.
struct Keys: Sendable, Hashable {
    /// A key that sends a sequence of a terminal. What it sends may depend on how the program has set that.
    struct Special: Sendable, Hashable {
        /// What follows ESC and `[`: one letter for those that may follow ESC and `O` as well.
        var code: String

        /// - Parameter isApplication: whether the program has asked for the keys of an application.
        func sequence(isApplication: Bool) -> String {
            let isLetter = code.count == 1 && code != "Z"
            let isFunction = isLetter && "PQRS".contains(code)
            return "\u{1B}" + (isFunction || (isLetter && isApplication) ? "O" : "[") + code
        }
    }

    enum Key: Sendable, Hashable {
        case bytes([UInt8])
        case special(Special)
    }

    struct NotationError: Error, CustomStringConvertible {
        var description: String
    }

    private(set) var keys: [Key] = []

    /// - Throws: ``NotationError`` for a key that is not known.
    init(_ text: String) throws(NotationError) {
        var rest = Substring(text)
        while let first = rest.first {
            if first == "<", let end = rest.firstIndex(of: ">") {
                let name = rest[rest.index(after: rest.startIndex)..<end]
                if !name.isEmpty, name.allSatisfy({ !$0.isWhitespace }) {
                    keys.append(try Self.key(String(name)))
                    rest = rest[rest.index(after: end)...]
                    continue
                }
            }
            // The key that ends a line sends CR, as <CR> does.
            append(first.isNewline ? [13] : Array(String(first).utf8))
            rest.removeFirst()
        }
    }

    /// The same for a step.
    ///
    /// - Throws: ``StepFailure`` of the scenario.
    static func reading(_ text: String) throws -> Keys {
        do { return try Keys(text) } catch let error as NotationError {
            throw StepFailure(blame: .scenario, "\(error)")
        }
    }

    private mutating func append(_ bytes: [UInt8]) {
        if case .bytes(let before) = keys.last {
            keys[keys.count - 1] = .bytes(before + bytes)
        } else {
            keys.append(.bytes(bytes))
        }
    }

    private static let plain: [String: UInt8] = [
        "cr": 13, "enter": 13, "return": 13, "esc": 27, "tab": 9, "bs": 127, "backspace": 127,
        "space": 32, "lt": UInt8(ascii: "<"), "c-space": 0,
    ]
    private static let special: [String: String] = [
        "s-tab": "Z", "up": "A", "down": "B", "right": "C", "left": "D", "home": "H", "end": "F",
        "pageup": "5~", "pagedown": "6~", "insert": "2~", "del": "3~", "delete": "3~",
        "f1": "P", "f2": "Q", "f3": "R", "f4": "S", "f5": "15~", "f6": "17~", "f7": "18~",
        "f8": "19~", "f9": "20~", "f10": "21~", "f11": "23~", "f12": "24~",
    ]

    private static func key(_ name: String) throws(NotationError) -> Key {
        let lower = name.lowercased()
        if let byte = plain[lower] { return .bytes([byte]) }
        if let code = special[lower] { return .special(Special(code: code)) }
        let character = name.dropFirst(2)
        if character.count == 1, let ascii = character.first?.asciiValue {
            if lower.hasPrefix("c-"), ascii >= UInt8(ascii: "?") {
                return .bytes([ascii == UInt8(ascii: "?") ? 127 : ascii & 0x1f])
            }
            if lower.hasPrefix("m-") || lower.hasPrefix("a-") { return .bytes([27, ascii]) }
        }
        let known = plain.keys.sorted() + special.keys.sorted()
        let near = closest(to: lower, among: known).map { "; did you mean '<\($0)>'?" } ?? "."
        throw NotationError(
            description: """
                there is no key '<\(name)>'\(near) Keys are <CR>, <Esc>, <Tab>, <BS>, <Up>, <F1>, <C-x>, \
                <M-x> and their like; a '<' itself is <lt>
                """)
    }
}
