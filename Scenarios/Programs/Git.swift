import Relaunch

// git: a commit whose command has ended is there after a kill, and after a power failure with core.fsync=all.
private let program = MeasuredProgram("git", version: Run("git", "--version"))
private let isThere = Requirement.program("git")

private let identity = ["-c", "user.name=u", "-c", "user.email=u@localhost"]

private func git(_ arguments: String...) -> Run {
    Run("git", arguments: identity + arguments)
}

private let questions = Questions(
    program: program, requirement: isThere, work: { [] },
    look: { [git("log", "-1", "--format=%s")] })

/// A commit that crashes at some moment.
private let crashing = Launch(
    arguments: identity + ["commit", "--quiet", "--allow-empty", "-m", "crashed"],
    killedAt: .within(.milliseconds(1) ... .milliseconds(6)), by: .crash(.SIGSEGV))

let commits = Suite(
    "git", target: .command("git", durability: .eachAction), timeLimit: .seconds(30)
) {
    Setup {
        git("init", "--quiet", "--initial-branch=main")
        git("commit", "--quiet", "--allow-empty", "-m", "old")
    }
    State { Run("sh", "-c", "git fsck --no-dangling 2>&1 && git log -1 --format=%s") }
    Action("commit", ["message": .string(minLength: 1, maxLength: 20)]) { a in
        git("commit", "--quiet", "--allow-empty", "-m", a.message)
    }

    Scenario("an answered commit survives SIGKILL", requires: isThere) {
        Measure("an answered commit after SIGKILL, at any call", .sweep, of: program)
        Sweep(.system) { Perform("commit", ["message": "new"]) }
    }

    for (setting, issue) in [
        ("", "not every object is synced"),
        ("core.fsync=all", "the rename of refs/heads/main.lock is not synced"),
    ] {
        Scenario(
            "an answered commit survives a power failure"
                + (setting.isEmpty ? "" : " (\(setting))"), knownIssue: issue, requires: isThere
        ) {
            if !setting.isEmpty { git("config", "core.fsync", "all") }
            Measure(
                "an answered commit after a power failure on ext4", .sweep, of: program,
                setting: setting)
            Sweep(.powerLoss(.ext4), statesPerWindow: 20) {
                Perform("commit", ["message": "new"])
            }
        }
    }

    questions.own("crashes in a row") {
        for _ in 1...5 { crashing }
        Measure("a commit after 5 that have crashed", of: program) {
            git("commit", "--quiet", "--allow-empty", "-m", "all")
            git("log", "-1", "--format=%s")
        }
        Run("find", ".git", "-name", "*.lock", "-delete")
        Measure("the same, once the lock files are removed", of: program) {
            git("commit", "--quiet", "--allow-empty", "-m", "all")
            git("log", "-1", "--format=%s")
        }
        Expect(.measured("all"))
    }
    questions.own("100 crashes") {
        Repeat(100) {
            crashing
            Run("find", ".git", "-name", "*.lock", "-delete")
        }
        Measure(
            "100 crashes, after each of which lock files are removed", .growth, of: program)
    }

    for file in ["HEAD", "refs/heads/main", "logs/HEAD", "config"] {
        questions.damaged(".git/\(file)", by: Run("true"), are: [])
    }
    questions.notApplicable([
        "how long a kill loses a commit": "the commit is made when its command has ended"
    ])
}
