#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension Materialization {
    /// Makes what a directory is to have and has not.
    mutating func fill(_ directory: OpenDirectory, as file: FileID) throws {
        guard let inode = tree[file] else { return }
        if untouched.contains(file), last?[file]?.digest == inode.digest { return }
        try inode.entries.forEach { name, child in
            guard let wanted = tree[child] else { return }
            if !kept.contains(Entry(file, name.bytes)) {
                try place(child, wanted, name.bytes, directory)
            }
            switch wanted.kind {
            case .directory:
                try fill(open(child, name.bytes, in: directory), as: child)
            case .file: try write(child, wanted, Entry(file, name.bytes), directory)
            case .symbolicLink, .fifo, .socket: break
            }
        }
        guard Self.set(inode, on: directory.descriptor) != nil,
            let status = Self.set(changedTime, on: directory.descriptor)
        else { throw failure("setting the attributes of", [], directory) }
        result[UInt64(status.st_ino)] = .init(file: file, stamp: FileStamp(status))
    }

    /// Lets a name that is free stand for a file, whatever that has in it.
    private mutating func place(
        _ file: FileID, _ inode: Inode, _ name: [UInt8], _ directory: OpenDirectory
    ) throws {
        if aside.remove(file) != nil {
            let stage = try stage()
            let moved = OpenDirectory.withName(Self.stagedName(file)) { staged in
                OpenDirectory.withName(name) {
                    renameat(stage.descriptor, staged, directory.descriptor, $0)
                }
            }
            guard moved == 0 else { throw failure("moving", name, directory) }
        } else if linkable.contains(file) {
            let stage = try stage()
            let made = OpenDirectory.withName(Self.linkName(file)) { source in
                OpenDirectory.withName(name) {
                    linkat(stage.descriptor, source, directory.descriptor, $0, 0)
                }
            }
            guard made == 0 else { throw failure("linking", name, directory) }
            return
        } else {
            guard make(inode, name, directory) else { throw failure("making", name, directory) }
            try describe(file, inode, name, directory)
        }
        if inode.links.count > 1, linkable.insert(file).inserted {
            let stage = try stage()
            let made = OpenDirectory.withName(name) { source in
                OpenDirectory.withName(Self.linkName(file)) {
                    linkat(directory.descriptor, source, stage.descriptor, $0, 0)
                }
            }
            guard made == 0 else { throw failure("linking", name, directory) }
        }
    }

    private func make(_ inode: Inode, _ name: [UInt8], _ directory: OpenDirectory) -> Bool {
        OpenDirectory.withName(name) { name in
            switch inode.kind {
            case .directory: return mkdirat(directory.descriptor, name, 0o700) == 0
            case .symbolicLink(let target):
                return OpenDirectory.withName(target) {
                    symlinkat($0, directory.descriptor, name) == 0
                }
            case .file, .fifo, .socket:
                let kind =
                    inode.kind == .fifo ? S_IFIFO : inode.kind == .socket ? S_IFSOCK : S_IFREG
                return mknodat(directory.descriptor, name, kind | 0o600, 0) == 0
            }
        }
    }

    /// Owner and permissions of what cannot be opened.
    private mutating func describe(
        _ file: FileID, _ inode: Inode, _ name: [UInt8], _ directory: OpenDirectory
    ) throws {
        if inode.kind == .file || inode.kind == .directory { return }
        let isDone = OpenDirectory.withName(name) { name in
            let owner = fchownat(
                directory.descriptor, name, inode.user, inode.group, AT_SYMLINK_NOFOLLOW)
            if case .symbolicLink = inode.kind { return owner == 0 }
            return owner == 0 && fchmodat(directory.descriptor, name, inode.mode, 0) == 0
        }
        guard isDone, let status = try directory.status(name) else {
            throw failure("setting the owner of", name, directory)
        }
        result[UInt64(status.st_ino)] = .init(file: file, stamp: FileStamp(status))
    }

    // MARK: Files

    private mutating func write(
        _ file: FileID, _ inode: Inode, _ entry: Entry, _ directory: OpenDirectory
    ) throws {
        let name = entry.name
        // Its other names need nothing more than to be there.
        guard !written.contains(file) else { return }
        let old = present[file] == true ? last?[file] : nil
        let isAsBefore = old?.digest == inode.digest && old?.modified == inode.modified
        if isAsBefore, kept.contains(entry) { return }
        let descriptor = try directory.open(name, O_RDWR)
        defer { close(descriptor) }
        let isDone: Bool
        if let old, let blocks = inode.content.blocksChanged(since: old.content) {
            isDone = try inode.content.write(blocks, to: descriptor)
        } else {
            isDone = try inode.content.writeWhole(to: descriptor)
        }
        guard isDone, ftruncate(descriptor, off_t(inode.content.size)) == 0 else {
            throw failure("writing", name, directory)
        }
        guard Self.set(inode, on: descriptor) != nil else {
            throw failure("setting the attributes of", name, directory)
        }
        guard let status = Self.set(time(of: inode), on: descriptor) else {
            throw failure("setting the time of", name, directory)
        }
        result[UInt64(status.st_ino)] = .init(file: file, stamp: FileStamp(status))
        written.insert(file)
    }

    /// When a file was last written.
    private func time(of inode: Inode) -> FileTime {
        switch inode.modified {
        case .before(let time): time
        case .set(let time?, _): time
        case .call(let number), .set(nil, let number): recordedTime.adding(microseconds: number)
        }
    }

    /// Gives an open file its owner, permissions and attributes; its stat before that, or nil where
    /// it did not work.
    private static func set(_ inode: Inode, on file: Int32) -> stat? {
        var status = stat()
        guard fstat(file, &status) == 0 else { return nil }
        let before = status
        if status.st_uid != inode.user || status.st_gid != inode.group {
            guard fchown(file, inode.user, inode.group) == 0 else { return nil }
            guard fstat(file, &status) == 0 else { return nil }
        }
        guard ExtendedAttributes.set(inode.attributes, on: file) else { return nil }
        if status.st_mode & 0o7777 != inode.mode, fchmod(file, inode.mode) != 0 { return nil }
        return before
    }
    /// Gives an open file a time of modification; its stat after that, or nil where it did not work.
    private static func set(_ time: FileTime, on file: Int32) -> stat? {
        let modified = timespec(tv_sec: time.seconds, tv_nsec: time.nanoseconds)
        let times = [modified, modified]
        var status = stat()
        return futimens(file, times) == 0 && fstat(file, &status) == 0 ? status : nil
    }
}
