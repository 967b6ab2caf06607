import Relaunch
import RelaunchProtocol

// Lists whose order says nothing, such as those of a set.
extension JSON {
    /// The lists that hold the same elements as in another state, in another order: as paths without
    /// the numbers of elements, such as `.notes[].tags`.
    func reorderedLists(beside other: JSON) -> Set<String> {
        var found: Set<String> = []
        func visit(_ one: JSON, _ other: JSON, _ path: String) {
            switch (one, other) {
            case (.object(let members), .object(let others)):
                for (name, member) in members {
                    if let other = others[name] { visit(member, other, path + "." + name) }
                }
            case (.array(let elements), .array(let others)) where elements != others:
                if elements.count == others.count, elements.tally == others.tally {
                    found.insert(path)
                } else {
                    for (one, other) in zip(elements, others) { visit(one, other, path + "[]") }
                }
            default: break
            }
        }
        visit(withoutInstances, other.withoutInstances, "")
        return found
    }

    /// The same with these lists in an order that depends on their elements alone.
    func sortingLists(at paths: Set<String>) -> JSON {
        func sorted(_ value: JSON, _ path: String) -> JSON {
            switch value {
            case .object(let members):
                return .object(
                    JSON.Members(
                        members.map { name, member in
                            (name, sorted(member, path + "." + name))
                        }))
            case .array(let elements):
                let elements = elements.map { sorted($0, path + "[]") }
                guard paths.contains(path) else { return .array(elements) }
                return .array(
                    elements.map { (text: $0.withoutInstances.text, element: $0) }
                        .sorted { $0.text < $1.text }.map(\.element))
            default: return value
            }
        }
        return paths.isEmpty ? self : sorted(self, "")
    }
}

extension [JSON] {
    /// How often each value is in it.
    fileprivate var tally: [JSON: Int] { reduce(into: [:]) { $0[$1, default: 0] += 1 } }
}

extension TargetProfile {
    /// Puts down the lists whose order differs between two launches in which the same was done.
    mutating func noteOrder(of state: JSON, beside other: JSON) {
        unorderedLists.formUnion(state.reorderedLists(beside: other))
    }

    /// Puts down the lists whose order a plain death loses: that is one finding, and no other rule's.
    mutating func noteOrderLost(in walk: ActionWalk) {
        guard let restored = walk.generation.restored else { return }
        reorderedLists.formUnion(
            walk.generation.shown.reorderedLists(beside: restored).subtracting(unorderedLists))
    }

    /// What is to be said of lists without an order.
    var notesOnOrder: [String] {
        unorderedLists.sorted().map { path in
            let name = path.isEmpty ? "the state" : "the list '\(path.dropFirst())'"
            return """
                \(name) has a different order in each launch although the same was done, so its order is \
                not compared. Keep the order, or show the list sorted
                """
        }
    }
}
