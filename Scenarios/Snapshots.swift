import Relaunch

// The picture that the system shows until the app is there (rules N1 to N4).
let snapshots = Suite("Snapshots", target: .app("notes")) {
    Scenario("N1, N8: the snapshot of the last save is shown while the app launches") {
        Launch()
        Perform("edit", ["note": "groceries", "text": "milk"])
        Background()
        Kill(.system)
        Launch()
        Expect(.snapshotShown)
        Expect(.screenAsSnapshot)
        Expect(.restored)
    }

    Scenario("N1: a save takes a snapshot") {
        Launch()
        Perform("open", ["note": "groceries"])
        Background()
        Expect(.snapshotTaken)
    }

    Scenario("N2: a suppressed snapshot is not shown, and the state is restored all the same") {
        Launch()
        Perform("edit", ["note": "groceries", "text": "secret"])
        Perform("ignoreSnapshot", ["during": "save"])
        Background()
        Kill(.system)
        Launch()
        Expect(.snapshotNotShown)
        Expect(.snapshotSuppressed)
        Expect(.restored)
        Expect("editor.text", equals: "secret")
    }

    Scenario("N3: it is suppressed once only") {
        Launch()
        Perform("edit", ["note": "groceries", "text": "secret"])
        Perform("ignoreSnapshot", ["during": "save"])
        Background()
        Kill(.system)
        Launch()
        Background()
        Kill(.system)
        Launch()
        Expect(.snapshotShown)
    }

    Scenario("N4: a call to suppress it outside a save is ignored, and reported") {
        Launch()
        Perform("open", ["note": "groceries"])
        Perform("ignoreSnapshot", ["during": "now"])
        Expect(.snapshotCallIgnored)
        Background()
        Kill(.system)
        Launch()
        Expect(.snapshotShown)
    }

    Scenario("N1, D2: no snapshot is shown after a force quit") {
        Launch()
        Perform("edit", ["note": "groceries", "text": "milk"])
        Background()
        Kill(.forceQuit)
        Launch()
        Expect(.snapshotNotShown)
        Expect(.userDataIntact)
        Expect(file: "Documents/Notes/groceries.txt", equals: "milk")
    }

    Scenario("N7: a missing picture stops no restoration") {
        Launch()
        Perform("open", ["note": "groceries"])
        Background()
        Kill(.system)
        Run("find", "Library/Saved Application State", "-name", "*.svg", "-delete")
        Launch()
        Expect(.snapshotNotShown)
        Expect(.restored)
        Expect("editor.note", equals: "groceries")
    }

    Scenario("N1: killed while the snapshot is shown, the next launch shows it again") {
        Launch()
        Perform("open", ["note": "groceries"])
        Background()
        Kill(.system)
        Launch(killedAt: .snapshotShown)
        Launch()
        Expect(.snapshotShown)
        Expect(.restored)
    }
}
