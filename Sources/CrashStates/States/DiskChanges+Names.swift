extension DiskChanges {
    mutating func addRename(
        _ file: FileID, _ source: Entry, _ target: Entry, _ replaced: FileID?
    ) {
        let isDirectory = tree[file]?.kind == .directory
        // A directory has one name at a time.
        guard profile.renames == .apart, !isDirectory else {
            return addNames(
                [(source, nil), (target, file)], of: file, isDirectory: isDirectory,
                replaces: replaced != nil)
        }
        if let replaced {
            addNames(
                [(target, nil)], of: replaced, isDirectory: false, part: "what is replaced by ")
        }
        addNames(
            [(target, file)], of: file, isDirectory: false, replaces: replaced != nil,
            part: "the new name of ")
        // Which may come first.
        addNames(
            [(source, nil)], of: file, isDirectory: false, followsNames: false,
            part: "the end of the old name of ")
    }

    mutating func addNames(
        _ names: [(entry: Entry, file: FileID?)], of file: FileID, and other: FileID? = nil,
        isDirectory: Bool, replaces: Bool = false, followsNames: Bool = true,
        part: String = ""
    ) {
        let moved = [file, other].compactMap { $0 }
        let isLogged = isLogged(names, of: moved)
        if replaces, let target = names.last?.entry {
            let stays =
                names.allSatisfy { $0.entry.directory == target.directory }
                && !isReplacedInLog(target)
            let isKept = isLogged && (stays || moved.contains { isInLog($0) })
            if !isKept { addEndInLog(of: target) }
        }
        var needs = names.map { name in
            let last = lastAt[name.entry]
            // The log takes the place of whoever has it.
            return isLogged && name.file != nil
                && last.map { givesName(name.entry, at: $0) } == true
                ? nil : last
        }
        if followsNames, !isLogged { needs += moved.map { files[$0]?.lastName } }
        let isMove = isDirectory && names.count > 1
        if isMove { needs.append(lastDirectoryMove) }
        let waits = replaces && profile.replacement != .notFlushed
        let index = add(
            [.names(names)], needs: needs, isMetadata: !isLogged,
            follows: waits ? files[file]?.allocating ?? [] : [], "\(part)`\(call.text)`")
        if replaces { replacements.insert(index) }
        if isLogged {
            noteLogged(index)
            for file in moved { logInode(file) }
            addWholeMove(names, at: index)
        } else {
            lastMetadata = index
        }
        if isMove { lastDirectoryMove = index }
        for (entry, file) in names {
            lastAt[entry] = index
            // POSIX keeps a moved name with the directory that it was moved to.
            if file != nil || names.count == 1 || profile.sync != .exactly {
                files[entry.directory, default: Past()].entries.append(index)
            }
            files[entry.directory, default: Past()].lastMetadata = index
        }
        for file in moved {
            var past = files[file] ?? past(of: file)
            past.lastName = index
            past.lastMetadata = index
            past.names.append(index)
            files[file] = past
        }
    }

    /// A file that is in the log of fsyncs gets its new names there, and whoever syncs next writes the log:
    /// without what was changed before, and was not synced. So does a name that leaves a directory which is
    /// in the log.
    private func isLogged(_ names: [(entry: Entry, file: FileID?)], of moved: [FileID]) -> Bool {
        if names.contains(where: { $0.file == nil && isInLog($0.entry.directory) }) { return true }
        return names.contains { $0.file != nil } && moved.contains { isInLog($0) }
    }

    private func isReplacedInLog(_ entry: Entry) -> Bool {
        tree.file(at: entry).map { isInLog($0) } ?? false
    }

    /// What is replaced leaves the log that has it or its directory. What comes in its place is in the log
    /// only if it is a file that is there, or came from another name of a directory that is.
    private mutating func addEndInLog(of entry: Entry) {
        guard isInLog(entry.directory) || isReplacedInLog(entry) else { return }
        noteLogged(
            add(
                [.names([(entry, nil)])], needs: [lastAt[entry]], isMetadata: false,
                "the end of what is replaced by `\(call.text)`"))
    }

    private func givesName(_ entry: Entry, at index: Int) -> Bool {
        guard case .names(let names)? = changes[index].effects.first else { return false }
        return names.contains { $0.entry == entry && $0.file != nil }
    }

    /// The log has what became of a file by two renames, and not what the first one replaced: that is
    /// there again.
    private mutating func addWholeMove(
        _ names: [(entry: Entry, file: FileID?)], at index: Int
    ) {
        guard names.count == 2, let first = lastAt[names[0].entry], replacements.contains(first),
            changes[first].isLogged, changes[first].durableFrom == nil,
            case .names(let earlier)? = changes[first].effects.first, earlier.count == 2,
            earlier[1].entry == names[0].entry, earlier[1].file == names[1].file
        else { return }
        let whole = add(
            [.names([earlier[0], names[1]])],
            needs: changes[first].needs + [lastAt[names[1].entry]], isMetadata: false,
            "\(changes[first].text) and \(changes[index].text) as one")
        noteLogged(whole)
    }
}
