/// Files that are gone and come back: the log of an fsync has the file that took their name, and, once that
/// loses the name, nothing of it.
extension DiskChanges {
    /// A name that a file which the log may have has lost.
    struct LostName: Sendable, Hashable {
        var entry: Entry
        var loser: FileID
        /// What has replaced it, and is not in the log.
        var successor: FileID?
    }

    /// Where a file that the log may have loses a name, what had it before and is gone by now may have it again:
    /// btrfs takes the name out of the log (`btrfs_del_inode_ref_in_log`), and that the other one was removed
    /// is not in it.
    mutating func addReturns(after operation: Operation) {
        guard profile.sync == .log else { return }
        switch operation {
        case .unlink(let file, let entry):
            noteLost(LostName(entry: entry, loser: file))
            if isGone(file), mayBeInLog(file) { addOwnReturns(of: file, from: entry) }
        case .rename(let file, let source, let target, let replaced):
            noteLost(LostName(entry: source, loser: file))
            if let replaced, replaced != file, !isInLog(file) {
                noteLost(LostName(entry: target, loser: replaced, successor: file))
            }
        default: return
        }
        for name in lostNames { addReturns(to: name) }
        lostNames.removeAll { returned.contains($0.entry) }
    }

    /// A sync of everything, or of a directory, has that they are gone.
    mutating func endReturns(in directory: FileID? = nil) -> [Int] {
        let ended = returned.filter { directory == nil || $0.directory == directory }
        returned.removeAll(where: ended.contains)
        return ended.map { entry in
            add(
                [.names([(entry, tree.file(at: entry))])], needs: [], isMetadata: false,
                "what a name is of by `\(call.text)`")
        }
    }

    /// A file that is gone may have a name again that it had before it was moved.
    private mutating func addOwnReturns(of file: FileID, from last: Entry) {
        for entry in laterNames(of: file, but: last) {
            addReturn(to: entry, of: file, unless: nil, needs: [lastAt[last]])
        }
    }

    private mutating func noteLost(_ name: LostName) {
        if mayBeInLog(name.loser), !lostNames.contains(name) { lostNames.append(name) }
    }

    /// With an old file that was moved there, or with its directory, the log has that the other one has lost the
    /// name.
    private mutating func addReturns(to name: LostName) {
        let gain = changes.first { change in
            change.names.contains { $0.entry == name.entry && $0.file == name.loser }
        }
        guard let gain, gain.names.count == 1 || isNew(name.loser),
            files[name.entry.directory]?.lastSync ?? 0 < gain.call
        else { return }
        let end = name.successor == nil ? lastAt[name.entry] : nil
        for owner in earlierOwners(of: name) where isGone(owner.file) {
            addReturn(
                to: name.entry, of: owner.file, unless: name.successor, needs: [end, owner.since])
        }
    }

    private mutating func addReturn(
        to entry: Entry, of file: FileID, unless other: FileID?, needs: [Int?]
    ) {
        let index = add(
            [.giveBack(entry, to: file, unless: other)]
                + laterNames(of: file, but: entry).map { .end($0, of: file) },
            needs: needs, isMetadata: false,
            "what a name was of before, again after `\(call.text)`")
        markLogged(index)
        if !returned.contains(entry) { returned.append(entry) }
    }

    /// The names that a file got by what is recorded.
    private func laterNames(of file: FileID, but entry: Entry) -> [Entry] {
        (files[file]?.names ?? []).flatMap { entries(of: $0, givenTo: file) }.filter { $0 != entry }
    }

    /// What had a name before the file that has lost it, and the change by which it got it.
    func earlierOwners(of name: LostName) -> [(file: FileID, since: Int?)] {
        var owners: [(file: FileID, since: Int?)] = []
        if let first = initial.file(at: name.entry) { owners.append((first, nil)) }
        for (index, change) in changes.enumerated() {
            for given in change.names where given.entry == name.entry {
                if given.file == name.loser { return owners }
                if let file = given.file { owners.append((file, index)) }
            }
        }
        return owners.filter { $0.file != name.loser }
    }
}
