import Relaunch

// What every user of an app expects: it comes back as it was left, whatever ended it.
let notes = Suite("Notes", target: .app("notes")) {
    Scenario("a draft survives being killed in the background") {
        Launch()
        Perform("edit", ["note": "groceries", "text": "milk"])
        Background()
        Kill(.system)
        Launch()
        Expect(.restored)
        Expect(.stateAsSaved)
        Expect(.screenAsBefore)
        Expect("editor.text", equals: "milk")
    }

    Scenario("S2: killed in the foreground, it comes back as it was at its last save, exactly") {
        Launch()
        Perform("edit", ["note": "groceries", "text": "old"])
        Background()
        Foreground()
        Perform("edit", ["text": "new"])
        Perform("selectTab", ["tab": "settings"])
        Kill(.system)
        Launch()
        Expect(.restored)
        Expect(.stateAsSaved)
        Expect("editor.text", equals: "old")
        Expect("screen", equals: "editor")
    }

    for signal in [Signal.SIGSEGV, .SIGABRT, .SIGBUS, .SIGILL] {
        Scenario("D5: a crash by \(signal) after the launch costs nothing that was saved") {
            Launch()
            Perform("open", ["note": "ideas"])
            Background()
            Foreground()
            Kill(.crash(signal))
            Launch()
            Expect(.restored)
            Expect(.stateAsSaved)
        }
    }

    Scenario("D2: a force quit discards the saved state, and nothing else") {
        Launch()
        Perform("edit", ["note": "groceries", "text": "milk"])
        Background()
        Kill(.forceQuit)
        Launch()
        Expect(.notRestored(.noSavedState))
        Expect(.userDataIntact)
        Expect("screen", equals: "list")
        Expect(file: "Documents/Notes/groceries.txt", equals: "milk")
    }

    Scenario("D11: asked to end by SIGTERM, it restores its last save") {
        Launch()
        Perform("open", ["note": "ideas"])
        Background()
        Foreground()
        Kill(.terminate)
        Launch()
        Expect(.restored)
        Expect("editor.note", equals: "ideas")
    }

    Scenario("D11: quit by the user, it restores its last save") {
        Launch()
        Perform("open", ["note": "ideas"])
        Background()
        Foreground()
        Quit()
        Launch()
        Expect(.restored)
        Expect("editor.note", equals: "ideas")
    }

    Scenario("R14, S11, S12: scrolling, selection, tab and a presented screen come back") {
        Launch()
        Perform("select", ["note": "groceries"])
        Perform("scroll", ["to": 44])
        Perform("selectTab", ["tab": "settings"])
        Perform("present")
        Background()
        Kill(.system)
        Launch()
        Expect(.restored)
        Expect(.stateAsSaved)
        Expect(.screenAsBefore)
        Expect("list.offset", equals: 44)
        Expect("screen", equals: "about")
    }

    Scenario("R18: a second generation is like the first") {
        Launch()
        Perform("edit", ["note": "groceries", "text": "milk"])
        Background()
        Kill(.system)
        Launch()
        Background()
        Kill(.system)
        Launch()
        Expect(.restored)
        Expect(.stateAsSaved)
        Expect("editor.text", equals: "milk")
    }

    Scenario("R15, W4: back from the background without a death, nothing is restored") {
        Launch()
        Perform("open", ["note": "ideas"])
        Remember("editor", from: "editor[\"$instance\"]")
        Background()
        Foreground()
        MemoryWarning()
        Expect("editor[\"$instance\"]", equalsRemembered: "editor")
        Expect("screen", equals: "editor")
    }

    Scenario("S8: one object in two screens is one object again") {
        Launch()
        Perform("open", ["note": "groceries"])
        Background()
        Kill(.system)
        Launch()
        Expect("list.recent", isSameInstanceAs: "editor.recent")
        Expect("editor.recent.keys", equals: ["groceries"])
    }

    Scenario("R1: the methods of a restoration are called in their order") {
        Launch()
        Perform("open", ["note": "groceries"])
        Background()
        Kill(.system)
        Launch()
        Expect(
            .callbacks, inOrder: "AppDelegate.application(_:willFinishLaunchingWithOptions:)",
            "AppDelegate.application(_:shouldRestoreApplicationState:)",
            "EditorViewController.viewDidLoad()",
            "EditorViewController.decodeRestorableState(with:)",
            "EditorViewController.applicationFinishedRestoringState()",
            "AppDelegate.application(_:didFinishLaunchingWithOptions:)")
    }

    Scenario("S4, S18, N5: a screen without an identifier does not come back, nor what is in it") {
        Launch()
        Perform("select", ["note": "groceries"])
        Perform("help", ["page": 3])
        Expect("screen", equals: "help")
        Background()
        Expect(.issue(containing: "HelpViewController (tabs/navigation) is left out"))
        Kill(.system)
        Launch()
        Expect(.restored)
        Expect(.snapshotSuppressed)
        Expect("list.selected", equals: "groceries")
        Expect("help", .isMissing)
        Expect("screen", equals: "list")
    }
}
