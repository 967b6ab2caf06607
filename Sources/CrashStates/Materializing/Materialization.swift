import SystemPackage

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// One pass of a ``Materializer``. First everything real is looked at: what is in its place stays,
/// what belongs elsewhere is put aside, the rest is removed. Then every name of the tree is filled.
struct Materialization {
    let tree: DirectoryTree
    let last: DirectoryTree?
    let placed: [UInt64: Materializer.Placed]
    let suspects: Set<FileID>
    let root: String
    let staging: String
    let changedTime: FileTime
    let recordedTime: FileTime
    let readsSmallFiles: Bool

    /// What is there afterwards, by inode number.
    var result: [UInt64: Materializer.Placed] = [:]

    /// Files that are somewhere, and whether they are known to be as the last tree has them.
    var present: [FileID: Bool] = [:]
    var kept: Set<Entry> = []
    var written: Set<FileID> = []
    /// Directories that are where they belong, kept open for the next pass, too.
    private(set) var opened: [FileID: OpenDirectory] = [:]
    /// Those of the last pass.
    private let openedBefore: [FileID: OpenDirectory]
    private static let openLimit = 64
    /// Directories in which everything is as the last tree has it, to the bottom.
    var untouched: Set<FileID> = []
    var aside: Set<FileID> = []
    /// Files with several names of which one is in the staging directory, to make others from.
    var linkable: Set<FileID> = []
    private var keptLinks: [FileID: (directory: OpenDirectory, name: [UInt8], count: Int)] = [:]
    private var stagingDirectory: OpenDirectory?

    init(
        tree: DirectoryTree, last: DirectoryTree?, placed: [UInt64: Materializer.Placed],
        suspects: Set<FileID>, root: String, staging: String, changedTime: FileTime,
        recordedTime: FileTime, readsSmallFiles: Bool, opened: [FileID: OpenDirectory]
    ) {
        self.tree = tree
        self.last = last
        self.placed = placed
        self.suspects = suspects
        self.root = root
        self.staging = staging
        self.changedTime = changedTime
        self.recordedTime = recordedTime
        self.readsSmallFiles = readsSmallFiles
        openedBefore = opened
    }

    mutating func run() throws {
        let directory = try OpenDirectory(path: root)
        var status = stat()
        guard fstat(directory.descriptor, &status) == 0 else { throw directory.failure([]) }
        try settle(directory, as: tree.root, status)
        try shareLinks()
        try fill(directory, as: tree.root)
        if stagingDirectory != nil {
            stagingDirectory = nil
            try FileTree.remove(staging)
        }
    }

    func failure(_ what: String, _ name: [UInt8], _ directory: OpenDirectory)
        -> MaterializationError
    {
        let code = errno
        return .failed(what, path: directory.path(of: name), Errno(rawValue: code))
    }

    // MARK: What is there

    /// Looks at a directory that stays.
    private mutating func settle(
        _ directory: OpenDirectory, as file: FileID, _ status: stat
    ) throws {
        let names = listed(file, status)
        var isUntouched = names != nil
        for name in try names ?? directory.names() {
            let isAsBefore = try settle(name, in: directory, as: file, isGoing: false)
            isUntouched = isUntouched && isAsBefore
        }
        if isUntouched { untouched.insert(file) }
    }

    /// The names in a directory, where nothing can have been added to it or taken from it since the last
    /// pass: that gave it a time of modification in the past.
    private func listed(_ file: FileID, _ status: stat) -> [[UInt8]]? {
        guard let known = placed[UInt64(status.st_ino)], known.file == file,
            FileStamp(status) == known.stamp, let inode = last?[file]
        else { return nil }
        var names: [[UInt8]] = []
        inode.entries.forEach { name, _ in names.append(name.bytes) }
        return names
    }

    /// Looks at one entry of a directory; whether it is as the last tree has it.
    private mutating func settle(
        _ name: [UInt8], in directory: OpenDirectory, as file: FileID, isGoing: Bool
    ) throws -> Bool {
        guard let status = try directory.status(name) else { return false }
        let known = placed[UInt64(status.st_ino)]
        let isDirectory = status.st_mode & S_IFMT == S_IFDIR
        let entry = Entry(file, name)
        if !isGoing, let known, tree.file(at: entry) == known.file,
            try keep(known, at: name, in: directory, status, entry)
        {
            guard isDirectory else { return present[known.file] == true }
            try settle(reopen(known.file, name, in: directory), as: known.file, status)
            return untouched.contains(known.file)
        }
        if let known, isNeeded(known, status), present[known.file] == nil {
            try putAside(known, name, directory, status)
        } else if isDirectory {
            if let known { try empty(OpenDirectory(name, in: directory), as: known.file) }
            try FileTree.remove(name, in: directory)
        } else if OpenDirectory.withName(name, { unlinkat(directory.descriptor, $0, 0) }) != 0 {
            throw failure("removing", name, directory)
        }
        return false
    }

    /// Puts aside what is needed of a directory that goes.
    private mutating func empty(_ directory: OpenDirectory, as file: FileID) throws {
        for name in try directory.names() {
            _ = try settle(name, in: directory, as: file, isGoing: true)
        }
    }

    /// A directory that has been in its place since the last pass: the one that has been open meanwhile,
    /// since nobody else can have got its inode number.
    private mutating func reopen(_ file: FileID, _ name: [UInt8], in parent: OpenDirectory) throws
        -> OpenDirectory
    {
        guard let directory = openedBefore[file], directory.path == parent.path(of: name) else {
            return try open(file, name, in: parent)
        }
        opened[file] = directory
        return directory
    }

    /// A directory that is in its place.
    mutating func open(_ file: FileID, _ name: [UInt8], in parent: OpenDirectory) throws
        -> OpenDirectory
    {
        if let directory = opened[file] { return directory }
        let directory = try OpenDirectory(name, in: parent)
        if opened.count < Self.openLimit { opened[file] = directory }
        return directory
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
            keptLinks[known.file] = (directory, name, count + 1)
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
        guard isDirectory else { return }
        let inner = try OpenDirectory(new, in: stage)
        for name in try inner.names() {
            _ = try settle(name, in: inner, as: known.file, isGoing: false)
        }
    }

    static func stagedName(_ file: FileID) -> [UInt8] { Array("\(file.number)".utf8) }
    static func linkName(_ file: FileID) -> [UInt8] { Array("link-\(file.number)".utf8) }

    mutating func stage() throws -> OpenDirectory {
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
            let made = OpenDirectory.withName(kept.name) { name in
                OpenDirectory.withName(Self.linkName(file)) {
                    linkat(kept.directory.descriptor, name, stage.descriptor, $0, 0)
                }
            }
            guard made == 0 else { throw failure("linking", Self.linkName(file), stage) }
            linkable.insert(file)
        }
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
