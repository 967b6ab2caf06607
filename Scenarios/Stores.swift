import Relaunch

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// Stores that promise to keep what they have acknowledged, held to it on each file system. `Stores/` has
// all their modes, and the article "Real programs" what became of them.
let stores = Suite("Stores", target: .command("sh"), timeLimit: .seconds(30)) {
    for profile in [PowerLossProfile.ext4, .xfs, .btrfs] {
        survival("store.py", "lmdb,default", profile, requires: python("lmdb"))
    }
    survival("store.py", "lmdb,writemap", .ext4, requires: python("lmdb"))
    survival("store.py", "leveldb,sync", .ext4, requires: python("plyvel"))
    // Not on ext4: see Findings/Stores.swift.
    survival("redis.sh", "always", .xfs, requires: .program("redis-server"))
}

private func survival(
    _ program: String, _ options: String, _ profile: PowerLossProfile,
    requires requirement: Requirement
) -> Scenario {
    func run(_ action: String) -> Run {
        Run("./Stores/programs/\(program)", options, action, exit: .any)
    }
    return Scenario(
        "what is acknowledged is kept: \(program) \(options), \(profile.name)",
        requires: requirement
    ) {
        run("prepare")
        Sweep(.powerLoss(profile), statesPerWindow: 6) { run("change") }
        run("look")
        Expect(.output(before: "old", after: "new"))
    }
}

/// A library that the system's Python finds.
private func python(_ name: String) -> Requirement {
    .condition(
        FileManager.default.fileExists(atPath: "/usr/lib/python3/dist-packages/\(name)"),
        otherwise: "there is no Python library '\(name)': the Debian package is python3-\(name)")
}
