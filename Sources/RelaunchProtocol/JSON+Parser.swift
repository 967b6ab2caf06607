extension JSON {
    /// Why a text is not valid JSON, and where it stops being so.
    public struct SyntaxError: Error, Sendable, Equatable, CustomStringConvertible {
        /// How many bytes come before the one that is wrong.
        public var offset: Int
        /// What is wrong there, as a phrase for people.
        public var reason: String

        /// Makes an error at a byte offset.
        public init(offset: Int, reason: String) {
            self.offset = offset
            self.reason = reason
        }

        public var description: String { "at byte \(offset): \(reason)" }
    }

    /// How deep arrays and objects may be nested in a text that is parsed.
    public static let maximumDepth = 512

    /// A strict parser of RFC 8259, for one text.
    ///
    /// `JSONDecoder` takes about thirty times as long to make a `JSON`, which is a good part of a
    /// launch. It also accepts more than JSON: UTF-16, and commas before closing brackets.
    struct Parser {
        private let bytes: UnsafeBufferPointer<UInt8>
        private var position = 0
        private var depth = 0

        init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

        /// Reads the one value of the text.
        mutating func parse() throws(SyntaxError) -> JSON {
            let value = try value()
            skipSpace()
            if position < bytes.count { throw error("there is more text after the value") }
            return value
        }

        private func error(_ reason: String) -> SyntaxError {
            SyntaxError(offset: position, reason: reason)
        }

        private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

        private mutating func skipSpace() {
            while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
                position += 1
            }
        }

        /// Steps over the byte if it is the next one.
        private mutating func take(_ byte: Unicode.Scalar) -> Bool {
            guard next == UInt8(ascii: byte) else { return false }
            position += 1
            return true
        }

        private mutating func value() throws(SyntaxError) -> JSON {
            skipSpace()
            guard let next else { throw error("the text ends before a value") }
            switch next {
            case UInt8(ascii: "{"): return try nested { (p) throws(SyntaxError) in try p.object() }
            case UInt8(ascii: "["): return try nested { (p) throws(SyntaxError) in try p.array() }
            case UInt8(ascii: "\""): return .string(try string())
            case UInt8(ascii: "t"): return try word("true", .bool(true))
            case UInt8(ascii: "f"): return try word("false", .bool(false))
            case UInt8(ascii: "n"): return try word("null", .null)
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
            default: throw error("this does not start a value")
            }
        }

        private mutating func nested(
            _ body: (inout Parser) throws(SyntaxError) -> JSON
        ) throws(SyntaxError) -> JSON {
            guard depth < JSON.maximumDepth else {
                throw error("arrays and objects are nested more than \(JSON.maximumDepth) deep")
            }
            depth += 1
            defer { depth -= 1 }
            position += 1
            return try body(&self)
        }

        private mutating func object() throws(SyntaxError) -> JSON {
            var members = Members()
            skipSpace()
            if take("}") { return .object(members) }
            repeat {
                skipSpace()
                guard next == UInt8(ascii: "\"") else {
                    throw error("the name of a member is missing")
                }
                let name = try string()
                skipSpace()
                guard take(":") else { throw error("a colon is missing") }
                // Of two values under one name, the last counts.
                members[name] = try value()
                skipSpace()
            } while take(",")
            guard take("}") else { throw error("a comma or } is missing") }
            return .object(members)
        }

        private mutating func array() throws(SyntaxError) -> JSON {
            var elements: [JSON] = []
            skipSpace()
            if take("]") { return .array(elements) }
            repeat {
                elements.append(try value())
                skipSpace()
            } while take(",")
            guard take("]") else { throw error("a comma or ] is missing") }
            return .array(elements)
        }

        private mutating func word(_ word: StaticString, _ value: JSON) throws(SyntaxError) -> JSON
        {
            let end = position + word.utf8CodeUnitCount
            let expected = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
            guard end <= bytes.count, bytes[position..<end].elementsEqual(expected) else {
                throw error("this does not start a value")
            }
            position = end
            return value
        }

        // MARK: Numbers

        private mutating func number() throws(SyntaxError) -> JSON {
            let start = position
            var isInteger = true
            _ = take("-")
            if !take("0") { try digits() }
            if take(".") {
                isInteger = false
                try digits()
            }
            if take("e") || take("E") {
                isInteger = false
                if !take("+") { _ = take("-") }
                try digits()
            }
            let text = String(decoding: bytes[start..<position], as: UTF8.self)
            if isInteger, let value = Int64(text) { return .integer(value) }
            guard let value = Double(text), value.isFinite else {
                position = start
                throw error("the number is out of range")
            }
            return .number(value)
        }

        private mutating func digits() throws(SyntaxError) {
            let start = position
            while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
                position += 1
            }
            if position == start { throw error("a digit is missing") }
        }

        // MARK: Strings

        private mutating func string() throws(SyntaxError) -> String {
            let quote = position
            position += 1
            let start = position
            skipPlainText()
            if next == UInt8(ascii: "\"") {
                position += 1
                return try text(bytes[start..<position - 1], at: quote)
            }
            var unescaped = Array(bytes[start..<position])
            while !take("\"") {
                guard let byte = next else { throw error("the text ends inside a string") }
                guard byte >= 0x20 else { throw error("a string holds a control character") }
                if byte == UInt8(ascii: "\\") {
                    try unescape(into: &unescaped)
                } else {
                    let plain = position
                    skipPlainText()
                    unescaped.append(contentsOf: bytes[plain..<position])
                }
            }
            return try text(unescaped, at: quote)
        }

        private mutating func skipPlainText() {
            while let byte = next, byte >= 0x20, byte != 0x22, byte != 0x5C { position += 1 }
        }

        private func text(
            _ bytes: some Collection<UInt8>, at offset: Int
        ) throws(SyntaxError) -> String {
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw SyntaxError(offset: offset, reason: "the string is not UTF-8")
            }
            return text
        }

        private mutating func unescape(into text: inout [UInt8]) throws(SyntaxError) {
            position += 1
            guard let byte = next else { throw error("the text ends inside a string") }
            position += 1
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
            case UInt8(ascii: "b"): text.append(0x08)
            case UInt8(ascii: "f"): text.append(0x0C)
            case UInt8(ascii: "n"): text.append(0x0A)
            case UInt8(ascii: "r"): text.append(0x0D)
            case UInt8(ascii: "t"): text.append(0x09)
            case UInt8(ascii: "u"): text.append(contentsOf: String(try scalar()).utf8)
            default:
                position -= 1
                throw error("this is not a valid escape")
            }
        }

        /// The character after `\u`: four digits, or two surrogates.
        private mutating func scalar() throws(SyntaxError) -> Unicode.Scalar {
            var value = try fourDigits()
            if value & 0xFC00 == 0xD800, take("\\"), take("u") {
                let low = try fourDigits()
                if low & 0xFC00 == 0xDC00 {
                    value = 0x10000 + (value & 0x3FF) << 10 + (low & 0x3FF)
                }
            }
            guard let scalar = Unicode.Scalar(value) else {
                throw error("half of a surrogate pair is missing")
            }
            return scalar
        }

        private mutating func fourDigits() throws(SyntaxError) -> UInt32 {
            var value: UInt32 = 0
            for _ in 0..<4 {
                guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue
                else { throw error("four hexadecimal digits are missing") }
                value = value << 4 | UInt32(digit)
                position += 1
            }
            return value
        }
    }
}
