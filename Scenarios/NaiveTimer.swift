import Relaunch

// The timer of many articles: an enum with a date, encoded as JSON into UserDefaults, restored in `init` and
// saved in `deinit`. These scenarios say what it survives, and what it does not.
let naiveTimer = Suite("Naive timer", target: .app("timer", arguments: ["--naive"])) {
    Scenario("a quit runs `deinit`, and the timer comes back") {
        Launch()
        Perform("start", ["seconds": 3600])
        Quit()
        Launch()
        Expect("timer", equals: "running")
    }

    Scenario(
        "a kill in the background loses the timer",
        control: .none(because: "nothing was saved that a control could take away")
    ) {
        Launch()
        Perform("start", ["seconds": 3600])
        Background()
        Kill(.system)
        Launch()
        Expect(.notRestored(.noSavedState))
        Expect("timer", equals: "idle")
    }

    Scenario("what is older than the kill comes back in its place") {
        Launch()
        Perform("start", ["seconds": 3600])
        Quit()
        Launch()
        Perform("pause")
        Background()
        Kill(.system)
        Launch()
        Expect("timer", equals: "running")
    }

    Scenario("a timer that ran out while nobody was there still runs") {
        Launch()
        Perform("start", ["seconds": 0])
        Quit()
        Launch()
        Expect("timer", equals: "running")
    }

    Scenario(
        "a kill in the middle of the last save can lose the one before, too",
        control: .none(because: "to lose everything is what is shown")
    ) {
        Launch()
        Perform("start", ["seconds": 3600])
        Quit()
        Launch()
        Perform("pause")
        Sweep(.system) { Quit() }
        Launch()
        // Neither of the two that were saved: UserDefaults empty their file before they write it.
        Expect("timer", isOneOf: "running", "paused", "idle")
    }
}
