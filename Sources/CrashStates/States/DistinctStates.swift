/// Remembers which states a sweep has had, by what was on disk and whether the outside had been told all
/// that it was to be told.
///
/// What else had been told makes no difference: a state is judged by nothing but these two (see
/// ``CrashState/hasAcknowledgedAll(_:)``), so a target that says much is not launched twice on one disk.
///
/// Sixteen bytes a state.
public struct DistinctStates: Sendable {
    private var seen: Set<Digest> = []
    private let names: CanonicalNames
    private let acknowledgements: Int

    /// - Parameter acknowledgements: How many there are in the whole recording.
    public init(names: CanonicalNames = CanonicalNames(), acknowledgements: Int) {
        self.names = names
        self.acknowledgements = acknowledgements
    }

    /// How many different states there were.
    public var count: Int { seen.count }

    /// Whether no state before was the same.
    public mutating func insert(_ state: CrashState) -> Bool {
        var digesting = Digesting(11)
        digesting.add(names.digest(of: state.tree))
        digesting.add(state.hasAcknowledgedAll(acknowledgements) ? 1 : 0)
        return seen.insert(digesting.digest).inserted
    }
}
