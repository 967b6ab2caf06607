import Relaunch

// git: a commit whose command has ended is there after a kill, and after a power failure with core.fsync=all.
private let program = MeasuredProgram("git", version: Run("git", "--version"))
private let isThere = Requirement.program("git")

private func git(_ arguments: String...) -> Run {
    Run(
        "git",
        arguments: ["-c", "user.name=u", "-c", "user.email=u@localhost"] + arguments)
}

private let questions = Questions(
    program: program, requirement: isThere, work: { [] },
    look: { [git("log", "-1", "--format=%s")] })

let commits = Suite("git", target: .command("git"), timeLimit: .seconds(30)) {
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

    for file in ["HEAD", "refs/heads/main", "logs/HEAD", "config"] {
        questions.damaged(".git/\(file)", by: Run("true"), are: [])
    }
    questions.notAsked(
        "how long a kill loses a commit", "crashes in a row", "100 crashes",
        "an answered commit after a power failure")
}
