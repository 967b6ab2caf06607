import CrashStates
import RealDisk

/// A file system together with the profile that is examined on it.
struct Candidate: Sendable, Hashable {
    var system: DiskFileSystem
    var profile: PowerLossProfile

    static let all = DiskFileSystem.all.map { Candidate(system: $0, profile: $0.profile) }

    /// Those of a name; of a type, where it ends in `*`.
    static func named(_ name: String) -> [Candidate] {
        name.last == "*"
            ? all.filter { $0.system.name.hasPrefix(name.dropLast()) }
            : all.filter { $0.system.name == name }
    }
}
