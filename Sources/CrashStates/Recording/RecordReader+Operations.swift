import CSupervisor

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// What calls that succeeded have done.
extension RecordReader {
    mutating func operations(of record: RawRecord) -> [Operation] {
        let fixed = record.fixed
        switch record.kind {
        case RL_RECORD_OPEN: return opening(record)
        case RL_RECORD_WRITE: return writing(record)
        case RL_RECORD_TRUNCATE: return [.truncate(file(fixed.file), size: fixed.length)]
        case RL_RECORD_ALLOCATE: return allocating(record)
        case RL_RECORD_RENAME: return renaming(record)
        case RL_RECORD_LINK: return linking(record)
        case RL_RECORD_SYMLINK, RL_RECORD_MKDIR, RL_RECORD_MKNOD: return making(record)
        case RL_RECORD_UNLINK, RL_RECORD_RMDIR:
            return [.unlink(file(fixed.file), at: entry(record))]
        case RL_RECORD_SYNC:
            return [
                .sync(
                    file(fixed.file), dataOnly: record.has(RL_RECORD_DATA_ONLY), range: record.range
                )
            ]
        case RL_RECORD_SYNC_ALL: return [.syncAll]
        case RL_RECORD_MODE: return [.setMode(file(fixed.file), mode: record.permissions)]
        case RL_RECORD_OWNER: return owning(record)
        case RL_RECORD_TIME: return timing(record)
        case RL_RECORD_SET_ATTRIBUTE:
            guard ExtendedAttributes.isKept(record.extra) else { return [] }
            return [.setAttribute(file(fixed.file), name: record.extra, value: record.data)]
        case RL_RECORD_REMOVE_ATTRIBUTE:
            guard ExtendedAttributes.isKept(record.extra) else { return [] }
            return [.removeAttribute(file(fixed.file), name: record.extra)]
        case RL_RECORD_ACKNOWLEDGE: return acknowledging(record)
        case RL_RECORD_STORED:
            return [.stored(file(fixed.file), offset: fixed.offset, bytes: record.data)]
        default: return []
        }
    }

    /// What a call has done that failed.
    mutating func operations(ofFailed record: RawRecord) -> [Operation] {
        guard record.kind == RL_RECORD_SYNC,
            [EIO, ENOSPC, EDQUOT].contains(Int32(clamping: -record.fixed.result))
        else { return [] }
        return [.failedSync(file(record.fixed.file))]
    }

    private mutating func entry(_ record: RawRecord) -> Entry {
        Entry(file(record.fixed.directory), record.name)
    }

    private mutating func otherEntry(_ record: RawRecord) -> Entry {
        Entry(file(record.fixed.other_directory), record.otherName)
    }

    // MARK: - Making files

    private mutating func opening(_ record: RawRecord) -> [Operation] {
        let flags = Int32(truncatingIfNeeded: record.fixed.arguments)
        if flags & RawRecord.temporaryFileFlag == RawRecord.temporaryFileFlag {
            return openingWithoutName(record)
        }
        if !record.has(RL_RECORD_EXISTED) {
            let id = newFile(record.fixed.file)
            return [.create(id, .file, at: entry(record), mode: record.permissions)]
        }
        return flags & O_TRUNC != 0 ? [.truncate(file(record.fixed.file), size: 0)] : []
    }

    /// O_TMPFILE: the file has a name that nobody sees, for no time, so that it is there to be
    /// written to, and linked later.
    private mutating func openingWithoutName(_ record: RawRecord) -> [Operation] {
        let directory = file(record.fixed.directory)
        let id = newFile(record.fixed.file)
        let place = Entry.unnamed(id, in: directory)
        return [
            .create(id, .file, at: place, mode: record.permissions), .unlink(id, at: place),
        ]
    }

    private mutating func making(_ record: RawRecord) -> [Operation] {
        guard let kind = record.fileKind else {
            noteNotModelled("a device was made, which is left out")
            return []
        }
        let id = newFile(record.fixed.file)
        return [.create(id, kind, at: entry(record), mode: record.permissions)]
    }

    // MARK: - Data

    private mutating func writing(_ record: RawRecord) -> [Operation] {
        let fixed = record.fixed
        guard fixed.length > 0, fixed.data_size == fixed.length else { return [] }
        let id = file(fixed.file)
        let write = Operation.write(id, offset: fixed.offset, bytes: record.data)
        let isDataOnly = record.has(RL_RECORD_DATA_SYNCHRONOUS)
        guard isDataOnly || record.has(RL_RECORD_SYNCHRONOUS) else { return [write] }
        return [write, .sync(id, dataOnly: isDataOnly, range: record.range)]
    }

    private mutating func allocating(_ record: RawRecord) -> [Operation] {
        let mode = record.fixed.arguments
        let (offset, count) = (record.fixed.offset, record.fixed.length)
        let id = file(record.fixed.file)
        let keepsSize = mode & 0x01 != 0
        if mode & 0x02 != 0 {
            return [.zero(id, offset: offset, count: count, grows: false, isHole: true)]
        }
        if mode & 0x08 != 0 { return [.collapse(id, offset: offset, count: count)] }
        if mode & 0x10 != 0 {
            return [.zero(id, offset: offset, count: count, grows: !keepsSize, isHole: false)]
        }
        if mode & 0x20 != 0 { return [.insert(id, offset: offset, count: count)] }
        // Blocks are reserved, or unshared.
        return [.reserve(id, size: keepsSize ? 0 : min(offset + count, record.fixed.file_size))]
    }

    private mutating func owning(_ record: RawRecord) -> [Operation] {
        let id = file(record.fixed.file)
        let owner = Operation.setOwner(id, user: record.fixed.user, group: record.fixed.group)
        // A change of owner takes the setuid bit.
        return record.fixed.mode & S_IFMT == S_IFLNK
            ? [owner] : [owner, .setMode(id, mode: record.permissions)]
    }

    /// Of a file alone: the times of a directory are not modelled.
    private mutating func timing(_ record: RawRecord) -> [Operation] {
        let fixed = record.fixed
        guard record.fileKind == .file else { return [] }
        let time = FileTime(
            seconds: Int(Int64(bitPattern: fixed.offset)), nanoseconds: Int(fixed.length))
        return [.setTime(file(fixed.file), record.has(RL_RECORD_NOW) ? nil : time)]
    }

    private func acknowledging(_ record: RawRecord) -> [Operation] {
        let stream: Acknowledgement =
            switch rl_stream(rawValue: record.fixed.arguments) {
            case RL_STREAM_CHANNEL: .channel
            case RL_STREAM_ERROR: .error
            default: .output
            }
        return [.acknowledge(stream, bytes: record.data)]
    }

    // MARK: - Names

    private mutating func renaming(_ record: RawRecord) -> [Operation] {
        let fixed = record.fixed
        let replaced = fixed.other.inode == 0 ? nil : file(fixed.other)
        if record.has(RL_RECORD_OTHER_OUTSIDE) {
            let removal = replaced.map { [Operation.unlink($0, at: entry(record))] } ?? []
            return removal + arriving(record)
        }
        let id = file(fixed.file)
        if record.has(RL_RECORD_OUTSIDE) { return [.unlink(id, at: otherEntry(record))] }
        let exchange: UInt32 = 2
        if fixed.arguments & exchange != 0, let replaced {
            return [
                .exchange(id, at: otherEntry(record), with: replaced, from: entry(record))
            ]
        }
        let whiteout: UInt32 = 4
        if fixed.arguments & whiteout != 0 {
            noteNotModelled("the whiteout that a rename left at its old name is left out")
        }
        // Where both are names of one file, nothing happens.
        if replaced == id { return [] }
        return [
            .rename(id, from: otherEntry(record), to: entry(record), replacing: replaced)
        ]
    }

    private mutating func linking(_ record: RawRecord) -> [Operation] {
        if record.has(RL_RECORD_OTHER_OUTSIDE) { return arriving(record) }
        return [.link(file(record.fixed.file), at: entry(record))]
    }

    /// A file that was outside has come into the container.
    private mutating func arriving(_ record: RawRecord) -> [Operation] {
        guard let kind = record.fileKind, kind != .directory else {
            noteNotModelled("what came into the container with `\(record.shownPath)` is not known")
            return []
        }
        let id = newFile(record.fixed.file)
        let creation = Operation.create(id, kind, at: entry(record), mode: record.permissions)
        guard kind == .file, record.fixed.data_size > 0 else { return [creation] }
        return [creation, .write(id, offset: 0, bytes: record.data)]
    }
}
