import CrashStates

extension DiskFileSystem {
    /// The profiles by the names of file systems; of those that are not named here, by their types.
    private static let profiles: [String: PowerLossProfile] = [
        "ext4": .ext4, "ext4-dioread_lock": .ext4(.dioreadLock),
        "ext4-writeback": .ext4(.dataWriteback), "ext4-journal": .ext4DataJournal,
        "ext4-1k": .ext4(.blockSize(1024)), "xfs": .xfs,
        "btrfs": .btrfs, "btrfs-nodatacow": .btrfsNoDataCow,
    ]

    /// What is predicted of a power failure on it.
    package var profile: PowerLossProfile {
        Self.profiles[name] ?? Self.profiles[type] ?? .strict
    }

    /// One for each profile.
    package static var profiled: [DiskFileSystem] {
        all.filter { profiles[$0.name] == $0.profile }
    }

    /// The file system that a profile is about; nil where there is no such disk, as of a profile of
    /// one's own.
    package static func ofProfile(_ profile: PowerLossProfile) -> DiskFileSystem? {
        // The default options come before others that have the same profile.
        all.first { $0.profile == profile }
    }
}
