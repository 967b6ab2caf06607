import RelaunchProtocol

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Any value of a property list: what is not understood is kept as it is.
enum PropertyListValue: Sendable, Codable, Equatable {
    case string(String)
    case bool(Bool)
    case integer(Int64)
    case real(Double)
    case date(Date)
    case data(Data)
    case array([PropertyListValue])
    case dictionary([String: PropertyListValue])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        // A decoder takes a date and data for themselves alone, and a whole number for a real one.
        if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .real(value)
        } else if let value = try? container.decode(Date.self) {
            self = .date(value)
        } else if let value = try? container.decode(Data.self) {
            self = .data(value)
        } else if let values = try? container.decode([PropertyListValue].self) {
            self = .array(values)
        } else {
            self = .dictionary(try container.decode([String: PropertyListValue].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .string(let value): try container.encode(value)
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .real(let value): try container.encode(value)
        case .date(let value): try container.encode(value)
        case .data(let value): try container.encode(value)
        case .array(let values): try container.encode(values)
        case .dictionary(let values): try container.encode(values)
        }
    }
}

extension PropertyListValue {
    /// The same as JSON: a date as text of ISO 8601, and data in base 64.
    var json: JSON {
        switch self {
        case .string(let value): .string(value)
        case .bool(let value): .bool(value)
        case .integer(let value): .integer(value)
        case .real(let value): .number(value)
        case .date(let value): .string(value.ISO8601Format())
        case .data(let value): .string(value.base64EncodedString())
        case .array(let values): .array(values.map(\.json))
        case .dictionary(let values):
            .object(JSON.Members(values.map { ($0.key, $0.value.json) }))
        }
    }
}
