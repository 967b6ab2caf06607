extension JSON {
    /// Appends the value as JSON text, members in the order of their names: as one line, or as many
    /// that begin with so many spaces.
    func write(to text: inout [UInt8], indentation: Int? = nil) {
        switch self {
        case .null: text.append(contentsOf: "null".utf8)
        case .bool(let value): text.append(contentsOf: (value ? "true" : "false").utf8)
        case .integer(let value): text.append(contentsOf: String(value).utf8)
        case .number(let value): Self.write(value, to: &text)
        case .string(let value): Self.write(value, to: &text)
        case .array(let elements):
            Self.write(elements, between: "[", "]", to: &text, indentation) {
                $0.write(to: &$1, indentation: $2)
            }
        case .object(let members):
            Self.write(members.sortedKeys, between: "{", "}", to: &text, indentation) {
                Self.write($0, to: &$1)
                $1.append(contentsOf: ($2 == nil ? ":" : ": ").utf8)
                members[$0]?.write(to: &$1, indentation: $2)
            }
        }
    }

    /// Appends what is in brackets, each part written by `body`, which is told its indentation.
    private static func write<Part>(
        _ parts: [Part], between open: Unicode.Scalar, _ close: Unicode.Scalar,
        to text: inout [UInt8], _ indentation: Int?, body: (Part, inout [UInt8], Int?) -> Void
    ) {
        func beginLine(_ indentation: Int?) {
            guard let indentation, !parts.isEmpty else { return }
            text.append(UInt8(ascii: "\n"))
            text.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indentation))
        }
        let inner = indentation.map { $0 + 2 }
        text.append(UInt8(ascii: open))
        for (index, part) in parts.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            beginLine(inner)
            body(part, &text, inner)
        }
        beginLine(indentation)
        text.append(UInt8(ascii: close))
    }

    /// Writes a number that is not finite as the string `nan`, `inf` or `-inf`.
    private static func write(_ value: Double, to text: inout [UInt8]) {
        guard value.isFinite else { return write("\(value)", to: &text) }
        text.append(contentsOf: "\(value)".utf8)
        if text.suffix(2).elementsEqual(".0".utf8) { text.removeLast(2) }
    }

    private static func write(_ string: String, to text: inout [UInt8]) {
        text.append(UInt8(ascii: "\""))
        for byte in string.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                text.append(UInt8(ascii: "\\"))
                text.append(byte)
            case 0x0A: text.append(contentsOf: "\\n".utf8)
            case 0x0D: text.append(contentsOf: "\\r".utf8)
            case 0x09: text.append(contentsOf: "\\t".utf8)
            case ..<0x20:
                let digits = String(byte, radix: 16)
                text.append(contentsOf: (byte < 0x10 ? "\\u000" : "\\u00").utf8)
                text.append(contentsOf: digits.utf8)
            default: text.append(byte)
            }
        }
        text.append(UInt8(ascii: "\""))
    }
}
