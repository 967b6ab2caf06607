import Relaunch

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// Programs that keep data, in each of their modes, on each file system: what a power failure leaves of a
// change. Many fail, as their documentation says or not: see the article "Real programs". With
// `--real-disk 50` the same is asked of real file systems, and `scripts/stores` makes a table of both.
let stores = Suite("Stores", target: .command("sh"), timeLimit: .seconds(60)) {
    for store in all {
        for mode in store.modes {
            for profile in [PowerLossProfile.ext4, .xfs, .btrfs] {
                survival(of: store, mode, on: profile)
            }
        }
    }
}

/// A program in one of its modes: whenever the power fails during a change, what was there before it is
/// found, or what is there after it; and the latter once it has been acknowledged.
private func survival(of store: Store, _ mode: String, on profile: PowerLossProfile) -> Scenario {
    func run(_ action: String) -> Run {
        let options = store.prefix + mode
        return Run("./programs/\(store.program)", options, action, exit: .any)
    }
    return Scenario(
        "\(store.name), \(mode), \(profile.name)",
        control: .none(because: "what is asked is what is lost"),
        requires: store.requirement
    ) {
        run("prepare")
        Expect(.exitStatus(0))
        Sweep(.powerLoss(profile), statesPerWindow: store.statesPerWindow) { run("change") }
        run("look")
        // It can be read, and the change is whole or not there.
        Expect(.output(isOneOf: ["old", "new"]))
        // What was acknowledged is there.
        Expect(.output(before: "old", after: "new"))
    }
}

private struct Store {
    var name: String
    /// In `programs/`: its first argument is the mode, the second `prepare`, `change` or `look`.
    var program: String
    /// The Debian package that has it, and a file of that.
    var package: String
    var file: String
    var prefix = ""
    var modes: [String]
    /// Fewer of a program that takes long to look at what it has kept.
    var statesPerWindow = usualStatesPerWindow

    var requirement: Requirement {
        .condition(
            FileManager.default.fileExists(atPath: file),
            otherwise: "\(name) is not installed: the Debian package is \(package)")
    }
}

private let all = [
    Store(
        name: "Redis", program: "redis.sh", package: "redis-server",
        file: "/usr/bin/redis-server",
        modes: ["always", "everysec", "no", "rdb"]),
    Store(
        name: "SQLite", program: "sqlite.sh", package: "sqlite3",
        file: "/usr/bin/sqlite3",
        modes: ["delete", "truncate", "persist", "wal", "memory", "off"].flatMap { journal in
            ["extra", "full", "normal", "off"].map { "\(journal),\($0)" }
        }),
    Store(
        name: "LMDB", program: "store.py", package: "python3-lmdb",
        file: "/usr/lib/python3/dist-packages/lmdb", prefix: "lmdb,",
        modes: [
            "default", "nometasync", "nosync", "writemap", "writemap+nosync", "writemap+mapasync",
        ]),
    Store(
        name: "LevelDB", program: "store.py", package: "python3-plyvel",
        file: "/usr/lib/python3/dist-packages/plyvel", prefix: "leveldb,",
        modes: ["sync", "nosync"]),
    Store(
        name: "RocksDB", program: "store.py", package: "rocksdb-tools",
        file: "/usr/bin/ldb", prefix: "rocksdb,",
        modes: ["sync", "nosync"]),
    Store(
        name: "gdbm", program: "store.py", package: "python3-gdbm",
        file: "/usr/share/doc/python3-gdbm", prefix: "gdbm,",
        modes: ["sync", "sync-each", "default"]),
    Store(
        name: "PostgreSQL", program: "postgres.sh", package: "postgresql",
        file: "/usr/bin/pg_config",
        modes: ["default", "synchronous_commit=off", "fsync=off"], statesPerWindow: 12),
    Store(
        name: "git", program: "git.sh", package: "git",
        file: "/usr/bin/git", modes: ["all", "default"]),
    Store(
        name: "Mercurial", program: "hg.sh", package: "mercurial",
        file: "/usr/bin/hg", modes: ["default"], statesPerWindow: 25),
    Store(
        name: "dpkg", program: "dpkg.sh", package: "dpkg",
        file: "/usr/bin/dpkg", modes: ["default", "unsafe-io"]),
]

/// Larger for a longer look: `STATES_PER_WINDOW=1000 relaunch run Scenarios/Stores`.
private let usualStatesPerWindow =
    ProcessInfo.processInfo.environment["STATES_PER_WINDOW"].flatMap { Int($0) } ?? 100
