import Relaunch

// How many launches in a row may crash before restoration is skipped (rules D3 to D6).
let crashRule = Suite("Crash rule", target: .app("notes")) {
    for crashes in 1...2 {
        Scenario("D4: after \(crashes) of three crashes it still restores") {
            savedDraft
            for _ in 1...crashes { Launch(killedAt: .restoring, by: .crash(.SIGSEGV)) }
            Launch()
            Expect(.restored)
            Expect(.stateAsSaved)
        }
    }

    Scenario("D4, N1, D13: after three crashes in a row it starts without restoring") {
        savedDraft
        for _ in 1...3 { Launch(killedAt: .restoring, by: .crash(.SIGSEGV)) }
        Launch()
        Expect(.notRestored(.crashLoop))
        Expect(.snapshotNotShown)
        Expect(.userDataIntact)
        Expect("screen", equals: "list")
    }

    Scenario("D6: a fourth crash begins a new count") {
        savedDraft
        for _ in 1...3 { Launch(killedAt: .restoring, by: .crash(.SIGSEGV)) }
        Launch(killedAt: .launching, by: .crash(.SIGSEGV))
        Launch()
        Expect(.notRestored(.noSavedState))
        Perform("open", ["note": "ideas"])
        Background()
        Kill(.system)
        Launch()
        Expect(.restored)
        Expect("editor.note", equals: "ideas")
    }

    Scenario("D5: a launch that is complete resets the count") {
        savedDraft
        for _ in 1...2 { Launch(killedAt: .restoring, by: .crash(.SIGSEGV)) }
        Launch()
        Background()
        Kill(.system)
        for _ in 1...2 { Launch(killedAt: .restoring, by: .crash(.SIGSEGV)) }
        Launch()
        Expect(.restored)
        Expect(.stateAsSaved)
    }

    Scenario("D5: crashes after the launch was complete do not count") {
        savedDraft
        for _ in 1...4 {
            Launch()
            Kill(.crash(.SIGSEGV))
        }
        Launch()
        Expect(.restored)
        Expect(.stateAsSaved)
    }

    Scenario("D11: ended by SIGTERM while launching is no crash") {
        savedDraft
        for _ in 1...4 { Launch(killedAt: .restoring, by: .terminate) }
        Launch()
        Expect(.restored)
        Expect(.stateAsSaved)
    }

    Scenario("D12: launches that the watchdog kills, because they do not end, are crashes") {
        savedDraft
        for _ in 1...3 { Launch(killedAt: .restoring, by: .system) }
        Launch()
        Expect(.notRestored(.crashLoop))
        Expect(.userDataIntact)
    }

    Scenario("D4: the ladder finds three") {
        savedDraft
        Ladder(killedAt: .restoring, by: .crash(.SIGSEGV))
        Expect(.ladder(3))
        Expect(.notRestored(.crashLoop))
    }

    Scenario("D4: with UIKit's policy one crash is no reason yet") {
        savedDraft
        Launch(arguments: uiKit, killedAt: .restoring, by: .crash(.SIGSEGV))
        Launch(arguments: uiKit)
        Expect(.restored)
        Expect(.stateAsSaved)
    }

    Scenario("D4: with UIKit's policy two crashes are enough") {
        savedDraft
        for _ in 1...2 { Launch(arguments: uiKit, killedAt: .restoring, by: .crash(.SIGSEGV)) }
        Launch(arguments: uiKit)
        Expect(.notRestored(.crashLoop))
        Expect(.snapshotNotShown)
        Expect("screen", equals: "list")
    }

    Scenario("D4: with UIKit's policy the ladder finds two") {
        savedDraft
        Ladder(killedAt: .restoring, by: .crash(.SIGSEGV), arguments: uiKit)
        Expect(.ladder(2))
        Expect(.notRestored(.crashLoop))
    }
}

private let uiKit = ["-RestorationPolicy", "uiKit"]

@StepsBuilder private var savedDraft: [any Step] {
    Launch()
    Perform("edit", ["note": "groceries", "text": "milk"])
    Background()
    Kill(.system)
}
