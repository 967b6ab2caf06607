import Relaunch

// What the sweeps of stores found: each of these fails. Why is told in the article "Real programs".
let stores = Suite("Findings in stores", target: .command("sh"), timeLimit: .seconds(30)) {
    // An append may be found with its length and without its bytes, until it is synced: the server takes
    // the zeros for a damaged file, and does not start.
    found("Redis with appendfsync always starts", "redis.sh", "always", .ext4, "redis-server")

    // A value that replaces one of the same length is stored in its place, and nothing syncs it.
    found(
        "gdbm with GDBM_SYNC keeps what it has stored", "store.py", "gdbm,sync-each", .xfs,
        "python3")

    // Nothing is ever synced.
    found("a repository of Mercurial is whole", "hg.sh", "default", .ext4, "hg")
}

private func found(
    _ name: String, _ program: String, _ options: String, _ profile: PowerLossProfile,
    _ requirement: String
) -> Scenario {
    func run(_ action: String) -> Run {
        Run("../Stores/programs/\(program)", options, action, exit: .any)
    }
    return Scenario(name, requires: .program(requirement)) {
        run("prepare")
        Sweep(.powerLoss(profile), statesPerWindow: 25) { run("change") }
        run("look")
        Expect(.output(isOneOf: ["old", "new"]))
        Expect(.output(before: "old", after: "new"))
    }
}
