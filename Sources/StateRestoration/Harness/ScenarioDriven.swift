import Foundation
import RelaunchProtocol

/// An app that scenarios can drive: adopted by the application delegate.
///
/// Outside a harness nothing of it is called.
///
///     extension AppDelegate: ScenarioDriven {
///         func register(_ actions: ScenarioActions) {
///             actions.add("open", takes: ["note": "string"]) { arguments in
///                 try self.open(arguments["note"]?.string ?? "")
///                 return nil
///             }
///         }
///         var observableState: [String: JSON] { ["screen": .string(currentScreen)] }
///     }
@MainActor
public protocol ScenarioDriven: AnyObject {
    /// Names what a scenario's `Perform` can do. Called before the app is launched.
    func register(_ actions: ScenarioActions)
    /// What a scenario's `Expect` can see, beside what every app shows.
    var observableState: [String: JSON] { get }
}

/// The actions of an app, by name.
@MainActor
public final class ScenarioActions {
    /// Takes the arguments and answers any JSON. What it throws fails the scenario's step.
    public typealias Body = ([String: JSON]) throws -> JSON

    private struct Action {
        var schema: JSON
        var body: Body
    }
    private var actions: [String: Action] = [:]

    init() {}

    /// - Parameters:
    ///   - arguments: the name of each argument and its type in JSON Schema: `string`, `integer`,
    ///     `number`, `boolean`, `array` or `object`. A name that ends in `?` may be left out.
    public func add(
        _ name: String, takes arguments: [String: String] = [:], perform body: @escaping Body
    ) {
        var properties: [String: JSON] = [:]
        var required: [JSON] = []
        for (argument, type) in arguments {
            let isOptional = argument.hasSuffix("?")
            let key = isOptional ? String(argument.dropLast()) : argument
            properties[key] = ["type": .string(type)]
            if !isOptional { required.append(.string(key)) }
        }
        required.sort { ($0.string ?? "") < ($1.string ?? "") }
        actions[name] = Action(
            schema: [
                "type": "object", "properties": .object(properties), "required": .array(required),
                "additionalProperties": false,
            ],
            body: body)
    }

    var schemas: [String: JSON] { actions.mapValues(\.schema) }

    func perform(_ name: String, _ arguments: [String: JSON]) throws -> JSON {
        guard let action = actions[name] else {
            throw ActionError.unknownAction(name, known: actions.keys.sorted())
        }
        for required in action.schema["required"]?.array ?? [] {
            guard let key = required.string, arguments[key] == nil else { continue }
            throw ActionError.missingArgument(key, action: name)
        }
        return try action.body(arguments)
    }
}

/// Why an action could not be performed.
public enum ActionError: Error, CustomStringConvertible {
    case unknownAction(String, known: [String])
    case missingArgument(String, action: String)
    /// The app says why.
    case impossible(String)

    public var description: String {
        switch self {
        case .unknownAction(let name, let known):
            "there is no action \"\(name)\"; there are \(known.joined(separator: ", "))"
        case .missingArgument(let argument, let action):
            "the action \"\(action)\" needs the argument \"\(argument)\""
        case .impossible(let why): why
        }
    }
}
