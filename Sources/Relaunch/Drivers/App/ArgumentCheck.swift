import RelaunchProtocol

/// Holds the arguments of an action against the JSON Schema that the target has announced for them.
///
/// Judged are types, `enum`, `const`, bounds of numbers and lengths, what is required, and names that the
/// schema does not have. It finds no fault where it does not understand a schema: words that are not
/// read, references out of the schema and types that do not exist allow everything.
struct ArgumentCheck {
    /// What is wrong, with the words of a failure.
    struct Problem: Error, Equatable {
        var message: String
        var expected: String
        var actual: String
    }

    let action: String
    /// The schema of all arguments, which references point into.
    let schema: JSON

    /// How many references are followed, one inside the other.
    private static let depthLimit = 12

    /// What is wrong with the arguments; nil where nothing is.
    func problem(with arguments: [String: JSON]) -> Problem? {
        do throws(Problem) {
            try check(.object(JSON.Members(arguments.map { ($0, $1) })), schema, "", 0)
            return nil
        } catch { return error }
    }

    // MARK: One value

    /// - Parameter isWhole: false for a part of a schema, such as one of `allOf`, which need not know the
    ///   names that other parts have.
    private func check(
        _ value: JSON, _ schema: JSON, _ place: String, _ depth: Int, isWhole: Bool = true
    ) throws(Problem) {
        guard depth < Self.depthLimit, let words = schema.object else { return }
        try checkType(value, words["type"], isNullable: words["nullable"] == true, place)
        if let constant = words["const"], constant != value {
            throw wrong(place, "is another value", expected: constant.text, value)
        }
        if let values = words["enum"]?.array, !values.contains(value) {
            let all = values.map(\.text).joined(separator: ", ")
            throw wrong(place, "is none of its values", expected: "one of: \(all)", value)
        }
        for part in schema.parts(in: self.schema) {
            try check(value, part, place, depth + 1, isWhole: false)
        }
        for word in ["anyOf", "oneOf"] {
            if let ways = words[word]?.array { try checkOne(of: ways, value, place, depth + 1) }
        }
        switch value {
        case .integer, .number: try checkBounds(of: value, schema, place)
        case .string(let text):
            try checkCount(
                text.unicodeScalars.count, schema, "minLength", "maxLength", "characters", place,
                value)
        case .array(let elements):
            try checkCount(
                elements.count, schema, "minItems", "maxItems", "elements", place, value)
            // Where there are words for the first elements, `items` is about the rest.
            guard words["prefixItems"] == nil, let items = words["items"] else { break }
            for (index, element) in elements.enumerated() {
                try check(element, items, "\(place)[\(index)]", depth + 1)
            }
        case .object(let members):
            if isWhole { try checkNames(members, schema, place) }
            try checkMembers(members, schema, place, depth)
        case .bool, .null: break
        }
    }

    private func checkType(
        _ value: JSON, _ type: JSON?, isNullable: Bool, _ place: String
    ) throws(Problem) {
        let types = type?.string.map { [$0] } ?? type?.array?.compactMap(\.string) ?? []
        guard !types.isEmpty, types.allSatisfy(JSON.schemaTypes.contains),
            !types.contains(where: value.isOf(type:)), !(isNullable && value == .null)
        else { return }
        let expected = types.map(JSON.typePhrase).joined(separator: " or ")
        throw wrong(place, "is not \(expected)", expected: expected, value)
    }

    /// One of several schemas has to fit. Why each does not is too much to tell, unless there is but one.
    private func checkOne(
        of ways: [JSON], _ value: JSON, _ place: String, _ depth: Int
    ) throws(Problem) {
        var problems: [Problem] = []
        for way in ways {
            do throws(Problem) {
                try check(value, way, place, depth, isWhole: false)
            } catch {
                problems.append(error)
                continue
            }
            return
        }
        guard let first = problems.first else { return }
        guard problems.count > 1 else { throw first }
        let all = problems.map(\.expected).reduce(into: [String]()) { list, text in
            if !list.contains(text) { list.append(text) }
        }
        throw wrong(
            place, "is nothing that its schema allows", expected: all.joined(separator: "; or "),
            value)
    }

    private func checkBounds(
        of value: JSON, _ schema: JSON, _ place: String
    ) throws(Problem) {
        guard let number = value.number else { return }
        let bounds: [(word: String, text: String, holds: (Double, Double) -> Bool)] = [
            ("minimum", "at least", >=), ("maximum", "at most", <=),
            ("exclusiveMinimum", "more than", >), ("exclusiveMaximum", "less than", <),
        ]
        for bound in bounds {
            guard let limit = schema[bound.word], let other = limit.number,
                !bound.holds(number, other)
            else { continue }
            throw wrong(
                place, "is out of its bounds", expected: "\(bound.text) \(limit.text)", value)
        }
    }

    private func checkCount(
        _ count: Int, _ schema: JSON, _ least: String, _ most: String, _ unit: String,
        _ place: String, _ value: JSON
    ) throws(Problem) {
        if let least = schema[least]?.integer, count < least {
            throw wrong(place, "is too short", expected: "at least \(least) \(unit)", value)
        }
        if let most = schema[most]?.integer, count > most {
            throw wrong(place, "is too long", expected: "at most \(most) \(unit)", value)
        }
    }

    // MARK: Members

    private func checkNames(
        _ members: JSON.Members, _ schema: JSON, _ place: String
    ) throws(Problem) {
        let vocabulary = SchemaNames(of: schema, in: self.schema)
        let names = vocabulary.names.sorted()
        guard !vocabulary.isOpen,
            let unknown = members.sortedKeys.first(where: { !names.contains($0) })
        else { return }
        throw Problem(
            message: "\(owner(of: place)) has no \(unit(in: place)) '\(unknown)'"
                + (closest(to: unknown, among: names).map { "; did you mean '\($0)'?" } ?? ""),
            expected: names.isEmpty
                ? "no arguments" : "one of: " + names.joined(separator: ", "),
            actual: unknown)
    }

    private func checkMembers(
        _ members: JSON.Members, _ schema: JSON, _ place: String, _ depth: Int
    ) throws(Problem) {
        let given = members.sortedKeys
        for name in schema["required"]?.array?.compactMap(\.string) ?? [] where members[name] == nil
        {
            throw Problem(
                message: "\(owner(of: place)) needs the \(unit(in: place)) '\(name)'",
                expected: name, actual: given.isEmpty ? "none" : given.joined(separator: ", "))
        }
        for name in given {
            guard let value = members[name] else { continue }
            // A name that only a pattern or `additionalProperties` knows is judged by neither.
            guard let property = schema["properties"]?[name] else { continue }
            try check(value, property, place.isEmpty ? name : "\(place).\(name)", depth + 1)
        }
    }

    // MARK: Words

    private func owner(of place: String) -> String {
        place.isEmpty
            ? "the action '\(action)'" : "the argument '\(place)' of the action '\(action)'"
    }

    private func unit(in place: String) -> String { place.isEmpty ? "argument" : "member" }

    private func wrong(
        _ place: String, _ what: String, expected: String, _ value: JSON
    ) -> Problem {
        Problem(
            message: place.isEmpty
                ? "the arguments of the action '\(action)' are not what its schema allows"
                : "\(owner(of: place)) \(what)",
            expected: expected, actual: shortened(value.text))
    }
}

extension JSON {
    fileprivate static let schemaTypes: Set = [
        "null", "boolean", "string", "array", "object", "number", "integer",
    ]

    /// Such as `a string`.
    fileprivate static func typePhrase(_ type: String) -> String {
        switch type {
        case "null": "null"
        case "array", "object", "integer": "an \(type)"
        default: "a \(type)"
        }
    }

    fileprivate func isOf(type: String) -> Bool {
        switch (type, self) {
        case ("null", .null), ("boolean", .bool), ("string", .string), ("array", .array),
            ("object", .object), ("number", .integer), ("number", .number):
            true
        case ("integer", .integer), ("integer", .number): number.map { $0 == $0.rounded() } ?? false
        default: false
        }
    }
}

extension ArgumentCheck {
    /// Holds what a scenario asks for against the actions that a target has.
    ///
    /// - Parameter actions: the JSON Schema of each action's arguments.
    /// - Throws: ``StepFailure`` of the scenario.
    static func check(
        _ action: String, _ arguments: [String: JSON], against actions: [String: JSON]
    ) throws {
        guard let schema = actions[action] else {
            let known = actions.keys.sorted()
            let near = closest(to: action, among: known).map { "; did you mean '\($0)'?" } ?? ""
            throw StepFailure(
                blame: .scenario, kind: .missing, "the target has no action '\(action)'\(near)",
                expected: known.isEmpty
                    ? "it announced none" : "one of: \(known.joined(separator: ", "))",
                actual: action)
        }
        let check = ArgumentCheck(action: action, schema: schema)
        if let problem = check.problem(with: arguments) {
            throw StepFailure(
                blame: .scenario, kind: .wrongUse, problem.message, expected: problem.expected,
                actual: problem.actual)
        }
    }
}
