/// What the log of an fsync is made of: names as they are by then, and which of them the disk has.
extension DiskChanges {
    /// Some names in a log: each stands for what it stands for by now, whatever is on the disk. What a
    /// sync keeps is on the disk from then on. Those that one file has lost are its own alone.
    mutating func addLog(
        _ entries: [Entry], of owner: FileID? = nil, isKept: Bool
    ) -> Int {
        var seen: Set<Entry> = []
        let names = entries.filter { seen.insert($0).inserted }
            .map { (entry: $0, file: tree.file(at: $0)) }
        // What is new there is not in the log of the one that was there.
        let ended = names.filter { name in
            name.file.map { owner != nil && $0 != owner && isNew($0) } ?? true
        }
        let given = names.filter { name in !ended.contains { $0.entry == name.entry } }
        let effects: [DiskChange.Effect] =
            if let owner {
                displacements(from: given, by: owner) + [.names(given)]
                    + ended.map { .end($0.entry, of: owner) }
            } else {
                // First those that end: a directory has one name at a time.
                [.names(ended + given)]
            }
        let index = add(
            effects, needs: [], isMetadata: false, "what a log has of names by `\(call.text)`")
        for (entry, file) in given + ended.filter({ $0.file == nil }) {
            lastAt[entry] = index
            guard let file else { continue }
            var past = files[file] ?? past(of: file)
            past.lastName = index
            if isKept { past.names.append(index) }
            files[file] = past
        }
        return index
    }

    /// What has a name in the state to which a log gives the name to another file comes there with its own.
    func displacements(
        from given: [(entry: Entry, file: FileID?)], by owner: FileID
    ) -> [DiskChange.Effect] {
        given.flatMap { name -> [DiskChange.Effect] in
            earlierOwners(of: name.entry, than: owner).compactMap { earlier in
                guard let link = tree[earlier.file]?.links.first, link != name.entry else {
                    return nil
                }
                return .displace(earlier.file, from: name.entry, to: link)
            }
        }
    }

    /// What was changed in a directory, and of the other names that its files have or had on the disk, in
    /// the directories where they still have one: the log has them by the directory. A directory has one
    /// name.
    func loggedEntries(of directory: FileID, _ indices: Set<Int>) -> [Entry] {
        let changed = indices.sorted().flatMap { entries(of: $0) }
            .filter { $0.directory == directory }
        let others = changed.compactMap { tree.file(at: $0) }.flatMap { file -> [Entry] in
            let isDirectory = tree[file]?.kind == .directory
            let directories = Set((tree[file]?.links ?? []).map(\.directory))
            return (files[file]?.names ?? []).filter { isPending($0) }.flatMap { entries(of: $0) }
                .filter { isDirectory || directories.contains($0.directory) }
                .filter { tree.file(at: $0) == file || had(file, $0) }
        }
        return changed + others
    }

    /// Whether a file has a name on the disk, as far as the recording begins or a sync has made it.
    func had(_ file: FileID, _ entry: Entry) -> Bool {
        if initial.file(at: entry) == file { return true }
        return (files[file]?.names ?? []).contains { index in
            !isPending(index)
                && changes[index].names.contains { $0.entry == entry && $0.file == file }
        }
    }

    func entries(of index: Int) -> [Entry] { changes[index].names.map(\.entry) }

    func entries(of index: Int, givenTo file: FileID) -> [Entry] {
        changes[index].names.filter { $0.file == file }.map(\.entry)
    }

    func pendingNeeds(of indices: [Int]) -> Set<Int> {
        var found: Set<Int> = []
        var rest = indices
        while let index = rest.popLast() {
            if isPending(index), found.insert(index).inserted { rest += changes[index].needs }
        }
        return found
    }

    func isNew(_ file: FileID) -> Bool { initial[file]?.links.isEmpty ?? true }

    func isGone(_ file: FileID) -> Bool { tree[file]?.links.isEmpty ?? true }

    func wasOfWhatIsGone(_ entry: Entry) -> Bool {
        if let first = initial.file(at: entry), isGone(first) { return true }
        return changes.contains { change in
            change.names.contains { $0.entry == entry && $0.file.map(isGone) ?? false }
        }
    }

    /// Whether a change moves a file that the log of another one may not have: it is gone, or new.
    func movesWhatIsNotLogged(_ index: Int, but file: FileID) -> Bool {
        let names = changes[index].names
        guard names.count == 2, let moved = names[1].file, names[0].file == nil else {
            return false
        }
        return isGone(moved) || moved != file && isNew(moved)
    }

    func leaves(_ directory: FileID, _ index: Int) -> Bool {
        let names = changes[index].names
        return names.count == 2 && names[0].entry.directory == directory
            && names[1].entry.directory != directory
    }

    /// Whether a change is one new name, not a move.
    func makesName(_ index: Int) -> Bool {
        let names = changes[index].names
        return names.count == 1 && names[0].file != nil
    }
}
