import Relaunch

// What the sweeps of git found: each of these fails. Why is told in the article "Real programs".
let git = Suite("Findings in git", target: .command("git", environment: identity)) {
    // `unlink refs/heads/main` comes well before `rename refs/heads/trunk.lock`, and HEAD follows last.
    Scenario("while a branch is renamed, HEAD names a commit", requires: .program("git")) {
        repository(fsync: "all")
        Sweep(.system) { shell("git branch -m main trunk") }
        shell("git log --format=%s --max-count=1")
        Expect(.output(equals: "one"))
    }

    // Neither HEAD.lock nor config.lock is synced before it is renamed: on xfs HEAD may be found empty, and
    // so may the configuration; on ext4 they have their sizes, and zeros for bytes.
    for profile in [PowerLossProfile.xfs, .ext4] {
        for (file, look, sight) in [
            ("HEAD", "git rev-parse --git-dir", ".git"),
            ("the configuration", "git config --file .git/config core.fsync", "all"),
        ] {
            Scenario(
                "with core.fsync=all, renaming a branch keeps \(file) on \(profile.name)",
                requires: .program("git")
            ) {
                repository(fsync: "all")
                Sweep(.powerLoss(profile), statesPerWindow: 50) {
                    shell("git branch -m main trunk")
                }
                shell(look)
                Expect(.output(equals: sight))
            }
        }
    }

    // A reference is synced and then renamed, and the rename is not synced.
    Scenario("with core.fsync=all, a commit is durable", requires: .program("git")) {
        repository(fsync: "all")
        Sweep(.powerLoss(.ext4), statesPerWindow: 50) {
            shell("git commit --quiet --message=two; echo committed")
        }
        shell("rm -f .git/*.lock; git log --format=%s --max-count=1")
        Expect(.output(before: "one", after: "two"))
    }

    // An object is synced and then linked to its name. A reference is synced and then renamed: btrfs puts
    // that name into the log of the sync, and whoever syncs next writes the log, without the link.
    Scenario(
        "with core.fsync=all, a commit on btrfs has its objects", requires: .program("git")
    ) {
        repository(fsync: "all")
        Sweep(.powerLoss(.btrfs), statesPerWindow: 50) {
            shell("git commit --quiet --message=two")
        }
        shell(
            "git fsck --no-progress --no-dangling HEAD >&2; git log --format=%s --max-count=1")
        Expect(.output(isOneOf: ["one", "two"]))
    }

    // The same where names have no order: the reference is there and the object's name is not.
    Scenario("with core.fsync=all, POSIX is enough for a commit", requires: .program("git")) {
        repository(fsync: "all")
        Sweep(.powerLoss(.strict), statesPerWindow: 50) {
            shell("git commit --quiet --message=two")
        }
        shell(
            "git fsck --no-progress --no-dangling HEAD >&2; git log --format=%s --max-count=1")
        Expect(.output(isOneOf: ["one", "two"]))
    }

    // The references are packed, the file is not synced, and the loose ones are unlinked.
    Scenario("by default, gc keeps the branches", requires: .program("git")) {
        repository()
        Sweep(.powerLoss(.ext4), statesPerWindow: 50) { shell("git gc --quiet") }
        shell("git log --format=%s --max-count=1")
        Expect(.output(equals: "one"))
    }

    // Objects are packed and synced, and the loose ones unlinked: only order keeps the pack's name.
    Scenario("with core.fsync=all, POSIX is enough for gc", requires: .program("git")) {
        repository(fsync: "all")
        Sweep(.powerLoss(.strict), statesPerWindow: 50) { shell("git gc --quiet") }
        shell("git rev-list --objects --no-object-names $(cat tmp/one) | wc -l")
        Expect(.output(equals: "3"))
    }

    // The documentation says so: by default recent work may be lost. It is found broken, not missing.
    Scenario("by default, a commit is there or not", requires: .program("git")) {
        repository()
        Sweep(.powerLoss(.ext4), statesPerWindow: 50) { shell("git commit --quiet --message=two") }
        shell("git log --format=%s --max-count=1")
        Expect(.output(isOneOf: ["one", "two"]))
    }
}

/// A commit `one`, whose id is kept in `tmp/one`, and a change that is staged.
@StepsBuilder private func repository(fsync: String? = nil) -> [any Step] {
    Launch(arguments: ["init", "--quiet", "--initial-branch=main", "--template="])
    if let fsync { Run("git", "config", "core.fsync", fsync) }
    shell("echo one > file; git add file; git commit --quiet --message=one")
    shell("git rev-parse HEAD > tmp/one; echo two > file; git add file")
}

private func shell(_ text: String) -> Run { Run("sh", "-ec", text) }

private let identity = [
    "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.com",
    "GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@example.com",
    "GIT_CONFIG_NOSYSTEM": "1",
]
