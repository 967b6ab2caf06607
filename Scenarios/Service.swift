import Relaunch

// A server as it is: it speaks no protocol of Relaunch. What can be observed of it and done with it is said
// here, and everything else works as for an app.
let store = Suite(
    "Key-value store",
    target: .service("../Sources/Examples/Python/kv.py", "serve", ready: .socket("kv.sock"))
) {
    State { kv("dump") }
    Action("set", ["key": .string(maxLength: 20), "value": .string(maxLength: 100)]) { a in
        kv("set", a.key, a.value)
    }
    Action("remove", ["key": .string(maxLength: 20)]) { a in kv("remove", a.key) }

    Scenario("what was answered survives a kill", requires: .program("python3")) {
        Launch()
        Perform("set", ["key": "a", "value": "1"])
        Perform("set", ["key": "b", "value": "2"])
        Perform("remove", ["key": "a"])
        Kill(.system)
        Launch()
        Expect("b", equals: "2")
        Expect("a", .isMissing)
        Expect(.stateAsSaved)
    }

    Scenario(
        "no death in an action loses or mixes anything, whatever the moment",
        requires: .program("python3")
    ) {
        Launch()
        Perform("set", ["key": "a", "value": "1"])
        Sweep(.system) { Perform("set", ["key": "a", "value": "2"]) }
    }

    Scenario(
        "an answered action survives a power failure, whatever the moment",
        requires: .program("python3")
    ) {
        Launch()
        Perform("set", ["key": "a", "value": "1"])
        Sweep(.powerLoss(.ext4)) { Perform("set", ["key": "a", "value": "2"]) }
    }

    Scenario("a kill by the clock leaves the old value or the new", requires: .program("python3")) {
        Launch()
        Perform("set", ["key": "a", "value": "1"])
        Perform("set", ["key": "a", "value": "2"], killedAt: .within(.zero ... .milliseconds(60)))
        Launch()
        Expect("a", isOneOf: "1", "2")
    }
}

private func kv(_ words: String...) -> Run {
    Run("../Sources/Examples/Python/kv.py", arguments: words)
}
