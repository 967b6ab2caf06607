/// What a mount makes of the commit and the log.
extension TreeLog {
    /// What the log says of a file besides its names.
    struct Description: Sendable, Hashable {
        var mode: UInt32
        var user: UInt32
        var group: UInt32
        var attributes: [Inode.Attribute]
        var modified: Inode.Modification
        /// Not only its extended attributes.
        var isWhole = true
        /// It is not longer than that; nil where nothing is said of it.
        var size: UInt64?

        init(_ inode: Inode, isWhole: Bool = true, size: UInt64? = nil) {
            mode = inode.mode
            user = inode.user
            group = inode.group
            attributes = inode.attributes
            modified = inode.modified
            self.isWhole = isWhole
            self.size = size
        }
    }

    /// What replaying the log changes.
    struct Replayed: Sendable {
        var tree: DirectoryTree
        /// Every name that was given or ended on the way.
        var touched: Set<Entry> = []
        var described: [FileID: Description] = [:]
        /// What is as the commit has it, though it was synced.
        var ignored: Set<FileID> = []
    }

    /// `btrfs_recover_log_trees`.
    func replayed() -> Replayed {
        var replay = Replay(commit: commit, items: items)
        replay.run()
        return replay.result
    }
}

private struct Replay {
    let commit: TreeLog.Names
    let items: [FileID: TreeLog.Item]
    var result: TreeLog.Replayed
    private var indices: [Entry: Int]
    private var made: Set<FileID> = []
    /// Those whose links are counted at the end.
    private var fixups: Set<FileID> = []

    init(commit: TreeLog.Names, items: [FileID: TreeLog.Item]) {
        self.commit = commit
        self.items = items
        result = TreeLog.Replayed(tree: commit.tree)
        indices = commit.indices
    }

    private func exists(_ file: FileID) -> Bool {
        made.contains(file) || !commit.isGone(file)
    }

    mutating func run() {
        let files = items.keys.sorted()
        let replayed = files.filter { items[$0]!.linkCount > 0 }
        result.ignored = Set(files.filter { items[$0]!.linkCount == 0 && items[$0]!.hadName })
        for file in replayed { replayInode(file, items[file]!) }
        for file in replayed {
            for (index, name) in items[file]!.entries.sorted(by: { $0.key < $1.key }) {
                replayEntry(index, name.entry, name.file)
            }
        }
        for file in replayed { replayNames(of: file, items[file]!) }
        fixLinks()
    }

    private mutating func unlink(_ entry: Entry) {
        guard result.tree.file(at: entry) != nil else { return }
        result.tree.setEntry(entry, to: nil)
        result.touched.insert(entry)
        indices[entry] = nil
    }

    private mutating func link(_ entry: Entry, to file: FileID, _ index: Int) {
        guard !isInside(entry.directory, file) else { return }
        result.tree.setEntry(entry, to: file)
        result.touched.insert(entry)
        indices[entry] = index
    }

    /// Whether a directory is, or is in, another one: nothing can be linked there.
    private func isInside(_ directory: FileID, _ file: FileID) -> Bool {
        var rest = [directory]
        var seen: Set<FileID> = []
        while let next = rest.popLast() {
            if next == file { return true }
            guard seen.insert(next).inserted else { continue }
            rest += result.tree[next]?.links.map(\.directory) ?? []
        }
        return false
    }

    /// `drop_one_dir_item`.
    private mutating func drop(_ entry: Entry) {
        if let file = result.tree.file(at: entry) { fixups.insert(file) }
        unlink(entry)
    }

    /// The stage `LOG_WALK_REPLAY_INODES`.
    private mutating func replayInode(_ file: FileID, _ item: TreeLog.Item) {
        // `replay_dir_deletes`.
        if exists(file) {
            for entry in item.ended where indices[entry] ?? 0 == commit.index(of: entry) {
                drop(entry)
            }
        }
        let isWhole = item.hasAttributes || !exists(file)
        result.described[file] = TreeLog.Description(
            item.inode, isWhole: isWhole, size: item.cutSize)
        made.insert(file)
        if result.tree[file] == nil { result.tree.add(file, item.inode.withoutNames) }
        fixups.insert(file)
    }

    /// `replay_one_name`.
    private mutating func replayEntry(_ index: Int, _ entry: Entry, _ file: FileID) {
        guard exists(entry.directory) else { return }
        let present = result.tree.file(at: entry)
        if present == file, indices[entry] ?? 0 == index { return }
        if let present, present != file, exists(file) { drop(entry) }
        if items[file]?.names[entry] != nil { return }
        guard exists(file), result.tree.file(at: entry) == nil else { return }
        link(entry, to: file, index)
        if result.tree[file]?.kind != .directory { fixups.insert(file) }
    }

    /// `add_inode_ref`, of the names in each directory.
    private mutating func replayNames(of file: FileID, _ item: TreeLog.Item) {
        let groups = Dictionary(grouping: item.names.keys, by: \.directory)
        for (directory, names) in groups.sorted(by: { $0.key < $1.key }) {
            guard exists(directory) else { continue }
            for entry in names.sorted(by: { item.names[$0]! < item.names[$1]! }) {
                let index = item.names[entry]!
                if result.tree.file(at: entry) == file, indices[entry] ?? 0 == index { continue }
                unlinkOthers(than: names, of: file, in: directory)
                drop(entry)
                link(entry, to: file, index)
            }
            unlinkOthers(than: names, of: file, in: directory)
        }
    }

    /// `unlink_refs_not_in_log`, `unlink_old_inode_refs`.
    private mutating func unlinkOthers(
        than names: [Entry], of file: FileID, in directory: FileID
    ) {
        for entry in result.tree[file]?.links ?? []
        where entry.directory == directory && !names.contains(entry) {
            unlink(entry)
        }
    }

    /// `fixup_inode_link_counts`: what has no name is gone, with all that is in it.
    private mutating func fixLinks() {
        while let file = fixups.max() {
            fixups.remove(file)
            guard file != result.tree.root, let inode = result.tree[file], inode.links.isEmpty,
                inode.kind == .directory
            else { continue }
            inode.entries.forEach { name, _ in drop(Entry(file, name.bytes)) }
        }
    }
}

extension Inode {
    /// Becomes what a log says of it.
    mutating func describe(_ description: TreeLog.Description) throws {
        attributes = description.attributes
        if description.isWhole {
            mode = description.mode
            user = description.user
            group = description.group
            modified = description.modified
        }
        if let size = description.size, size < content.size { try content.truncate(to: size) }
    }
}
