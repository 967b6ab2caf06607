import Relaunch

// The data in a database, and in the saved state nothing but a key of it: written at different times, and
// still never at odds. A target in Python, with SQLite.
let database = Suite(
    "Database", target: .app("../Tests/Targets/Planted/Python/planted.py")
) {
    for death in [Sweep.Death.system, .powerLoss(.ext4)] {
        Scenario(
            "P4: whatever \(death) leaves of a new note, the open one is there",
            requires: .program("python3")
        ) {
            Launch(arguments: twin)
            Perform("open", ["number": 0])
            Background()
            Foreground()
            Sweep(death, statesPerWindow: 20) {
                Perform("add", ["text": "tea"])
                Background()
            }
            Launch(arguments: twin)
            Expect(.restored)
            Expect("open", isOneOf: "milk", "tea")
            Expect(.openNoteIsThere)
        }
    }

    Scenario(
        "P4, R13: the key of a note that was deleted after the save is skipped",
        requires: .program("python3")
    ) {
        Launch(arguments: twin)
        Perform("open", ["number": 1])
        Background()
        Foreground()
        Perform("remove", ["number": 1])
        Kill(.system)
        Launch(arguments: twin)
        Expect("open", equals: nil)
        Expect("notes", equals: ["milk", "flour"])
    }
}

private let twin = ["never-committed", "--right"]

extension Expect.Condition {
    /// The saved key belongs to a row that the database has.
    fileprivate static var openNoteIsThere: Self {
        Self(".openNoteIsThere", needsRunning: true) { session in
            let state = try await session.state()
            guard let open = state["open"], let notes = state["notes"]?.array else {
                return StepFailure("the target shows neither 'open' nor 'notes'")
            }
            if notes.contains(open) { return nil }
            return StepFailure(
                "the open note is not in the database", expected: "one of \(notes.count) notes",
                actual: open.text)
        }
    }
}
