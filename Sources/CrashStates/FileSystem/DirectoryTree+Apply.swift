extension DirectoryTree {
    /// Does what an operation did. An operation that does not fit the tree is an error of the
    /// recording.
    ///
    /// - Throws: ``RecordingError``; the tree is then as before.
    public mutating func apply(_ operation: Operation) throws {
        switch operation {
        case .create(let file, let kind, let entry, let mode):
            try create(file, kind, at: entry, mode: mode)
        case .link(let file, let entry):
            try expectNothing(at: entry, "link")
            guard try known(file, "link").kind != .directory else {
                throw RecordingError.wrongKind("link", file, expected: "file")
            }
            setEntry(entry, to: file)
        case .unlink(let file, let entry): try unlink(file, at: entry)
        case .rename(let file, let source, let target, let replaced):
            try rename(file, from: source, to: target, replacing: replaced)
        case .exchange(let first, let firstEntry, let second, let secondEntry):
            try exchange(first, at: firstEntry, with: second, at: secondEntry)
        case .write(let file, let offset, let bytes):
            try write(file, at: offset, bytes[...])
        case .stored(let file, let offset, let bytes):
            let size = try knownFile(file, "stored").content.size
            guard offset + UInt64(bytes.count) <= size else {
                throw RecordingError.beyondEnd("stored", file, offset: offset, size: size)
            }
            try write(file, at: offset, bytes[...])
        case .truncate, .reserve, .zero, .collapse, .insert: try reshape(operation)
        case .setMode, .setOwner, .setTime, .setAttribute, .removeAttribute: try describe(operation)
        case .sync(let file, _, _), .failedSync(let file): _ = try known(file, "sync")
        case .syncAll, .acknowledge: break
        }
    }

    // MARK: Names

    private mutating func create(_ file: FileID, _ kind: FileKind, at entry: Entry, mode: UInt32)
        throws
    {
        guard self[file] == nil else { throw RecordingError.identityUsed("create", file) }
        try expectNothing(at: entry, "create")
        // A new file belongs to whoever owns its directory, as far as the recording says.
        let directory = try known(entry.directory, "create")
        var inode = Inode(kind: kind, mode: mode, in: directory)
        inode.modified = .call(call)
        add(file, inode)
        setEntry(entry, to: file)
    }

    private mutating func unlink(_ file: FileID, at entry: Entry) throws {
        try expect(file, at: entry, "unlink")
        guard let inode = self[file], inode.entries.isEmpty else {
            throw RecordingError.notEmpty("unlink", path: path(of: entry))
        }
        setEntry(entry, to: nil)
    }

    private mutating func rename(
        _ file: FileID, from source: Entry, to target: Entry, replacing replaced: FileID?
    ) throws {
        try expect(file, at: source, "rename")
        if let replaced {
            try expect(replaced, at: target, "rename")
            guard let inode = self[replaced], inode.entries.isEmpty else {
                throw RecordingError.notEmpty("rename", path: path(of: target))
            }
        } else {
            try expectNothing(at: target, "rename")
        }
        // Two names of one file: rename leaves both, as POSIX has it.
        if replaced == file { return }
        try expectOutside(file, target.directory, "rename")
        setEntry(source, to: nil)
        setEntry(target, to: file)
    }

    private mutating func exchange(
        _ first: FileID, at firstEntry: Entry, with second: FileID, at secondEntry: Entry
    ) throws {
        try expect(first, at: firstEntry, "exchange")
        try expect(second, at: secondEntry, "exchange")
        try expectOutside(first, secondEntry.directory, "exchange")
        try expectOutside(second, firstEntry.directory, "exchange")
        setEntry(firstEntry, to: nil)
        setEntry(secondEntry, to: first)
        setEntry(firstEntry, to: second)
    }

    // MARK: Contents

    /// Writes bytes without copying them, where they cover whole blocks.
    mutating func write(_ file: FileID, at offset: UInt64, _ bytes: ArraySlice<UInt8>) throws {
        let modification = Inode.Modification.call(call)
        _ = try knownFile(file, "write")
        try update(file) {
            try $0.content.write(bytes, at: offset)
            $0.modified = modification
        }
    }

    private mutating func reshape(_ operation: Operation) throws {
        let modification = Inode.Modification.call(call)
        switch operation {
        case .truncate(let file, let size):
            _ = try knownFile(file, "truncate")
            try update(file) {
                try $0.content.truncate(to: size)
                $0.modified = modification
            }
        case .reserve(let file, let size):
            _ = try knownFile(file, "reserve")
            try update(file) {
                $0.content.grow(to: size)
                $0.modified = modification
            }
        case .zero(let file, let offset, let count, let grows, _):
            _ = try knownFile(file, "zero")
            try update(file) {
                try $0.content.zero(from: offset, count: count)
                if grows { $0.content.grow(to: offset + count) }
                $0.modified = modification
            }
        case .collapse(let file, let offset, let count):
            let size = try knownFile(file, "collapse").content.size
            guard offset + count <= size else {
                throw RecordingError.beyondEnd("collapse", file, offset: offset, size: size)
            }
            try update(file) {
                try $0.content.collapse(at: offset, count: count)
                $0.modified = modification
            }
        case .insert(let file, let offset, let count):
            let size = try knownFile(file, "insert").content.size
            guard offset <= size else {
                throw RecordingError.beyondEnd("insert", file, offset: offset, size: size)
            }
            try update(file) {
                try $0.content.insert(at: offset, count: count)
                $0.modified = modification
            }
        default: break
        }
    }

    // MARK: Permissions and attributes

    private mutating func describe(_ operation: Operation) throws {
        switch operation {
        case .setMode(let file, let mode):
            _ = try known(file, "setMode")
            update(file) { $0.setMode(mode) }
        case .setOwner(let file, let user, let group):
            _ = try known(file, "setOwner")
            update(file) {
                $0.user = user
                $0.group = group
            }
        case .setTime(let file, let time):
            _ = try known(file, "setTime")
            let modification = Inode.Modification.set(time, byCall: call)
            update(file) { $0.modified = modification }
        case .setAttribute(let file, let name, let value):
            _ = try known(file, "setAttribute")
            update(file) { $0.setAttribute(name, value) }
        case .removeAttribute(let file, let name):
            let inode = try known(file, "removeAttribute")
            // The system takes an access control list away also where there is none.
            let isThere = inode.attributes.contains { $0.name == name }
            guard isThere || AccessControlList.isNamed(name) else {
                throw RecordingError.noAttribute(
                    "removeAttribute", file, name: String(decoding: name, as: UTF8.self))
            }
            update(file) { $0.removeAttribute(name) }
        default: break
        }
    }

    // MARK: Expectations

    private func known(_ file: FileID, _ operation: String) throws -> Inode {
        guard let inode = self[file] else { throw RecordingError.unknownFile(operation, file) }
        return inode
    }

    private func knownFile(_ file: FileID, _ operation: String) throws -> Inode {
        let inode = try known(file, operation)
        guard inode.kind == .file else {
            throw RecordingError.wrongKind(operation, file, expected: "file")
        }
        return inode
    }

    private func expect(_ file: FileID, at entry: Entry, _ operation: String) throws {
        guard let holds = self.file(at: entry) else {
            throw RecordingError.nameMissing(operation, path: path(of: entry))
        }
        guard holds == file else {
            throw RecordingError.nameElsewhere(
                operation, path: path(of: entry), holds: holds, expected: file)
        }
    }

    private func expectNothing(at entry: Entry, _ operation: String) throws {
        guard try known(entry.directory, operation).kind == .directory else {
            throw RecordingError.wrongKind(operation, entry.directory, expected: "directory")
        }
        if let holds = file(at: entry) {
            throw RecordingError.nameTaken(operation, path: path(of: entry), by: holds)
        }
    }

    /// A directory must not end up below itself.
    private func expectOutside(_ file: FileID, _ directory: FileID, _ operation: String) throws {
        var above = directory
        while above != root {
            if above == file {
                throw RecordingError.insideItself(operation, path: path(of: file) ?? "\(file)")
            }
            guard let entry = self[above]?.links.first else { return }
            above = entry.directory
        }
    }
}
