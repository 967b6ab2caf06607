#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// For the coders of others, which keep only one of two names that Swift takes for the same.
extension JSON: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([String: JSON].self) {
            self = .object(Members(value))
        } else if let value = try? container.decode([JSON].self) {
            self = .array(value)
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else {
            self = .number(try container.decode(Double.self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value.dictionary)
        }
    }
}

extension JSON {
    /// Reads one JSON text in UTF-8, strictly by RFC 8259.
    ///
    /// An integer that does not fit 64 bits becomes a `number`. Of two members with one name, the
    /// last counts.
    ///
    /// - Throws: `SyntaxError` where the text is not JSON, holds a number beyond the range of
    ///   `Double`, or is nested deeper than `maximumDepth`.
    public init(parsing text: some ContiguousBytes) throws(SyntaxError) {
        let result = text.withUnsafeBytes { bytes in
            bytes.withMemoryRebound(to: UInt8.self) { bytes -> Result<JSON, SyntaxError> in
                var parser = Parser(bytes)
                do throws(SyntaxError) {
                    return .success(try parser.parse())
                } catch {
                    return .failure(error)
                }
            }
        }
        self = try result.get()
    }

    /// Reads one JSON text, as the initializer for bytes does.
    public init(parsing text: String) throws(SyntaxError) {
        try self.init(parsing: Array(text.utf8))
    }

    /// The value as one line of JSON text, members sorted by name.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The value as JSON text in ASCII only: every other character is written as `\u` and four digits,
    /// so that texts that look the same can be told apart.
    public var asciiText: String {
        text.utf16.map { unit in
            let digits = String(unit, radix: 16)
            return unit < 0x80
                ? String(UnicodeScalar(UInt8(unit)))
                : "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
    }

    /// The value as JSON text on several lines, members sorted by name, for people.
    public var indentedText: String {
        var bytes: [UInt8] = []
        write(to: &bytes, indentation: 0)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The value as JSON text in UTF-8, members sorted by name.
    ///
    /// JSON has no notation for a number that is not finite: it becomes the string `nan`, `inf` or
    /// `-inf`.
    public func data() -> Data { Data(bytes) }

    private var bytes: [UInt8] {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return bytes
    }

    /// Any encodable value as JSON.
    ///
    /// - Throws: what the value's `encode(to:)` or `JSONEncoder` throws, such as for a number that
    ///   is not finite.
    public init(encoding value: some Encodable) throws {
        if let value = value as? JSON { self = value; return }
        self = try JSON(parsing: JSONEncoder().encode(value))
    }
}
