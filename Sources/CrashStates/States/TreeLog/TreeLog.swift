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
        /// Names that a file has lost. A descriptor may still go by them.
        private(set) var lost: [FileID: Set<Entry>] = [:]

        func index(of entry: Entry) -> Int { indices[entry] ?? 0 }

        /// Does what an operation did.
        ///
        /// - Returns: The indices of the names that it ended, or gave to another file.
        mutating func apply(_ operation: Operation) throws -> [Entry: Int] {
            try tree.apply(operation)
            switch operation {
            case .create(_, _, let entry, _), .link(_, let entry): return give([entry])
            case .unlink(let file, let entry):
                lost[file, default: []].insert(entry)
                return take([entry])
            case .rename(let file, let source, let target, let replaced):
                if replaced == file { return [:] }
                if let replaced { lost[replaced, default: []].insert(target) }
                return take([source]).merging(give([target])) { $1 }
            case .exchange(_, let first, _, let second): return give([second, first])
            default: return [:]
            }
        }

        private mutating func take(_ entries: [Entry]) -> [Entry: Int] {
            let old = entries.map { ($0, index(of: $0)) }
            for entry in entries { indices[entry] = nil }
            return Dictionary(uniqueKeysWithValues: old)
        }

        private mutating func give(_ entries: [Entry]) -> [Entry: Int] {
            let old = take(entries)
            for entry in entries {
                indices[entry] = next
                next += 1
            }
            return old
        }

        /// The names of a file, and their indices.
        func indices(of file: FileID) -> [Entry: Int] {
            Dictionary(
                uniqueKeysWithValues: (tree[file]?.links ?? []).map { ($0, index(of: $0)) })
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
        /// Its size where not its data came to the log, and it is shorter by then (`get_inode_size_to_log`).
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
        /// It was synced when nothing had changed it: then it is in the log if it was read, which sets a time.
        var mayBeLogged = false
        /// Of a directory: the last index that came to the log.
        var lastIndex = 0
    }

    /// What the commit has.
    private(set) var commit: Names
    private(set) var items: [FileID: Item] = [:]
    private var memories: [FileID: Memory] = [:]
    /// The next sync writes everything, and no log (`btrfs_set_log_full_commit`).
    var needsCommit = false
    /// Whether the log was changed since ``takeChange()``.
    private var isChanged = false
    private var answers: [Question: Bool] = [:]
    /// What the last step depended on, and no call tells.
    private(set) var asked: Question?

    /// What the log depends on, and no call tells.
    enum Question: Sendable, Hashable {
        /// Whether a file that was not changed was logged when it was synced.
        case isLogged(FileID)
        /// Whether the names of a file come to the log with it though nothing says so: as of one that the kernel
        /// has known since it was made (`BTRFS_INODE_NEEDS_FULL_SYNC`).
        case knowsNames(FileID)
        /// Whether a file was synced by a descriptor whose name is, or was, in this directory.
        case goesBy(FileID, FileID)
    }

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

    /// What the kernel knows of a file.
    subscript(memory file: FileID) -> Memory {
        get { memories[file] ?? Memory() }
        set { memories[file] = newValue }
    }

    private mutating func modify(_ file: FileID) {
        self[memory: file].isModified = true
        self[memory: file].isDirty = true
    }

    // MARK: Questions

    /// What a question was answered with; until it is, no, and that it was asked.
    mutating func ask(_ question: Question) -> Bool {
        if let answer = answers[question] { return answer }
        asked = asked ?? question
        return false
    }

    mutating func answer(_ question: Question, _ answer: Bool) {
        answers[question] = answer
        if case .isLogged(let file) = question {
            self[memory: file].mayBeLogged = false
            if answer { logUnchanged(file) }
        }
    }

    /// `inode_logged`.
    mutating func isLogged(_ file: FileID) -> Bool {
        let state = self[memory: file]
        return state.isLogged || state.mayBeLogged && ask(.isLogged(file))
    }

    /// It came to the log as the commit has it.
    private mutating func logUnchanged(_ file: FileID) {
        guard let inode = commit.tree[file] else { return }
        let isDirectory = inode.kind == .directory
        items[file] = Item(
            inode: inode, linkCount: file == commit.tree.root ? 1 : inode.links.count,
            hadName: true, hasAttributes: true, names: isDirectory ? commit.indices(of: file) : [:])
        self[memory: file].isLogged = true
        self[memory: file].isDirty = self[memory: file].isModified
    }

    // MARK: Operations

    /// Takes an operation.
    ///
    /// - Parameters:
    ///   - names: What there is after it.
    ///   - old: The indices of the names that it ended, or gave to another file.
    mutating func perform(_ operation: Operation, _ names: Names, old: [Entry: Int]) {
        switch operation {
        case .create(let file, _, let entry, _):
            modify(file)
            self[memory: file].isNew = true
            self[memory: file].needsFullSync = true
            modify(entry.directory)
        case .link(let file, let entry):
            modify(file)
            modify(entry.directory)
            logNewName(of: file, from: nil, names)
        case .unlink(let file, let entry):
            if names.tree[file]?.kind != .directory {
                self[memory: file].isMoved = true
            } else if self[memory: file].isMoved {
                self[memory: entry.directory].isMoved = true
            }
            unlink(file, entry, old[entry])
        case .rename(let file, let source, let target, let replaced):
            if replaced == file { return }
            if source.directory != target.directory { noteMove(of: file, from: source.directory) }
            if let replaced { unlink(replaced, target, old[target]) }
            for changed in [file, source.directory, target.directory] { modify(changed) }
            logNewName(of: file, from: (source, old[source]), names)
        case .exchange(let first, let firstEntry, let second, let secondEntry):
            let directories = [firstEntry.directory, secondEntry.directory]
            if directories[0] != directories[1] {
                noteMove(of: first, from: directories[0])
                noteMove(of: second, from: directories[1])
            }
            for changed in [first, second] + directories { modify(changed) }
            logNewName(of: first, from: (firstEntry, old[firstEntry]), names)
            logNewName(of: second, from: (secondEntry, old[secondEntry]), names)
        case .setAttribute(let file, _, _), .removeAttribute(let file, _):
            modify(file)
            self[memory: file].copiesEverything = true
        case .setMode(let file, _), .setOwner(let file, _, _), .setTime(let file, _),
            .write(let file, _, _), .stored(let file, _, _), .reserve(let file, _),
            .zero(let file, _, _, _, _):
            modify(file)
        case .truncate(let file, _), .collapse(let file, _, _), .insert(let file, _, _):
            modify(file)
            self[memory: file].needsFullSync = true
        case .sync, .failedSync, .syncAll, .acknowledge: break
        }
    }

    /// `btrfs_unlink_inode`.
    private mutating func unlink(_ file: FileID, _ entry: Entry, _ index: Int?) {
        modify(file)
        modify(entry.directory)
        if isLogged(file) { change(file) { $0.names[entry] = nil } }
        if isLogged(entry.directory), let index {
            change(entry.directory) { $0.entries[index] = nil }
        }
    }

    /// `btrfs_record_unlink_dir`, for a rename.
    private mutating func noteMove(of file: FileID, from directory: FileID) {
        self[memory: file].isMoved = true
        if isLogged(directory) || isLogged(file) { return }
        self[memory: directory].isMoved = true
    }

    /// `btrfs_log_new_name`.
    private mutating func logNewName(
        of file: FileID, from old: (entry: Entry, index: Int?)?, _ names: Names
    ) {
        self[memory: file].copiesEverything = true
        if names.tree[file]?.kind != .directory { self[memory: file].isMoved = true }
        let leavesLogged = old.map { isLogged($0.entry.directory) } ?? false
        guard isLogged(file) || leavesLogged else { return }
        if let old, let index = old.index, leavesLogged {
            let isOfCommit =
                commit.tree.file(at: old.entry) != nil && commit.index(of: old.entry) == index
            change(old.entry.directory) {
                let gone = $0.entries.removeValue(forKey: index)
                if gone == nil, isOfCommit { $0.ended.insert(old.entry) }
            }
        }
        var logging = Logging(file: file, names: names)
        logging.isNewName = true
        log(file, isWhole: false, &logging)
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
        let state = self[memory: file]
        if !state.isModified {
            self[memory: file].mayBeLogged = !state.isLogged
            return .none
        }
        if state.isLogged, !state.isDirty { return .none }
        if needsCommit { return .commit }
        var logging = Logging(file: file, names: names)
        return log(file, isWhole: true, &logging) ? .log : .commit
    }
}
