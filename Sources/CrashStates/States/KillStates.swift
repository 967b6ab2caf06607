/// Every state that a SIGKILL can leave while a recorded step runs, made one at a time.
///
/// That is every prefix of the calls, the empty one and the whole step among them. A write can also
/// be cut where a page of the file ends, at a multiple of 4096 in file offset: a fatal signal is
/// noticed between pages (measured on tmpfs and ext4; a write within one page was never cut).
/// Everything else happens or does not.
///
///     let states = try KillStates(base: tree, calls: recording, seed: 1)
///     for state in states { … }
public struct KillStates: Sequence, Sendable {
    /// So many cuts are tried in one write; of more, the ends and a sample.
    public static let cutLimit = 64

    /// The directory before the calls.
    public let base: DirectoryTree
    /// The recorded calls.
    public let calls: [RecordedCall]
    /// The container after all calls, as the recording has it.
    public let end: DirectoryTree
    /// What the sequence has in it, counted.
    public let figures: Figures
    private let seed: UInt64

    /// How many states there are, and of what kind.
    public struct Figures: Sendable, Hashable {
        /// The recorded calls.
        public var calls = 0
        /// States at which no call was cut.
        public var prefixes = 0
        /// States inside a write.
        public var cuts = 0
        /// Cuts that were left out of writes with more than ``KillStates/cutLimit``.
        public var cutsLeftOut = 0
    }

    /// Checks that the calls fit the base.
    ///
    /// - Throws: ``RecordingError`` for a recording that cannot have happened.
    public init(base: DirectoryTree, calls: [RecordedCall], seed: UInt64) throws {
        self.base = base
        self.calls = calls
        self.seed = seed
        var tree = base
        var figures = Figures(calls: calls.count, prefixes: calls.count + 1)
        for (index, call) in calls.enumerated() {
            guard call.number == index + 1 else {
                throw RecordingError.numbering(expected: index + 1, found: call.number)
            }
            for operation in call.operations { try tree.apply(operation) }
            let all = Self.allCuts(of: call)
            figures.cuts += Swift.min(all, Self.cutLimit)
            figures.cutsLeftOut += Swift.max(0, all - Self.cutLimit)
        }
        end = tree
        self.figures = figures
    }

    /// The state of a name, so that it can be built again; nil where the recording has none of it.
    public func state(named name: String) -> CrashState? { first { $0.name == name } }

    /// Begins with the first state. Iterators do not share anything, so each gives every state.
    public func makeIterator() -> Iterator { Iterator(self) }

    // MARK: Cuts

    /// A place inside a call: `operation` has written `taken` bytes, the call `done` in all.
    private struct Cut {
        var operation: Int
        var taken: Int
        var done: Int
    }

    private static func pages(_ offset: UInt64, _ count: Int) -> Int {
        guard count > 0 else { return 0 }
        return Int((offset + UInt64(count) - 1) / 4096 - offset / 4096)
    }

    private static func allCuts(of call: RecordedCall) -> Int {
        call.operations.reduce(0) { sum, operation in
            guard case .write(_, let offset, let bytes) = operation else { return sum }
            return sum + pages(offset, bytes.count)
        }
    }

    private func cuts(of call: RecordedCall) -> [Cut] {
        let all = Self.allCuts(of: call)
        guard all > 0 else { return [] }
        let chosen = Self.chosen(of: all, seed: seed &+ UInt64(call.number))
        var cuts: [Cut] = []
        var position = 0
        var done = 0
        for (index, operation) in call.operations.enumerated() {
            guard case .write(_, let offset, let bytes) = operation else { continue }
            let first = Int(4096 - offset % 4096)
            for page in 0..<Self.pages(offset, bytes.count) {
                if chosen?.contains(position) ?? true {
                    let taken = first + page * 4096
                    cuts.append(Cut(operation: index, taken: taken, done: done + taken))
                }
                position += 1
            }
            done += bytes.count
        }
        return cuts
    }

    /// Which cuts to try: nil for all, else eight at either end and a sample of the others.
    private static func chosen(of count: Int, seed: UInt64) -> Set<Int>? {
        if count <= cutLimit { return nil }
        var chosen = Set(0..<8).union(count - 8..<count)
        var generator = SeededGenerator(seed: seed)
        while chosen.count < cutLimit {
            chosen.insert(Int.random(in: 8..<count - 8, using: &generator))
        }
        return chosen
    }

    // MARK: Iterating

    /// Makes one state after the other.
    public struct Iterator: IteratorProtocol {
        private let states: KillStates
        private var tree: DirectoryTree
        private var acknowledgements = Acknowledgements()
        /// How many calls `tree` has in it.
        private var made = 0
        private var isBegun = false
        private var cuts: ArraySlice<Cut> = []

        fileprivate init(_ states: KillStates) {
            self.states = states
            tree = states.base
        }

        /// The next state; nil after the last.
        public mutating func next() -> CrashState? {
            if !isBegun {
                isBegun = true
                prepareCuts()
                return CrashState(
                    name: "0", call: 0, killPoint: "killed before the first call", tree: tree,
                    acknowledgements: acknowledgements)
            }
            guard made < states.calls.count else { return nil }
            let call = states.calls[made]
            if let cut = cuts.popFirst() { return state(call, cut) }
            tree.call = call.number
            for operation in call.operations { perform(operation) }
            made += 1
            prepareCuts()
            return CrashState(
                name: "\(call.number)", call: call.number,
                killPoint: "killed after `\(call.text)`, \(position(of: call))", tree: tree,
                acknowledgements: acknowledgements)
        }

        private mutating func prepareCuts() {
            cuts = made < states.calls.count ? states.cuts(of: states.calls[made])[...] : []
        }

        private func position(of call: RecordedCall) -> String {
            "call \(call.number) of \(states.calls.count)"
        }

        private mutating func perform(_ operation: Operation) {
            if case .acknowledge(let kind, let bytes) = operation {
                acknowledgements.add(kind, bytes)
            } else {
                do { try tree.apply(operation) } catch {
                    preconditionFailure("a recording that was checked does not fit: \(error)")
                }
            }
        }

        private func state(_ call: RecordedCall, _ cut: Cut) -> CrashState {
            var inner = self
            inner.tree.call = call.number
            for operation in call.operations[..<cut.operation] { inner.perform(operation) }
            let total = call.operations.reduce(0) { sum, operation in
                if case .write(_, _, let bytes) = operation { sum + bytes.count } else { sum }
            }
            if case .write(let file, let offset, let bytes) = call.operations[cut.operation] {
                do { try inner.tree.write(file, at: offset, bytes[..<cut.taken]) } catch {
                    preconditionFailure("a recording that was checked does not fit: \(error)")
                }
            }
            return CrashState(
                name: "\(call.number)+\(cut.done)", call: call.number,
                killPoint: "killed inside `\(call.text)`, after \(cut.done) of \(total) bytes, "
                    + position(of: call),
                tree: inner.tree, acknowledgements: inner.acknowledgements)
        }
    }
}
