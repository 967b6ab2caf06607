import SystemPackage

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Makes a real directory equal to one tree after another, changing only what differs: from the
/// last tree to the next, and what a target has changed since.
///
/// What a target has changed is found by a stat of everything. Every file and directory is given a time
/// of modification that lies in the past, so that no write goes unnoticed, however soon it comes; a
/// directory whose time is the same has the same names. On
/// tmpfs a store through a shared mapping may leave that time alone: there files up to
/// ``readLimit`` are read, too, and larger ones when they are named as suspects.
///
///     var materializer = try Materializer(root: container.path)
///     for state in states { try materializer.materialize(state.tree); … }
public struct Materializer: ~Copyable {
    /// Up to this size, in bytes, a file on tmpfs is read to see whether it has changed.
    static let readLimit = 64 * 1024

    let root: String
    /// A directory beside it, for what is on its way from one place to another.
    let staging: String
    /// What the directory was last made equal to; nil before that, or after a failure.
    private(set) var last: DirectoryTree?
    /// What was put there, by inode number.
    private(set) var placed: [UInt64: Placed] = [:]
    private var opened: [FileID: OpenDirectory] = [:]
    /// The time that a directory gets: in the past, so that a change shows.
    let changedTime: FileTime
    /// The time that a file gets which a recording has changed, and a microsecond more for each call:
    /// later than those of all files that were there before.
    let recordedTime: FileTime
    let isOnTmpfs: Bool

    struct Placed {
        var file: FileID
        var stamp: FileStamp
    }

    /// - Parameters:
    ///   - root: An existing directory; whatever it holds is replaced.
    ///   - staging: A path beside it where nothing is, on the same file system.
    public init(root: String, staging: String? = nil) throws {
        self.root = root
        self.staging = staging ?? root + ".staging"
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        changedTime = FileTime(seconds: now.tv_sec - 2, nanoseconds: 0)
        recordedTime = FileTime(seconds: now.tv_sec, nanoseconds: now.tv_nsec)
        var status = stat()
        guard stat(root, &status) == 0 else {
            throw RecordingError.notRead(path: root, Errno(rawValue: errno))
        }
        isOnTmpfs = Self.fileSystem(of: UInt64(status.st_dev)).map { $0 == "tmpfs" } ?? true
    }

    /// The kind of the file system on a device; nil where the system does not tell.
    private static func fileSystem(of device: UInt64) -> String? {
        let file = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = read(file, &buffer, buffer.count), count > 0 {
            text += buffer[..<count]
        }
        let major = (device >> 8) & 0xFFF | (device >> 32) & ~0xFFF
        let minor = device & 0xFF | (device >> 12) & ~0xFF
        for line in text.split(separator: 10) {
            let fields = String(decoding: line, as: UTF8.self).split(separator: " ")
            guard fields.count > 2, fields[2] == "\(major):\(minor)",
                let dash = fields.firstIndex(of: "-"), dash + 1 < fields.count
            else { continue }
            return String(fields[dash + 1])
        }
        return nil
    }

    /// - Parameters:
    ///   - tree: What the directory is to hold.
    ///   - suspects: Files whose content is compared even if nothing seems to have changed it.
    /// - Throws: ``MaterializationError``, ``RecordingError``; the directory is then made anew the
    ///   next time.
    public mutating func materialize(_ tree: DirectoryTree, suspects: Set<FileID> = []) throws {
        var pass = Materialization(
            tree: tree, last: last, placed: placed, suspects: suspects, root: root,
            staging: staging, changedTime: changedTime,
            recordedTime: recordedTime, readsSmallFiles: isOnTmpfs,
            opened: opened)
        last = nil
        placed = [:]
        opened = [:]
        try pass.run()
        placed = pass.result
        opened = pass.opened
        last = tree
    }
}

/// What tells whether a file was changed.
struct FileStamp: Equatable {
    var size: UInt64
    var modified: FileTime
    var changed: FileTime
    var mode: UInt32
    var user: UInt32
    var group: UInt32

    init(_ status: stat) {
        size = UInt64(status.st_size)
        modified = FileTime(status.st_mtim)
        changed = FileTime(status.st_ctim)
        mode = UInt32(status.st_mode)
        user = status.st_uid
        group = status.st_gid
    }

    /// Making and removing links changes the time of change alone.
    func isSame(as other: FileStamp, isLinked: Bool) -> Bool {
        var other = other
        if isLinked { other.changed = changed }
        return self == other
    }
}

/// A crash state that could not be built.
public enum MaterializationError: Error, CustomStringConvertible {
    /// The system call that failed, the path and the reason.
    case failed(String, path: String, Errno)

    public var description: String {
        switch self {
        case .failed(let what, let path, let errno):
            "a crash state cannot be built: \(what) '\(path)': \(errno); is there space, and does "
                + "the file system of the containers support it?"
        }
    }
}
