import Relaunch
import RelaunchTesting
import Testing

private let counter = Suite("Counter in C", target: .app("counter-c")) {
    Scenario("a count survives being killed in the background") {
        Launch()
        Perform("increment", ["by": 3])
        Expect("count", equals: 3)
        Background()
        Kill(.system)
        Launch()
        Expect(.restored)
        Expect(.stateAsSaved)
        Expect("count", equals: 3)
    }

    Scenario("a count that was not saved is the older one") {
        Launch()
        Perform("increment", ["by": 1])
        Background()
        Foreground()
        Perform("increment", ["by": 1])
        Kill(.system)
        Launch()
        Expect("count", equals: 1)
    }

    Scenario("a save that is cut short before its commit leaves the old count") {
        Launch()
        Perform("increment", ["by": 1])
        Background()
        Foreground()
        Perform("increment", ["by": 1])
        Background(killedAt: .checkpoint("beforeCommit"), by: .crash(.SIGSEGV))
        Launch()
        Expect("count", isOneOf: 1, 2)
        Expect("count", equals: 1)
    }
}

/// A suite inside Swift Testing, as a user would write it.
@Test(arguments: counter.scenarios)
func counterInC(_ scenario: Scenario) async throws {
    try await scenario.verify()
}
