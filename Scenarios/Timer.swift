import Relaunch

// The same timer, done right: one value, saved whole when the app goes to the background.
let timer = Suite("Timer", target: .app("timer")) {
    Scenario("a kill in the background keeps the timer") {
        Launch()
        Perform("start", ["seconds": 3600])
        Background()
        Kill(.system)
        Launch()
        Expect(.restored)
        Expect(.stateAsSaved)
        Expect("timer", equals: "running")
    }

    Scenario("a timer that ran out while nobody was there is finished") {
        Launch()
        Perform("start", ["seconds": 0])
        Background()
        Kill(.system)
        Launch()
        Expect("timer", equals: "finished")
    }

    for death in [Sweep.Death.system, .powerLoss, .powerLoss(.ext4)] {
        Scenario("P1: whatever \(death) leaves of a save is one timer or the other, never a mix") {
            Launch()
            Perform("start", ["seconds": 3600])
            Background()
            Foreground()
            Perform("pause")
            Sweep(death) { Background() }
            Launch()
            Expect(.restored)
            Expect(.stateAsSaved)
        }
    }
}
