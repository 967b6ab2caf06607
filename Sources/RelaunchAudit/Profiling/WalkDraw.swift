import Relaunch
import RelaunchProtocol

/// A long way of drawn actions, and the state after each: walks are cut out of it.
struct WalkDraw: Sendable {
    /// The actions that the target carried out, each with the state after it.
    var stations: [(action: DrawnAction, state: JSON)] = []
    /// What the target said to actions that it did not carry out.
    var refusals: [String: String] = [:]

    /// How many changes of the state lie in the second part of a walk.
    private static let secondPart = 6

    /// A walk that ends its first part behind the action at `index`; nil where that action changed
    /// nothing, or nothing changes behind it.
    func walk(cutBehind index: Int, from initial: JSON) -> Cut? {
        let before = index == 0 ? initial : stations[index - 1].state
        let state = stations[index].state
        guard state.withoutInstances != before.withoutInstances else { return nil }
        var second: [DrawnAction] = []
        var last = state
        var changes = 0
        // Up to where it is another state than the first: a switch is soon what it was before.
        var end: (count: Int, state: JSON)?
        for station in stations[(index + 1)...] where changes < Self.secondPart {
            second.append(station.action)
            if station.state.withoutInstances != last.withoutInstances { changes += 1 }
            last = station.state
            if last.withoutInstances != state.withoutInstances { end = (second.count, last) }
        }
        guard let end, state.withoutInstances != initial.withoutInstances else { return nil }
        return Cut(
            first: stations[...index].map(\.action), second: Array(second.prefix(end.count)),
            firstState: state, secondState: end.state)
    }

    /// The members of the state that one action changes, for each that changes several: what sets all back to what
    /// was there at first ties nothing together.
    func changedTogether(from initial: JSON) -> Set<Set<String>> {
        var last = initial
        var together: Set<Set<String>> = []
        for station in stations {
            let changed = last.members(thatDifferFrom: station.state)
                .intersection(initial.members(thatDifferFrom: station.state))
            if changed.count > 1 { together.insert(changed) }
            last = station.state
        }
        return together
    }

    /// A walk before anything is known of what comes back.
    struct Cut: Sendable {
        var first: [DrawnAction]
        var second: [DrawnAction]
        var firstState: JSON
        var secondState: JSON

        /// What it shows that a loss could be seen by: which action came last, and what kind of value
        /// there is at each leaf.
        var features: Set<String> {
            var features: Set<String> = []
            if let last = first.last { features.insert("action \(last.name)") }
            for (path, value) in firstState.leaves where !path.isDrawn {
                features.insert("\(path.withoutIndices) \(value.kind)")
            }
            return features.union(firstState.listFeatures)
        }
    }
}

extension [WalkDraw.Cut] {
    /// The few that together show most: those that end with an action that none has ended with come
    /// first.
    func chosen(atMost limit: Int) -> [WalkDraw.Cut] {
        var rest = map { (cut: $0, features: $0.features) }
        var counts: [String: Int] = [:]
        var chosen: [WalkDraw.Cut] = []
        func worth(_ candidate: (cut: WalkDraw.Cut, features: Set<String>)) -> Double {
            let features = candidate.features.reduce(0.0) { sum, feature in
                let weight = feature.hasPrefix("action ") ? 20.0 : 1.0
                let count = counts[feature, default: 0]
                return sum + (count == 0 ? weight : count == 1 ? weight / 4 : 0)
            }
            return features - Double(candidate.cut.first.count) / 100
        }
        while chosen.count < limit, !rest.isEmpty {
            let best = rest.indices.max { worth(rest[$0]) < worth(rest[$1]) } ?? 0
            let (cut, features) = rest.remove(at: best)
            for feature in features { counts[feature, default: 0] += 1 }
            chosen.append(cut)
        }
        return chosen
    }
}

extension String {
    /// A leaf's path with no numbers of elements in it.
    fileprivate var withoutIndices: String {
        var text = ""
        for character in self where !character.isNumber { text.append(character) }
        return text
    }
}

extension JSON {
    /// What kind of value it is, as far as programs treat values differently.
    fileprivate var kind: String {
        switch self {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .integer(0): "0"
        case .integer(let value) where value.magnitude >> 53 > 0: "large"
        case .integer(let value) where Int32(exactly: value) == nil: "beyond 32 bits"
        case .integer(let value): value < 0 ? "negative" : "integer"
        // More digits than programs print where nobody has said how many.
        case .number(let value): (value * 1000).rounded() == value * 1000 ? "number" : "precise"
        case .string(let text): text.kind
        case .array: "array"
        case .object: "object"
        }
    }

    /// What there is to be seen of lists: the same thing twice, and another order than a sorted one.
    fileprivate var listFeatures: Set<String> {
        var found: Set<String> = []
        func visit(_ value: JSON, _ path: String) {
            switch value {
            case .object(let members):
                for (name, member) in members { visit(member, path + "." + name) }
            case .array(let elements):
                for element in elements { visit(element, path + "[]") }
                let texts = elements.map(\.withoutInstances.text)
                if Set(texts).count < texts.count { found.insert("\(path) twice") }
                if texts != texts.sorted() { found.insert("\(path) unsorted") }
            default: break
            }
        }
        visit(withoutInstances, "")
        return found.filter { !$0.isDrawn }
    }
}

extension String {
    /// What kind of text it is; see ``JSON/kind``.
    fileprivate var kind: String {
        if isEmpty { return "empty" }
        if contains("\n") { return "lines" }
        if contains("\"") || contains("\\") { return "quotes" }
        if contains("/") { return "slash" }
        if utf8.count > 200 { return "long" }
        if first == " " || last == " " { return "spaced" }
        if Double(self) != nil { return "digits" }
        if ["true", "false", "null"].contains(self) { return "constant" }
        return utf8.allSatisfy { $0 < 128 } ? "text" : "letters"
    }
}
