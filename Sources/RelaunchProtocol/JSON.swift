/// Any JSON value.
///
/// Integers and other numbers stay apart, so that a count is printed as a count. `1` and `1.0` are
/// equal, as they are in JSON. Strings and the names of members are equal where their UTF-8 bytes are.
public enum JSON: Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number that is written without fraction and exponent, and fits 64 bits.
    case integer(Int64)
    /// Any other number.
    case number(Double)
    /// A text.
    case string(String)
    /// An ordered list of values.
    case array([JSON])
    /// Members by name. Their order is not kept.
    case object(Members)
}

extension JSON: Hashable {
    public static func == (lhs: JSON, rhs: JSON) -> Bool {
        switch (lhs, rhs) {
        case (.null, .null): true
        case (.bool(let a), .bool(let b)): a == b
        case (.integer(let a), .integer(let b)): a == b
        case (.number(let a), .number(let b)): a == b
        case (.integer(let a), .number(let b)), (.number(let b), .integer(let a)): Double(a) == b
        // By their bytes: a text that comes back in another Unicode normal form has changed.
        case (.string(let a), .string(let b)): a.utf8.elementsEqual(b.utf8)
        case (.array(let a), .array(let b)): a == b
        case (.object(let a), .object(let b)): a == b
        default: false
        }
    }

    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .bool(let value): hasher.combine(value)
        case .integer(let value): hasher.combine(Double(value))
        case .number(let value): hasher.combine(value)
        case .string(let value): hasher.combine(value)
        case .array(let value): hasher.combine(value)
        case .object(let value): hasher.combine(value)
        }
    }
}

extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral, ExpressibleByStringInterpolation
{
    /// `null`, written as `nil`.
    public init(nilLiteral: ()) { self = .null }
    /// A truth value, written as `true` or `false`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// An integer, written as a literal.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// A number, written as a literal with a fraction or an exponent.
    public init(floatLiteral value: Double) { self = .number(value) }
    /// A string, written as a literal, with or without interpolation.
    public init(stringLiteral value: String) { self = .string(value) }
    /// An array, written as a literal.
    public init(arrayLiteral elements: JSON...) { self = .array(elements) }
    /// An object, written as a literal. Of two values under one name, the last counts.
    public init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(Members(elements))
    }
}

extension JSON {
    /// The value of a member; nil where this is not an object, or has no such member.
    public subscript(key: String) -> JSON? {
        if case .object(let members) = self { members[key] } else { nil }
    }

    /// The element at an index; nil where this is not an array, or is shorter.
    public subscript(index: Int) -> JSON? {
        if case .array(let elements) = self, elements.indices.contains(index) {
            elements[index]
        } else {
            nil
        }
    }

    // Each of these is nil where the value is of another type.

    /// The text of a string.
    public var string: String? { if case .string(let value) = self { value } else { nil } }
    /// The truth value.
    public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
    /// The elements of an array.
    public var array: [JSON]? { if case .array(let value) = self { value } else { nil } }
    /// The members of an object.
    public var object: Members? { if case .object(let value) = self { value } else { nil } }
    /// The number, where it is whole and fits 64 bits, however it is written: `1.0` is 1.
    public var integer: Int64? {
        switch self {
        case .integer(let value): value
        case .number(let value): Int64(exactly: value)
        default: nil
        }
    }
    /// The number. An integer beyond 2⁵³ is rounded.
    public var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }
}
