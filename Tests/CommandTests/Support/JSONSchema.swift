import Foundation
import RelaunchProtocol

/// As much of JSON Schema 2020-12 as `events.schema.json` uses, and one rule more: a member that the
/// schema does not describe is a problem, because here it is one that somebody forgot to write down.
///
/// Keywords: `$ref` to `#/$defs/…`, `type`, `const`, `enum`, `minimum`, `required`, `properties`,
/// `additionalProperties`, `items`, `allOf`, `if` and `then`. Any other keyword that is no annotation is
/// refused, since it would check nothing.
struct JSONSchema {
    /// A schema that cannot be used.
    struct Unusable: Error, CustomStringConvertible {
        var description: String
    }

    let root: JSON

    init(_ text: String) throws { root = try JSON(parsing: text) }

    /// What is wrong with a line, each problem with its place; empty where nothing is.
    func problems(of line: some StringProtocol) throws -> [String] {
        try problems(of: JSON(parsing: String(line)), in: root, at: "$")
    }

    /// Holds a value against a schema, and looks for members that the schema does not describe.
    private func problems(of value: JSON, in schema: JSON, at path: String) throws -> [String] {
        let outcome = try check(value, schema, path)
        let unknown = (value.object?.sortedKeys ?? []).filter { !outcome.described.contains($0) }
        return outcome.problems + unknown.map { "\(path).\($0) is not described" }
    }

    private struct Outcome {
        var problems: [String] = []
        /// The members of the value that some part of the schema describes.
        var described: Set<String> = []

        mutating func add(_ other: Outcome) {
            problems += other.problems
            described.formUnion(other.described)
        }
    }

    private static let annotations: Set = ["$schema", "$defs", "title", "description", "if"]

    /// Holds a value against the keywords of one schema.
    private func check(_ value: JSON, _ schema: JSON, _ path: String) throws -> Outcome {
        guard let keywords = schema.object else {
            throw Unusable(description: "a schema for \(path) is no object")
        }
        var outcome = Outcome()
        for keyword in keywords.sortedKeys where !Self.annotations.contains(keyword) {
            guard let argument = keywords[keyword] else { continue }
            switch keyword {
            case "$ref": outcome.add(try check(value, definition(argument), path))
            case "allOf":
                for part in argument.array ?? [] { outcome.add(try check(value, part, path)) }
            case "then":
                guard let condition = keywords["if"] else { continue }
                if try check(value, condition, path).problems.isEmpty {
                    outcome.add(try check(value, argument, path))
                }
            case "properties", "additionalProperties", "required":
                outcome.add(try checkMembers(of: value, keyword, argument, path))
            case "items":
                for (index, element) in (value.array ?? []).enumerated() {
                    outcome.problems += try problems(
                        of: element, in: argument, at: "\(path)[\(index)]")
                }
            default:
                if let problem = try checkScalar(value, keyword, argument) {
                    outcome.problems.append("\(path) \(problem)")
                }
            }
        }
        return outcome
    }

    private func checkMembers(
        of value: JSON, _ keyword: String, _ argument: JSON, _ path: String
    ) throws -> Outcome {
        var outcome = Outcome()
        guard let members = value.object else { return outcome }
        if keyword == "required" {
            let missing = (argument.array ?? []).compactMap(\.string).filter { members[$0] == nil }
            outcome.problems = missing.map { "\(path).\($0) is missing" }
            return outcome
        }
        for name in members.sortedKeys {
            let schema = keyword == "properties" ? argument[name] : argument
            guard let schema, let member = members[name] else { continue }
            outcome.described.insert(name)
            outcome.problems += try problems(of: member, in: schema, at: "\(path).\(name)")
        }
        return outcome
    }

    private func checkScalar(_ value: JSON, _ keyword: String, _ argument: JSON) throws -> String? {
        switch keyword {
        case "type": return try hasType(value, argument) ? nil : "is no \(argument.text)"
        case "const": return value == argument ? nil : "is not \(argument.text)"
        case "enum":
            let isListed = argument.array?.contains(value) == true
            return isListed ? nil : "is none of \(argument.text)"
        case "minimum":
            guard let number = value.number, let minimum = argument.number else { return nil }
            return number >= minimum ? nil : "is less than \(argument.text)"
        default: throw Unusable(description: "the keyword '\(keyword)' is not understood here")
        }
    }

    private func hasType(_ value: JSON, _ type: JSON) throws -> Bool {
        switch type.string {
        case "string": value.string != nil
        case "boolean": value.bool != nil
        case "array": value.array != nil
        case "object": value.object != nil
        case "number": value.number != nil
        case "integer": value.number.map { $0 == $0.rounded() } ?? false
        default: throw Unusable(description: "the type \(type.text) is not understood here")
        }
    }

    private func definition(_ reference: JSON) throws -> JSON {
        let name = (reference.string ?? "").replacing("#/$defs/", with: "")
        guard let definition = root["$defs"]?[name] else {
            throw Unusable(description: "there is no definition '\(name)'")
        }
        return definition
    }
}
