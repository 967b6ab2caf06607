/// A value in an archive, with the type that it was encoded with (S7).
package enum StateValue: Equatable, Sendable {
    // What the methods for plain numbers store.
    /// From `encode(_: Bool, forKey:)`.
    case bool(Bool)
    /// From `encode(_: Int32, forKey:)`.
    case int32(Int32)
    /// From `encode(_: Int64, forKey:)`.
    case int64(Int64)
    /// From `encode(_: Int, forKey:)`.
    case int(Int)
    /// From `encode(_: Float, forKey:)`.
    case float(Float)
    /// From `encode(_: Double, forKey:)`.
    case double(Double)

    // What `encode(_: Any?, forKey:)` stores.
    /// Nil, or an object that was left out.
    case null
    /// A `String`.
    case string(String)
    /// A `Data`.
    case data([UInt8])
    /// A `Date`, in seconds since the reference date.
    case date(Double)
    /// A `URL`, by its absolute string.
    case url(String)
    /// A `UUID`, by its text.
    case uuid(String)
    /// An `IndexPath`.
    case indexPath([Int])
    /// An `Array`.
    case array([StateValue])
    /// A `Set`.
    case set([StateValue])
    /// A `Dictionary`: keys and values in turn.
    case dictionary([StateValue])
    /// A number or a truth value that was encoded as an object.
    indirect case boxed(StateValue)
    /// An object of a class that is stored by what it holds, such as an `NSMutableArray`.
    indirect case object(kind: String, StateValue)
    /// An `NSCoding` object, by its index among the objects of its coder.
    case instance(Int)
    /// A controller, view or registered object, by the index of its record (S8).
    case reference(Int)
    /// A `Codable` value, by the name of its type and its JSON.
    indirect case codable(type: String, json: [UInt8])
}

extension StateValue {
    /// How deep values may be nested in an archive.
    package static let maximumDepth = 200

    /// The type of a stored value, for messages.
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
        case .object(let kind, _): kind
        case .instance: "an NSCoding object"
        case .reference: "a reference"
        case .codable(let type, _): type
        }
    }
}

/// The values of one coder, with the `NSCoding` objects among them.
package struct KeyedValues: Equatable, Sendable {
    /// The values by key.
    package var values: [String: StateValue]
    /// The objects that ``StateValue/instance(_:)`` counts.
    package var objects: [Object]

    /// Makes the values of a coder.
    package init(values: [String: StateValue] = [:], objects: [Object] = []) {
        self.values = values
        self.objects = objects
    }

    /// The values of one `NSCoding` object.
    package struct Object: Equatable, Sendable {
        /// The class, as ``TypeName`` stores it.
        package var type: String
        /// What the object encoded, by key.
        package var values: [String: StateValue]

        /// Makes an object's values.
        package init(type: String, values: [String: StateValue] = [:]) {
            self.type = type
            self.values = values
        }
    }
}
