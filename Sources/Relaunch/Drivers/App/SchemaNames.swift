import RelaunchProtocol

/// The names of members that a JSON Schema knows, also in what it refers to and in its alternatives.
struct SchemaNames {
    private(set) var names: Set<String> = []
    /// Whether there may be others: where it says so, has no `properties`, or is not understood.
    var isOpen: Bool { allowsOthers || !listsNames }
    private var allowsOthers = false
    private var listsNames = false

    /// How many schemas are followed, one inside the other.
    private static let depthLimit = 12

    /// - Parameter root: what references point into.
    init(of schema: JSON, in root: JSON) { add(schema, root, 0) }

    private mutating func add(_ schema: JSON, _ root: JSON, _ depth: Int) {
        guard depth < Self.depthLimit else {
            allowsOthers = true
            return
        }
        guard let words = schema.object else { return }
        let unread = ["patternProperties", "$dynamicRef", "dependentSchemas", "dependencies"]
        let others = words["additionalProperties"] ?? words["unevaluatedProperties"]
        names.formUnion(words["properties"]?.object?.sortedKeys ?? [])
        names.formUnion(words["required"]?.array?.compactMap(\.string) ?? [])
        if words["properties"] != nil || others == false { listsNames = true }
        if unread.contains(where: { words[$0] != nil }) || (others ?? false) != false
            || (words["$ref"] != nil && schema.referenced(in: root) == nil)
        {
            allowsOthers = true
        }
        let alternatives = ["anyOf", "oneOf"].flatMap { words[$0]?.array ?? [] }
        let conditions = ["if", "then", "else"].compactMap { words[$0] }
        for part in schema.parts(in: root) + alternatives + conditions {
            add(part, root, depth + 1)
        }
    }
}

extension JSON {
    /// What a schema refers to inside `root`.
    func referenced(in root: JSON) -> JSON? {
        guard let reference = self["$ref"]?.string, reference.hasPrefix("#") else { return nil }
        var place: JSON? = root
        for part in reference.dropFirst().split(separator: "/") {
            let name = String(part).replacing("~1", with: "/").replacing("~0", with: "~")
            place = place?[name] ?? Int(name).flatMap { place?[$0] }
        }
        return place
    }

    /// The schemas that hold beside this one: what it refers to, and all of `allOf`.
    func parts(in root: JSON) -> [JSON] {
        [referenced(in: root)].compactMap(\.self) + (self["allOf"]?.array ?? [])
    }
}
