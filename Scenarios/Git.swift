import Relaunch

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// A real program that nobody here wrote: whenever `git commit` dies, the repository is sound, and HEAD is
// the old commit or the new one.
let git = Suite("Git", target: .command("git", environment: identity)) {
    Setup { Launch(arguments: ["init", "--quiet", "--initial-branch=main", "--template="]) }
    use
    for round in 1...20 {
        Scenario("killed by the clock while it commits (\(round))", requires: .program("git")) {
            Run("sh", "-c", "echo one > file; seq 1 5000 > numbers")
            Run("git", "add", ".")
            Run("git", "commit", "--quiet", "--message=one")
            Run("sh", "-c", "echo two > file; seq 1 9000 > numbers; git add .")
            Run(
                "git", "commit", "--quiet", "--message=two",
                killedAt: .within(.zero ... .milliseconds(12)))
            // What the documentation tells a user to do after a crash.
            Run("rm", "-f", ".git/index.lock", ".git/HEAD.lock", ".git/refs/heads/main.lock")
            Launch(arguments: ["fsck", "--strict", "--no-progress"])
            Run("git", "rev-parse", "HEAD", "main")
            Run("git", "log", "--format=%s", "--max-count=1")
            Expect(.output(isOneOf: ["one", "two"]))
        }
    }

    anyDeath
    hardened
    unhardened
    renamed
}

// MARK: Random lives

/// What `relaunch stress Scenarios/Git.swift` draws. What git does in several steps is no action here, such
/// as `switch` and `branch -m`: killed in the middle, it is found there.
@SuiteBuilder private var use: [SuitePart] {
    State("commits") { Run("git", "log", "--all", "--format=%H %s") }
    State("branches") { Run("git", "for-each-ref", "--format=%(refname) %(objectname)") }
    State("index") { Run("git", "ls-files", "--stage") }
    Invariant("the repository is sound") {
        Run("git", "fsck", "--strict", "--no-progress", "--no-dangling")
    }

    Action("stage", ["file": .oneOf("a.txt", "b.txt"), "text": .string(maxLength: 200)]) { a in
        unlock
        Run("sh", "-ec", #"printf %s "$2" > "$1""#, "sh", a.file, a.text)
        Launch(arguments: ["add", a.file])
    }
    Action("commit", ["message": .string(minLength: 1, maxLength: 40)]) { a in
        unlock
        Launch(arguments: ["commit", "--quiet", "--message=\(a.message)"])
    }
    Action("branch", ["name": .oneOf("next", "topic")]) { a in
        unlock
        Launch(arguments: ["branch", a.name])
    }
    Action("delete", ["name": .oneOf("next", "topic")]) { a in
        unlock
        Launch(arguments: ["branch", "--quiet", "-D", a.name])
    }
    Action("gc") {
        unlock
        Launch(arguments: ["gc", "--quiet"])
    }
}

/// A git that was killed leaves its locks, and the next one refuses: "Another git process seems to be
/// running in this repository […] remove the file manually to continue." Of `packed-refs.new` it does not
/// say so: until somebody removes that, it can neither pack references nor delete packed ones.
private let unlock = Run(
    "find", ".git", "(", "-name", "*.lock", "-o", "-name", "gc.pid", "-o", "-name",
    "packed-refs.new", ")", "-delete")

// MARK: Every state

/// Whatever a kill leaves: nothing that was written is lost.
@ScenariosBuilder private var anyDeath: [Scenario] {
    for change in changes {
        Scenario("killed at any call: \(change.name)", requires: .program("git")) {
            repository()
            Sweep(.system) { shell(change.command + "; echo done") }
            shell(soundness + change.look)
            Expect(.output(before: change.older, after: change.newer))
        }
    }
}

/// With `core.fsync=all`, or where everything reaches the disk in order, a repository is sound after a
/// power failure. That a commit is still there which was reported as done is not so: the rename of a
/// reference is not synced. Nor is it so on btrfs for what is linked into place. See Findings/Git.swift.
@ScenariosBuilder private var hardened: [Scenario] {
    for (profile, fsync) in [
        (PowerLossProfile.ext4, "all" as String?), (.btrfs, "all"), (.xfs, "all"),
        (.ext4DataJournal, nil),
    ] {
        for change in changes where profile != .btrfs || !change.addsObjects {
            Scenario(
                "sound after a power loss (\(profile.name), \(fsync ?? "default")): \(change.name)",
                requires: .program("git")
            ) {
                repository(fsync: fsync)
                Sweep(.powerLoss(profile), statesPerWindow: statesPerWindow) {
                    shell(change.command)
                }
                shell(soundness + change.look)
                Expect(.output(isOneOf: [change.older, change.newer]))
            }
        }
    }
}

/// By default recent work may be lost, as `git help config` says; so it may where a file system promises
/// nothing, for git syncs no directory. What was committed before is still there.
@ScenariosBuilder private var unhardened: [Scenario] {
    for (profile, fsync) in [
        (PowerLossProfile.ext4, nil as String?), (.btrfs, nil),
        (.xfs, nil), (.strict, "all"),
    ] {
        for change in changes where change.addsObjects {
            Scenario(
                "older commits outlive a power loss (\(profile.name), \(fsync ?? "default")): "
                    + change.name,
                requires: .program("git")
            ) {
                repository(fsync: fsync)
                Sweep(.powerLoss(profile), statesPerWindow: statesPerWindow) {
                    shell(change.command)
                }
                shell(olderCommit)
                Expect(.output(equals: allThere))
            }
        }
    }
}

/// A branch is renamed in several steps: in between neither name is there, as git's authors know ("the
/// renaming operation is not atomic"). The commit is still there, by its id. Not so where a file that
/// replaces another may be found without its bytes: see Findings/Git.swift.
@ScenariosBuilder private var renamed: [Scenario] {
    for death in [Sweep.Death.system, .powerLoss(.ext4DataJournal)] {
        Scenario(
            "a renamed branch has one name or none, and its commit is there: \(death)",
            requires: .program("git")
        ) {
            repository(fsync: "all")
            Sweep(death, statesPerWindow: statesPerWindow) {
                shell("git branch -m main trunk")
            }
            shell(olderCommit + names)
            Expect(.output(isOneOf: [allThere, allThere + "\nmain", allThere + "\ntrunk"]))
        }
    }
}

// MARK: The repository and what is done to it

private struct Change {
    var name: String
    var command: String
    /// How what was there before, or is there afterwards, is looked at, and what is then seen.
    var look: String
    var older: String
    var newer: String
    var addsObjects = true
}

private let changes = [
    Change(
        name: "commit", command: "git commit --quiet --message=two",
        look: "git log --format=%s --max-count=1", older: "one", newer: "two"),
    Change(
        name: "add", command: "echo three > file; git add file", look: "git show :file",
        older: "two", newer: "three"),
    Change(
        name: "gc", command: "git gc --quiet", look: everyObject,
        older: allThere, newer: allThere, addsObjects: false),
]

/// A commit `one`, whose id is kept in `tmp/one`, and a change that is staged.
@StepsBuilder private func repository(fsync: String? = nil) -> [any Step] {
    if let fsync { Run("git", "config", "core.fsync", fsync) }
    shell("echo one > file; git add file; git commit --quiet --message=one")
    shell("git rev-parse HEAD > tmp/one; echo two > file; git add file")
}

/// What a user is told to do after a crash, and what then has to hold.
private let soundness = """
    rm -f .git/*.lock .git/refs/heads/*.lock .git/gc.pid
    git fsck --strict --no-progress --no-dangling >&2
    """ + "\n"

private let everyObject = "git rev-list --objects --no-object-names --all > tmp/all; " + kinds
private let olderCommit =
    "git rev-list --objects --no-object-names $(cat tmp/one) > tmp/all; " + kinds
private let kinds =
    "git cat-file '--batch-check=%(objecttype)' < tmp/all | sort | uniq -c | xargs"
private let allThere = "1 blob 1 commit 1 tree"
private let names = """
    ; for name in main trunk; do ! git show-ref --quiet --verify refs/heads/$name || echo $name; done
    """

private func shell(_ text: String) -> Run { Run("sh", "-ec", text) }

/// Larger for a longer look: `STATES_PER_WINDOW=1000 relaunch run Scenarios/Git.swift`.
private let statesPerWindow =
    ProcessInfo.processInfo.environment["STATES_PER_WINDOW"].flatMap { Int($0) } ?? 12

private let identity = [
    "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.com",
    "GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@example.com",
    "GIT_CONFIG_NOSYSTEM": "1",
]
