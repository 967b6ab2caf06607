/// What makes a function of a closure's statements, in which each of them adds to a list.
struct StatementTexts {
    var function: String
    var result: String
    /// The type that collects.
    var list: String
    /// What a call must make to be added without a result builder; nil for whatever is capitalised.
    var element: String?

    /// One element, or all that a builder makes of what stands there.
    private static let pairs = [("relaunchList.add(", ")"), ("relaunchList.addAll {", "}")]

    private func pair(_ group: StatementList.Group) -> (before: String, after: String) {
        guard let call = group.call else { return Self.pairs[1] }
        let isElement = element.map { $0 == call } ?? (call.first?.isUppercase == true)
        return Self.pairs[isElement ? 0 : 1]
    }

    /// The statements as the body of a local function that the closure returns the value of.
    ///
    /// - Parameters:
    ///   - offset: behind the brace that opens the closure.
    ///   - parts: how many functions in other files make the rest of the list.
    func closure(
        at offset: Int, _ groups: ArraySlice<StatementList.Group>, parts: Int = 0
    ) -> [CompiledForm.Insertion] {
        guard let first = groups.first, let last = groups.last else { return [] }
        return [(offset, opening + pair(first).before)] + between(groups)
            + [(last.range.upperBound, pair(last).after + closing(parts: parts))]
    }

    /// The statements as the body of a function in another file: what stands before them, in the line
    /// before theirs, and what is put in.
    func part(
        _ number: Int, _ groups: ArraySlice<StatementList.Group>
    ) -> (opening: String, insertions: [CompiledForm.Insertion]) {
        guard let first = groups.first, let last = groups.last else { return ("", []) }
        return (
            "func relaunchPart\(number)() -> \(result) { var relaunchList = \(list)(); "
                + pair(first).before,
            between(groups)
                + [(last.range.upperBound, pair(last).after + "; return relaunchList.all }")]
        )
    }

    /// Everything is put behind what stands before it, so that the columns stay.
    private func between(
        _ groups: ArraySlice<StatementList.Group>
    ) -> [CompiledForm.Insertion] {
        zip(groups, groups.dropFirst()).map { group, next in
            (group.range.upperBound, pair(group).after + "; " + pair(next).before)
        }
    }

    private var opening: String {
        " func \(function)() -> \(result) { var relaunchList = \(list)(); "
    }

    private func closing(parts: Int) -> String {
        let rest = (0..<parts).map { "; relaunchList.addAll { relaunchPart\($0 + 1)() }" }.joined()
        return rest + "; return relaunchList.all }; return \(function)() "
    }

    /// All that is ever put in the file itself.
    var texts: [String] {
        Self.pairs.flatMap { pair in
            [opening + pair.0] + Self.pairs.map { pair.1 + "; " + $0.0 }
                + (0..<CompiledForm.partLimit).map { pair.1 + closing(parts: $0) }
        }
    }
}
