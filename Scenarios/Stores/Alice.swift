import Relaunch

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// The vulnerabilities that ALICE (Pillai et al., OSDI 2014) has published, looked for in what Debian ships
// today: each kind by a model that promises everything but one thing. What came of it is in the article
// "Real programs".
let alice = Suite("ALICE", target: .command("sh"), timeLimit: .seconds(60)) {
    for program in programs {
        for (demand, death) in demands where program.demands?.contains(demand) ?? true {
            look(for: demand, death, in: program)
        }
    }
}

/// What programs of 2014 counted on, and a death that does not keep it.
private let demands: [(String, Sweep.Death)] = [
    ("several calls at once", .system),
    ("an append with its bytes", .powerLoss(ordered("appends") { $0.growth = .beforeData })),
    ("a rename at once", .powerLoss(ordered("renames") { $0.renames = .apart })),
    ("a small write at once", .powerLoss(metadata("bytes") { $0.unit = 1 })),
    ("an fsync with the names", .powerLoss(metadata("names") { $0.sync = .exactly })),
    ("a rename after the data", .powerLoss(metadata("data") { $0.replacement = .notFlushed })),
    (
        "order",
        .powerLoss(
            metadata("order") {
                $0.order = .none
                $0.sync = .log
            })
    ),
    ("durability", .powerLoss(ordered("lost") { _ in })),
]

/// Everything reaches the disk in order, but for one thing.
private func ordered(
    _ name: String, but change: (inout PowerLossProfile) -> Void
) -> PowerLossProfile {
    var profile = PowerLossProfile.ext4DataJournal
    profile.name = name
    change(&profile)
    return profile
}

/// Metadata reaches the disk in order, and data before a rename, but for one thing.
private func metadata(
    _ name: String, but change: (inout PowerLossProfile) -> Void
) -> PowerLossProfile {
    var profile = PowerLossProfile.ext4(.dioreadLock)
    profile.name = name
    profile.growth = .withData
    change(&profile)
    return profile
}

private struct Program {
    var name: String
    /// In `programs/`, with its first argument.
    var command: String
    var options: String
    /// A file that is there where it is installed, and the Debian package that has it.
    var file: String
    var package: String
    /// What is swept.
    var action = "change"
    /// Fewer of what takes long to start.
    var statesPerWindow = 100
    /// Of such a one, only what has been published.
    var demands: [String]?
}

private let python = "/usr/lib/python3/dist-packages/"
private let programs = [
    Program(
        name: "LevelDB", command: "store.py", options: "leveldb,sync", file: python + "plyvel",
        package: "python3-plyvel"),
    Program(
        name: "LevelDB", command: "store.py", options: "leveldb,sync", file: python + "plyvel",
        package: "python3-plyvel", action: "create"),
    Program(
        name: "LMDB", command: "store.py", options: "lmdb,default", file: python + "lmdb",
        package: "python3-lmdb"),
    Program(
        name: "gdbm", command: "store.py", options: "gdbm,sync",
        file: "/usr/share/doc/python3-gdbm",
        package: "python3-gdbm"),
    Program(
        name: "gdbm", command: "store.py", options: "gdbm,sync",
        file: "/usr/share/doc/python3-gdbm",
        package: "python3-gdbm", action: "create"),
    Program(
        name: "SQLite", command: "sqlite.sh", options: "delete,full", file: "/usr/bin/sqlite3",
        package: "sqlite3"),
    Program(
        name: "git", command: "git.sh", options: "default", file: "/usr/bin/git", package: "git"),
    Program(name: "git", command: "git.sh", options: "all", file: "/usr/bin/git", package: "git"),
    Program(
        name: "git", command: "git.sh", options: "reflog", file: "/usr/bin/git", package: "git",
        demands: ["several calls at once"]),
    Program(
        name: "Mercurial", command: "hg.sh", options: "dirstate", file: "/usr/bin/hg",
        package: "mercurial",
        demands: [
            "several calls at once", "a rename at once", "a rename after the data", "order",
        ]),
    Program(
        name: "Mercurial", command: "hg.sh", options: "default", file: "/usr/bin/hg",
        package: "mercurial", statesPerWindow: 12,
        demands: [
            "several calls at once", "an append with its bytes", "a rename at once",
            "a rename after the data", "order", "durability",
        ]),
    Program(
        name: "PostgreSQL", command: "postgres.sh", options: "default", file: "/usr/bin/pg_config",
        package: "postgresql", statesPerWindow: 60, demands: ["a small write at once"]),
    Program(
        name: "HSQLDB", command: "java.sh", options: "hsqldb", file: "/usr/share/java/hsqldb.jar",
        package: "libhsqldb-java and a JDK", statesPerWindow: 60,
        demands: [
            "an append with its bytes", "a rename at once", "an fsync with the names", "order",
            "durability",
        ]),
    Program(
        name: "ZooKeeper", command: "java.sh", options: "zookeeper",
        file: "/usr/share/java/zookeeper.jar", package: "zookeeper and a JDK",
        statesPerWindow: 12,
        demands: ["a small write at once", "an fsync with the names", "order", "durability"]),
]

private func look(
    for demand: String, _ death: Sweep.Death, in program: Program
) -> Scenario {
    func run(_ action: String) -> Run {
        Run("./programs/\(program.command)", program.options, action, exit: .any)
    }
    let isThere = FileManager.default.fileExists(atPath: program.file)
    return Scenario(
        "\(program.name), \(program.options), \(program.action), \(demand)",
        control: .none(because: "what is asked is what is lost"),
        requires: .condition(
            isThere, otherwise: "\(program.name) is not installed: \(program.package) has it")
    ) {
        if program.action == "create" {
            Sweep(death, statesPerWindow: program.statesPerWindow) { run("create") }
            run("look")
            Expect(.output(isOneOf: ["neither: {}", "old"]))
            Expect(.output(before: "neither: {}", after: "old"))
        } else {
            run("prepare")
            Expect(.exitStatus(0))
            Sweep(death, statesPerWindow: program.statesPerWindow) { run("change") }
            run("look")
            Expect(.output(isOneOf: ["old", "new"]))
            Expect(.output(before: "old", after: "new"))
        }
    }
}
