/// A set of small numbers.
struct IndexSet: Hashable, Sendable {
    private var words: [UInt64]

    init(capacity: Int) { words = Array(repeating: 0, count: (capacity + 63) / 64) }

    func contains(_ index: Int) -> Bool { words[index >> 6] >> UInt64(index & 63) & 1 == 1 }
    mutating func insert(_ index: Int) { words[index >> 6] |= 1 << UInt64(index & 63) }
    mutating func remove(_ index: Int) { words[index >> 6] &= ~(1 << UInt64(index & 63)) }
    var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }
}

/// The states that a power failure within one window can leave: sets of changes that reached the
/// disk, in which none is without those that it needs or follows.
struct PowerLossWindow: Sendable {
    let changes: [DiskChange]
    let window: DiskChanges.Window
    /// Changes before this one are all durable.
    let first: Int
    /// The others of the window that are not.
    let pending: [Int]
    private let number: Int
    private let isDurable: IndexSet
    /// For each change from `first` on, the pending ones that reach the disk before it.
    private let before: [[Int]]
    /// After which everything may be committed.
    private let commitPoints: [Int]
    /// Pending ones that make the log another one.
    private let forks: [(index: Int, commits: [Int: Int])]
    /// Pending ones that may be in the log.
    private let logged: [Int]

    init(_ all: DiskChanges, _ number: Int) {
        changes = all.changes
        self.number = number
        window = all.windows[number]
        var durable = IndexSet(capacity: window.end)
        var open: [Int] = []
        for index in 0..<window.end {
            if let from = changes[index].durableFrom, from <= number {
                durable.insert(index)
            } else {
                open.append(index)
            }
        }
        isDurable = durable
        pending = open.filter { all.changes[$0].earliest <= number }
        first = open.first ?? window.end
        before = Self.before(changes[first..<window.end], durable)
        commitPoints = (0..<window.end).filter { all.changes[$0].commitPoint != nil }
        forks = pending.compactMap { index in
            guard case .fork(let commits) = all.changes[index].effects.first else { return nil }
            return (index, commits)
        }
        logged = pending.filter {
            if case .log = all.changes[$0].effects.first { true } else { false }
        }
    }

    /// Order goes on through a change that is on the disk already.
    private static func before(
        _ changes: ArraySlice<DiskChange>, _ isDurable: IndexSet
    ) -> [[Int]] {
        var before: [[Int]] = []
        for change in changes {
            let earlier = (change.needs + change.follows).flatMap { index in
                if !isDurable.contains(index) { return [index] }
                if index < changes.startIndex { return [] }
                return before[index - changes.startIndex]
            }
            before.append(earlier)
        }
        return before
    }

    func isDurable(_ index: Int) -> Bool { isDurable.contains(index) }

    /// Nothing pending has reached the disk.
    var least: IndexSet { isDurable }

    /// Whether a change can reach the disk after others have.
    func isAllowed(_ index: Int, after reached: IndexSet) -> Bool {
        changes[index].earliest <= number && before[index - first].allSatisfy(reached.contains)
            && (changes[index].anyOf.isEmpty
                || changes[index].anyOf.contains(where: reached.contains))
            && differs(index, after: reached)
    }

    /// Whether a change makes another state than there is without it, as far as a log goes: what the log has
    /// counts beside its commit alone, and the last of it has all that came before.
    private func differs(_ index: Int, after reached: IndexSet) -> Bool {
        if let commits = changes[index].logCommits {
            return commits.contains(commit(of: reached))
                && !logged.contains(where: reached.contains)
        }
        guard changes[index].commitPoint != nil else { return true }
        return !logged.contains(where: reached.contains)
            && !forks.contains { reached.contains($0.index) }
    }

    /// The last commit, or what stands for it where its log is another one.
    private func commit(of reached: IndexSet) -> Int {
        let last = commitPoints.last(where: reached.contains) ?? -1
        return forks.reduce(last) { commit, fork in
            reached.contains(fork.index) ? fork.commits[commit] ?? commit : commit
        }
    }

    /// Whether no earlier window has the state.
    func isFresh(_ reached: IndexSet) -> Bool {
        guard let fresh = window.fresh else { return true }
        return pending.contains { $0 >= fresh && reached.contains($0) }
    }

    /// How many states there are; nil for more than a limit.
    func count(upTo limit: Int) -> Int? {
        var count = 0
        var steps = 0
        var stack = [(0, least)]
        while let (start, set) = stack.popLast() {
            var reached = set
            for position in start..<pending.count {
                steps += 1
                if steps > limit * 64 { return nil }
                guard isAllowed(pending[position], after: reached) else { continue }
                stack.append((position + 1, reached))
                reached.insert(pending[position])
            }
            if isFresh(reached) { count += 1 }
            if count > limit { return nil }
        }
        return count
    }

    // MARK: A selection

    /// Some of too many states, the telling ones first: the changes up to each point, all but one, one
    /// alone; those up to each point without one, as ALICE has them; then drawn at random.
    func selection(of limit: Int, seed: UInt64) -> Selection {
        var generator = SeededGenerator(seed: seed)
        var selection = Selection(limit: limit)
        func choose(_ reached: IndexSet) {
            if isFresh(reached) { selection.add(reached) }
        }
        let share = limit / 4
        // What a failed sync has dropped is most likely on no disk, whatever came after it.
        let dropped = pending.filter { changes[$0].isDropped }
        if !dropped.isEmpty { choose(without(Set(dropped))) }
        // First those that a kill leaves, too.
        let ends = [0] + pending.indices.filter { endsCall($0) }.map { $0 + 1 }
        for count in Self.some(limit / 2, of: ends, &generator) { choose(first(count)) }
        for count in Self.some(share, of: Array(0...pending.count), &generator) {
            choose(first(count))
        }
        for index in Self.some(share, of: pending, &generator) { choose(without([index])) }
        for index in Self.some(share, of: pending, &generator) { choose(with(index)) }
        selection.pairs = pending.count * (pending.count - 1) / 2
        for pair in Self.pairs(of: pending.count, atMost: limit * 2, &generator) {
            if selection.isFull { break }
            choose(upTo(pending[pair.last], without: pending[pair.missing]))
            selection.coveredPairs += 1
        }
        var attempts = 0
        while !selection.isFull, attempts < limit * 4 {
            attempts += 1
            let likelihood = Double.random(in: 0.1...0.95, using: &generator)
            var reached = least
            for index in pending where isAllowed(index, after: reached) {
                if Double.random(in: 0..<1, using: &generator) < likelihood {
                    reached.insert(index)
                }
            }
            choose(reached)
        }
        return selection
    }

    /// The first changes of the window.
    private func first(_ count: Int) -> IndexSet {
        var reached = least
        for index in pending.prefix(count) { reached.insert(index) }
        return reached
    }

    /// Whether the next change, if any, belongs to another call.
    private func endsCall(_ position: Int) -> Bool {
        position + 1 == pending.count
            || changes[pending[position]].call != changes[pending[position + 1]].call
    }

    /// Sets of changes, each once.
    struct Selection {
        private(set) var states: [IndexSet] = []
        /// How many ways there are to leave one change out of those up to another.
        var pairs = 0
        var coveredPairs = 0
        private let limit: Int
        private var seen: Set<IndexSet> = []

        init(limit: Int) { self.limit = limit }

        var isFull: Bool { states.count >= limit }

        mutating func add(_ reached: IndexSet) {
            if !isFull, seen.insert(reached).inserted { states.append(reached) }
        }
    }

    /// Positions of one change to leave out and of a later one to end with, in an order that is drawn;
    /// all of them, or some of very many.
    private static func pairs(
        of count: Int, atMost limit: Int, _ generator: inout SeededGenerator
    ) -> [(missing: Int, last: Int)] {
        guard count > 1 else { return [] }
        guard count * (count - 1) / 2 <= limit else {
            return (0..<limit).map { _ in
                let last = Int.random(in: 1..<count, using: &generator)
                return (Int.random(in: 0..<last, using: &generator), last)
            }
        }
        var all = (1..<count).flatMap { last in (0..<last).map { (missing: $0, last: last) } }
        all.shuffle(using: &generator)
        return all
    }

    /// Everything up to a change, but without one and what cannot be without that.
    private func upTo(_ last: Int, without missing: Int) -> IndexSet {
        var reached = least
        for index in pending where index <= last && index != missing {
            if isAllowed(index, after: reached) { reached.insert(index) }
        }
        return reached
    }

    private static func some<Element>(
        _ count: Int, of all: [Element], _ generator: inout SeededGenerator
    ) -> [Element] {
        if all.count <= count { return all }
        if count < 2 { return Array(all.suffix(count)) }
        var rest = Array(all.indices.dropFirst().dropLast())
        rest.shuffle(using: &generator)
        let kept = Set(rest.prefix(count - 2)).union([0, all.count - 1])
        return all.indices.filter(kept.contains).map { all[$0] }
    }

    /// Everything but some changes and what cannot be without them.
    func without(_ lost: Set<Int>) -> IndexSet {
        var reached = least
        for index in pending where !lost.contains(index) && isAllowed(index, after: reached) {
            reached.insert(index)
        }
        return reached
    }

    /// One change and what it cannot be without.
    private func with(_ index: Int) -> IndexSet {
        var reached = least
        var rest = [index]
        while let index = rest.popLast() {
            if reached.contains(index) { continue }
            reached.insert(index)
            rest += before[index - first]
            if !changes[index].anyOf.contains(where: reached.contains) {
                rest += changes[index].anyOf.suffix(1)
            }
        }
        return reached
    }
}
