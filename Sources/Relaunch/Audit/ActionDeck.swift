import RelaunchProtocol

/// Draws actions of a target, with arguments that fit the schemas that it announced.
///
/// Names that the target shows in its state come up as arguments more often than invented ones: most
/// actions are about something that is there.
struct ActionDeck {
    private let actions: [(name: String, schema: JSON)]
    private var generator: SeededGenerator
    /// How often each action has changed something: those that have not come first.
    private var counts: [String: Int] = [:]

    /// Whether texts are only such as the target cannot know yet.
    private let inventsNames: Bool
    private var inventions = 0

    init(_ actions: [String: JSON], seed: UInt64, inventsNames: Bool = false) {
        self.inventsNames = inventsNames
        self.actions = actions.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        generator = SeededGenerator(seed: seed)
    }

    var isEmpty: Bool { actions.isEmpty }

    /// The next action, for a target that shows this state.
    mutating func draw(in state: JSON) -> DrawnAction? {
        let least = actions.map { counts[$0.name, default: 0] }.min() ?? 0
        // Every other draw is of what has done least.
        let isFair = Bool.random(using: &generator)
        let pool = isFair ? actions : actions.filter { counts[$0.name, default: 0] == least }
        guard let action = pool.randomElement(using: &generator) else { return nil }
        return DrawnAction(
            name: action.name, arguments: object(action.schema, in: state))
    }

    /// Notes that an action has changed the state.
    mutating func noteEffect(of action: DrawnAction) { counts[action.name, default: 0] += 1 }

    mutating func number(in range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &generator)
    }

    // MARK: Arguments

    private mutating func object(_ schema: JSON, in state: JSON) -> [String: JSON] {
        let required = Set(schema["required"]?.array?.compactMap(\.string) ?? [])
        var members: [String: JSON] = [:]
        let properties = (schema["properties"]?.object ?? [:]).sorted { $0.key < $1.key }
        for (name, property) in properties {
            if !required.contains(name), Bool.random(using: &generator) { continue }
            members[name] = value(property, in: state, depth: 0)
        }
        return members
    }

    private mutating func value(_ schema: JSON, in state: JSON, depth: Int) -> JSON {
        if let value = schema["const"] { return value }
        if let values = schema["enum"]?.array ?? schema["examples"]?.array,
            let value = values.randomElement(using: &generator)
        {
            return value
        }
        let type = schema["type"]?.string ?? schema["type"]?[0]?.string
        switch type {
        case "integer": return .integer(Int64(integer(schema)))
        case "number": return .number(Double(integer(schema)) + 0.5)
        case "boolean": return .bool(Bool.random(using: &generator))
        case "object": return .object(object(schema, in: state))
        case "array":
            guard depth < 3 else { return [] }
            let items = schema["items"] ?? ["type": "string"]
            return .array(
                (0..<number(in: 0...3)).map { _ in value(items, in: state, depth: depth + 1) })
        case "null": return .null
        default: return .string(string(in: state))
        }
    }

    private mutating func integer(_ schema: JSON) -> Int {
        let low = schema["minimum"]?.number.flatMap { Int(exactly: $0.rounded(.up)) }
        let high = schema["maximum"]?.number.flatMap { Int(exactly: $0.rounded(.down)) }
        let first = low ?? min(0, high ?? 0)
        return number(in: first...max(first, high ?? first + 9))
    }

    private static let words = [
        "milk", "bread", "tea", "a longer text with several words", "Ünïcödé 🧪", "zebra", "1",
        "a \"quoted\" word, a \\ and a tab\t", "first line\nsecond line",
    ]

    private mutating func string(in state: JSON) -> String {
        if inventsNames {
            inventions += 1
            return ["a new one", "the new one", "Another new one"][inventions % 3]
                + " \(inventions)"
        }
        let known = state.names.sorted()
        if number(in: 1...2) > 1, let name = known.randomElement(using: &generator) {
            return name
        }
        return Self.words[number(in: 0...Self.words.count - 1)]
    }
}

extension JSON {
    /// Every string in the value, and every name of a member that is no fixed part of it, as far as that
    /// can be told: what an action may be about.
    fileprivate var names: Set<String> {
        switch self {
        case .string(let text): text.isEmpty || text.utf8.count > 200 ? [] : [text]
        case .array(let elements): elements.reduce(into: []) { $0.formUnion($1.names) }
        case .object(let members):
            members.reduce(into: []) { $0.formUnion($1.value.names.union([$1.key])) }
        default: []
        }
    }
}
