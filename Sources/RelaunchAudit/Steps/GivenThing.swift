import Relaunch
import RelaunchProtocol

/// A text or a number that was given to an app, and where it shows it: at a leaf of its own, or somewhere in a list,
/// whose places say nothing once something is added or taken away.
struct GivenThing: Hashable, Sendable {
    /// The leaf, or the outermost list.
    let place: String
    let value: JSON
    private let isInList: Bool

    fileprivate init(_ leaf: String, _ value: JSON) {
        place = String(leaf.prefix { $0 != "[" })
        isInList = place != leaf
        self.value = value
    }

    func isThere(in leaves: JSON.Members) -> Bool {
        guard isInList else { return leaves[place] == value }
        return leaves.contains { leaf, value in
            value == self.value && leaf.hasPrefix(place + "[")
        }
    }
}

extension JSON.Members {
    /// Of these leaves, what has one of the values that were given. What an answer is or 0 or 1, nobody can tell from
    /// what was there before.
    func things(among given: Set<JSON>) -> Set<GivenThing> {
        let telling = filter { leaf, value in
            let isTelling = value.string.map { !$0.isEmpty } ?? value.number.map { abs($0) > 1 }
            return isTelling == true && !leaf.isDrawn && given.contains(value)
        }
        return Set(telling.map { GivenThing($0.key, $0.value) })
    }
}
