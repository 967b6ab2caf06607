import SystemPackage

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// One pass of a ``Materializer``. First everything real is looked at: what is in its place stays, what
/// belongs elsewhere is put aside, the rest is removed. Then every name of the tree is filled.
struct Materialization {
    let tree: DirectoryTree
    let last: DirectoryTree?
    let placed: [UInt64: Materializer.Placed]
    let suspects: Set<FileID>
    let root: String
    let staging: String
    let changedTime: Inode.Time
    let readsSmallFiles: Bool

    /// What is there afterwards, by inode number.
    private(set) var result: [UInt64: Materializer.Placed] = [:]

    /// Files that are somewhere, and whether they are known to be as the last tree has them.
    private var present: [FileID: Bool] = [:]
    private var kept: Set<Entry> = []
    private var written: Set<FileID> = []
    private var aside: Set<FileID> = []
    /// Files with several names of which one is in the staging directory, to make others from.
    private var linkable: Set<FileID> = []
    private var keptLinks: [FileID: (path: String, count: Int)] = [:]
    private var stagingDirectory: OpenDirectory?

    init(
        tree: DirectoryTree, last: DirectoryTree?, placed: [UInt64: Materializer.Placed],
        suspects: Set<FileID>, root: String, staging: String, changedTime: Inode.Time,
        readsSmallFiles: Bool
    ) {
        self.tree = tree
        self.last = last
        self.placed = placed
        self.suspects = suspects
        self.root = root
        self.staging = staging
        self.changedTime = changedTime
        self.readsSmallFiles = readsSmallFiles
    }

    mutating func run() throws {
        let directory = try OpenDirectory(path: root)
        try settle(directory, as: tree.root, isGoing: false)
        try shareLinks()
        try fill(directory, as: tree.root)
        if stagingDirectory != nil {
            stagingDirectory = nil
            try FileTree.remove(staging)
        }
    }

    private func failure(_ what: String, _ name: [UInt8], _ directory: OpenDirectory)
        -> MaterializationError
    {
        let code = errno
        return .failed(what, path: directory.path(of: name), Errno(rawValue: code))
    }

    // MARK: What is there

    private mutating func settle(_ directory: OpenDirectory, as file: FileID, isGoing: Bool) throws
    {
        for name in try directory.names() {
            guard let status = try directory.status(name) else { continue }
            let known = placed[UInt64(status.st_ino)]
            let isDirectory = status.st_mode & S_IFMT == S_IFDIR
            let entry = Entry(file, name)
            if !isGoing, let known, tree.file(at: entry) == known.file,
                try keep(known, at: name, in: directory, status, entry)
            {
                if isDirectory {
                    try settle(OpenDirectory(name, in: directory), as: known.file, isGoing: false)
                }
                continue
            }
            if let known, isNeeded(known, status), present[known.file] == nil {
                try putAside(known, name, directory, status)
            } else if isDirectory {
                if let known {
                    try settle(OpenDirectory(name, in: directory), as: known.file, isGoing: true)
                }
                try FileTree.remove(directory.path(of: name))
            } else if OpenDirectory.withName(name, { unlinkat(directory.descriptor, $0, 0) }) != 0 {
                throw failure("removing", name, directory)
            }
        }
    }

    /// Whether something is where it belongs, and such that it can be made right there.
    private mutating func keep(
        _ known: Materializer.Placed, at name: [UInt8], in directory: OpenDirectory, _ status: stat,
        _ entry: Entry
    ) throws -> Bool {
        guard let inode = tree[known.file], inode.kind.isSame(as: status) else { return false }
        let isIntact = try isIntact(known, name, directory, status)
        if inode.kind != .file, inode.kind != .directory {
            guard isIntact, last?[known.file]?.digest == inode.digest else { return false }
        }
        present[known.file] = (present[known.file] ?? true) && isIntact
        kept.insert(entry)
        if inode.links.count > 1 {
            let count = keptLinks[known.file]?.count ?? 0
            keptLinks[known.file] = (directory.path(of: name), count + 1)
        }
        result[UInt64(status.st_ino)] = known
        return true
    }

    private func isIntact(
        _ known: Materializer.Placed, _ name: [UInt8], _ directory: OpenDirectory, _ status: stat
    ) throws -> Bool {
        if status.st_mode & S_IFMT == S_IFDIR { return true }
        let isLinked = status.st_nlink > 1 || (last?[known.file]?.links.count ?? 0) > 1
        guard FileStamp(status).isSame(as: known.stamp, isLinked: isLinked),
            !suspects.contains(known.file)
        else { return false }
        guard readsSmallFiles, status.st_mode & S_IFMT == S_IFREG,
            status.st_size <= Materializer.readLimit
        else { return true }
        guard let content = last?[known.file]?.content else { return false }
        let file = try directory.open(name, O_RDONLY)
        defer { close(file) }
        return try content.isEqual(to: file)
    }

    /// Whether something that is in the wrong place is of use in another.
    private func isNeeded(_ known: Materializer.Placed, _ status: stat) -> Bool {
        guard let inode = tree[known.file], inode.kind == .file || inode.kind == .directory else {
            return false
        }
        return inode.kind.isSame(as: status) && tree.path(of: known.file) != nil
            && known.file != tree.root
    }

    private mutating func putAside(
        _ known: Materializer.Placed, _ name: [UInt8], _ directory: OpenDirectory, _ status: stat
    ) throws {
        let stage = try stage()
        let isDirectory = status.st_mode & S_IFMT == S_IFDIR
        present[known.file] =
            isDirectory ? true : try isIntact(known, name, directory, status)
        let new = Self.stagedName(known.file)
        // To be moved, a directory must itself be writable.
        if isDirectory, status.st_mode & 0o700 != 0o700 {
            _ = OpenDirectory.withName(name) { fchmodat(directory.descriptor, $0, 0o700, 0) }
        }
        let moved = OpenDirectory.withName(name) { name in
            OpenDirectory.withName(new) {
                renameat(directory.descriptor, name, stage.descriptor, $0)
            }
        }
        guard moved == 0 else { throw failure("moving", name, directory) }
        aside.insert(known.file)
        if isDirectory { try settle(OpenDirectory(new, in: stage), as: known.file, isGoing: false) }
    }

    private static func stagedName(_ file: FileID) -> [UInt8] { Array("\(file.number)".utf8) }
    private static func linkName(_ file: FileID) -> [UInt8] { Array("link-\(file.number)".utf8) }

    private mutating func stage() throws -> OpenDirectory {
        if let stagingDirectory { return stagingDirectory }
        try FileTree.remove(staging)
        guard mkdir(staging, 0o700) == 0 else {
            throw MaterializationError.failed("making", path: staging, Errno(rawValue: errno))
        }
        let directory = try OpenDirectory(path: staging)
        stagingDirectory = directory
        return directory
    }

    /// Gives every file that lacks one of its names a name from which it can be made.
    private mutating func shareLinks() throws {
        for (file, kept) in keptLinks where kept.count < tree[file]?.links.count ?? 0 {
            let stage = try stage()
            let made = OpenDirectory.withName(Self.linkName(file)) {
                linkat(AT_FDCWD, kept.path, stage.descriptor, $0, 0)
            }
            guard made == 0 else { throw failure("linking", Self.linkName(file), stage) }
            linkable.insert(file)
        }
    }

    // MARK: What is to be there

    private mutating func fill(_ directory: OpenDirectory, as file: FileID) throws {
        guard let inode = tree[file] else { return }
        try inode.entries.forEach { name, child in
            guard let wanted = tree[child] else { return }
            if !kept.contains(Entry(file, name.bytes)) {
                try place(child, wanted, name.bytes, directory)
            }
            switch wanted.kind {
            case .directory: try fill(OpenDirectory(name.bytes, in: directory), as: child)
            case .file: try write(child, wanted, Entry(file, name.bytes), directory)
            case .symbolicLink, .fifo, .socket: break
            }
        }
        try finish(directory, inode)
        var status = stat()
        fstat(directory.descriptor, &status)
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
        if let old, old.digest == inode.digest, kept.contains(entry) { return }
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
        guard Self.set(inode, on: descriptor) else {
            throw failure("setting the attributes of", name, directory)
        }
        let time = inode.modified ?? changedTime
        let modified = timespec(tv_sec: time.seconds, tv_nsec: time.nanoseconds)
        let times = [modified, modified]
        var status = stat()
        guard futimens(descriptor, times) == 0, fstat(descriptor, &status) == 0 else {
            throw failure("setting the time of", name, directory)
        }
        result[UInt64(status.st_ino)] = .init(file: file, stamp: FileStamp(status))
        written.insert(file)
    }

    private func finish(_ directory: OpenDirectory, _ inode: Inode) throws {
        guard Self.set(inode, on: directory.descriptor) else {
            throw failure("setting the attributes of", [], directory)
        }
    }

    /// Gives an open file its owner, permissions and attributes.
    private static func set(_ inode: Inode, on file: Int32) -> Bool {
        var status = stat()
        guard fstat(file, &status) == 0 else { return false }
        if status.st_uid != inode.user || status.st_gid != inode.group {
            guard fchown(file, inode.user, inode.group) == 0 else { return false }
            guard fstat(file, &status) == 0 else { return false }
        }
        guard ExtendedAttributes.set(inode.attributes, on: file) else { return false }
        if status.st_mode & 0o7777 != inode.mode { return fchmod(file, inode.mode) == 0 }
        return true
    }
}

extension FileKind {
    func isSame(as status: stat) -> Bool {
        switch status.st_mode & S_IFMT {
        case S_IFREG: self == .file
        case S_IFDIR: self == .directory
        case S_IFLNK: if case .symbolicLink = self { true } else { false }
        case S_IFIFO: self == .fifo
        case S_IFSOCK: self == .socket
        default: false
        }
    }
}
