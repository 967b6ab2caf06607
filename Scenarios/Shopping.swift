import Relaunch

// The shortest target that ships: what a program in any language needs to be driven by Relaunch.
let shopping = Suite("Shopping", target: .app("../Sources/Examples/Python/shopping.py")) {
    Scenario("the list survives being killed in the background", requires: .program("python3")) {
        Launch()
        Perform("add", ["item": "milk"])
        Background()
        Kill(.system)
        Launch()
        Expect(.restored)
        Expect(.stateAsSaved)
        Expect("[0]", equals: "milk")
    }

    Scenario(
        "whatever a power failure leaves of a save, the list is whole",
        requires: .program("python3")
    ) {
        Launch()
        Perform("add", ["item": "milk"])
        Background()
        Foreground()
        Perform("add", ["item": "bread"])
        Sweep(.powerLoss) { Background() }
        Launch()
        Expect("", isOneOf: ["milk"], ["milk", "bread"])
    }

    Scenario("killed while it restores, it restores the next time", requires: .program("python3")) {
        Launch()
        Perform("add", ["item": "milk"])
        Background()
        Kill(.system)
        Launch(killedAt: .restoring)
        Launch()
        Expect(.restored)
        Expect("", equals: ["milk"])
    }

    Scenario("a force quit leaves it, as it leaves all data", requires: .program("python3")) {
        Launch()
        Perform("add", ["item": "milk"])
        Background()
        Kill(.forceQuit)
        Launch()
        Expect("", equals: ["milk"])
    }
}
