import MyPlugIns
import Relaunch
import RelaunchTesting
import Testing

/// What has to fail, and is seen to.
private let forgetful = Suite("Forgetful", target: .ledger("./ledger"), timeLimit: .seconds(60)) {
    Scenario("what was never saved comes back") {
        Launch()
        Enter("milk")
        Kill(.system)
        Launch()
        Expect(.entries("milk"))
    }

    Scenario("an action is refused") {
        Launch()
        TakeBack()
    }

    Scenario("a name is a path") {
        Launch()
        Kill(.system)
        Expect(.fileAtDeath(named: "Documents/ledger.txt"))
    }

    Scenario("a step stands where nothing runs") {
        Enter("milk")
    }
}

@Test(
    arguments: zip(
        forgetful.scenarios,
        [
            "the ledger has other entries", "the ledger is empty", "is a path and not a name",
            #"Enter("milk")"#,
        ]))
func failure(_ scenario: Scenario, _ message: String) async throws {
    try await withKnownIssue {
        try await scenario.verify()
    } matching: { issue in
        "\(issue)".contains(message)
    }
}
