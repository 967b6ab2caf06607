import SystemPackage

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Reads a real container into a model, before a recording begins.
///
/// Small files are held in memory, all others in a private copy (``BaseStore``), so that the model
/// stays true while the container changes.
public struct BaseImage {
    /// Which identity a file on a device has, known by its inode number.
    public typealias Identity = (_ device: UInt64, _ inode: UInt64) -> FileID

    /// Up to this size a file is held in memory, in bytes.
    static let inMemoryLimit = FileContent.blockSize

    private var tree: DirectoryTree
    private let store: BaseStore
    private let identity: Identity

    /// - Parameters:
    ///   - path: The container. Nothing may change it meanwhile.
    ///   - identity: By default the inode number.
    /// - Throws: ``RecordingError`` where something cannot be read, is nested too deep, or is a
    ///   device.
    public static func read(
        _ path: String, store: BaseStore, identity: @escaping Identity = { FileID($1) }
    ) throws -> DirectoryTree {
        let directory = try OpenDirectory(path: path)
        var status = stat()
        guard fstat(directory.descriptor, &status) == 0 else { throw directory.failure([]) }
        let root = identity(UInt64(status.st_dev), UInt64(status.st_ino))
        var image = BaseImage(tree: DirectoryTree(root: root), store: store, identity: identity)
        try image.read(directory, as: root, status, depth: 0)
        return image.tree
    }

    /// Reads a container and numbers its files from 1, so that an inode number that is used again can
    /// be told from the file that had it before.
    ///
    /// - Returns: The model, and which file each inode is.
    /// - Throws: As ``read(_:store:identity:)``.
    public static func readNumbered(
        _ path: String, store: BaseStore
    ) throws -> (tree: DirectoryTree, files: [FileKey: FileID]) {
        var files: [FileKey: FileID] = [:]
        let tree = try read(path, store: store) { device, inode in
            let key = FileKey(device: device, inode: inode)
            let file = files[key] ?? FileID(UInt64(files.count + 1))
            files[key] = file
            return file
        }
        return (tree, files)
    }

    private init(tree: DirectoryTree, store: BaseStore, identity: @escaping Identity) {
        self.tree = tree
        self.store = store
        self.identity = identity
    }

    private mutating func read(
        _ directory: OpenDirectory, as file: FileID, _ status: stat, depth: Int
    ) throws {
        guard depth < OpenDirectory.depthLimit else {
            throw RecordingError.tooDeep(path: directory.path, limit: OpenDirectory.depthLimit)
        }
        var entries: [(Name, FileID)] = []
        for name in try directory.sortedNames() {
            guard let inner = try directory.status(name) else { continue }
            let child = identity(UInt64(inner.st_dev), UInt64(inner.st_ino))
            entries.append((Name(name), child))
            if inner.st_mode & S_IFMT == S_IFDIR {
                try read(OpenDirectory(name, in: directory), as: child, inner, depth: depth + 1)
            } else if inner.st_nlink == 1 || tree[child] == nil {
                tree.add(child, try inode(name, in: directory, inner))
            }
        }
        var inode = Inode(kind: .directory, status)
        inode.attributes = ExtendedAttributes.read(directory.descriptor)
        tree.addDirectory(file, inode, entries)
    }

    private func inode(_ name: [UInt8], in directory: OpenDirectory, _ status: stat) throws -> Inode
    {
        switch status.st_mode & S_IFMT {
        case S_IFREG:
            var inode = Inode(kind: .file, status)
            let file = try directory.open(name, O_RDONLY)
            defer { close(file) }
            inode.attributes = ExtendedAttributes.read(file)
            inode.content = try content(of: file, size: UInt64(status.st_size), directory, name)
            return inode
        case S_IFLNK:
            return Inode(kind: .symbolicLink(target: try directory.linkTarget(name)), status)
        case S_IFIFO: return Inode(kind: .fifo, status)
        case S_IFSOCK: return Inode(kind: .socket, status)
        default:
            throw RecordingError.unsupportedKind(
                path: directory.path(of: name), mode: status.st_mode)
        }
    }

    private func content(
        of file: Int32, size: UInt64, _ directory: OpenDirectory, _ name: [UInt8]
    ) throws -> FileContent {
        guard size <= UInt64(Self.inMemoryLimit) else {
            guard let base = try store.add(file, size: size) else { throw directory.failure(name) }
            return FileContent(base)
        }
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(size)) { buffer, count in
            count = max(0, pread(file, buffer.baseAddress, buffer.count, 0))
        }
        guard bytes.count == Int(size) else { throw directory.failure(name) }
        var content = FileContent()
        try content.write(bytes[...], at: 0)
        return content
    }
}

extension Inode {
    init(kind: FileKind, _ status: stat) {
        self.init(
            kind: kind, mode: UInt32(status.st_mode), user: status.st_uid, group: status.st_gid)
        modified = .before(FileTime(status.st_mtim))
    }
}

extension FileTime {
    init(_ time: timespec) { self.init(seconds: time.tv_sec, nanoseconds: time.tv_nsec) }
}

extension BaseStore {
    /// SEEK_DATA, which Swift's module of the C library leaves out.
    private static let seekData: Int32 = 3

    /// Copies an open file into the store; nil where it cannot be read, with the reason in `errno`.
    ///
    /// Zeros are not written, so that a sparse file stays one.
    func add(_ file: Int32, size: UInt64) throws -> BaseFile? {
        let start = reserve(size)
        var sum = Digest.zero
        var offset: UInt64 = 0
        let chunk = 1 << 18
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: chunk, alignment: 4096)
        defer { buffer.deallocate() }
        while offset < size {
            let data = lseek(file, off_t(offset), Self.seekData)
            if data < 0, errno == ENXIO { break }
            if data > 0 { offset = max(offset, UInt64(data) / 4096 * 4096) }
            let wanted = Int(min(UInt64(chunk), size - offset))
            var count = 0
            while count < wanted {
                let more = pread(
                    file, buffer.baseAddress! + count, wanted - count, off_t(offset) + off_t(count))
                if more < 0, errno == EINTR { continue }
                if more <= 0 { return nil }
                count += more
            }
            sum += try keep(UnsafeRawBufferPointer(rebasing: buffer[..<count]), offset, start)
            offset += UInt64(count)
        }
        return BaseFile(store: self, offset: start, size: size, sum: sum)
    }

    private func keep(_ bytes: UnsafeRawBufferPointer, _ offset: UInt64, _ start: UInt64) throws
        -> Digest
    {
        var sum = Digest.zero
        var isZero = true
        for position in stride(from: 0, to: bytes.count, by: 4096) {
            let block = UnsafeRawBufferPointer(
                rebasing: bytes[position..<min(position + 4096, bytes.count)])
            let digest = FileContent.digest(block, at: (offset + UInt64(position)) / 4096)
            if digest != .zero { isZero = false }
            sum += digest
        }
        if !isZero { try write(bytes, at: start + offset) }
        return sum
    }
}
