import CSupervisor

/// Kinds of calls, by what they do to files and not by how they are named.
public struct CallKinds: OptionSet, Sendable, Hashable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    init(_ kinds: rl_record_kind...) {
        rawValue = kinds.reduce(0) { $0 | 1 << $1.rawValue }
    }

    /// No call is left out.
    public static let all: CallKinds = []
    public static let open = CallKinds(RL_RECORD_OPEN)
    public static let write = CallKinds(RL_RECORD_WRITE)
    public static let truncate = CallKinds(RL_RECORD_TRUNCATE)
    public static let allocate = CallKinds(RL_RECORD_ALLOCATE)
    public static let rename = CallKinds(RL_RECORD_RENAME)
    public static let link = CallKinds(RL_RECORD_LINK)
    public static let symlink = CallKinds(RL_RECORD_SYMLINK)
    public static let unlink = CallKinds(RL_RECORD_UNLINK, RL_RECORD_RMDIR)
    public static let mkdir = CallKinds(RL_RECORD_MKDIR)
    public static let mknod = CallKinds(RL_RECORD_MKNOD)
    public static let sync = CallKinds(RL_RECORD_SYNC, RL_RECORD_SYNC_ALL)
    public static let mode = CallKinds(RL_RECORD_MODE)
    public static let owner = CallKinds(RL_RECORD_OWNER)
    public static let attribute = CallKinds(RL_RECORD_SET_ATTRIBUTE, RL_RECORD_REMOVE_ATTRIBUTE)
}
