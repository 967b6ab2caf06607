extension DiskChanges {
    /// What an fsync keeps, or one of some bytes: `msync` of a part of a mapping.
    mutating func sync(_ file: FileID, dataOnly: Bool, range: Range<UInt64>?) {
        if profile.sync == .log {
            // A file without a name is not logged.
            if tree[file]?.links.isEmpty ?? true, file != tree.root { return }
            noteInLog(file)
        }
        guard let past = files[file] else { return }
        var indices = past.data
        if let range {
            // What is not in whole blocks is written with them.
            let blocks = profile.blocks(of: range)
            indices = indices.filter { changes[$0].range?.overlaps(blocks) ?? true }
        }
        switch profile.sync {
        case .exactly:
            indices += past.entries
            if !dataOnly { indices += past.attributes }
        case .journal:
            if !dataOnly, let last = past.lastMetadata { indices.append(last) }
            indices += past.entries.suffix(1)
        case .log:
            logParents(of: file)
            indices += past.names + namesAbove(file) + loggedEntries(past.entries, of: file)
            if dataOnly {
                // They may be in the log, too.
                for index in past.attributes where changes[index].durableFrom == nil {
                    noteLogged(index)
                }
            } else {
                indices += past.attributes
            }
        }
        makeDurable(indices)
    }

    /// An fsync that failed has thrown away what it was to write: no later one writes it.
    ///
    /// Since Linux 4.16 the pages are clean after the first error that is told; PostgreSQL's "fsyncgate"
    /// of 2018 is about that.
    mutating func failSync(_ file: FileID) {
        guard var past = files[file] else { return }
        drop(past.data.filter { changes[$0].range != nil })
        past.data.removeAll { changes[$0].range != nil }
        past.allocating = []
        files[file] = past
    }

    /// The names of new directories above a file, which a log keeps with it. That an old one was
    /// renamed, it does not say.
    private func namesAbove(_ file: FileID) -> [Int] {
        var names: [Int] = []
        var next = tree[file]?.links.first?.directory
        while let directory = next, directory != tree.root {
            if let first = files[directory]?.names.first, makesName(first) { names.append(first) }
            next = tree[directory]?.links.first?.directory
        }
        return names
    }

    /// Whether a change is one new name, not a move.
    private func makesName(_ index: Int) -> Bool {
        guard case .names(let names)? = changes[index].effects.first else { return false }
        return names.count == 1 && names[0].file != nil
    }

    /// The directories of a file of which a name was changed may be in its log as a whole
    /// (`btrfs_log_all_parents`): with whatever was changed of other names there.
    private mutating func logParents(of file: FileID) {
        let names = files[file]?.names ?? []
        let isNew = initial[file]?.links.isEmpty ?? true
        guard (isNew ? names.dropFirst() : names[...]).contains(where: { isPending($0) }) else {
            return
        }
        for directory in Set((tree[file]?.links ?? []).map(\.directory)) {
            let entries = (files[directory]?.entries ?? []).filter {
                isPending($0) && !changes[$0].isLogged && !names.contains($0)
            }
            for index in loggedEntries(entries, of: directory) { noteLogged(index) }
            noteInLog(directory)
        }
    }

    private mutating func noteInLog(_ file: FileID) {
        var past = files[file] ?? past(of: file)
        past.isLogged = true
        files[file] = past
    }

    private func isPending(_ index: Int) -> Bool { changes[index].durableFrom == nil }

    /// Of a name that was moved from one directory to another, the log of the new one has the new name,
    /// and so it has further names that the file was given there.
    private mutating func loggedEntries(_ entries: [Int], of directory: FileID) -> [Int] {
        var logged: [Int: Int] = [:]
        return entries.map { index in
            let entry = loggedMove(index, of: directory) ?? loggedName(index, after: logged)
            if let entry { logged[index] = entry }
            return entry ?? index
        }
    }

    private mutating func loggedName(_ index: Int, after logged: [Int: Int]) -> Int? {
        let change = changes[index]
        guard change.durableFrom == nil, makesName(index),
            change.needs.contains(where: { logged[$0] != nil })
        else { return nil }
        return add(
            change.effects, needs: change.needs.map { logged[$0] ?? $0 }, isMetadata: false,
            change.text)
    }

    private mutating func loggedMove(_ index: Int, of directory: FileID) -> Int? {
        guard changes[index].durableFrom == nil, changes[index].effects.count == 1,
            case .names(let names)? = changes[index].effects.first, names.count == 2,
            let added = names.last, added.entry.directory == directory, let file = added.file,
            let removed = names.first, removed.file == nil, removed.entry.directory != directory,
            tree.file(at: added.entry) == file
        else { return nil }
        let logged = add(
            [.names([(added.entry, file)])], needs: changes[index].needs, isMetadata: false,
            "the new name of \(changes[index].text)")
        // What comes to that place later need not wait for the end of the old name.
        lastAt[added.entry] = logged
        return logged
    }
}
