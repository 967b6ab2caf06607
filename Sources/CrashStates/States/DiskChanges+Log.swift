/// What the log of an fsync has, on a file system that keeps one beside its commits: btrfs. Its replay gives
/// the names in it to whom the log says, whatever else was changed before and is not in it.
extension DiskChanges {
    mutating func noteInLog(_ file: FileID) {
        var past = files[file] ?? past(of: file)
        past.loggedSince = call.number
        files[file] = past
    }

    func isPending(_ index: Int) -> Bool { changes[index].durableFrom == nil }

    /// What a log keeps of a file's own names. A file that had one of them before, and is gone, or is not in
    /// the log, has no part in that: it may still have its name.
    mutating func loggedNames(of file: FileID) -> [Int] {
        let names = files[file]?.names ?? []
        logLostNames(of: file)
        let ended = names.flatMap { entries(of: $0) }.filter { tree.file(at: $0) != file }
        guard
            ended.contains(where: { wasOfWhatIsGone($0) })
                || pendingNeeds(of: names).contains(where: { movesWhatIsNotLogged($0, but: file) })
        else { return names }
        return [addLog(names.flatMap { entries(of: $0) }, of: file, isKept: true)]
    }

    /// That the names are lost which a file had on the disk, its log has, too. With one that another file has
    /// taken comes its directory, or not even that.
    private mutating func logLostNames(of file: FileID) {
        let names = files[file]?.names ?? []
        let moved = Set(names.flatMap { entries(of: $0) })
        let taken = (initial[file]?.links ?? []).filter { entry in
            !moved.contains(entry) && lastAt[entry].map { isPending($0) } ?? false
                && tree.file(at: entry).map { $0 != file && !isNew($0) } ?? false
        }
        for directory in Set(taken.map(\.directory)).sorted() {
            logDirectory(directory, besides: names)
        }
        for entry in taken {
            noteLogged(
                add(
                    [.end(entry, of: file)], needs: [], isMetadata: false,
                    "the end of a name by `\(call.text)`"))
        }
    }

    /// The names of new directories above a file, which a log keeps with it, and from then on what becomes
    /// of those (`log_new_ancestors`); with a file that has its names already it need not. That an old one
    /// was renamed, it may have, too, without what was changed before.
    mutating func namesAbove(_ file: FileID) -> [Int] {
        let isSettled = (files[file]?.names ?? []).allSatisfy { !isPending($0) }
        var names: [Int] = []
        var next = tree[file]?.links.first?.directory
        while let directory = next, directory != tree.root {
            let above = files[directory]?.names ?? []
            if let first = above.first, makesName(first) {
                let isNew = isPending(first)
                if isNew { noteInLog(directory) }
                if isNew, isSettled { noteLogged(first) } else { names.append(first) }
            }
            for index in above where isPending(index) && !makesName(index) { noteLogged(index) }
            next = tree[directory]?.links.first?.directory
        }
        return names
    }

    /// What a log keeps of the names in a directory. That a name left it for another one, it cannot say:
    /// that is kept whole (`BTRFS_LOG_FORCE_COMMIT`). Where other directories have a part in what was
    /// changed, the log has this one as it is, and those are as they were.
    mutating func loggedEntries(of directory: FileID) -> [Int] {
        let pending = (files[directory]?.entries ?? []).filter { isPending($0) }
        let isApart = pendingNeeds(of: pending).contains { index in
            entries(of: index).contains { $0.directory != directory }
        }
        guard isApart else { return pending }
        let leaving = pending.filter { leaves(directory, $0) }
        let logged = loggedEntries(of: directory, Set(pending).subtracting(leaving))
        let kept = addLog(logged.filter { $0.directory == directory }, isKept: true)
        if logged.contains(where: { $0.directory != directory }) {
            noteLogged(addLog(logged, isKept: false))
        }
        return leaving + [kept]
    }

    /// The directories of a file of which a name was changed may be in its log as a whole
    /// (`btrfs_log_all_parents`): with whatever was changed of other names there.
    mutating func logParents(of file: FileID) {
        let names = files[file]?.names ?? []
        guard (isNew(file) ? names.dropFirst() : names[...]).contains(where: { isPending($0) })
        else {
            return
        }
        for directory in Set((tree[file]?.links ?? []).map(\.directory)).sorted() {
            logDirectory(directory, besides: names)
        }
    }

    /// A directory may be in the log as a whole, if other names than those were changed in it.
    private mutating func logDirectory(_ directory: FileID, besides names: [Int]) {
        let pending = (files[directory]?.entries ?? []).filter { isPending($0) }
        if pending.contains(where: { !names.contains($0) }) {
            let entries = loggedEntries(of: directory, Set(pending))
            noteLogged(addLog(entries, isKept: false))
        }
        noteInLog(directory)
    }

    /// With the new names in a directory the log may have the attributes of what they stand for, and from
    /// then on other names of that (`log_new_dir_dentries`).
    mutating func logNewEntries(in directory: FileID) {
        for index in files[directory]?.entries ?? [] where isPending(index) {
            for file in changes[index].names.compactMap(\.file) {
                logInode(file)
                files[file]?.loggedWithDirectorySince = call.number
            }
        }
    }

    /// What else there is of a file comes to the log with a name.
    mutating func logInode(_ file: FileID) {
        guard let past = files[file] else { return }
        for index in past.attributes + past.shapes.map(\.index) where isPending(index) {
            noteLogged(index)
        }
    }

    /// A log that has a file has that it is gone, under whatever name it was: not where it was moved to
    /// before, nor who came in its place.
    mutating func addEndInLog(of file: FileID, at entry: Entry) {
        guard profile.sync == .log, mayBeInLog(file), tree[file]?.links == [entry] else { return }
        let names = files[file]?.names ?? []
        let ended = (names.flatMap { entries(of: $0) } + (initial[file]?.links ?? []))
            .filter { tree.file(at: $0) == nil && had(file, $0) }
        if !ended.isEmpty { noteLogged(addLog(ended, isKept: false)) }
    }

    /// A file that is synced without a name is not replayed (`ignore_cur_inode`), nor what the log had of it
    /// by an earlier sync: under a name that it had, it is as the last commit left it. Data that was
    /// written in place stays. The directories in which it had a name then come to the log as they are.
    mutating func addOmission(of file: FileID) {
        for directory in Set((committed[file]?.links ?? []).map(\.directory)).sorted() {
            logDirectory(directory, besides: [])
        }
        guard mayBeInLog(file), let inode = tree[file], var old = committed[file],
            case .file = inode.kind
        else { return }
        if profile.overwritesInPlace, old.content.size <= inode.content.size {
            let size = old.content.size
            old.content = inode.content
            try? old.content.truncate(to: size)
        }
        noteLogged(
            add(
                [.asBefore(file, old)], needs: [], isMetadata: false,
                "nothing in the log of what lost its name before `\(call.text)`"))
    }

    func isInLog(_ file: FileID) -> Bool { loggedSince(file) != nil }

    func loggedSince(_ file: FileID) -> Int? { files[file]?.loggedSince }

    func mayBeInLog(_ file: FileID) -> Bool { maybeLoggedSince(file) != nil }

    func maybeLoggedSince(_ file: FileID) -> Int? {
        [files[file]?.loggedSince, files[file]?.loggedWithDirectorySince].compactMap { $0 }.max()
    }
}
