import CrashStates

/// A file system with the options that it is made and mounted with.
package struct DiskFileSystem: Sendable, Hashable {
    /// What users call it, such as `ext4-dioread_lock`.
    package let name: String
    /// What the kernel calls it.
    package let type: String
    /// The size of the disk that it is made on, in MiB: about the least that it takes.
    package private(set) var mebibytes: Int
    /// The program that makes it, and what it is told.
    package let program: String
    let arguments: [String]
    /// The options of the mount.
    package let options: [String]
    /// What it writes whole or not at all on a disk with sectors of that size, in bytes.
    package let block: Int
    /// What each free byte of the disk is before anything is done.
    package var filling: UInt8 = 0

    /// ext4 with other options than it has by default.
    static func ext4(
        _ name: String, _ options: [String] = [], block: Int = 4096, filling: UInt8 = 0
    ) -> DiskFileSystem {
        DiskFileSystem(
            name: name, type: "ext4", mebibytes: 64, program: "mkfs.ext4",
            arguments: [
                "-q", "-F", "-b", "\(block)", "-E",
                "lazy_itable_init=0,lazy_journal_init=0,nodiscard",
            ],
            options: ["nodiscard"] + options, block: block, filling: filling)
    }

    /// btrfs with other options than it has by default.
    static func btrfs(_ name: String, _ options: [String] = []) -> DiskFileSystem {
        DiskFileSystem(
            name: name, type: "btrfs", mebibytes: 256, program: "mkfs.btrfs",
            arguments: ["-q", "-f", "-K"], options: ["nodiscard"] + options, block: 4096)
    }

    /// Every file system that a disk can have, by name.
    package static let all = [
        ext4("ext4"),
        ext4("ext4-dioread_lock", ["dioread_lock"]),
        ext4("ext4-journal", ["data=journal"]),
        ext4("ext4-1k", block: 1024),
        ext4("ext4-nodelalloc", ["nodelalloc"]),
        // Without delayed allocation a commit shows what the disk held before.
        ext4(
            "ext4-writeback", ["data=writeback", "dioread_lock", "nodelalloc"],
            filling: PowerLossProfile.garbage),
        DiskFileSystem(
            name: "xfs", type: "xfs", mebibytes: 320, program: "mkfs.xfs",
            arguments: ["-q", "-f", "-K"], options: ["nodiscard"], block: 4096),
        btrfs("btrfs"),
        btrfs("btrfs-compress", ["compress-force=zlib"]),
        btrfs("btrfs-nodatacow", ["nodatacow"]),
    ]

    /// The same on a disk that has room for so many bytes of files.
    package func holding(_ bytes: Int) -> DiskFileSystem {
        var system = self
        system.mebibytes += bytes >> 20
        return system
    }

    /// The size of the disk in bytes.
    var size: Int { mebibytes << 20 }
}
