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
        let logged = loggedSince(names, of: moved)
        let isLogged = logged != nil
        let gives = names.contains { $0.file != nil }
        var sure =
            isLogged && gives && !isDirectory ? moved.compactMap { loggedSince($0) }.max() : nil
        if replaces, let target = names.last?.entry {
            let stays =
                names.allSatisfy { $0.entry.directory == target.directory }
                && !isReplacedInLog(target)
            let isKept = isLogged && (stays || moved.contains { isInLog($0) })
            if !isKept { addEndInLog(of: target) }
            if !isKept { sure = nil }
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
        if let logged {
            noteLogged(index, since: logged)
            if let sure { noteSurelyLogged(index, since: sure) }
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

    /// A file that is in the log of fsyncs gets its new names there, and loses those that end
    /// (`btrfs_del_inode_ref_in_log`), and whoever syncs next writes the log: without what was changed
    /// before, and was not synced. So does a name that leaves a directory which is in the log.
    private func loggedSince(
        _ names: [(entry: Entry, file: FileID?)], of moved: [FileID]
    ) -> Int? {
        let left = names.filter { $0.file == nil }.map(\.entry.directory)
        return (left.compactMap { loggedSince($0) } + moved.compactMap { maybeLoggedSince($0) })
            .max()
    }

    private func isReplacedInLog(_ entry: Entry) -> Bool { replacedLoggedSince(entry) != nil }

    private func replacedLoggedSince(_ entry: Entry) -> Int? {
        tree.file(at: entry).flatMap { loggedSince($0) }
    }

    /// What is replaced leaves the log that has it or its directory. What comes in its place is in the log
    /// only if it is a file that is there, or came from another name of a directory that is.
    private mutating func addEndInLog(of entry: Entry) {
        let reasons = [loggedSince(entry.directory), replacedLoggedSince(entry)].compactMap { $0 }
        guard let since = reasons.max() else { return }
        let index = add(
            [.names([(entry, nil)])], needs: [lastAt[entry]], isMetadata: false,
            "the end of what is replaced by `\(call.text)`")
        noteLogged(index, since: since)
    }

    private func givesName(_ entry: Entry, at index: Int) -> Bool {
        changes[index].names.contains { $0.entry == entry && $0.file != nil }
    }

    /// The log has what became of a file by two renames, and not what the first one replaced: that is
    /// there again.
    private mutating func addWholeMove(
        _ names: [(entry: Entry, file: FileID?)], at index: Int
    ) {
        guard names.count == 2, let first = lastAt[names[0].entry], replacements.contains(first),
            changes[first].isLogged, changes[first].durableFrom == nil,
            case let earlier = changes[first].names, earlier.count == 2,
            earlier[1].entry == names[0].entry, earlier[1].file == names[1].file
        else { return }
        let whole = add(
            [.names([earlier[0], names[1]])],
            needs: changes[first].needs + [lastAt[names[1].entry]], isMetadata: false,
            "\(changes[first].text) and \(changes[index].text) as one")
        noteLogged(whole)
    }
}
