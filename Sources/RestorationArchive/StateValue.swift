/// A value in an archive, with the type that it was encoded with (S7).
package enum StateValue: Equatable, Sendable {
    // What the methods for plain numbers store.
    case bool(Bool)
    case int32(Int32)
    case int64(Int64)
    case int(Int)
    case float(Float)
    case double(Double)

    // What `encode(_: Any?, forKey:)` stores.
    case null
    case string(String)
    case data([UInt8])
    /// Seconds since the reference date.
    case date(Double)
    case url(String)
    case uuid(String)
    case indexPath([Int])
    case array([StateValue])
    case set([StateValue])
    /// Keys and values in turn.
    case dictionary([StateValue])
    /// A number or a truth value that was encoded as an object.
    indirect case boxed(StateValue)
    /// An `NSCoding` object: its index among the objects of the same coder.
    case instance(Int)
    /// A controller, view or registered object: its index among the records of the archive.
    case reference(Int)
    /// A `Codable` value: its type and its JSON.
    indirect case codable(type: String, json: [UInt8])
}

extension StateValue {
    /// How deep values may be nested in an archive.
    package static let maximumDepth = 200

    /// How messages name the type of a stored value.
    package var typeDescription: String {
        switch self {
        case .bool: "Bool"
        case .int32: "Int32"
        case .int64: "Int64"
        case .int: "Int"
        case .float: "Float"
        case .double: "Double"
        case .null: "nil"
        case .string: "String"
        case .data: "Data"
        case .date: "Date"
        case .url: "URL"
        case .uuid: "UUID"
        case .indexPath: "IndexPath"
        case .array: "Array"
        case .set: "Set"
        case .dictionary: "Dictionary"
        case .boxed(let value): "\(value.typeDescription) encoded as an object"
        case .instance: "an NSCoding object"
        case .reference: "a reference"
        case .codable(let type, _): type
        }
    }
}

/// The values of one coder, and the objects among them.
package struct KeyedValues: Equatable, Sendable {
    package var values: [String: StateValue]
    package var objects: [Object]

    package init(values: [String: StateValue] = [:], objects: [Object] = []) {
        self.values = values
        self.objects = objects
    }

    /// An `NSCoding` object.
    package struct Object: Equatable, Sendable {
        /// As ``TypeName`` stores it.
        package var type: String
        package var values: [String: StateValue]

        package init(type: String, values: [String: StateValue] = [:]) {
            self.type = type
            self.values = values
        }
    }
}
