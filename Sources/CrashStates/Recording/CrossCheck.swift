#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Compares a model with the real directory: what no recorded call has done shows here.
///
/// Bytes that differ in a file of the same size are stores through a shared mapping: they come as
/// operations that make the model right. Everything else is a difference that nothing explains.
///
/// A check looks at metadata first, then at the bytes of files that are small or whose stat has
/// changed since the last check; a complete one at all bytes.
///
///     var check = CrossCheck(root: container.path)
///     for difference in try check.differences(from: tree, isComplete: true) { … }
public struct CrossCheck {
    /// Up to this size, in bytes, a file is compared at every check: on tmpfs a store through a
    /// mapping need not show in its times.
    public static let readLimit: UInt64 = 16 * 1024

    private let root: String
    private let identity: (_ device: UInt64, _ inode: UInt64) -> FileID?
    /// How files were when they were last the same as the model's.
    private var stamps: [FileID: FileStamp] = [:]

    /// - Parameter identity: Which file of the model an inode is; nil for one that it does not
    ///   know. By default the inode number.
    public init(
        root: String,
        identity: @escaping (_ device: UInt64, _ inode: UInt64) -> FileID? = { FileID($1) }
    ) {
        self.root = root
        self.identity = identity
    }

    /// One thing that differs from the model.
    public struct Difference: Sendable, Hashable, CustomStringConvertible {
        /// Relative to the root.
        public var path: String
        /// What differs, in words.
        public var text: String
        /// Stores that explain it; empty where nothing does.
        public var stores: [Operation]

        /// Whether stores through a mapping explain it.
        public var isExplained: Bool { !stores.isEmpty }
        public var description: String { "'\(path)': \(text)" }
    }

    /// What differs between a model and the real directory, by path.
    ///
    /// - Parameters:
    ///   - suspects: Files whose bytes are compared in any case.
    ///   - isComplete: Whether the bytes of all files are.
    /// - Throws: ``RecordingError`` where something cannot be read.
    public mutating func differences(
        from tree: DirectoryTree, suspects: Set<FileID> = [], isComplete: Bool = false
    ) throws -> [Difference] {
        var differences: [Difference] = []
        try compare(OpenDirectory(path: root), tree.root, "", tree, depth: 0) { file, status in
            isComplete || suspects.contains(file) || UInt64(status.st_size) <= Self.readLimit
        } found: {
            differences.append($0)
        }
        return differences.sorted { $0.path < $1.path }
    }

    /// The stores into some files, without looking at anything else.
    public func stores(into files: Set<FileID>, of tree: DirectoryTree) throws -> [Operation] {
        try files.sorted().flatMap { file -> [Operation] in
            guard let inode = tree[file], inode.kind == .file, let path = tree.path(of: file) else {
                return []
            }
            let descriptor = open(root + "/" + path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
            guard descriptor >= 0 else { return [] }
            defer { close(descriptor) }
            return try Self.stores(file, inode.content, descriptor)
        }
    }

    private static func stores(_ file: FileID, _ content: FileContent, _ descriptor: Int32) throws
        -> [Operation]
    {
        try content.differences(from: descriptor).map { block, bytes in
            let old = try content.block(block)
            let padded = { (index: Int) in
                index < old.count ? old[old.startIndex + index] : 0
            }
            let all = Array(bytes)
            let first = all.indices.first { all[$0] != padded($0) } ?? 0
            let last = all.indices.last { all[$0] != padded($0) } ?? 0
            return .stored(
                file, offset: block * 4096 + UInt64(first), bytes: Array(all[first...last]))
        }
    }

    // MARK: Comparing

    private mutating func compare(
        _ directory: OpenDirectory, _ file: FileID, _ path: String, _ tree: DirectoryTree,
        depth: Int, reads: (FileID, stat) -> Bool, found: (Difference) -> Void
    ) throws {
        guard depth < OpenDirectory.depthLimit else {
            throw RecordingError.tooDeep(path: directory.path, limit: OpenDirectory.depthLimit)
        }
        guard let inode = tree[file] else { return }
        var status = stat()
        fstat(directory.descriptor, &status)
        report(inode, status, directory.descriptor, path.isEmpty ? "." : path, found)
        var missing: Set<Name> = []
        inode.entries.forEach { name, _ in missing.insert(name) }
        for name in try directory.sortedNames() {
            let inner = path.isEmpty ? Name(name).description : "\(path)/\(Name(name))"
            missing.remove(Name(name))
            guard let status = try directory.status(name) else { continue }
            guard let child = inode.entries[Name(name)], let expected = tree[child] else {
                // Devices are left out; the whiteout of a rename is one.
                if [S_IFCHR, S_IFBLK].contains(status.st_mode & S_IFMT) { continue }
                found(Difference(path: inner, text: "is there, but no call made it", stores: []))
                continue
            }
            if let real = identity(UInt64(status.st_dev), UInt64(status.st_ino)), real != child {
                found(
                    Difference(
                        path: inner, text: "is file \(real), not \(child)", stores: []))
            }
            guard expected.kind.isSame(as: status) else {
                found(Difference(path: inner, text: "is not a \(expected.kind)", stores: []))
                continue
            }
            switch expected.kind {
            case .directory:
                try compare(
                    OpenDirectory(name, in: directory), child, inner, tree, depth: depth + 1,
                    reads: reads, found: found)
            case .file:
                try compareFile(
                    name, in: directory, child, expected, status, inner, reads(child, status), found
                )
            case .symbolicLink(let target):
                if try directory.linkTarget(name) != target {
                    found(Difference(path: inner, text: "leads elsewhere", stores: []))
                }
                report(expected, status, nil, inner, found)
            case .fifo, .socket: report(expected, status, nil, inner, found)
            }
        }
        for name in missing {
            let inner = path.isEmpty ? name.description : "\(path)/\(name)"
            found(Difference(path: inner, text: "is not there, but no call removed it", stores: []))
        }
    }

    private mutating func compareFile(
        _ name: [UInt8], in directory: OpenDirectory, _ file: FileID, _ inode: Inode,
        _ status: stat, _ path: String, _ isRead: Bool, _ found: (Difference) -> Void
    ) throws {
        guard UInt64(status.st_size) == inode.content.size else {
            let text = "has \(status.st_size) bytes, not \(inode.content.size)"
            found(Difference(path: path, text: text, stores: []))
            return
        }
        let stamp = FileStamp(status)
        if !isRead, stamps[file] == stamp { return }
        let descriptor = try directory.open(name, O_RDONLY)
        defer { close(descriptor) }
        report(inode, status, descriptor, path, found)
        let stores = try Self.stores(file, inode.content, descriptor)
        if stores.isEmpty {
            stamps[file] = stamp
        } else {
            let text = "has other bytes in \(stores.count) blocks, which no call wrote"
            found(Difference(path: path, text: text, stores: stores))
        }
    }

    /// Permissions, owner and, where something is open, attributes.
    private func report(
        _ inode: Inode, _ status: stat, _ descriptor: Int32?, _ path: String,
        _ found: (Difference) -> Void
    ) {
        let mode = UInt32(status.st_mode) & 0o7777
        if mode != inode.mode, inode.kind.tag != FileKind.symbolicLink(target: []).tag {
            let text = "has mode \(String(mode, radix: 8)), not \(String(inode.mode, radix: 8))"
            found(Difference(path: path, text: text, stores: []))
        }
        if status.st_uid != inode.user || status.st_gid != inode.group {
            let text =
                "belongs to \(status.st_uid):\(status.st_gid), not \(inode.user):\(inode.group)"
            found(Difference(path: path, text: text, stores: []))
        }
        if let descriptor, ExtendedAttributes.read(descriptor) != inode.attributes {
            found(Difference(path: path, text: "has other attributes", stores: []))
        }
    }
}
