import SwiftSyntax

/// A change of a text: bytes that go, and what comes in their place.
struct Edit {
    var range: Range<Int>
    var text: String

    init(_ range: Range<Int>, _ text: String = "") {
        self.range = range
        self.text = text
    }

    init(_ range: Range<AbsolutePosition>, _ text: String = "") {
        self.range = range.lowerBound.utf8Offset..<range.upperBound.utf8Offset
        self.text = text
    }

    /// Puts a text in.
    init(at position: AbsolutePosition, _ text: String) {
        self.init(position..<position, text)
    }
}

/// The changes of one file, in groups that are made as a whole or not at all.
struct EditList {
    private var groups: [(edits: [Edit], change: AdoptReport.Change?)] = []
    /// Whether nothing may be left for the next round: what goes in one place arrives in another.
    var belongsTogether = false

    var isEmpty: Bool { groups.isEmpty }

    mutating func add(_ edits: [Edit], _ change: AdoptReport.Change? = nil) {
        groups.append((edits, change))
    }

    mutating func add(_ others: EditList) {
        groups += others.groups
        belongsTogether = belongsTogether || others.belongsTogether
    }

    /// The text after the changes. A group that touches what another has changed is left for the next
    /// round.
    func applied(
        to source: [UInt8], counting changes: inout [AdoptReport.Change: Int]
    ) -> [UInt8] {
        var taken: [Edit] = []
        for group in groups {
            if group.edits.contains(where: { Self.touches($0, taken) }) {
                precondition(!belongsTogether, "changes that belong together touch each other")
                continue
            }
            taken += group.edits
            if let change = group.change { changes[change, default: 0] += 1 }
        }
        // Of two at the same place, what is put in stands before what is replaced, and what was added
        // first stays first.
        let order = taken.enumerated().sorted { first, second in
            let (one, other) = (first.element.range, second.element.range)
            return (one.lowerBound, one.isEmpty ? 0 : 1, first.offset)
                < (other.lowerBound, other.isEmpty ? 0 : 1, second.offset)
        }
        var result: [UInt8] = []
        var position = 0
        for (_, edit) in order {
            result += source[position..<edit.range.lowerBound]
            result += edit.text.utf8
            position = edit.range.upperBound
        }
        return result + source[position...]
    }

    private static func touches(_ edit: Edit, _ others: [Edit]) -> Bool {
        others.contains { other in
            edit.range.overlaps(other.range)
                || (!other.range.isEmpty && edit.range.isEmpty
                    && other.range.contains(edit.range.lowerBound)
                    && other.range.lowerBound != edit.range.lowerBound)
                || (!edit.range.isEmpty && other.range.isEmpty
                    && edit.range.contains(other.range.lowerBound)
                    && edit.range.lowerBound != other.range.lowerBound)
        }
    }
}
