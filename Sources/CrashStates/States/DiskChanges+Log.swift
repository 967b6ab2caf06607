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
        /// What a sync has left of names and files that the log has changed.
        var settled = Outcome()
        /// What was changed since, if somebody else has written the log.
        var loose = Outcome()
        /// Names and files that were changed since the commit.
        var changedNames: Set<Entry> = []
        var changedFiles: Set<FileID> = []
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
    mutating func follow(_ operation: Operation, before: TreeLog.Names, since first: Int) {
        guard profile.sync == .log, !logs.all.isEmpty else { return }
        if case .write(let file, _, _) = operation { logs.written.insert(file) }
        if case .stored(let file, _, _) = operation { logs.written.insert(file) }
        var effects: [Int: [DiskChange.Effect]] = [:]
        for index in logs.all.indices {
            logs.all[index].note(operation)
            logs.all[index].tree.perform(operation, names, before: before)
            guard logs.all[index].tree.takeChange() else { continue }
            let outcome = logs.all[index].outcome()
            let changed = logs.all[index].effects(to: outcome)
            logs.all[index].loose.merge(outcome)
            for commit in logs.all[index].commits where !changed.isEmpty {
                effects[commit] = changed
            }
        }
        if !effects.isEmpty { logs.open.append(addLog(effects, after: logs.open.last)) }
        if changes[first...].contains(where: \.isCommitPoint) { addCommit() }
    }

    /// Everything may be committed by now: what follows begins another log.
    private mutating func addCommit() {
        guard let point = changes.lastIndex(where: \.isCommitPoint) else { return }
        logs.all.append(
            Log(tree: TreeLog(commit: names, written: logs.written), commits: [point]))
        thinLogs()
    }

    /// The same after a sync, which changes nothing but what the log has.
    mutating func addCommitAfterSync() {
        guard profile.sync == .log else { return }
        lastMetadata = add(
            [], needs: [], isMetadata: true, isCommitPoint: true, "a commit after `\(call.text)`")
        addCommit()
    }

    private mutating func addLog(_ effects: [Int: [DiskChange.Effect]], after other: Int?) -> Int {
        add(
            [.log(effects, leftOut: logs.leftOut)], needs: [other], isMetadata: false,
            isLogged: true, "what the log has after `\(call.text)`")
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
        var committed: [Int] = []
        forkLogs(at: file)
        for index in logs.all.indices {
            let sync = logs.all[index].tree.sync(file, names)
            let outcome: Outcome
            switch sync {
            case .none:
                if !logs.all[index].loose.isEmpty { isSettled = false }
                continue
            case .log: outcome = logs.all[index].outcome()
            case .commit: outcome = logs.all[index].live(names)
            }
            _ = logs.all[index].tree.takeChange()
            let changed = logs.all[index].effects(to: outcome)
            for commit in logs.all[index].commits where !changed.isEmpty {
                effects[commit] = changed
            }
            logs.all[index].settled.merge(outcome)
            logs.all[index].loose = Outcome()
            if case .commit = sync { committed.append(index) }
        }
        join(committed)
        var durable: [Int] = []
        if isSettled {
            durable = logs.open
            logs.open = []
        }
        if !effects.isEmpty { durable.append(addLog(effects, after: nil)) }
        return durable
    }

    /// What a log depends on and no call tells: what was not changed since a commit is not synced, unless it was
    /// read, which sets a time; and the log has the names of what has lost one if the kernel has known the
    /// file since it was made.
    private mutating func forkLogs(at file: FileID) {
        var effects: [Int: [DiskChange.Effect]] = [:]
        for log in logs.all {
            var fork = log
            if !log.tree.isModified(file) {
                fork.tree.modify(file)
            } else if log.tree.mayKnowNames(of: file, names) {
                fork.tree.memory[file]!.needsFullSync = true
            } else {
                continue
            }
            logs.lastFork -= 1
            for commit in log.commits { effects[commit] = [.fork(logs.lastFork)] }
            fork.commits = [logs.lastFork]
            logs.all.insert(fork, at: 0)
        }
        if !effects.isEmpty { _ = addLog(effects, after: nil) }
    }

    /// From a commit on it does not matter what was committed before.
    private mutating func join(_ committed: [Int]) {
        guard let newest = logs.all.indices.last, !committed.isEmpty else { return }
        var joined = logs.all[newest]
        if committed.contains(newest) {
            joined.tree = TreeLog(commit: names, written: logs.written)
            joined.settled = Outcome()
        }
        joined.commits = Array(Set(joined.commits + committed.flatMap { logs.all[$0].commits }))
            .sorted()
        let rest = logs.all.indices.filter { $0 != newest && !committed.contains($0) }
        logs.all = rest.map { logs.all[$0] } + [joined]
    }

    /// A sync of everything.
    mutating func endLogs() {
        guard !logs.all.isEmpty else { return }
        let point = changes.lastIndex { $0.isCommitPoint } ?? -1
        logs = Logs()
        logs.all = [Log(tree: TreeLog(commit: names), commits: [point])]
    }

    func isGone(_ file: FileID) -> Bool { names.isGone(file) }
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
    mutating func note(_ operation: Operation) {
        switch operation {
        case .create(_, _, let entry, _), .link(_, let entry), .unlink(_, let entry):
            changedNames.insert(entry)
        case .rename(_, let source, let target, _): changedNames.formUnion([source, target])
        case .exchange(_, let first, _, let second): changedNames.formUnion([first, second])
        case .setMode(let file, _), .setOwner(let file, _, _), .setTime(let file, _),
            .setAttribute(let file, _, _), .removeAttribute(let file, _):
            changedFiles.insert(file)
        default: break
        }
        if case .create(let file, _, _, _) = operation { changedFiles.insert(file) }
    }

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
            if let inode = tree.commit.tree[file] {
                outcome.files[file] = TreeLog.Description(inode: inode)
            }
        }
        outcome.ignored = replayed.ignored
        return outcome
    }

    /// What there is after a commit.
    func live(_ names: TreeLog.Names) -> DiskChanges.Outcome {
        var outcome = DiskChanges.Outcome()
        for entry in changedNames.union(settled.names.keys).union(loose.names.keys) {
            outcome.names[entry] = .some(names.tree.file(at: entry))
        }
        for file in changedFiles.union(settled.files.keys).union(loose.files.keys) {
            if let inode = names.tree[file] {
                outcome.files[file] = TreeLog.Description(inode: inode)
            }
        }
        return outcome
    }

    /// How to get there from what a sync has left, or anybody's since.
    func effects(to outcome: DiskChanges.Outcome) -> [DiskChange.Effect] {
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
