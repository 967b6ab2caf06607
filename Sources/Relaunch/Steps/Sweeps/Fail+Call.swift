import CrashStates

extension Fail {
    /// A kind of system call that changes files.
    public struct Call: Sendable, Hashable, CustomStringConvertible {
        /// As it is written in a scenario.
        let name: String
        let kinds: CallKinds

        /// Every call that changes files.
        public static let any = Call(name: "any", kinds: .all)
        /// An open that makes a file, or empties it.
        public static let open = Call(name: "open", kinds: .open)
        /// Also of several buffers, and copies from file to file.
        public static let write = Call(name: "write", kinds: .write)
        /// Also fdatasync, msync and syncfs.
        public static let fsync = Call(name: "fsync", kinds: .sync)
        /// A change of a file's length, by its path or descriptor.
        public static let truncate = Call(name: "truncate", kinds: .truncate)
        /// Space that is set aside, or holes that are made.
        public static let fallocate = Call(name: "fallocate", kinds: .allocate)
        /// Also an exchange of two names.
        public static let rename = Call(name: "rename", kinds: .rename)
        /// Also of a directory.
        public static let unlink = Call(name: "unlink", kinds: .unlink)
        /// A new directory.
        public static let mkdir = Call(name: "mkdir", kinds: .mkdir)
        /// A new pipe, socket or device; also a file that is made without being opened.
        public static let mknod = Call(name: "mknod", kinds: .mknod)
        /// One more name for a file.
        public static let link = Call(name: "link", kinds: .link)
        /// A new symbolic link.
        public static let symlink = Call(name: "symlink", kinds: .symlink)
        /// A change of permissions.
        public static let chmod = Call(name: "chmod", kinds: .mode)
        /// A change of owner or group.
        public static let chown = Call(name: "chown", kinds: .owner)
        /// A time of modification that is set.
        public static let utimensat = Call(name: "utimensat", kinds: .time)
        /// Also the removal of an extended attribute.
        public static let setxattr = Call(name: "setxattr", kinds: .attribute)

        private static let all = [
            open, write, fsync, truncate, fallocate, rename, unlink, mkdir, mknod, link, symlink,
            chmod, chown, utimensat, setxattr,
        ]

        /// What a recorded call is; nil for one that promises nothing, such as `sync_file_range`.
        static func kind(of recorded: CallKinds) -> Call? {
            all.first { $0.kinds.isSuperset(of: recorded) }
        }

        public var description: String { name }

        /// Such as `9 writes`.
        func counted(_ count: Int) -> String { count == 1 ? "1 \(name)" : "\(count) \(name)s" }

        func includes(_ other: Call) -> Bool { self == .any || self == other }

        /// What a signal can interrupt, as the manual pages have it: others wait for the disk.
        static let interruptible: Set<String> = [
            "open", "openat", "openat2", "creat", "write", "pwrite64", "writev", "pwritev",
            "pwritev2", "fsync", "fdatasync", "truncate", "ftruncate", "fallocate",
        ]

        /// Writes with a count of bytes that can be made smaller.
        static let cuttable: Set<String> = [
            "write", "pwrite64", "sendfile", "copy_file_range", "splice",
        ]
    }
}
