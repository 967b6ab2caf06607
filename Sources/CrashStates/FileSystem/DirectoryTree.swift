/// A model of a directory and everything in it: contents, names, links, permissions, attributes.
///
/// A value: a copy shares everything with the original until either changes, and a change costs
/// what it changes. ``digest`` is kept up to date at the same price.
///
///     var tree = try BaseImage.read(container.path, store: store)
///     for call in calls { for operation in call.operations { try tree.apply(operation) } }
public struct DirectoryTree: Sendable {
    /// The directory itself.
    public let root: FileID
    private var inodes = PersistentMap<FileID, Shared<Inode>>()
    /// Files with two names or more: what is a link to what belongs to the digest.
    private var linked = PersistentMap<FileID, Bool>()

    /// The number of the call whose operations are applied: files that it writes are newer than those of
    /// earlier ones.
    var call = 0
    /// The last change after which everything may have been committed; -1 before the first.
    var commit = -1
    /// It is not known what a log makes of it.
    var isUnknown = false

    /// An empty directory.
    public init(root: FileID, mode: UInt32 = 0o700, user: UInt32 = 0, group: UInt32 = 0) {
        self.root = root
        add(root, Inode(kind: .directory, mode: mode, user: user, group: group))
    }

    // MARK: Reading

    /// What is known about a file; nil for one that has never been here.
    public subscript(file: FileID) -> Inode? { inodes[file]?.value }

    /// How many files, directories and links there are, the root among them.
    public var fileCount: Int { inodes.count }

    /// The file of a name in a directory; nil where there is none.
    public func file(at entry: Entry) -> FileID? {
        inodes[entry.directory]?.value.entries[Name(entry.name)]
    }

    /// The file at a path, relative to the root, without following links.
    public func file(at path: String) -> FileID? {
        var file = root
        for part in path.split(separator: "/") where part != "." {
            guard let next = self.file(at: Entry(file, Array(part.utf8))) else { return nil }
            file = next
        }
        return file
    }

    /// The bytes of the file at a path; nil where there is no file.
    public func bytes(at path: String) throws -> [UInt8]? {
        guard let file = file(at: path), let inode = self[file], inode.kind == .file else {
            return nil
        }
        return try inode.content.bytes()
    }

    /// The paths of everything in the tree, sorted, directories before what they hold.
    public func paths() -> [String] {
        var paths: [String] = []
        func visit(_ directory: FileID, _ prefix: String) {
            self[directory]?.entries.forEach { name, file in
                paths.append(prefix + name.description)
                if self[file]?.kind == .directory { visit(file, prefix + name.description + "/") }
            }
        }
        visit(root, "")
        return paths.sorted()
    }

    /// A path to a file, relative to the root; nil for what has no name, or is cut off from the
    /// root.
    public func path(of file: FileID) -> String? {
        var parts: [String] = []
        var file = file
        while file != root {
            guard let entry = self[file]?.links.first else { return nil }
            parts.append(String(decoding: entry.name, as: UTF8.self))
            file = entry.directory
        }
        return parts.reversed().joined(separator: "/")
    }

    /// A path for messages.
    func path(of entry: Entry) -> String {
        let name = String(decoding: entry.name, as: UTF8.self)
        let directory = path(of: entry.directory) ?? "(removed)"
        return directory.isEmpty ? name : directory + "/" + name
    }

    // MARK: Digest

    /// Stands for everything in the tree but times: equal trees have equal digests, and others do not.
    public var digest: Digest {
        digest(root: self[root]?.digest ?? .zero) { Digesting.digest(of: $0) }
    }

    /// The digest where the root has a certain one, and names count as `name` says.
    func digest(root rootDigest: Digest, name: (Name) -> Digest) -> Digest {
        if linked.isEmpty { return rootDigest }
        var groups = Digest.zero
        linked.forEach { file, _ in
            var paths = Digest.zero
            for entry in self[file]?.links ?? [] {
                if let path = pathDigest(entry, name) { paths += path }
            }
            var digesting = Digesting(5)
            digesting.add(paths)
            groups += digesting.digest
        }
        var digesting = Digesting(6)
        digesting.add(rootDigest)
        digesting.add(groups)
        return digesting.digest
    }

    private func pathDigest(_ entry: Entry, _ name: (Name) -> Digest) -> Digest? {
        var digesting = Digesting(7)
        var entry = entry
        while true {
            digesting.add(name(Name(entry.name)))
            if entry.directory == root { return digesting.digest }
            guard let next = self[entry.directory]?.links.first else { return nil }
            entry = next
        }
    }

    // MARK: Changing

    /// Adds something that has no name yet, in place of what had its identity.
    mutating func add(_ file: FileID, _ inode: Inode) {
        var inode = inode
        inode.digest = inode.computedDigest(entrySum: inode.entrySum)
        inodes.set(file, to: Shared(inode))
    }

    /// Adds a directory with its entries, which have been added before.
    mutating func addDirectory(_ file: FileID, _ inode: Inode, _ entries: [(Name, FileID)]) {
        var inode = inode
        for (name, child) in entries {
            changeLinks(of: child) { $0.append(Entry(file, name.bytes)) }
            inode.entries.set(name, to: child)
            if let digest = self[child]?.digest {
                inode.entrySum += Digesting.entry(Digesting.digest(of: name), digest)
            }
        }
        add(file, inode)
    }

    /// Changes a file; the digests of all directories above it follow.
    mutating func update(_ file: FileID, _ change: (inout Inode) throws -> Void) rethrows {
        guard var inode = self[file] else { return }
        let old = inode.digest
        try change(&inode)
        inode.digest = inode.computedDigest(entrySum: inode.entrySum)
        let new = inode.digest
        inodes.set(file, to: Shared(inode))
        if old != new { for entry in inode.links { digestChanged(at: entry, from: old, to: new) } }
    }

    private mutating func digestChanged(at entry: Entry, from old: Digest, to new: Digest) {
        let name = Digesting.digest(of: Name(entry.name))
        update(entry.directory) { directory in
            directory.entrySum -= Digesting.entry(name, old)
            directory.entrySum += Digesting.entry(name, new)
        }
    }

    /// Lets a name stand for a file, or for nothing, whatever it stood for before.
    mutating func setEntry(_ entry: Entry, to file: FileID?) {
        let name = Name(entry.name)
        let old = self.file(at: entry)
        if old == file { return }
        if let old { changeLinks(of: old) { $0.removeAll { $0 == entry } } }
        if let file { changeLinks(of: file) { $0.append(entry) } }
        let nameDigest = Digesting.digest(of: name)
        let oldDigest = old.flatMap { self[$0]?.digest }
        let newDigest = file.flatMap { self[$0]?.digest }
        update(entry.directory) { directory in
            if let oldDigest { directory.entrySum -= Digesting.entry(nameDigest, oldDigest) }
            if let newDigest { directory.entrySum += Digesting.entry(nameDigest, newDigest) }
            directory.entries.set(name, to: file)
        }
    }

    private mutating func changeLinks(of file: FileID, _ change: (inout [Entry]) -> Void) {
        guard var inode = self[file] else { return }
        change(&inode.links)
        inodes.set(file, to: Shared(inode))
        if inode.links.count > 1 {
            linked.set(file, to: true)
        } else if linked[file] != nil {
            linked.set(file, to: nil)
        }
    }

    /// What differs from an older tree with the same past: identities and both versions.
    func forEachDifference(
        from old: DirectoryTree, _ body: (FileID, _ old: Inode?, _ new: Inode?) throws -> Void
    ) rethrows {
        try inodes.forEachDifference(from: old.inodes) { file, old, new in
            if old !== new { try body(file, old?.value, new?.value) }
        }
    }

    /// Calls `body` with everything there is, also what has no name any more.
    func forEachFile(_ body: (FileID, Inode) throws -> Void) rethrows {
        try inodes.forEach { try body($0, $1.value) }
    }
}

extension Digesting {
    static func digest(of name: Name) -> Digest {
        var digesting = Digesting(8)
        digesting.add(name.bytes)
        return digesting.digest
    }

    static func entry(_ name: Digest, _ file: Digest) -> Digest {
        var digesting = Digesting(9)
        digesting.add(name)
        digesting.add(file)
        return digesting.digest
    }
}
