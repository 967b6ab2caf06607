import Relaunch

// A save in which a system call fails: the old state stays or the new one is there, the target says why
// and goes on (rule S16).
let faults = Suite("Faults", target: .app("notes")) {
    for (name, fault) in [("full", Fail.Fault.ENOSPC), ("broken", .EIO)] {
        Scenario("a save that fails because the disk is \(name) is reported, and the app goes on") {
            twoStates()
            // With the last rename the save is complete.
            Fail(.open, .write, .rename, with: fault) { Background() }
            Expect(.issue(containing: "the state was not saved, the old one is kept"))
            Foreground()
            Expect("screen", equals: "settings")
            Background()
            Kill(.system)
            Launch()
            Expect(.restored)
            Expect(.stateAsSaved)
            Expect("screen", equals: "settings")
        }

        Scenario(
            "killed after a save that failed because the disk is \(name), it has the old state"
        ) {
            twoStates()
            Fail(.open, .write, .rename, with: fault) { Background() }
            Kill(.system)
            Launch()
            Expect(.restored)
            Expect("screen", equals: "editor")
        }

        Scenario(
            "whatever call of a save fails because the disk is \(name), there is a whole state"
        ) {
            twoStates()
            Fail(with: fault) { Background() }
            Kill(.system)
            Launch()
            Expect(.restored)
            Expect(.stateAsSaved)
            Expect("screen", isOneOf: "editor", "settings")
        }
    }

    Scenario("a call that a signal interrupts and a write that takes less are nothing to notice") {
        twoStates()
        Fail(with: .EINTR, .short) { Background() }
        Kill(.system)
        Launch()
        Expect(.restored)
        Expect("screen", equals: "settings")
    }

    Scenario("a note that the system first takes in part is written whole") {
        twoStates()
        Perform("edit", ["note": "groceries", "text": "milk, bread and apples"])
        Fail(.write, with: .EINTR, .short) { Background() }
        Kill(.system)
        Launch()
        Expect("editor.text", equals: "milk, bread and apples")
        Expect(file: "Documents/Notes/groceries.txt", equals: "milk, bread and apples")
    }

    Scenario("a launch in which a call fails restores, or the next one does") {
        twoStates()
        Background()
        Kill(.system)
        Fail(with: .ENOSPC, .EIO) { Launch() }
        Kill(.system)
        Launch()
        Expect(.restored)
        Expect("screen", equals: "settings")
    }
}

/// Saved in the editor, and gone to the settings since.
@StepsBuilder private func twoStates() -> [any Step] {
    Launch()
    Perform("edit", ["note": "groceries", "text": "milk"])
    Background()
    Foreground()
    Perform("selectTab", ["tab": "settings"])
}
