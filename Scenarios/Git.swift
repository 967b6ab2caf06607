import Relaunch

// A real program that nobody here wrote: whenever `git commit` dies, the repository is sound, and HEAD is
// the old commit or the new one.
let git = Suite("Git", target: .command("git", environment: identity)) {
    for round in 1...20 {
        Scenario("killed by the clock while it commits (\(round))", requires: .program("git")) {
            Launch(arguments: ["init", "--quiet", "--initial-branch=main"])
            Expect(.exitStatus(0))
            Run("sh", "-c", "echo one > file; seq 1 5000 > numbers")
            Run("git", "add", ".")
            Run("git", "commit", "--quiet", "--message=one")
            Run("sh", "-c", "echo two > file; seq 1 9000 > numbers; git add .")
            Run(
                "git", "commit", "--quiet", "--message=two",
                killedAt: .within(.zero ... .milliseconds(12)))
            // What the documentation tells a user to do after a crash.
            Run("rm", "-f", ".git/index.lock", ".git/HEAD.lock", ".git/refs/heads/main.lock")
            Run("git", "log", "--format=%s", "--max-count=1")
            Expect(.output(isOneOf: ["one", "two"]))
            Run("git", "rev-parse", "HEAD", "main")
            Launch(arguments: ["fsck", "--strict", "--no-progress"])
            Expect(.exitStatus(0))
        }
    }

    Scenario("killed at any call while it commits", requires: .program("git")) {
        Launch(arguments: ["init", "--quiet", "--initial-branch=main"])
        Run("sh", "-c", "echo one > file; git add .; git commit --quiet --message=one")
        Run("sh", "-c", "echo two > file; git add .")
        Sweep(.system) { Run("git", "commit", "--quiet", "--message=two") }
        Run("git", "log", "--format=%s", "--max-count=1")
        Expect(.output(isOneOf: ["one", "two"]))
        Launch(arguments: ["fsck", "--strict", "--no-progress"])
        Expect(.exitStatus(0))
    }
}

private let identity = [
    "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.com",
    "GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@example.com",
    "GIT_CONFIG_NOSYSTEM": "1",
]
