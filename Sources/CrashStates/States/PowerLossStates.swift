/// The states that a power failure can leave while a recorded step runs, made one at a time.
///
/// What was in the container before the step counts as being on the disk. Within each stretch
/// between two syncs or messages to the outside, every set of changes that the profile allows is
/// visited, if there are no more than a limit; else a selection, drawn by the seed. ``figures``
/// says which it was.
///
///     let states = try PowerLossStates(base: tree, calls: recording, profile: .ext4, seed: 1)
///     for state in states { … }
public struct PowerLossStates: Sequence, Sendable {
    /// The recorded calls.
    public let calls: [RecordedCall]
    /// What the file system promises.
    public let profile: PowerLossProfile
    /// How many states there are, and how far they are enumerated.
    public let figures: Figures
    private let changes: DiskChanges
    private let limit: Int
    private let seed: UInt64
    /// What is visited of each window; nil for all of it.
    private let selections: [[IndexSet]?]

    /// How many states there are, and how far they were enumerated.
    public struct Figures: Sendable, Hashable, CustomStringConvertible {
        /// The name of the profile.
        public var profile = ""
        /// Pieces of the recording that reach the disk whole or not at all.
        public var changes = 0
        /// Stretches between two syncs, or messages to the outside.
        public var windows = 0
        /// Windows of which every state is visited.
        public var exhaustiveWindows = 0
        /// The states of those.
        public var exhaustiveStates = 0
        /// The most changes that were open in one of those.
        public var largestExhaustive = 0
        /// The most changes that were open in one that was too large.
        public var largestSampled = 0
        /// Up to so many states a window is visited exhaustively; of more, so many.
        public var limit = 0
        /// In the windows that were too large: how many ways there are to leave one change out of those
        /// up to another.
        public var pairs = 0
        /// How many of them are visited.
        public var coveredPairs = 0
        /// With a log of fsyncs: moments of a commit that are left out.
        public var leftOutCommits = 0
        /// The seed of the selection.
        public var seed: UInt64 = 0

        public var description: String {
            let exhaustive =
                "power loss (\(profile)): \(Phrases.count(changes, "change", "changes")) in "
                + "\(Phrases.count(windows, "window", "windows")); every state of "
                + "\(Phrases.count(exhaustiveWindows, "window", "windows")) with up to "
                + "\(Phrases.count(largestExhaustive, "open change", "open changes")) "
                + "(\(Phrases.count(exhaustiveStates, "state", "states")))"
                + (leftOutCommits == 0
                    ? ""
                    : "; \(Phrases.count(leftOutCommits, "moment", "moments")) of a commit left out")
            if exhaustiveWindows == windows { return exhaustive }
            return exhaustive + "; of the other \(windows - exhaustiveWindows), with up to "
                + "\(largestSampled) open changes, \(limit) states each (seed \(seed)), "
                + "which cover \(coveredPairs) of \(pairs) ways to lose one change and keep others up "
                + "to a later one"
        }
    }

    /// - Parameters:
    ///   - limit: Up to so many states a window is visited exhaustively; of more, so many are.
    ///   - seed: Which ones.
    /// - Throws: ``RecordingError`` for a recording that cannot have happened.
    public init(
        base: DirectoryTree, calls: [RecordedCall], profile: PowerLossProfile, limit: Int = 1_000,
        seed: UInt64
    ) throws {
        self.calls = calls
        self.profile = profile
        self.limit = limit
        self.seed = seed
        changes = try DiskChanges(base: base, calls: calls, profile: profile)
        var figures = Figures()
        figures.profile = profile.name
        figures.changes = changes.changes.count
        figures.windows = changes.windows.count
        figures.limit = limit
        figures.leftOutCommits = changes.leftOutCommits
        figures.seed = seed
        var selections: [[IndexSet]?] = []
        for number in changes.windows.indices {
            let window = PowerLossWindow(changes, number)
            let open = window.pending.count
            if let count = window.count(upTo: limit) {
                figures.exhaustiveWindows += 1
                figures.exhaustiveStates += count
                figures.largestExhaustive = Swift.max(figures.largestExhaustive, open)
                selections.append(nil)
            } else {
                figures.largestSampled = Swift.max(figures.largestSampled, open)
                let selection = window.selection(of: limit, seed: seed &+ UInt64(number))
                figures.pairs += selection.pairs
                figures.coveredPairs += selection.coveredPairs
                selections.append(selection.states)
            }
        }
        self.figures = figures
        self.selections = selections
    }

    /// Begins with the first state. Iterators do not share anything, so each gives every state.
    public func makeIterator() -> Iterator { Iterator(self) }

    /// The numbers of acknowledgements after which every state is made, and not a selection.
    package var exhaustiveAcknowledgements: Set<Int> {
        if changes.leftOutCommits > 0 { return [] }
        let numbers = changes.windows.indices
        let sampled = numbers.filter { selections[$0] != nil }
            .map { changes.windows[$0].acknowledgements.count }
        return Set(numbers.map { changes.windows[$0].acknowledgements.count })
            .subtracting(sampled)
    }

    // MARK: Iterating

    /// Makes one state after the other.
    public struct Iterator: IteratorProtocol {
        private let states: PowerLossStates
        private var number = -1
        private var window: PowerLossWindow?
        /// What is on the disk for sure, up to the first change that is not.
        private var settled: DirectoryTree
        private var settledEnd = 0
        private var branches: [Branch] = []
        private var selection: ArraySlice<IndexSet> = []
        /// Of a selection: the last set that was made, and the trees on the way to it, one before each
        /// change of the window and one at the end.
        private var made: IndexSet?
        private var way: [DirectoryTree] = []

        private struct Branch {
            var index: Int
            var tree: DirectoryTree
            var reached: IndexSet
        }

        fileprivate init(_ states: PowerLossStates) {
            self.states = states
            settled = states.changes.initial
        }

        /// The next state; nil after the last.
        public mutating func next() -> CrashState? {
            while true {
                if let window {
                    while let reached = selection.popFirst() {
                        let tree = tree(reached, window)
                        if !tree.isUnknown { return states.state(window, reached, tree) }
                    }
                    while let branch = branches.popLast() {
                        if let state = leaf(from: branch, window) { return state }
                    }
                }
                guard number + 1 < states.changes.windows.count else { return nil }
                number += 1
                open(PowerLossWindow(states.changes, number))
            }
        }

        private mutating func open(_ window: PowerLossWindow) {
            self.window = window
            while settledEnd < window.first {
                settled.make(window.changes[settledEnd])
                settledEnd += 1
            }
            if let chosen = states.selections[number] {
                selection = chosen[...]
                made = nil
                way = [settled]
            } else {
                branches = [Branch(index: window.first, tree: settled, reached: window.least)]
            }
        }

        private mutating func leaf(from branch: Branch, _ window: PowerLossWindow) -> CrashState? {
            var branch = branch
            while branch.index < window.window.end {
                let index = branch.index
                branch.index += 1
                if !window.isDurable(index) {
                    guard window.isAllowed(index, after: branch.reached) else { continue }
                    branches.append(branch)
                    branch.reached.insert(index)
                }
                branch.tree.make(window.changes[index])
            }
            guard window.isFresh(branch.reached), !branch.tree.isUnknown else { return nil }
            return states.state(window, branch.reached, branch.tree)
        }

        /// The tree of a chosen set, made from where it parts from the one before.
        private mutating func tree(_ reached: IndexSet, _ window: PowerLossWindow) -> DirectoryTree
        {
            let all = window.first..<window.window.end
            let made = made ?? reached
            let shared = all.prefix { $0 - window.first < way.count - 1 }
                .prefix { reached.contains($0) == made.contains($0) }
            way.removeSubrange((shared.count + 1)...)
            self.made = reached
            for index in all.dropFirst(shared.count) {
                way.append(way[way.count - 1])
                if reached.contains(index) { way[way.count - 1].make(window.changes[index]) }
            }
            return way[way.count - 1]
        }
    }

    // MARK: States

    private func state(_ window: PowerLossWindow, _ reached: IndexSet, _ tree: DirectoryTree)
        -> CrashState
    {
        var tree = tree
        for file in changes.cutFiles { tree.clearTail(of: file) }
        let last = window.pending.last { reached.contains($0) }
        let call = Swift.max(window.window.start, last.map { window.changes[$0].call } ?? 0)
        let lost = window.pending.filter {
            !reached.contains($0) && window.changes[$0].call <= call
        }
        .map {
            LostChange(
                number: $0 + 1, call: window.changes[$0].call, text: window.changes[$0].text)
        }
        return CrashState(
            name: "\(call)~\(Self.ranges(lost.map(\.number)))", call: call,
            killPoint: killPoint(call, lost), tree: tree,
            acknowledgements: window.window.acknowledgements, lost: lost)
    }

    private func killPoint(_ call: Int, _ lost: [LostChange]) -> String {
        let place =
            call == 0
            ? "power lost before the first call"
            : "power lost after `\(calls[call - 1].text)`, call \(call) of \(calls.count)"
        // What no call has changed has no words.
        let lost = lost.filter { !$0.text.isEmpty }
        if lost.isEmpty { return place + ", with everything on disk" }
        let shown = lost.prefix(3).map(\.text).joined(separator: ", ")
        let more = lost.count > 3 ? " and \(lost.count - 3) more" : ""
        return place + "; lost: " + shown + more
    }

    /// Such as `2,4-6`; `all` where nothing is missing.
    private static func ranges(_ numbers: [Int]) -> String {
        guard !numbers.isEmpty else { return "all" }
        var ranges: [ClosedRange<Int>] = []
        for number in numbers {
            if let last = ranges.last, last.upperBound + 1 == number {
                ranges[ranges.count - 1] = last.lowerBound...number
            } else {
                ranges.append(number...number)
            }
        }
        return ranges.map {
            $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)"
        }
        .joined(separator: ",")
    }

    /// The state of a name, so that it can be built again; nil where the recording has none of it.
    public func state(named name: String) -> CrashState? {
        let parts = name.split(separator: "~")
        guard parts.count == 2, let call = Int(parts[0]) else { return nil }
        var lost: Set<Int> = []
        for range in parts[1].split(separator: ",") where range != "all" {
            let bounds = range.split(separator: "-").compactMap { Int($0) }
            guard let low = bounds.first, let high = bounds.last, low <= high,
                high <= changes.changes.count
            else { return nil }
            lost.formUnion(low - 1...high - 1)
        }
        return state(call: call, lost: lost, named: name)
    }

    private func state(call: Int, lost: Set<Int>, named name: String) -> CrashState? {
        for number in changes.windows.indices.reversed()
        where changes.windows[number].start <= call {
            let window = PowerLossWindow(changes, number)
            let later = window.pending.filter { changes.changes[$0].call > call }
            let reached = window.without(lost.union(later))
            let state = state(window, reached, tree(of: reached, window))
            if state.name == name, window.isFresh(reached) { return state }
        }
        return nil
    }

    private func tree(of reached: IndexSet, _ window: PowerLossWindow) -> DirectoryTree {
        var tree = changes.initial
        for index in 0..<window.window.end where reached.contains(index) {
            tree.make(window.changes[index])
        }
        return tree
    }

    // MARK: Minimizing

    /// The state that fails as another does and has lost the fewest changes, found by halving what
    /// was lost (delta debugging, Zeller 1999).
    ///
    /// - Parameters:
    ///   - state: One of these states, which fails.
    ///   - fails: Relaunches on a state and says whether it fails.
    /// - Returns: A state none of whose lost changes can be given back without its passing.
    public func minimize(
        _ state: CrashState, isolation: isolated (any Actor)? = #isolation,
        fails: (CrashState) async throws -> Bool
    ) async rethrows -> CrashState {
        guard let window = window(of: state) else { return state }
        let later = Set(window.pending.filter { changes.changes[$0].call > state.call })
        var best = state
        var lost = state.lost.map { $0.number - 1 }
        var tried: Set<IndexSet> = []
        var parts = 1
        while !lost.isEmpty {
            var isReduced = false
            for candidate in Self.candidates(lost, parts: parts) {
                let reached = window.without(Set(candidate).union(later))
                let attempt = self.state(window, reached, tree(of: reached, window))
                guard attempt.lost.count < lost.count, !attempt.tree.isUnknown,
                    tried.insert(reached).inserted
                else { continue }
                guard try await fails(attempt) else { continue }
                best = attempt
                lost = attempt.lost.map { $0.number - 1 }
                parts = Swift.max(2, parts - 1)
                isReduced = true
                break
            }
            if isReduced { continue }
            if parts >= lost.count { break }
            parts = Swift.min(lost.count, parts * 2)
        }
        return best
    }

    private func window(of state: CrashState) -> PowerLossWindow? {
        for number in changes.windows.indices.reversed()
        where changes.windows[number].start <= state.call
            && changes.windows[number].acknowledgements.count == state.acknowledgements.count
        {
            let window = PowerLossWindow(changes, number)
            let pending = Set(window.pending)
            if state.lost.allSatisfy({ pending.contains($0.number - 1) }) { return window }
        }
        return nil
    }

    /// Each part alone, then everything but each part; nothing at all for one part.
    private static func candidates(_ lost: [Int], parts: Int) -> [[Int]] {
        if parts == 1 { return [[]] }
        let size = (lost.count + parts - 1) / parts
        let chunks = stride(from: 0, to: lost.count, by: size).map {
            Array(lost[$0..<Swift.min($0 + size, lost.count)])
        }
        if chunks.count <= 2 { return chunks }
        return chunks
            + chunks.indices.map { index in
                chunks.enumerated().filter { $0.offset != index }.flatMap(\.element)
            }
    }
}

extension DirectoryTree {
    /// Forgets what is behind the end of a file.
    fileprivate mutating func clearTail(of file: FileID) {
        do { try update(file) { try $0.content.clearTail() } } catch {
            preconditionFailure("the copy of the container cannot be read: \(error)")
        }
    }

    /// Makes a change that was taken from a recording that fits.
    fileprivate mutating func make(_ change: DiskChange) {
        do { try apply(change) } catch {
            preconditionFailure("a recording that was checked does not fit: \(error)")
        }
    }
}
