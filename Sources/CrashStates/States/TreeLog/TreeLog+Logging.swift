/// What comes to the log with a file.
extension TreeLog {
    /// One `btrfs_log_ctx`.
    struct Logging {
        /// What is synced, or has got a new name.
        let file: FileID
        let names: Names
        /// It is no sync.
        var isNewName = false
        var conflicts: [(file: FileID, directory: FileID)] = []
        var conflictCount = 0
        var logsConflicts = false

        init(file: FileID, names: Names) {
            self.file = file
            self.names = names
        }
    }

    /// The log cannot have it: everything has to be committed (`BTRFS_LOG_FORCE_COMMIT`).
    private struct NeedsCommit: Error {}

    /// `MAX_CONFLICT_INODES`.
    private static let conflictLimit = 10

    /// `btrfs_log_inode_parent`; false where everything has to be committed.
    @discardableResult
    mutating func log(_ file: FileID, isWhole: Bool, _ logging: inout Logging) -> Bool {
        do {
            try logInode(file, isWhole: isWhole, &logging)
            let state = self[memory: file]
            let isFile = logging.names.tree[file]?.kind == .file
            if isFile, !state.isNew, !state.isMoved { return true }
            if state.isMoved { try logParents(of: file, &logging) }
            for ancestor in newAncestors(of: file, logging) where isNeeded(ancestor, logging) {
                try logInode(ancestor, isWhole: false, &logging)
            }
            return true
        } catch {
            needsCommit = true
            return false
        }
    }

    /// `btrfs_log_all_parents`: those that it has by the commit.
    private mutating func logParents(of file: FileID, _ logging: inout Logging) throws {
        for directory in Set((commit.tree[file]?.links ?? []).map(\.directory)).sorted() {
            if logging.names.isGone(directory) { throw NeedsCommit() }
            if isNeeded(directory, logging) {
                try logInode(directory, isWhole: true, &logging)
            }
        }
    }

    /// Those of `log_all_new_ancestors`: above each link, or where there is one at most, above the name by which
    /// the descriptor goes, which may be gone.
    private mutating func newAncestors(of file: FileID, _ logging: Logging) -> [FileID] {
        let links = (logging.names.tree[file]?.links ?? []).map(\.directory)
        if links.count > 1 || logging.isNewName {
            return links.flatMap { newAncestors(from: $0, logging) }
        }
        let lost = Set(logging.names.lost[file, default: []].map(\.directory)).subtracting(links)
        var known: Set<[FileID]> = []
        let all = (links + lost.sorted()).map { ($0, newAncestors(from: $0, logging)) }
            .filter { known.insert($0.1).inserted }
        let one = all.dropLast().first { ask(.goesBy(file, $0.0)) } ?? all.last
        return one?.1 ?? []
    }

    /// The directories above a name that were made in this transaction.
    private func newAncestors(from directory: FileID, _ logging: Logging) -> [FileID] {
        var all: [FileID] = []
        var next: FileID? = directory
        while let directory = next, directory != logging.names.tree.root {
            if self[memory: directory].isNew { all.append(directory) }
            next = logging.names.tree[directory]?.links.first?.directory
        }
        return all
    }

    /// `need_log_inode`.
    private mutating func isNeeded(_ file: FileID, _ logging: Logging) -> Bool {
        let state = self[memory: file]
        if logging.names.tree[file]?.kind == .directory, !state.isModified { return false }
        return state.copiesEverything || !isLogged(file)
    }

    /// `btrfs_log_inode`.
    private mutating func logInode(
        _ file: FileID, isWhole: Bool, _ logging: inout Logging
    ) throws {
        guard let inode = logging.names.tree[file] else { return }
        let isDirectory = inode.kind == .directory
        var isWhole = isWhole
        if case .symbolicLink = inode.kind { isWhole = true }
        if isDirectory, isWhole, self[memory: file].isMoved { throw NeedsCommit() }
        let wasLogged = isLogged(file)
        let copiesNames = copiesNames(of: file, inode, isWhole: isWhole)
        var item = items[file] ?? Item(inode: inode, linkCount: 0, hasAttributes: false)
        item.inode = inode
        if item.linkCount > 0 { item.hadName = true }
        item.linkCount = file == logging.names.tree.root ? 1 : inode.links.count
        item.cutSize = isWhole ? nil : cutSize(of: file, inode, wasLogged: wasLogged)
        item.hasAttributes = isWhole || wasLogged
        if copiesNames { item.names = logging.names.indices(of: file) }
        let added = isDirectory && isWhole ? addEntries(of: file, to: &item, logging) : []
        put(item, for: file)
        if copiesNames { try noteConflicts(of: file, inode.links, &logging) }
        self[memory: file].isLogged = true
        if !logging.isNewName, isWhole { self[memory: file].isDirty = false }
        try logConflicts(&logging)
        for child in added where isNeeded(child, logging) {
            let isDirectory = logging.names.tree[child]?.kind == .directory
            try logInode(child, isWhole: isDirectory, &logging)
        }
    }

    /// `get_inode_size_to_log`: no more than is in the log, or else in the commit, of which 0 says nothing.
    private func cutSize(of file: FileID, _ inode: Inode, wasLogged: Bool) -> UInt64? {
        let size = inode.content.size
        return wasLogged || commit.tree[file] != nil && size > 0 ? size : nil
    }

    /// Whether the names of a file come to the log with it; what says so is noted as done.
    private mutating func copiesNames(of file: FileID, _ inode: Inode, isWhole: Bool) -> Bool {
        let state = self[memory: file]
        if inode.kind == .directory || !state.needsFullSync || isWhole {
            self[memory: file].copiesEverything = false
        }
        if inode.kind == .directory || state.needsFullSync {
            if inode.kind != .directory, isWhole { self[memory: file].needsFullSync = false }
            return true
        }
        if state.copiesEverything || !isWhole { return true }
        let isSame = Set(inode.links) == Set(commit.tree[file]?.links ?? [])
        return inode.kind == .file && !state.isLogged && !isSame && ask(.knowsNames(file))
    }

    /// `log_directory_changes`.
    ///
    /// - Returns: What its new names are of.
    private mutating func addEntries(
        of directory: FileID, to item: inout Item, _ logging: Logging
    ) -> [FileID] {
        let names = logging.names
        item.entries = item.entries.filter { index, name in
            names.tree.file(at: name.entry) == name.file && names.index(of: name.entry) == index
        }
        let lastIndex = self[memory: directory].lastIndex
        var added: [(index: Int, entry: Entry, file: FileID)] = []
        names.tree[directory]?.entries.forEach { name, file in
            let entry = Entry(directory, name.bytes)
            let index = names.index(of: entry)
            if index >= commit.next, index > lastIndex { added.append((index, entry, file)) }
        }
        added.sort { $0.index < $1.index }
        for name in added { item.entries[name.index] = (name.entry, name.file) }
        self[memory: directory].lastIndex = added.last?.index ?? lastIndex
        commit.tree[directory]?.entries.forEach { name, _ in
            let entry = Entry(directory, name.bytes)
            let isThere =
                names.tree.file(at: entry) != nil
                && names.index(of: entry) == commit.index(of: entry)
            if !isThere { item.ended.insert(entry) }
        }
        return added.map(\.file)
    }

    // MARK: Conflicts

    /// `btrfs_check_ref_name_override`: of the names in each directory, the first that the commit has.
    private mutating func noteConflicts(
        of file: FileID, _ links: [Entry], _ logging: inout Logging
    ) throws {
        for (directory, names) in Dictionary(grouping: links, by: \.directory)
            .sorted(by: { $0.key < $1.key })
        {
            let first = names.sorted {
                logging.names.index(of: $0) < logging.names.index(of: $1)
            }
            .lazy.compactMap { [commit] in commit.tree.file(at: $0) }.first
            if let other = first, other != file, other != logging.file {
                try noteConflict(with: other, in: directory, &logging)
            }
        }
    }

    /// `add_conflicting_inode`.
    private mutating func noteConflict(
        with other: FileID, in directory: FileID, _ logging: inout Logging
    ) throws {
        if logging.conflictCount >= Self.conflictLimit { throw NeedsCommit() }
        let isDirectory = commit.tree[other]?.kind == .directory
        if logging.names.isGone(other) {
            if !isDirectory { return }
        } else {
            if !isNeeded(other, logging) { return }
            if isDirectory, self[memory: other].isMoved { throw NeedsCommit() }
        }
        logging.conflicts.append((other, directory))
        logging.conflictCount += 1
    }

    /// `log_conflicting_inodes`.
    private mutating func logConflicts(_ logging: inout Logging) throws {
        if logging.logsConflicts { return }
        logging.logsConflicts = true
        defer { logging.logsConflicts = false }
        while !logging.conflicts.isEmpty {
            let (other, directory) = logging.conflicts.removeFirst()
            if logging.names.isGone(other) {
                if self[memory: directory].isMoved { throw NeedsCommit() }
                try logInode(directory, isWhole: true, &logging)
            } else if isNeeded(other, logging) {
                try logInode(other, isWhole: false, &logging)
            }
        }
    }
}
