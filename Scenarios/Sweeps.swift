import Relaunch

// Not one place of a save, but all of them: every state that a death can leave on disk.
let sweeps = Suite("Sweeps", target: .app("notes")) {
    for death in [Sweep.Death.system, .powerLoss, .powerLoss(.ext4), .powerLoss(.btrfs)] {
        Scenario("S13: whatever \(death) leaves of a save is the older state or the newer one") {
            Launch()
            Perform("edit", ["note": "groceries", "text": "milk"])
            Background()
            Foreground()
            Perform("selectTab", ["tab": "settings"])
            Sweep(death) { Background() }
            Launch()
            Expect(.restored)
            Expect(.stateAsSaved)
            Expect("screen", isOneOf: "editor", "settings")
        }
    }

    Scenario("killed anywhere while it restores, it restores the next time") {
        Launch()
        Perform("edit", ["note": "groceries", "text": "milk"])
        Background()
        Kill(.system)
        Sweep(.system) { Launch() }
        Launch()
        Expect(.restored)
        Expect(.stateAsSaved)
    }
}
