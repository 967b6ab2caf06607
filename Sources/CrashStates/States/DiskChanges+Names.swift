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
        var needs = names.map { lastAt[$0.entry] }
        if followsNames { needs += moved.map { files[$0]?.lastName } }
        let isMove = isDirectory && names.count > 1
        if isMove { needs.append(lastDirectoryMove) }
        let waits = replaces && profile.replacement != .notFlushed
        let index = add(
            [.names(names)], needs: needs, isMetadata: true,
            follows: waits ? files[file]?.allocating ?? [] : [], isCommitPoint: true,
            "\(part)`\(call.text)`")
        lastMetadata = index
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
}
