/// The log of the fsyncs of one transaction of btrfs: what is in it, after each call, beside a commit.
///
/// A power failure leaves the last commit, and on top of it what the log has. What that is follows from
/// what was done since the commit, whenever that was; so there is one of these for each moment at which
/// everything may have been committed. The rules are those of `fs/btrfs/tree-log.c` and `inode.c` of
/// Linux 6.18, whose functions are named where they are followed.
struct TreeLog: Sendable {
    /// Names, and when each was given.
    struct Names: Sendable {
        var tree: DirectoryTree
        /// The index of each name in its directory, in the order in which names are given; none for what
        /// was there from the beginning.
        var indices: [Entry: Int] = [:]
        /// The index of the next name.
        var next = 1

        func index(of entry: Entry) -> Int { indices[entry] ?? 0 }

        /// Does what an operation did.
        mutating func apply(_ operation: Operation) throws {
            try tree.apply(operation)
            switch operation {
            case .create(_, _, let entry, _), .link(_, let entry): give(entry)
            case .unlink(_, let entry): indices[entry] = nil
            case .rename(let file, let source, let target, let replaced):
                if replaced == file { return }
                indices[source] = nil
                give(target)
            case .exchange(_, let first, _, let second):
                give(second)
                give(first)
            default: return
            }
        }

        private mutating func give(_ entry: Entry) {
            indices[entry] = next
            next += 1
        }

        func isGone(_ file: FileID) -> Bool {
            file != tree.root && tree[file]?.links.isEmpty ?? true
        }
    }

    /// What the log has of a file.
    struct Item: Sendable {
        /// As it was when it came to the log, without its names.
        var inode: Inode
        var linkCount: Int
        /// Its size where it came to the log again with a new name and is shorter by then
        /// (`get_inode_size_to_log`).
        var cutSize: UInt64?
        /// It had a name when it came to the log before: what that has of it is not replayed either.
        var hadName = false
        /// Its attributes are replayed, and not only that it exists (`generation` is not zero).
        var hasAttributes: Bool
        /// The names that it has by the log, and their indices.
        var names: [Entry: Int] = [:]
        /// Of a directory: its new names, by their indices.
        var entries: [Int: (entry: Entry, file: FileID)] = [:]
        /// Of a directory: names of the commit that it has no more.
        var ended: Set<Entry> = []
    }

    /// What the kernel knows of a file in memory.
    struct Memory: Sendable {
        /// It was made in this transaction.
        var isNew = false
        /// It was changed in this transaction (`last_trans`).
        var isModified = false
        /// It lost or got a name in this transaction (`last_unlink_trans`).
        var isMoved = false
        /// It is in the log (`logged_trans`).
        var isLogged = false
        /// It was changed since it came to the log whole (`last_sub_trans`, `last_log_commit`).
        var isDirty = false
        /// `BTRFS_INODE_COPY_EVERYTHING`.
        var copiesEverything = false
        /// `BTRFS_INODE_NEEDS_FULL_SYNC`.
        var needsFullSync = false
        /// Of a directory: the last index that came to the log.
        var lastIndex = 0
    }

    /// What the commit has.
    private(set) var commit: Names
    private(set) var items: [FileID: Item] = [:]
    var memory: [FileID: Memory] = [:]
    /// The next sync writes everything, and no log (`btrfs_set_log_full_commit`).
    private(set) var needsCommit = false
    /// Whether the log was changed since ``takeChange()``.
    private var isChanged = false

    /// A transaction that begins after a commit.
    ///
    /// - Parameter written: Files whose latest data the commit need not have.
    init(commit: Names, written: Set<FileID> = []) {
        self.commit = commit
        for file in written { modify(file) }
    }

    /// Whether a sync of another file, by whomever, may have written something that it did not before.
    mutating func takeChange() -> Bool {
        defer { isChanged = false }
        return isChanged && !needsCommit
    }

    mutating func change(_ file: FileID, _ body: (inout Item) -> Void) {
        guard items[file] != nil else { return }
        body(&items[file]!)
        isChanged = true
    }

    mutating func put(_ item: Item, for file: FileID) {
        items[file] = item
        isChanged = true
    }

    mutating func setNeedsCommit() { needsCommit = true }

    /// Something about a file was changed, if only a time.
    mutating func modify(_ file: FileID) {
        memory[file, default: Memory()].isModified = true
        memory[file, default: Memory()].isDirty = true
    }

    func isModified(_ file: FileID) -> Bool { memory[file]?.isModified ?? false }

    /// Whether the names of a file come to the log with it only if `BTRFS_INODE_NEEDS_FULL_SYNC` is set, as for
    /// a file that has been in memory since it was made.
    func mayKnowNames(of file: FileID, _ names: Names) -> Bool {
        guard let state = memory[file], names.tree[file]?.kind == .file else { return false }
        return !state.isLogged && !state.needsFullSync && !state.copiesEverything
            && Set(names.tree[file]?.links ?? []) != Set(commit.tree[file]?.links ?? [])
    }

    // MARK: Operations

    /// Takes an operation.
    ///
    /// - Parameters:
    ///   - names: What there is after it.
    ///   - before: What there was before.
    mutating func perform(_ operation: Operation, _ names: Names, before: Names) {
        switch operation {
        case .create(let file, _, let entry, _):
            modify(file)
            memory[file]!.isNew = true
            memory[file]!.needsFullSync = true
            modify(entry.directory)
        case .link(let file, let entry):
            modify(file)
            modify(entry.directory)
            logNewName(of: file, entry, from: nil, names)
        case .unlink(let file, let entry):
            if names.tree[file]?.kind == .directory {
                if memory[file]?.isMoved ?? false {
                    memory[entry.directory, default: Memory()].isMoved = true
                }
            } else {
                memory[file, default: Memory()].isMoved = true
            }
            unlink(file, entry, before.index(of: entry))
        case .rename(let file, let source, let target, let replaced):
            if replaced == file { return }
            if source.directory != target.directory { noteMove(of: file, from: source.directory) }
            if let replaced { unlink(replaced, target, before.index(of: target)) }
            for changed in [file, source.directory, target.directory] { modify(changed) }
            logNewName(of: file, target, from: (source, before.index(of: source)), names)
        case .exchange(let first, let firstEntry, let second, let secondEntry):
            if firstEntry.directory != secondEntry.directory {
                noteMove(of: first, from: firstEntry.directory)
                noteMove(of: second, from: secondEntry.directory)
            }
            for changed in [first, second, firstEntry.directory, secondEntry.directory] {
                modify(changed)
            }
            logNewName(
                of: first, secondEntry, from: (firstEntry, before.index(of: firstEntry)), names)
            logNewName(
                of: second, firstEntry, from: (secondEntry, before.index(of: secondEntry)), names)
        case .setAttribute(let file, _, _), .removeAttribute(let file, _):
            modify(file)
            memory[file]!.copiesEverything = true
        case .setMode(let file, _), .setOwner(let file, _, _), .setTime(let file, _),
            .write(let file, _, _), .stored(let file, _, _), .reserve(let file, _),
            .zero(let file, _, _, _, _):
            modify(file)
        case .truncate(let file, _), .collapse(let file, _, _), .insert(let file, _, _):
            modify(file)
            memory[file]!.needsFullSync = true
        case .sync, .failedSync, .syncAll, .acknowledge: break
        }
    }

    /// `btrfs_unlink_inode`.
    private mutating func unlink(_ file: FileID, _ entry: Entry, _ index: Int) {
        modify(file)
        modify(entry.directory)
        if memory[file]!.isLogged { change(file) { $0.names[entry] = nil } }
        if memory[entry.directory]!.isLogged {
            change(entry.directory) { $0.entries[index] = nil }
        }
    }

    /// `btrfs_record_unlink_dir`, for a rename.
    private mutating func noteMove(of file: FileID, from directory: FileID) {
        memory[file, default: Memory()].isMoved = true
        if memory[directory]?.isLogged ?? false || memory[file]!.isLogged { return }
        memory[directory, default: Memory()].isMoved = true
    }

    /// `btrfs_log_new_name`.
    private mutating func logNewName(
        of file: FileID, _ entry: Entry, from old: (entry: Entry, index: Int)?, _ names: Names
    ) {
        memory[file, default: Memory()].copiesEverything = true
        if names.tree[file]?.kind != .directory { memory[file]!.isMoved = true }
        let leavesLogged = old.map { memory[$0.entry.directory]?.isLogged ?? false } ?? false
        guard memory[file]!.isLogged || leavesLogged else { return }
        if let old, leavesLogged {
            let isOfCommit =
                commit.tree.file(at: old.entry) != nil && commit.index(of: old.entry) == old.index
            change(old.entry.directory) {
                let gone = $0.entries.removeValue(forKey: old.index)
                if gone == nil, isOfCommit { $0.ended.insert(old.entry) }
            }
        }
        var logging = Logging(file: file, names: names)
        logging.isNewName = true
        if !log(file, isWhole: false, &logging) { setNeedsCommit() }
    }

    // MARK: Syncs

    /// What became of a sync.
    enum Sync {
        /// The file is on the disk as it is.
        case none
        /// The log was written.
        case log
        /// Everything was.
        case commit
    }

    /// `btrfs_sync_file`.
    mutating func sync(_ file: FileID, _ names: Names) -> Sync {
        let state = memory[file] ?? Memory()
        if !state.isModified || state.isLogged && !state.isDirty { return .none }
        if needsCommit { return .commit }
        var logging = Logging(file: file, names: names)
        return log(file, isWhole: true, &logging) ? .log : .commit
    }
}
