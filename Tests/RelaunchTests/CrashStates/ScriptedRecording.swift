@testable import CrashStates
@testable import Relaunch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Does things to files with real calls and notes them, as a tracer would.
final class ScriptedRecording {
    let root: String
    let base: DirectoryTree
    /// Kept for as long as the recording is.
    private let directory: RealDirectory
    private(set) var calls: [RecordedCall] = []
    private var identities: [UInt64: FileID] = [:]
    private var nextIdentity: UInt64

    /// - Parameter prepare: Fills the container before the recording begins.
    init(_ directory: RealDirectory, prepare: (String) throws -> Void = { _ in }) throws {
        self.directory = directory
        root = directory.path + "/container"
        mkdir(root, 0o700)
        try prepare(root)
        let store = try BaseStore(in: directory.path)
        var identities: [UInt64: FileID] = [:]
        base = try BaseImage.read(root, store: store) { _, inode in
            let identity = identities[inode] ?? FileID(UInt64(identities.count + 1))
            identities[inode] = identity
            return identity
        }
        self.identities = identities
        nextIdentity = UInt64(identities.count + 1)
    }

    // MARK: Identities

    private func real(_ path: String) -> String { path.isEmpty ? root : root + "/" + path }

    private func inode(_ path: String) -> UInt64? {
        var status = stat()
        return lstat(real(path), &status) == 0 ? UInt64(status.st_ino) : nil
    }

    func identity(_ path: String) -> FileID {
        guard let inode = inode(path), let identity = identities[inode] else {
            preconditionFailure("'\(path)' is not there")
        }
        return identity
    }

    func isThere(_ path: String) -> Bool { inode(path) != nil }

    private func newIdentity(_ path: String) -> FileID {
        let identity = FileID(nextIdentity)
        nextIdentity += 1
        if let inode = inode(path) { identities[inode] = identity }
        return identity
    }

    private func entry(_ path: String) -> Entry {
        let parts = path.split(separator: "/")
        let directory = parts.dropLast().joined(separator: "/")
        return Entry(identity(directory), Array((parts.last ?? "").utf8))
    }

    private func note(_ name: String, _ text: String, _ operations: [CrashStates.Operation]) {
        calls.append(
            RecordedCall(
                number: calls.count + 1, process: 4_242, thread: 4_242, name: name,
                operations: operations, error: 0, text: text))
    }

    private func must(_ result: Int32, _ what: String) {
        precondition(result >= 0, "\(what): \(String(cString: strerror(errno)))")
    }

    private func withFile(_ path: String, _ body: (Int32) -> Void) {
        let file = open(real(path), O_RDWR | O_NOFOLLOW)
        must(file, path)
        body(file)
        close(file)
    }

    // MARK: Names

    func create(_ path: String, _ kind: FileKind = .file, mode: UInt32 = 0o644) {
        switch kind {
        case .file:
            let file = open(real(path), O_WRONLY | O_CREAT | O_EXCL, mode)
            must(file, path)
            close(file)
        case .directory: must(mkdir(real(path), mode), path)
        case .symbolicLink(let target):
            must(symlink(String(decoding: target, as: UTF8.self), real(path)), path)
        case .fifo: must(mkfifo(real(path), mode), path)
        case .socket: must(mknod(real(path), S_IFSOCK | mode, 0), path)
        }
        let isLink = if case .symbolicLink = kind { true } else { false }
        note(
            "openat", "create \(path)",
            [.create(newIdentity(path), kind, at: entry(path), mode: isLink ? 0o777 : mode)])
    }

    func link(_ path: String, at new: String) {
        must(Glibc.link(real(path), real(new)), new)
        note("linkat", "link \(path) → \(new)", [.link(identity(path), at: entry(new))])
    }

    func unlink(_ path: String) {
        let operation = CrashStates.Operation.unlink(identity(path), at: entry(path))
        must(remove(real(path)), path)
        note("unlinkat", "unlink \(path)", [operation])
    }

    func rename(_ path: String, to new: String) {
        let file = identity(path)
        let replaced = isThere(new) ? identity(new) : nil
        let operation = CrashStates.Operation.rename(
            file, from: entry(path), to: entry(new), replacing: replaced)
        must(Glibc.rename(real(path), real(new)), new)
        note("renameat2", "rename \(path) → \(new)", [operation])
    }

    // MARK: Contents

    func write(_ path: String, _ bytes: [UInt8], at offset: Int) {
        withFile(path) { file in
            precondition(pwrite(file, bytes, bytes.count, off_t(offset)) == bytes.count, path)
        }
        let operation = CrashStates.Operation.write(
            identity(path), offset: UInt64(offset), bytes: bytes)
        note("pwrite64", "write \(path)", [operation])
    }

    func write(_ path: String, _ text: String, at offset: Int = 0) {
        write(path, Array(text.utf8), at: offset)
    }

    /// Changes a file as through a mapping, in which no call shows.
    func store(_ path: String, _ text: String, at offset: Int = 0) {
        let bytes = Array(text.utf8)
        withFile(path) { file in
            precondition(pwrite(file, bytes, bytes.count, off_t(offset)) == bytes.count, path)
        }
        note(
            "store", "store \(path)",
            [.stored(identity(path), offset: UInt64(offset), bytes: bytes)])
    }

    func truncate(_ path: String, to size: Int) {
        must(Glibc.truncate(real(path), off_t(size)), path)
        note("ftruncate", "truncate \(path)", [.truncate(identity(path), size: UInt64(size))])
    }

    /// Gives the file blocks up to there, and nothing else: the file is that long already.
    func reserve(_ path: String, to size: Int) {
        note("fallocate", "reserve \(path)", [.reserve(identity(path), size: UInt64(size))])
    }

    /// Makes a range of a file read as zeros: by a hole, or in its place.
    func zero(
        _ path: String, _ offset: Int, count: Int, isHole: Bool = false, grows: Bool = false
    ) {
        write(zeros: count, at: offset, to: path)
        note(
            "fallocate", "zero \(path)",
            [
                .zero(
                    identity(path), offset: UInt64(offset), count: UInt64(count), grows: grows,
                    isHole: isHole)
            ])
    }

    private func write(zeros count: Int, at offset: Int, to path: String) {
        withFile(path) { file in
            let zeros = [UInt8](repeating: 0, count: count)
            precondition(pwrite(file, zeros, count, off_t(offset)) == count, path)
        }
    }

    func setMode(_ path: String, _ mode: UInt32) {
        must(chmod(real(path), mode), path)
        note("fchmodat", "chmod \(path)", [.setMode(identity(path), mode: mode)])
    }

    /// In the recording alone: the real file does not need it.
    func setAttribute(_ path: String, _ name: String, _ value: String) {
        note(
            "setxattr", "setxattr \(path)",
            [
                .setAttribute(
                    identity(path), name: Array(name.utf8), value: Array(value.utf8))
            ])
    }

    func setTime(_ path: String, seconds: Int) {
        let time = timespec(tv_sec: seconds, tv_nsec: 0)
        must(utimensat(AT_FDCWD, real(path), [time, time], 0), path)
        note(
            "utimensat", "utimensat \(path)",
            [.setTime(identity(path), FileTime(seconds: seconds, nanoseconds: 0))])
    }

    func sync(_ path: String, dataOnly: Bool = false, range: Range<UInt64>? = nil) {
        note("fsync", "fsync \(path)", [.sync(identity(path), dataOnly: dataOnly, range: range)])
    }

    /// By a descriptor of a file that has no name any more.
    func sync(_ file: FileID) {
        note("fsync", "fsync", [.sync(file, dataOnly: false, range: nil)])
    }

    func syncAll() { note("sync", "sync", [.syncAll]) }

    func failSync(_ path: String) {
        note("fsync", "fsync \(path): Input/output error", [.failedSync(identity(path))])
    }

    var acknowledgementCount: Int { calls.acknowledgementCount }

    func acknowledge(_ text: String) {
        note("write", "say \(text)", [.acknowledge(.channel, bytes: Array(text.utf8))])
    }
}

/// A directory in memory, where there is one, that is gone with its last user.
final class RealDirectory {
    let path: String

    init() {
        var name = Array(
            "\(access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp")/crash-XXXXXX".utf8CString)
        precondition(mkdtemp(&name) != nil)
        path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit { try? FileTree.remove(path) }
}

extension String {
    /// Fills a file, of whatever size it was.
    func save(to path: String) {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        precondition(file >= 0, path)
        precondition(Glibc.write(file, self, utf8.count) == utf8.count)
        close(file)
    }
}
