import Relaunch
import RelaunchProtocol

/// What a target says of the arguments of an action, or of one of them, in JSON Schema.
///
/// Read are `type`, `enum`, `const`, `$ref` within the schema, `allOf`, `anyOf`, `oneOf`, `properties`,
/// `required`, `additionalProperties`, the bounds of numbers, lengths, `pattern`, and what is said of
/// the elements of arrays. What is not read is taken for granted.
struct ArgumentSchema: Sendable {
    let json: JSON
    /// The schema of the whole action, which references point into.
    private let root: JSON
    /// How many references lead here.
    private let depth: Int

    /// How many references are followed, one inside the other.
    private static let depthLimit = 12

    init(_ action: JSON) { self.init(action, root: action, depth: 0) }

    private init(_ json: JSON, root: JSON, depth: Int) {
        (self.json, self.root, self.depth) = (json, root, depth)
    }

    subscript(key: String) -> JSON? { json[key] }

    /// A schema that is a part of this one.
    func part(_ json: JSON) -> ArgumentSchema { Self(json, root: root, depth: depth) }

    /// The same with what it refers to, and everything of `allOf`, written into it.
    func resolved() throws(Undrawable) -> ArgumentSchema {
        guard json != false else { throw Undrawable("its schema allows nothing") }
        var members = json.object ?? [:]
        var parts = members.removeValue(forKey: "allOf")?.array ?? []
        if let reference = members.removeValue(forKey: "$ref") {
            guard let target = reference.string.flatMap(referenced) else {
                throw Undrawable("the reference \(reference.text) leads out of its schema")
            }
            parts.append(target)
        }
        guard !parts.isEmpty else { return part(.object(members)) }
        guard depth < Self.depthLimit else { throw Undrawable("its schema refers to itself") }
        for part in parts {
            let whole = try Self(part, root: root, depth: depth + 1).resolved()
            members.merge(whole.json.object ?? [:], uniquingKeysWith: Self.merged)
        }
        return Self(.object(members), root: root, depth: depth + 1)
    }

    /// The arguments of an action by name, each with all that is said of it; those that cannot be read are left
    /// out.
    var arguments: [(name: String, schema: ArgumentSchema)] {
        let properties = (try? resolved())?["properties"]?.object ?? [:]
        return properties.sorted { $0.key < $1.key }.compactMap { name, property in
            (try? part(property).resolved()).map { (name, $0) }
        }
    }

    /// The ways that `anyOf` or `oneOf` leaves open, each with all that is said beside it.
    var alternatives: [ArgumentSchema]? {
        guard let key = ["oneOf", "anyOf"].first(where: { json[$0] != nil }),
            var rest = json.object, let ways = rest.removeValue(forKey: key)?.array
        else { return nil }
        return ways.map { part(["allOf": [.object(rest), $0]]) }
    }

    /// The types that it names; where it names none, the one that its other words are about.
    var types: [String] {
        if let type = json["type"]?.string { return [type] }
        if let types = json["type"]?.array { return types.compactMap(\.string) }
        let words: [(type: String, keys: [String])] = [
            ("object", ["properties", "required"]), ("array", ["items", "minItems"]),
            (
                "number",
                ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]
            ),
        ]
        return [words.first { $0.keys.contains { json[$0] != nil } }?.type ?? "string"]
    }

    /// Values that it names as good ones.
    var examples: [JSON] { (json["examples"]?.array ?? []) + [json["default"]].compactMap(\.self) }

    private func referenced(_ reference: String) -> JSON? {
        guard reference.hasPrefix("#") else { return nil }
        var place: JSON? = root
        for part in reference.dropFirst().split(separator: "/") {
            let name = String(part).replacing("~1", with: "/").replacing("~0", with: "~")
            place = place?[name] ?? Int(name).flatMap { place?[$0] }
        }
        return place
    }

    private static func merged(_ one: JSON, _ other: JSON) -> JSON {
        if let one = one.object, let other = other.object {
            return .object(one.merging(other, uniquingKeysWith: merged))
        }
        if let one = one.array, let other = other.array { return .array(one + other) }
        return other
    }
}

/// Why nothing can be drawn for a schema.
struct Undrawable: Error, Equatable {
    var reason: String

    init(_ reason: String) { self.reason = reason }
}

// MARK: What is allowed

extension ArgumentSchema {
    /// Whether a value is one that the schema allows, as far as it is read.
    func allows(_ value: JSON) -> Bool {
        if json == false { return false }
        guard depth < Self.depthLimit else { return true }
        if let reference = json["$ref"]?.string {
            guard let target = referenced(reference) else { return true }
            if !Self(target, root: root, depth: depth + 1).allows(value) { return false }
        }
        if let constant = json["const"], constant != value { return false }
        if let values = json["enum"]?.array, !values.contains(value) { return false }
        if json["type"] != nil, !types.contains(where: value.isOf) { return false }
        return allowsCombined(value) && allowsContents(of: value)
    }

    private func allowsCombined(_ value: JSON) -> Bool {
        func ways(_ key: String) -> [JSON]? { json[key]?.array }
        if let all = ways("allOf"), !all.allSatisfy({ part($0).allows(value) }) { return false }
        if let any = ways("anyOf"), !any.contains(where: { part($0).allows(value) }) {
            return false
        }
        if let one = ways("oneOf"), one.count(where: { part($0).allows(value) }) != 1 {
            return false
        }
        return json["not"].map { !part($0).allows(value) } ?? true
    }

    private func allowsContents(of value: JSON) -> Bool {
        switch value {
        case .integer, .number: numbers.contains(value)
        case .string(let text): lengths.contains(text.unicodeScalars.count) && matches(text)
        case .array(let elements):
            counts.contains(elements.count)
                && (json["uniqueItems"] != true || Set(elements).count == elements.count)
                && (json["items"].map { items in elements.allSatisfy(part(items).allows) } ?? true)
        case .object(let members):
            (json["required"]?.array ?? []).allSatisfy {
                $0.string.map { members[$0] != nil } ?? true
            }
                && members.allSatisfy { name, value in
                    (json["properties"]?[name] ?? json["additionalProperties"])
                        .map { part($0).allows(value) } ?? true
                }
        default: true
        }
    }

    /// How many characters a text may have.
    var lengths: ClosedRange<Int> { range("minLength", "maxLength") }
    /// How many elements an array may have.
    var counts: ClosedRange<Int> { range("minItems", "maxItems") }
    var numbers: NumberBounds { NumberBounds(json) }

    private func range(_ least: String, _ most: String) -> ClosedRange<Int> {
        let low = max(0, json[least]?.integer.flatMap { Int(exactly: $0) } ?? 0)
        let high = json[most]?.integer.flatMap { Int(exactly: $0) } ?? .max
        return low...max(low, high)
    }

    private func matches(_ text: String) -> Bool {
        guard let pattern = json["pattern"]?.string, let regex = try? Regex(pattern) else {
            return true
        }
        return text.firstMatch(of: regex.matchingSemantics(.unicodeScalar)) != nil
    }
}

extension JSON {
    /// Whether it is of a type that JSON Schema names.
    fileprivate func isOf(_ type: String) -> Bool {
        switch (type, self) {
        case ("null", .null), ("boolean", .bool), ("string", .string), ("array", .array),
            ("object", .object), ("number", .integer), ("number", .number):
            true
        case ("integer", .integer), ("integer", .number): number.map { $0 == $0.rounded() } ?? false
        default: false
        }
    }
}
