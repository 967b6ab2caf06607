/// Files that are gone and come back: the log of an fsync has the file that took their name, and, once that
/// loses the name, nothing of it.
extension DiskChanges {
    /// A name that a file which the log may have has lost.
    struct LostName: Sendable {
        var entry: Entry
        /// What has replaced that file, and is not in the log.
        var successor: FileID?
        /// The change by which the name was lost, if it comes to the log.
        var end: Int?
        /// What had the name before.
        var owners: [Gain]
    }

    /// That a file got a name.
    struct Gain: Sendable {
        var file: FileID
        /// The change by which it did; nil where it had the name from the beginning.
        var index: Int?
    }

    /// No more earlier files than these come back to one name: the first one, and the last ones.
    private static let ownerLimit = 4

    /// Where a file that the log may have loses a name, what had it before and is gone by now may have it again:
    /// btrfs takes the name out of the log (`btrfs_del_inode_ref_in_log`), and that the other one was removed
    /// is not in it.
    mutating func addReturns(after operation: Operation) {
        guard profile.sync == .log else { return }
        switch operation {
        case .unlink(let file, let entry):
            noteLost(entry, by: file)
            if isGone(file), mayBeInLog(file) { addOwnReturns(of: file, from: entry) }
        case .rename(let file, let source, let target, let replaced):
            noteLost(source, by: file)
            if let replaced, replaced != file, !isInLog(file) {
                noteLost(target, by: replaced, to: file)
            }
        default: return
        }
        for name in lostNames { addReturns(to: name) }
        lostNames = lostNames.compactMap { name in
            var rest = name
            rest.owners = name.owners.filter { !isGone($0.file) }
            return rest.owners.isEmpty ? nil : rest
        }
    }

    /// A sync of everything, or of a directory, has that they are gone.
    mutating func endReturns(in directory: FileID? = nil) -> [Int] {
        func isEnded(_ entry: Entry) -> Bool { directory == nil || entry.directory == directory }
        lostNames.removeAll { isEnded($0.entry) }
        let ended = returned.filter(isEnded)
        returned.removeAll(where: isEnded)
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

    /// With an old file that was moved to a name, or with its directory, the log has that the one before has lost
    /// it.
    private mutating func noteLost(_ entry: Entry, by loser: FileID, to successor: FileID? = nil) {
        guard mayBeInLog(loser), let gain = gains[entry]?.first(where: { $0.file == loser })?.index,
            changes[gain].names.count == 1 || isNew(loser),
            files[entry.directory]?.lastSync ?? 0 < changes[gain].call
        else { return }
        var owners = earlierOwners(of: entry, than: loser)
        if owners.count > Self.ownerLimit {
            owners.removeSubrange(1..<owners.count - Self.ownerLimit + 1)
        }
        guard !owners.isEmpty else { return }
        let end = successor == nil ? lastAt[entry] : nil
        lostNames.append(LostName(entry: entry, successor: successor, end: end, owners: owners))
    }

    private mutating func addReturns(to name: LostName) {
        for owner in name.owners where isGone(owner.file) {
            addReturn(
                to: name.entry, of: owner.file, unless: name.successor,
                needs: [name.end, owner.index])
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

    /// What had a name before a file that has it or has lost it.
    func earlierOwners(of entry: Entry, than file: FileID) -> [Gain] {
        let first = initial.file(at: entry).map { [Gain(file: $0, index: nil)] } ?? []
        return (first + (gains[entry] ?? [])).prefix { $0.file != file }.map { $0 }
    }

    /// Notes who gets names by a change.
    mutating func noteGains(_ index: Int) {
        guard profile.sync == .log else { return }
        for case (let entry, let file?) in changes[index].names
        where gains[entry]?.last?.file != file {
            gains[entry, default: []].append(Gain(file: file, index: index))
        }
    }
}
