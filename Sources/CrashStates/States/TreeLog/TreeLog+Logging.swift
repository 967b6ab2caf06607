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
    mutating func log(_ file: FileID, isWhole: Bool, _ logging: inout Logging) -> Bool {
        do {
            try logInode(file, isWhole: isWhole, &logging)
            let state = memory[file] ?? Memory()
            let isFile = logging.names.tree[file]?.kind == .file
            if isFile, !state.isNew, !state.isMoved { return true }
            if state.isMoved { try logParents(of: file, &logging) }
            for link in logging.names.tree[file]?.links ?? [] {
                try logNewAncestors(from: link.directory, &logging)
            }
            return true
        } catch {
            setNeedsCommit()
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

    /// `log_all_new_ancestors`.
    private mutating func logNewAncestors(from directory: FileID, _ logging: inout Logging) throws {
        var next: FileID? = directory
        while let directory = next, directory != logging.names.tree.root {
            if memory[directory]?.isNew ?? false, isNeeded(directory, logging) {
                try logInode(directory, isWhole: false, &logging)
            }
            next = logging.names.tree[directory]?.links.first?.directory
        }
    }

    /// `need_log_inode`.
    private func isNeeded(_ file: FileID, _ logging: Logging) -> Bool {
        let state = memory[file] ?? Memory()
        if logging.names.tree[file]?.kind == .directory, !state.isModified { return false }
        return !state.isLogged || state.copiesEverything
    }

    /// `btrfs_log_inode`.
    private mutating func logInode(
        _ file: FileID, isWhole: Bool, _ logging: inout Logging
    ) throws {
        guard let inode = logging.names.tree[file] else { return }
        var state = memory[file] ?? Memory()
        let isDirectory = inode.kind == .directory
        var isWhole = isWhole
        if case .symbolicLink = inode.kind { isWhole = true }
        if isDirectory, isWhole, state.isMoved { throw NeedsCommit() }
        var copiesNames = true
        if isDirectory {
            state.copiesEverything = false
        } else if state.needsFullSync {
            if isWhole {
                state.needsFullSync = false
                state.copiesEverything = false
            }
        } else if state.copiesEverything || !isWhole {
            state.copiesEverything = false
        } else {
            copiesNames = false
        }
        var item = items[file] ?? Item(inode: inode, linkCount: 0, hasAttributes: false)
        item.inode = inode
        if item.linkCount > 0 { item.hadName = true }
        item.linkCount = file == logging.names.tree.root ? 1 : inode.links.count
        item.cutSize = !isWhole && state.isLogged ? inode.content.size : nil
        item.hasAttributes = isWhole || state.isLogged
        if copiesNames {
            item.names = Dictionary(
                uniqueKeysWithValues: inode.links.map { ($0, logging.names.index(of: $0)) })
        }
        var added: [FileID] = []
        if isDirectory, isWhole {
            added = addEntries(of: file, to: &item, since: &state, logging)
        }
        put(item, for: file)
        memory[file] = state
        if copiesNames { try noteConflicts(of: file, inode.links, &logging) }
        memory[file]!.isLogged = true
        if !logging.isNewName, isWhole { memory[file]!.isDirty = false }
        try logConflicts(&logging)
        for child in added where isNeeded(child, logging) {
            let isDirectory = logging.names.tree[child]?.kind == .directory
            try logInode(child, isWhole: isDirectory, &logging)
        }
    }

    /// `log_directory_changes`.
    ///
    /// - Returns: What its new names are of.
    private func addEntries(
        of directory: FileID, to item: inout Item, since state: inout Memory, _ logging: Logging
    ) -> [FileID] {
        let names = logging.names
        item.entries = item.entries.filter { index, name in
            names.tree.file(at: name.entry) == name.file && names.index(of: name.entry) == index
        }
        var added: [(index: Int, entry: Entry, file: FileID)] = []
        names.tree[directory]?.entries.forEach { name, file in
            let entry = Entry(directory, name.bytes)
            let index = names.index(of: entry)
            if index >= commit.next, index > state.lastIndex { added.append((index, entry, file)) }
        }
        added.sort { $0.index < $1.index }
        for name in added { item.entries[name.index] = (name.entry, name.file) }
        state.lastIndex = added.last?.index ?? state.lastIndex
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
            if isDirectory, memory[other]?.isMoved ?? false { throw NeedsCommit() }
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
                if memory[directory]?.isMoved ?? false { throw NeedsCommit() }
                try logInode(directory, isWhole: true, &logging)
            } else if isNeeded(other, logging) {
                try logInode(other, isWhole: false, &logging)
            }
        }
    }
}
