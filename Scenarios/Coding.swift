import Relaunch

/// Every kind of value that a coder takes, from one process to the next, and from one version to the next.
let coding = Suite("Coding", target: .app("coding")) {
    Scenario("S7: each kind of value comes back in another process as what it was") {
        Launch()
        Perform("fill")
        Background()
        Kill(.system)
        Launch()
        Expect(.restored)
        Expect("filled", equals: true)
        Expect("lost", equals: [] as [String])
    }

    Scenario("S7, R9: and in another version, which saves it again for the next one") {
        Launch()
        Perform("fill")
        Background()
        Kill(.system)
        UpdateApp(version: "2.0")
        Launch()
        Expect("version", equals: "2.0")
        Expect("filled", equals: true)
        Expect("lost", equals: [] as [String])
        Background()
        Kill(.system)
        UpdateApp(version: "3.0")
        Launch()
        Expect("filled", equals: true)
        Expect("lost", equals: [] as [String])
    }

    Scenario("S7, S16: a value that cannot come back fails the save, and the older state is there")
    {
        Launch()
        Perform("fill")
        Background()
        Foreground()
        Perform("addFormatter")
        Background()
        Kill(.system)
        Launch()
        Expect(.restored)
        Expect("filled", equals: true)
        Expect("lost", equals: [] as [String])
    }
}
