import CSupervisor

/// Kinds of calls, by what they do to files and not by how they are named.
public struct CallKinds: OptionSet, Sendable, Hashable {
    /// A bit for each kind of the recorder.
    public let rawValue: UInt32
    /// Kinds by their bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Calls that need space on the disk, whatever their kind: writes, allocations, new directories
    /// and symbolic links, extended attributes. Only for calls that fail after another one.
    public static let needingSpace = CallKinds(rawValue: UInt32(RL_PLAN_NEEDS_SPACE))

    init(_ kinds: rl_record_kind...) {
        rawValue = kinds.reduce(0) { $0 | 1 << $1.rawValue }
    }

    /// No call is left out.
    public static let all: CallKinds = []
    /// Calls that open or create a file.
    public static let open = CallKinds(RL_RECORD_OPEN)
    /// Calls that write bytes.
    public static let write = CallKinds(RL_RECORD_WRITE)
    /// Calls that change the size of a file.
    public static let truncate = CallKinds(RL_RECORD_TRUNCATE)
    /// Calls that reserve, zero, insert or collapse a range: `fallocate`.
    public static let allocate = CallKinds(RL_RECORD_ALLOCATE)
    /// Calls that rename or exchange.
    public static let rename = CallKinds(RL_RECORD_RENAME)
    /// Calls that make a hard link.
    public static let link = CallKinds(RL_RECORD_LINK)
    /// Calls that make a symbolic link.
    public static let symlink = CallKinds(RL_RECORD_SYMLINK)
    /// Calls that remove a name, of a directory too.
    public static let unlink = CallKinds(RL_RECORD_UNLINK, RL_RECORD_RMDIR)
    /// Calls that make a directory.
    public static let mkdir = CallKinds(RL_RECORD_MKDIR)
    /// Calls that make a pipe, a socket or another special file.
    public static let mknod = CallKinds(RL_RECORD_MKNOD)
    /// Calls that wait for the disk, for one file or for all.
    public static let sync = CallKinds(RL_RECORD_SYNC, RL_RECORD_SYNC_ALL)
    /// Calls that change permissions.
    public static let mode = CallKinds(RL_RECORD_MODE)
    /// Calls that change the owner or the group.
    public static let owner = CallKinds(RL_RECORD_OWNER)
    /// Calls that set the time of a file.
    public static let time = CallKinds(RL_RECORD_TIME)
    /// Calls that set or remove an extended attribute.
    public static let attribute = CallKinds(RL_RECORD_SET_ATTRIBUTE, RL_RECORD_REMOVE_ATTRIBUTE)
}
