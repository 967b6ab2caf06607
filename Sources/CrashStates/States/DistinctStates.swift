/// Remembers which states a sweep has had, by what was on disk and whether the outside had been told all
/// that it was to be told.
///
/// What else had been told makes no difference: a state is judged by nothing but these two (see
/// ``CrashState/hasAcknowledgedAll(_:)``), so a target that says much is not launched twice on one disk.
///
/// Sixteen bytes a state, and as much again where names differ from run to run.
public struct DistinctStates: Sendable {
    private var seen: Set<Digest> = []
    /// What was really there, where names are changed for telling states apart.
    private var seenAsNamed: Set<Digest> = []
    /// The states that were the same as one before but for names that differ from run to run.
    public private(set) var merged = MergedStates()
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
        let isAcknowledged = state.hasAcknowledgedAll(acknowledgements)
        let isNew = seen.insert(Self.digest(names.digest(of: state.tree), isAcknowledged)).inserted
        if names.isEmpty { return isNew }
        let isNewAsNamed =
            seenAsNamed.insert(Self.digest(state.tree.digest, isAcknowledged)).inserted
        if isNewAsNamed, !isNew { merged.add(1, by: names.patterns(in: state.tree)) }
        return isNew
    }

    private static func digest(_ tree: Digest, _ isAcknowledged: Bool) -> Digest {
        var digesting = Digesting(11)
        digesting.add(tree)
        digesting.add(isAcknowledged ? 1 : 0)
        return digesting.digest
    }
}

/// How many states were the same as another but for names that differ from run to run, and such names.
public struct MergedStates: Sendable, Hashable, CustomStringConvertible {
    /// How many states that were.
    public private(set) var count = 0
    /// What the names look like, such as `tmp_obj_XXXXXX`.
    public private(set) var patterns: Set<String> = []
    /// So many of them are told.
    private static let shown = 3

    /// No state was.
    public init() {}

    /// Counts more states.
    ///
    /// - Parameter patterns: What the names of these look like.
    public mutating func add(_ count: Int, by patterns: Set<String>) {
        self.count += count
        self.patterns.formUnion(patterns)
    }

    /// Counts the states of another sweep with these.
    public mutating func add(_ other: MergedStates) { add(other.count, by: other.patterns) }

    /// Such as `7 merged: names that differ from run to run, such as 'tmp_obj_XXXXXX'`.
    public var description: String {
        let names = patterns.sorted().prefix(Self.shown).map { "'\($0)'" }
        let more = patterns.count > Self.shown ? ", …" : ""
        return """
            \(count) merged: names that differ from run to run, such as \
            \(names.joined(separator: ", "))\(more)
            """
    }
}
