import CSupervisor

/// Kinds of calls, by what they do to files and not by how they are named.
package struct CallKinds: OptionSet, Sendable, Hashable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    init(_ kinds: rl_record_kind...) {
        rawValue = kinds.reduce(0) { $0 | 1 << $1.rawValue }
    }

    /// No call is left out.
    package static let all: CallKinds = []
    static let open = CallKinds(RL_RECORD_OPEN)
    static let write = CallKinds(RL_RECORD_WRITE)
    static let truncate = CallKinds(RL_RECORD_TRUNCATE)
    static let allocate = CallKinds(RL_RECORD_ALLOCATE)
    static let rename = CallKinds(RL_RECORD_RENAME)
    static let link = CallKinds(RL_RECORD_LINK)
    static let symlink = CallKinds(RL_RECORD_SYMLINK)
    static let unlink = CallKinds(RL_RECORD_UNLINK, RL_RECORD_RMDIR)
    static let mkdir = CallKinds(RL_RECORD_MKDIR)
    static let mknod = CallKinds(RL_RECORD_MKNOD)
    static let sync = CallKinds(RL_RECORD_SYNC, RL_RECORD_SYNC_ALL)
    static let mode = CallKinds(RL_RECORD_MODE)
    static let owner = CallKinds(RL_RECORD_OWNER)
    static let attribute = CallKinds(RL_RECORD_SET_ATTRIBUTE, RL_RECORD_REMOVE_ATTRIBUTE)
}
