import Relaunch

// A death at each place of a save: the old state or the new one, never a mix.
let saving = Suite("Saving", target: .app("notes")) {
    for checkpoint in ["save.beforeEncoding", "save.afterEncoding", "save.beforeCommit"] {
        Scenario("S13: killed at \(checkpoint), the older screen comes back") {
            savedOnce
            Background(killedAt: .checkpoint(checkpoint))
            Launch()
            Expect(.restored)
            Expect("screen", equals: "editor")
            Expect("editor.note", equals: "groceries")
        }
    }

    Scenario("S13: killed after the commit, the newer screen comes back") {
        savedOnce
        Background(killedAt: .checkpoint("save.afterCommit"))
        Launch()
        Expect(.restored)
        Expect("screen", equals: "settings")
        Expect("selectedTab", equals: "settings")
    }

    for crash in [Kill.Manner.system, .crash(.SIGSEGV), .crash(.SIGABRT)] {
        Scenario("S13: a death by \(crash) while saving leaves one of the two states") {
            savedOnce
            Background(killedAt: .saving, by: crash)
            Launch()
            Expect(.restored)
            Expect(.userDataIntact)
            Expect("screen", isOneOf: "editor", "settings")
        }
    }

    Scenario("S13, R6: the first save of all, cut short, leaves no saved state and no damage") {
        Launch()
        Perform("open", ["note": "groceries"])
        Background(killedAt: .checkpoint("save.beforeCommit"))
        Launch()
        Expect(.notRestored(.noSavedState))
        Perform("open", ["note": "ideas"])
        Background()
        Kill(.system)
        Launch()
        Expect(.restored)
        Expect("editor.note", equals: "ideas")
    }

    Scenario("S13: killed by the clock in the middle of a save, it is one of the two states") {
        savedOnce
        Background(killedAt: .within(.zero ... .milliseconds(4)))
        Launch()
        Expect(.restored)
        Expect("screen", isOneOf: "editor", "settings")
    }
}

/// One state is saved, and another one is on the screen.
@StepsBuilder private var savedOnce: [any Step] {
    Launch()
    Perform("edit", ["note": "groceries", "text": "milk"])
    Background()
    Foreground()
    Perform("selectTab", ["tab": "settings"])
}
