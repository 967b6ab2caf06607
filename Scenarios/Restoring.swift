import Relaunch

// A death at each place of a launch, and what the next launch makes of it.
let restoring = Suite("Restoring", target: .app("notes")) {
    let checkpoints = [
        "launch.willFinishLaunching", "restore.beforeDecoding", "restore.afterDecoding",
        "launch.didFinishLaunching",
    ]
    for checkpoint in checkpoints {
        Scenario("D1, R12: killed at \(checkpoint), the next launch restores the same state") {
            savedDraft
            Launch(killedAt: .checkpoint(checkpoint))
            Launch()
            Expect(.restored)
            Expect(.stateAsSaved)
            Expect(.userDataIntact)
        }
    }

    for place in [KillPoint.launching, .restoring] {
        Scenario("R12: a crash \(place) leaves the saved state as it was") {
            savedDraft
            Launch(killedAt: place, by: .crash(.SIGSEGV))
            Launch()
            Expect(.restored)
            Expect(.stateAsSaved)
        }
    }

    Scenario("R12: killed by the clock while it launches, the next launch restores") {
        savedDraft
        Launch(killedAt: .within(.zero ... .milliseconds(15)))
        Launch()
        Expect(.restored)
        Expect(.stateAsSaved)
    }

    Scenario("R2, R9: the state of another version is declined") {
        savedDraft
        Launch(arguments: ["-CFBundleVersion", "2"])
        Expect(.notRestored(.declined))
        Expect("version", equals: "2")
        Expect("screen", equals: "list")
        Expect(file: "Documents/Notes/groceries.txt", equals: "milk")
    }

    Scenario("R7: a truncated archive is set aside, and the app starts fresh") {
        savedDraft
        Run("truncate", "--size=-1", archive)
        Launch()
        Expect(.notRestored(.damaged))
        Expect(.userDataIntact)
        Expect("screen", equals: "list")
    }

    Scenario("R7: a foreign file in the archive's place is set aside") {
        savedDraft
        Run("cp", "/bin/sh", archive)
        Launch()
        Expect(.notRestored(.damaged))
        Expect("screen", equals: "list")
    }

    Scenario("R7: after a damaged archive, the next save is restored again") {
        savedDraft
        Run("truncate", "--size=10", archive)
        Launch()
        Expect(.notRestored(.damaged))
        Perform("open", ["note": "ideas"])
        Background()
        Kill(.system)
        Launch()
        Expect(.restored)
        Expect("editor.note", equals: "ideas")
    }
}

private let archive = "Library/Saved Application State/notes.savedState/archive"

@StepsBuilder private var savedDraft: [any Step] {
    Launch()
    Perform("edit", ["note": "groceries", "text": "milk"])
    Background()
    Kill(.system)
}
