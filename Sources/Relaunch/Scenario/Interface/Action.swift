import RelaunchProtocol

/// What can be done with a target that speaks no protocol.
///
/// It stands in a suite, beside the scenarios, and is carried out with ``Perform``:
///
/// ```swift
/// Action("set", ["key": .string(maxLength: 20), "value": .string()]) { a in
///     Run("redis-cli", "-s", "redis.sock", "set", a.key, a.value)
/// }
/// ```
///
/// The arguments are held against their schemas before anything is run. What the last command writes is
/// the action's result.
public struct Action: Sendable {
    /// The action's name: `Perform("set", …)`.
    public let name: String
    /// What each argument may be. All of them have to be given.
    public let arguments: [String: ArgumentSchema]
    let steps: @Sendable (ActionArguments) -> [any Step]

    /// - Parameters:
    ///   - name: unique in its suite.
    ///   - arguments: what each argument may be.
    ///   - steps: what is carried out, such as a `Run` of a client beside the target.
    public init(
        _ name: String, _ arguments: [String: ArgumentSchema] = [:],
        @StepsBuilder _ steps: @escaping @Sendable (ActionArguments) -> [any Step]
    ) {
        self.name = name
        self.arguments = arguments
        self.steps = steps
    }

    /// An action without arguments.
    public init(_ name: String, @StepsBuilder _ steps: @escaping @Sendable () -> [any Step]) {
        self.name = name
        arguments = [:]
        self.steps = { _ in steps() }
    }

    /// The JSON Schema of all arguments.
    var schema: JSON {
        [
            "type": "object",
            "properties": .object(arguments.mapValues(\.json)),
            "required": .array(arguments.keys.sorted().map(JSON.string)),
            "additionalProperties": false,
        ]
    }
}

/// The arguments of an action that is carried out, as texts for a command line.
@dynamicMemberLookup
public struct ActionArguments: Sendable {
    let values: [String: JSON]

    /// An argument as text: a string as it is, everything else as JSON; empty where there is none.
    public subscript(dynamicMember name: String) -> String {
        values[name].map { $0.string ?? $0.text } ?? ""
    }

    /// An argument as it was given; null where there is none.
    public subscript(name: String) -> JSON { values[name] ?? .null }
}

/// What an argument of an action may be. An audit and stress runs draw from it.
public struct ArgumentSchema: Sendable, Hashable {
    /// The JSON Schema of the argument.
    public let json: JSON

    /// What a JSON Schema allows.
    public init(_ schema: JSON) { json = schema }

    /// Any text, counted in Unicode scalars.
    public static func string(minLength: Int = 0, maxLength: Int? = nil) -> Self {
        var schema: [String: JSON] = ["type": "string"]
        if minLength > 0 { schema["minLength"] = .integer(Int64(minLength)) }
        if let maxLength { schema["maxLength"] = .integer(Int64(maxLength)) }
        return Self(.object(schema))
    }

    /// One of these values.
    public static func oneOf(_ values: JSON...) -> Self { Self(["enum": .array(values)]) }

    /// Any whole number.
    public static let integer = Self(["type": "integer"])

    /// A whole number in a range.
    public static func integer(_ range: ClosedRange<Int64>) -> Self {
        Self([
            "type": "integer", "minimum": .integer(range.lowerBound),
            "maximum": .integer(range.upperBound),
        ])
    }

    /// Any number.
    public static let number = Self(["type": "number"])

    /// True or false.
    public static let bool = Self(["type": "boolean"])
}
