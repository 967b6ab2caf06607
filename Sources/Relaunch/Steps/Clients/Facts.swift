import RelaunchProtocol

/// A state as single facts that clients may have made, each apart from the others: the values of an object by
/// their paths, and how often each element is in a list.
struct Facts: Equatable {
    private(set) var values: [String: String] = [:]

    init(_ state: JSON) { add(state, at: "") }

    private mutating func add(_ value: JSON, at path: String) {
        switch value {
        case .object(let members):
            for (name, member) in members { add(member, at: "\(path).\(name)") }
        case .array(let elements):
            for element in elements { count(element, at: path) }
        case .string(let text) where path.isEmpty:
            // A text is a list of its lines.
            for line in text.split(separator: "\n") { count(.string(String(line)), at: path) }
        default: values[path] = value.text
        }
    }

    private mutating func count(_ element: JSON, at path: String) {
        let name = "\(path)[\(element.text)]"
        values[name] = String((values[name].flatMap { Int($0) } ?? 0) + 1)
    }

    /// What is other in a later state: a fact that is gone has no value.
    func changes(to later: Facts) -> [String: String?] {
        var changes: [String: String?] = [:]
        for name in Set(values.keys).union(later.values.keys)
        where values[name] != later.values[name] {
            changes[name] = .some(later.values[name])
        }
        return changes
    }
}

/// An action of a client with what it changes.
struct Effect {
    var action: ClientAction
    /// A fact that it takes away has no value.
    var writes: [String: String?]

    /// Whether the other was asked only when this had been answered.
    func isBefore(_ other: Effect) -> Bool {
        action.answered.map { $0 < other.action.asked } ?? false
    }

    var text: String {
        let arguments = action.arguments.isEmpty ? "" : " \(JSON.object(action.arguments).text)"
        return "'\(action.action)'\(arguments) of client \(action.client)"
    }
}

/// Judges what a state shows of actions that were asked at the same time: each that was answered, and all or
/// nothing of each that was not. Of two that were under way at the same time, either may have come last.
struct ClientJudgement {
    var before: Facts
    var effects: [Effect]

    /// What is wrong with a state; nil where it is one that may be.
    func failure(of state: JSON) -> StepFailure? {
        let shown = Facts(state)
        let names = Set(shown.values.keys).union(before.values.keys)
            .union(effects.flatMap(\.writes.keys))
        for name in names.sorted() {
            if let failure = failure(of: name, shown.values[name]) { return failure }
        }
        for effect in effects where effect.action.answered == nil {
            if let failure = half(of: effect, shown) { return failure }
        }
        return nil
    }

    private func failure(of name: String, _ value: String?) -> StepFailure? {
        let writers = effects.filter { $0.writes.keys.contains(name) }
        let last = writers.filter { writer in
            !writers.contains { $0.action.answered != nil && writer.isBefore($0) }
        }
        if last.contains(where: { $0.writes[name] == .some(value) }) { return nil }
        let isAnswered = writers.contains { $0.action.answered != nil }
        if !isAnswered, before.values[name] == value { return nil }
        let shown = "\(name): \(value ?? "missing")"
        guard let lost = last.last(where: { $0.action.answered != nil }) else {
            return StepFailure(
                "the state shows what no client has asked", expected: "what some client asked",
                actual: shown)
        }
        return StepFailure(
            "an answered action is not there: \(lost.text)",
            expected: "\(name): \((lost.writes[name] ?? nil) ?? "missing")", actual: shown)
    }

    /// An action that was not answered may be there or not, but not a part of it.
    private func half(of effect: Effect, _ shown: Facts) -> StepFailure? {
        // What others write too says nothing.
        let own = effect.writes.filter { name, _ in
            effects.count { $0.writes.keys.contains(name) } == 1
        }
        let there = own.filter { shown.values[$0.key] == $0.value }.keys.sorted()
        let missing = own.keys.filter { !there.contains($0) }.sorted()
        guard let first = there.first, let other = missing.first else { return nil }
        return StepFailure(
            "an action that was not answered is half there: \(effect.text)",
            expected: "all of it, or nothing", actual: "\(first) is there, and \(other) is not")
    }
}
