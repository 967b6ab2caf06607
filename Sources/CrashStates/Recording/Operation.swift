/// A file, directory or link in a recording, whatever its names are.
///
/// It stands for one inode during one life of it: where the file system uses an inode number again, the
/// recording has another identity.
public struct FileID: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// Its number, unique in one recording.
    public var number: UInt64
    /// The file of a number.
    public init(_ number: UInt64) { self.number = number }
    /// Orders files by their numbers, for output that is always the same.
    public static func < (lhs: FileID, rhs: FileID) -> Bool { lhs.number < rhs.number }
    public var description: String { "#\(number)" }
}

/// A name in a directory. File names are bytes; they are kept as they are.
public struct Entry: Hashable, Sendable {
    /// The directory that holds the name.
    public var directory: FileID
    /// The name, without a slash.
    public var name: [UInt8]
    /// A name in a directory.
    public init(_ directory: FileID, _ name: [UInt8]) {
        self.directory = directory
        self.name = name
    }

    /// Where a file of O_TMPFILE is until it is linked: nobody sees it.
    static func unnamed(_ file: FileID, in directory: FileID) -> Entry {
        Entry(directory, unnamed + Array("\(file.number)".utf8))
    }

    /// Whether nobody ever saw it.
    var isUnnamed: Bool { name.starts(with: Self.unnamed) }

    private static let unnamed = Array(" unnamed ".utf8)
}

/// What one system call did to the files of the container, or told the outside.
public enum Operation: Sendable, Hashable {
    /// A new file, directory, link, pipe or socket.
    case create(FileID, FileKind, at: Entry, mode: UInt32)
    /// One more name of a file.
    case link(FileID, at: Entry)
    /// Also of an empty directory.
    case unlink(FileID, at: Entry)
    /// The file that the new name had before, if any, loses it.
    case rename(FileID, from: Entry, to: Entry, replacing: FileID?)
    /// Both names stay; each then stands for the other file.
    case exchange(FileID, at: Entry, with: FileID, from: Entry)
    /// What was really written; a short write has the bytes that were taken.
    case write(FileID, offset: UInt64, bytes: [UInt8])
    /// Also of a file that grows, with zeros, or keeps its size.
    case truncate(FileID, size: UInt64)
    /// Blocks are reserved. Only the size can be seen: it is no less than this one afterwards.
    case reserve(FileID, size: UInt64)
    /// The range reads as zeros afterwards; the size may grow to its end. A hole has no blocks of its own.
    case zero(FileID, offset: UInt64, count: UInt64, grows: Bool, isHole: Bool)
    /// Bytes are removed from the middle, or zeros put there.
    case collapse(FileID, offset: UInt64, count: UInt64)
    /// Zeros are put into the middle; the bytes after them move up.
    case insert(FileID, offset: UInt64, count: UInt64)
    /// New permission bits.
    case setMode(FileID, mode: UInt32)
    /// A new owner and group.
    case setOwner(FileID, user: UInt32, group: UInt32)
    /// A time of modification is set; nil for the time of the call.
    case setTime(FileID, FileTime?)
    /// An extended attribute gets a value.
    case setAttribute(FileID, name: [UInt8], value: [UInt8])
    /// An extended attribute is gone.
    case removeAttribute(FileID, name: [UInt8])
    /// fsync; fdatasync where `dataOnly`. Of some bytes where a range is given, as msync is.
    case sync(FileID, dataOnly: Bool, range: Range<UInt64>? = nil)
    /// An fsync that failed: what it was to write is lost, and no later one writes it.
    case failedSync(FileID)
    /// sync, syncfs.
    case syncAll
    /// Bytes that left for the outside: a protocol message, standard output or error.
    case acknowledge(Acknowledgement, bytes: [UInt8])
    /// A change that no recorded call made, found by comparing: a store through a shared mapping.
    case stored(FileID, offset: UInt64, bytes: [UInt8])
}

/// A time of the file system: seconds since 1970, and nanoseconds.
public struct FileTime: Hashable, Sendable {
    /// Whole seconds, before 1970 negative.
    public var seconds: Int
    /// From 0 to 999 999 999.
    public var nanoseconds: Int
    /// A time by its two numbers.
    public init(seconds: Int, nanoseconds: Int) {
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }

    func adding(microseconds: Int) -> FileTime {
        let sum = nanoseconds + microseconds * 1_000
        return FileTime(seconds: seconds + sum / 1_000_000_000, nanoseconds: sum % 1_000_000_000)
    }
}

/// What a file is.
public enum FileKind: Sendable, Hashable {
    /// A regular file.
    case file
    /// A directory.
    case directory
    /// A symbolic link, and the bytes of the path that it leads to.
    case symbolicLink(target: [UInt8])
    /// A named pipe.
    case fifo
    /// A local socket.
    case socket
}

/// By which way a process told the outside something.
public enum Acknowledgement: Sendable, Hashable {
    /// The protocol channel, standard output, or standard error.
    case channel, output, error
    /// The end of a command, with status 0.
    case end
}

/// One recorded system call, finished.
public struct RecordedCall: Sendable, Hashable {
    /// Counted from 1 in the recording.
    public var number: Int
    /// The process that made it.
    public var process: Int32
    /// The thread that made it.
    public var thread: Int32
    /// The name of the system call, such as `renameat2`.
    public var name: String
    /// What it did, in order; empty where it failed or changed nothing.
    public var operations: [Operation]
    /// 0, or the errno it ended with.
    public var error: Int32
    /// For people: such as `rename state.json.tmp → state.json`, paths relative to the container.
    public var text: String

    /// A call with all that is known of it.
    public init(
        number: Int, process: Int32, thread: Int32, name: String, operations: [Operation],
        error: Int32, text: String
    ) {
        self.number = number
        self.process = process
        self.thread = thread
        self.name = name
        self.operations = operations
        self.error = error
        self.text = text
    }
}
