/// What the log of an fsync leaves, on a file system that keeps one beside its commits: btrfs. Names and
/// attributes reach the disk in their order, by a commit; what the log makes of them depends on the last one.
extension DiskChanges {
    /// What there is of the log beside each commit that there may have been.
    struct Logs: Sendable {
        /// With the changes, by index, after which that commit was; -1 is the beginning.
        var all: [Log] = []
        /// Commits that are not followed: there are too many.
        var leftOut: Set<Int> = []
        /// Changes that may have come to the log since the last sync.
        var open: [Int] = []
        /// What stands for a commit after which the log may be another one.
        var lastFork = -1
        /// Files of which not all data is synced: a commit need not have it.
        var written: Set<FileID> = []
    }

    struct Log: Sendable {
        var tree: TreeLog
        var commits: [Int]
        /// So many were answered in this step.
        var questions = 0
        /// What a sync has left of names and files that the log has changed.
        var settled = Outcome()
        /// What was changed since, if somebody else has written the log.
        var loose = Outcome()
    }

    /// What names stand for, and what files are like.
    struct Outcome: Sendable {
        var names: [Entry: FileID?] = [:]
        var files: [FileID: TreeLog.Description] = [:]
        var ignored: Set<FileID> = []
    }

    /// So many commits are followed at most.
    private static let logLimit = 200

    /// The changes of names and attributes begin with what is there.
    mutating func beginLogs() {
        guard profile.sync == .log else { return }
        logs.all = [Log(tree: TreeLog(commit: names), commits: [-1])]
    }

    /// After an operation, which began with changes of that index: everything may have been committed then;
    /// and whoever syncs another file writes what the log has by now.
    ///
    /// - Parameter old: The indices of the names that it ended, or gave to another file.
    mutating func follow(_ operation: Operation, old: [Entry: Int], since first: Int) {
        guard profile.sync == .log, !logs.all.isEmpty else { return }
        switch operation {
        case .write(let file, _, _), .stored(let file, _, _): logs.written.insert(file)
        case .sync, .failedSync, .syncAll, .acknowledge: return
        default: break
        }
        var effects: [Int: [DiskChange.Effect]] = [:]
        stepLogs({ [names] in $0.perform(operation, names, old: old) }) { log, _ in
            guard log.tree.takeChange() else { return }
            let outcome = log.outcome()
            log.add(outcome, to: &effects)
            log.loose.merge(outcome)
        }
        if !effects.isEmpty { logs.open.append(addLog(effects)) }
        if changes[first...].contains(where: { $0.commitPoint != nil }) { addCommit() }
    }

    /// Lets each log take a step. One that depends on what no call tells becomes two.
    private mutating func stepLogs<Result>(
        _ step: (inout TreeLog) -> Result, _ body: (inout Log, Result) -> Void
    ) {
        var forks: [[Int: Int]] = []
        var index = 0
        while index < logs.all.count {
            var tree = logs.all[index].tree
            let result = step(&tree)
            if let question = tree.asked {
                answer(question, at: index, &forks)
                continue
            }
            logs.all[index].tree = tree
            logs.all[index].questions = 0
            body(&logs.all[index], result)
            index += 1
        }
        for commits in forks {
            add([.fork(commits)], needs: [], isMetadata: false, "")
        }
    }

    /// - Parameter forks: By how many questions came before in this step: the commits whose log is forked, and
    ///   what then stands for them.
    private mutating func answer(
        _ question: TreeLog.Question, at index: Int, _ forks: inout [[Int: Int]]
    ) {
        let asked = logs.all[index].questions
        logs.all[index].questions += 1
        var other = logs.all[index]
        logs.all[index].tree.answer(question, false)
        guard logs.all.count < Self.logLimit else {
            leftOutCommits += 1
            return
        }
        logs.lastFork -= 1
        if asked == forks.count { forks.append([:]) }
        for commit in other.commits { forks[asked][commit] = logs.lastFork }
        other.tree.answer(question, true)
        other.commits = [logs.lastFork]
        logs.all.insert(other, at: index)
    }

    /// Everything may be committed by now: what follows begins another log.
    private mutating func addCommit() {
        guard let point = changes.last(where: { $0.commitPoint != nil })?.commitPoint else {
            return
        }
        logs.all.append(
            Log(tree: TreeLog(commit: names, written: logs.written), commits: [point]))
        thinLogs()
    }

    /// The same after a sync, which changes nothing but what the log has.
    mutating func addCommitAfterSync() {
        guard profile.sync == .log else { return }
        lastMetadata = add([], needs: [], isMetadata: true, isCommitPoint: true, "")
        addCommit()
    }

    private mutating func addLog(
        _ effects: [Int: [DiskChange.Effect]], leftOut: Set<Int> = []
    ) -> Int {
        add(
            [.log(effects, leftOut: leftOut)], needs: [], isMetadata: false,
            "what the log has after `\(call.text)`")
    }

    private mutating func thinLogs() {
        guard logs.all.count > Self.logLimit else { return }
        let gone = logs.all.remove(at: logs.all.count / 2)
        logs.leftOut.formUnion(gone.commits)
        leftOutCommits += gone.commits.count
    }

    /// What a sync of a file does.
    ///
    /// - Returns: The changes that are on the disk from then on.
    mutating func syncLogs(_ file: FileID) -> [Int] {
        logs.written.remove(file)
        var effects: [Int: [DiskChange.Effect]] = [:]
        var isSettled = true
        var committed: Set<Int> = []
        stepLogs({ [names] in $0.sync(file, names) }) { [names] log, sync in
            let outcome: Outcome
            switch sync {
            case .none:
                if !log.loose.isEmpty { isSettled = false }
                return
            case .log: outcome = log.outcome()
            case .commit:
                outcome = log.live(names)
                committed.formUnion(log.commits)
            }
            _ = log.tree.takeChange()
            log.add(outcome, to: &effects)
            log.settled.merge(outcome)
            log.loose = Outcome()
        }
        join(committed)
        var durable: [Int] = []
        if isSettled {
            durable = logs.open
            logs.open = []
        }
        if !effects.isEmpty || !logs.leftOut.isEmpty {
            durable.append(addLog(effects, leftOut: logs.leftOut))
        }
        return durable
    }

    /// From a commit on it does not matter what was committed before.
    private mutating func join(_ committed: Set<Int>) {
        guard !committed.isEmpty, var newest = logs.all.popLast() else { return }
        if committed.isSuperset(of: newest.commits) {
            newest = Log(tree: TreeLog(commit: names, written: logs.written), commits: [])
        }
        logs.all.removeAll { committed.isSuperset(of: $0.commits) }
        newest.commits = committed.union(newest.commits).sorted()
        logs.all.append(newest)
    }

    /// A sync of everything.
    mutating func endLogs() {
        guard !logs.all.isEmpty else { return }
        let point = changes.last { $0.commitPoint != nil }?.commitPoint ?? -1
        logs = Logs()
        logs.all = [Log(tree: TreeLog(commit: names), commits: [point])]
    }
}

extension DiskChanges.Outcome {
    var isEmpty: Bool { names.isEmpty && files.isEmpty }

    mutating func merge(_ later: DiskChanges.Outcome) {
        names.merge(later.names) { $1 }
        files.merge(later.files) { $1 }
        ignored = later.ignored
    }
}

extension DiskChanges.Log {
    /// What there is once the log is replayed, of all that it has ever changed.
    func outcome() -> DiskChanges.Outcome {
        let replayed = tree.replayed()
        var outcome = DiskChanges.Outcome()
        for entry in replayed.touched.union(settled.names.keys).union(loose.names.keys) {
            outcome.names[entry] = .some(replayed.tree.file(at: entry))
        }
        outcome.files = replayed.described
        for file in Set(settled.files.keys).union(loose.files.keys)
        where outcome.files[file] == nil {
            outcome.files[file] = tree.commit.tree[file].map { TreeLog.Description($0) }
        }
        outcome.ignored = replayed.ignored
        return outcome
    }

    /// What there is after a commit.
    func live(_ names: TreeLog.Names) -> DiskChanges.Outcome {
        var outcome = DiskChanges.Outcome()
        var entries = Set(settled.names.keys).union(loose.names.keys)
        names.tree.forEachDifference(from: tree.commit.tree) { file, old, new in
            guard let new else { return }
            outcome.files[file] = TreeLog.Description(new)
            new.entries.forEachDifference(from: old?.entries ?? PersistentMap()) { name, _, _ in
                entries.insert(Entry(file, name.bytes))
            }
        }
        for entry in entries { outcome.names[entry] = .some(names.tree.file(at: entry)) }
        for file in Set(settled.files.keys).union(loose.files.keys)
        where outcome.files[file] == nil {
            outcome.files[file] = names.tree[file].map { TreeLog.Description($0) }
        }
        return outcome
    }

    /// Notes for each commit how to get there from what a sync has left, or anybody's since.
    func add(_ outcome: DiskChanges.Outcome, to effects: inout [Int: [DiskChange.Effect]]) {
        let changed = self.effects(to: outcome)
        for commit in commits where !changed.isEmpty { effects[commit] = changed }
    }

    private func effects(to outcome: DiskChanges.Outcome) -> [DiskChange.Effect] {
        var ended: [(entry: Entry, file: FileID?)] = []
        var given: [(entry: Entry, file: FileID?)] = []
        for (entry, file) in outcome.names {
            let old = settled.names[entry] ?? tree.commit.tree.file(at: entry)
            if old == file, loose.names[entry] == nil { continue }
            ended.append((entry, nil))
            if file != nil { given.append((entry, file)) }
        }
        var effects: [DiskChange.Effect] = []
        if !ended.isEmpty {
            // A directory has one name at a time.
            effects.append(.names(ended.sorted { $0.entry.isBefore($1.entry) }))
            effects.append(.names(given.sorted { $0.entry.isBefore($1.entry) }))
        }
        for (file, description) in outcome.files.sorted(by: { $0.key < $1.key }) {
            let old = settled.files[file] ?? tree.commit.tree[file].map { TreeLog.Description($0) }
            if old == description, loose.files[file] == nil { continue }
            effects.append(.describe(file, description))
        }
        for file in outcome.ignored.sorted() {
            if let inode = tree.commit.tree[file] { effects.append(.asBefore(file, inode)) }
        }
        return effects
    }
}

extension Entry {
    fileprivate func isBefore(_ other: Entry) -> Bool {
        directory == other.directory
            ? name.lexicographicallyPrecedes(other.name) : directory < other.directory
    }
}
