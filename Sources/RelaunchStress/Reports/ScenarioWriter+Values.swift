import RelaunchAudit
import RelaunchProtocol

// What single values are expected to be.
extension ScenarioWriter {
    /// How many values are named one by one.
    private static let valueLimit = 3

    /// Each value as it was.
    func equalities(_ breach: Breach, after steps: [String] = []) -> Ending {
        let values = values(breach)
        let initial = knowledge.initialState.leaves
        let isInitial = values.allSatisfy { initial[$0.leaf] == $0.value }
        return Ending(
            steps: steps
                + values.map { leaf, value in
                    value.map { "Expect(\(literal(of: leaf)), equals: \($0.swiftLiteral))" }
                        ?? "Expect(\(literal(of: leaf)), .isMissing)"
                }, control: isInitial ? Self.isOfFirstLaunch : nil)
    }

    /// What was expected of single values, those first that a first launch does not show; empty where that
    /// cannot be said in a few.
    func values(_ breach: Breach) -> [(leaf: String, value: JSON?)] {
        guard let expected = breach.expected, let shown = breach.shown else { return [] }
        let all = knowledge.differences(expected, shown)
        let leaves = expected.leaves
        let initial = knowledge.initialState.leaves
        let telling = all.filter { leaves[$0] != nil }
        var chosen = telling.isEmpty ? all : telling
        // Others may be what an update changes, or what differs by itself.
        let same = chosen.filter { $0.withoutElementNumbers == breach.leaf }
        if !same.isEmpty { chosen = same }
        let isNew = { (leaf: String) in leaves[leaf] != initial[leaf] }
        let ordered = chosen.filter(isNew) + chosen.filter { !isNew($0) }
        return ordered.prefix(Self.valueLimit).map { ($0, leaves[$0]) }
    }

    /// That it is one of several states, as far as single values tell; else the whole state.
    func oneOf(_ breach: Breach) -> Ending? {
        guard let states = breach.alternatives, !states.isEmpty, let shown = breach.shown else {
            return nil
        }
        let all = states.map(\.leaves)
        let wrong = knowledge.differences(states[0], shown).first { leaf in
            all.allSatisfy { $0[leaf] != nil && $0[leaf] != shown.leaves[leaf] }
        }
        let values = wrong.map { leaf in all.compactMap { $0[leaf] } } ?? states
        var distinct: [JSON] = []
        for value in values where !distinct.contains(value) { distinct.append(value) }
        let list = distinct.map(\.swiftLiteral).joined(separator: ", ")
        let word = distinct.count == 1 ? "equals" : "isOneOf"
        return Ending(
            steps: ["Expect(\(literal(of: wrong ?? "")), \(word): \(list))"],
            control: "without what was saved before it would be right as well")
    }

    private func literal(of leaf: String) -> String {
        (leaf.hasPrefix(".") ? String(leaf.dropFirst()) : leaf).swiftLiteral
    }
}
