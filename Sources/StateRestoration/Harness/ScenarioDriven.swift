import Foundation
import RelaunchProtocol

/// An app that scenarios can drive. The application delegate adopts it.
///
/// Without a harness, none of it is called.
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
@preconcurrency @MainActor
public protocol ScenarioDriven: AnyObject {
    /// Adds the actions that a scenario's `Perform` can name. Called once, before the app is
    /// launched.
    func register(_ actions: ScenarioActions)
    /// What a scenario's `Expect` can see, in addition to what every app shows. A key that the app
    /// shares with the library is the app's. The harness may ask at any time, also while the app
    /// launches.
    var observableState: [String: JSON] { get }
}

/// The actions that scenarios can perform, by name.
@preconcurrency @MainActor
public final class ScenarioActions {
    /// Takes the arguments and returns any JSON as the answer. An error that it throws fails the
    /// scenario's step with the error's description.
    public typealias Body = ([String: JSON]) throws -> JSON

    private struct Action {
        var schema: JSON
        var body: Body
    }
    private var actions: [String: Action] = [:]

    init() {}

    /// Adds an action. A second action of one name replaces the first.
    ///
    /// - Parameters:
    ///   - name: what a scenario's `Perform` calls it.
    ///   - arguments: the name of each argument and its JSON Schema type: `string`, `integer`,
    ///     `number`, `boolean`, `array` or `object`; `scene` is the number of a scene. A name that
    ///     ends in `?` is optional.
    ///   - body: performs the action, on the main thread. It has finished when it returns.
    public func add(
        _ name: String, takes arguments: [String: String] = [:], perform body: @escaping Body
    ) {
        var properties: [String: JSON] = [:]
        var required: [JSON] = []
        for (argument, type) in arguments {
            let isOptional = argument.hasSuffix("?")
            let key = isOptional ? String(argument.dropLast()) : argument
            // Few scenes are open: an audit that draws any number would find none.
            properties[key] =
                type == "scene"
                ? ["type": "integer", "minimum": 1, "examples": [1, 2, 3]]
                : ["type": .string(type)]
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

/// Why an action could not be performed. The harness shows the description.
public enum ActionError: Error, CustomStringConvertible {
    /// No action has this name. `known` lists the names that there are.
    case unknownAction(String, known: [String])
    /// The call lacks an argument that the action needs.
    case missingArgument(String, action: String)
    /// The action cannot be performed now. The text says why; the app throws this case.
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
