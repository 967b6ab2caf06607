import Relaunch

// Two windows of one app, each of which keeps its own state through deaths of the app, of one scene, and
// of the user's patience with a window.
let scenes = Suite("Scenes", target: .app("notes-scenes")) {
    Scenario("C7, C10: two windows come back after a kill, and are not mixed") {
        twoWindows
        Background()
        Kill(.system)
        Launch()
        Expect(.restored)
        Expect(.stateAsSaved)
        Expect("windows.1.note", equals: "books")
        Expect("windows.2.note", equals: "songs")
        Expect("windows.2.cursor", equals: 5)
    }

    Scenario("C7: whatever a kill leaves of a save, both windows are old or both are new") {
        twoWindows
        Background()
        Foreground()
        Perform("open", ["scene": 1, "note": "poems"])
        Perform("open", ["scene": 2, "note": "travel"])
        Sweep(.system) { Background() }
        Launch()
        Expect(.stateAsSaved)
    }

    Scenario("C7: so it is after a power failure") {
        twoWindows
        Background()
        Foreground()
        Perform("open", ["scene": 1, "note": "poems"])
        Perform("open", ["scene": 2, "note": "travel"])
        Sweep(.powerLoss) { Background() }
        Launch()
        Expect(.stateAsSaved)
    }

    Scenario("C3: killed in the foreground, windows are there that were opened after the last save")
    {
        Launch()
        Perform("open", ["note": "books"])
        Background()
        Foreground()
        Perform("scene.open")
        Kill(.system)
        Launch()
        Expect("windows.1.note", equals: "books")
        Expect("scenes.2.state", equals: "foreground")
    }

    Scenario("C8: a window that the system disconnects comes back, and the other goes on") {
        twoWindows
        Remember("first window", from: "scenes.1.$instance")
        Perform("scene.disconnect", ["scene": 2])
        Expect("scenes.2.state", equals: "background")
        Expect("scenes.2.activity.userInfo.note", equals: "songs")
        Perform("scene.show", ["scene": 2])
        Expect("scenes.1.$instance", equalsRemembered: "first window")
        Expect("windows.2.note", equals: "songs")
        Expect("windows.2.text", equals: "la la")
    }

    Scenario("C8, C10: killed after that, only the other window is there, until it is opened") {
        twoWindows
        Perform("scene.disconnect", ["scene": 2])
        Background()
        Kill(.system)
        Launch()
        Expect(.stateAsSaved)
        Expect("windows.1.note", equals: "books")
        Expect("scenes.2.state", equals: "background")
        Perform("scene.show", ["scene": 2])
        Expect("windows.2.note", equals: "songs")
    }

    Scenario("C9: a window that is closed stays closed, with all that was saved of it") {
        twoWindows
        Background()
        Foreground()
        Perform("scene.close", ["scene": 1])
        Expect(
            .callbacks, inOrder: "SceneDelegate.sceneDidDisconnect(_:)",
            "AppDelegate.application(_:didDiscardSceneSessions:)")
        Kill(.system)
        Launch()
        Expect("scenes.1", .isMissing)
        Expect("windows.2.note", equals: "songs")
    }

    Scenario("C9: whatever a kill leaves of the closing, the window is there whole or gone") {
        twoWindows
        Background()
        Foreground()
        Sweep(.system) { Perform("scene.close", ["scene": 1]) }
        Launch()
        Expect("windows.1", "is whole or gone") { $0 == nil || $0["note"] == "books" }
        Expect("windows.2.note", equals: "songs")
    }

    Scenario("C11: locked, no window has a state, and what was saved is not touched") {
        twoWindows
        Background()
        Kill(.system)
        LockDevice()
        Launch()
        Expect(.notRestored(.locked))
        Background()
        Kill(.system)
        UnlockDevice()
        Launch()
        Expect(.restored)
        Expect("windows.2.note", equals: "songs")
    }

    Scenario("C12, D4: after three crashes in a row one new window is there") {
        twoWindows
        Background()
        Kill(.system)
        Ladder()
        Expect(.ladder(3))
        Expect(.notRestored(.crashLoop))
        Expect("scenes.1.state", equals: "foreground")
        Expect("scenes.2", .isMissing)
    }

    Scenario("C12, D2: a force quit discards the windows, and nothing of the user's") {
        twoWindows
        Background()
        Kill(.forceQuit)
        Launch()
        Expect(.notRestored(.noSavedState))
        Expect(file: "Documents/Notes/songs.txt", equals: "la la")
    }
}

@StepsBuilder private var twoWindows: [any Step] {
    Launch()
    Perform("open", ["note": "books"])
    Perform("scene.open")
    Perform("open", ["scene": 2, "note": "songs"])
    Perform("edit", ["scene": 2, "text": "la la"])
}
