import CrashStates
import RealDisk

/// A file system together with the profile that is examined on it.
struct Candidate: Sendable, Hashable {
    var system: DiskFileSystem
    var profile: PowerLossProfile

    /// The profiles by the names of file systems; of those that are not named here, by their types.
    private static let profiles: [String: PowerLossProfile] = [
        "ext4": .ext4, "ext4-dioread_lock": .ext4(.dioreadLock),
        "ext4-journal": .ext4DataJournal, "ext4-1k": .ext4(.blockSize(1024)), "xfs": .xfs,
        "btrfs": .btrfs, "btrfs-nodatacow": .btrfsNoDataCow,
    ]

    static let all = DiskFileSystem.all.map { system in
        Candidate(
            system: system, profile: profiles[system.name] ?? profiles[system.type] ?? .strict)
    }

    /// Those of a name; of a type, where it ends in `*`.
    static func named(_ name: String) -> [Candidate] {
        name.last == "*"
            ? all.filter { $0.system.name.hasPrefix(name.dropLast()) }
            : all.filter { $0.system.name == name }
    }
}
