/// Remembers which states a sweep has had, by what was on disk and what the outside had been told.
///
/// Sixteen bytes a state.
package struct DistinctStates: Sendable {
    private var seen: Set<Digest> = []
    private let names: CanonicalNames

    package init(names: CanonicalNames = CanonicalNames()) { self.names = names }

    package var count: Int { seen.count }

    /// Whether no state before was the same.
    package mutating func insert(_ state: CrashState) -> Bool {
        var digesting = Digesting(11)
        digesting.add(names.digest(of: state.tree))
        digesting.add(UInt64(state.acknowledgements.count))
        digesting.add(state.acknowledgements.digest)
        return seen.insert(digesting.digest).inserted
    }
}
