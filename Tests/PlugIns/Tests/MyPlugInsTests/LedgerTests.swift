import MyPlugIns
import Relaunch
import RelaunchTesting
import Testing

private let ledger = Suite(
    "Ledger", target: .ledger("./ledger"), timeLimit: .seconds(60), reporters: { [VerdictFile()] }
) {
    Scenario("what was entered before the background survives a kill") {
        Launch()
        Enter("milk", "eggs")
        Background()
        Kill(.system)
        Launch()
        Expect(.entries("milk", "eggs"))
        Expect(.fileAtDeath(named: "ledger.txt"))
    }

    Scenario("what is taken back stays away, and a quit saves") {
        Launch()
        Enter("milk", "eggs")
        TakeBack()
        Quit()
        CountLines(of: "ledger.txt", as: "saved")
        Launch()
        Expect("count", equalsRemembered: "saved")
        Expect(.entries("milk"))
    }

    Scenario("a kill while it saves leaves the old entries or the new ones") {
        Launch()
        Enter("milk")
        Background()
        Foreground()
        Enter("eggs")
        Sweep(.system) { Background() }
        Launch()
        Expect("entries", isOneOf: ["milk"], ["milk", "eggs"])
    }

    Scenario("a kill at any place, judged by the state alone") {
        Launch()
        Enter("milk")
        Sweep(.system) { Background() }
    }

    Scenario("killed after a while, it has what was saved") {
        Launch()
        Enter("milk")
        Background()
        Foreground()
        Perform("enter", ["text": "eggs"], killedAt: .within(.zero ... .milliseconds(3)))
        Launch()
        Expect(.entries("milk"))
    }

    Scenario(
        "it reads what each version has written", control: .none(because: "the step writes it")
    ) {
        ForEachContent(
            of: "ledger.txt", ["version 1": "milk\neggs\n", "version 2": "\"milk\"\n\"eggs\"\n"])
        Launch()
        Expect(.entries("milk", "eggs"))
    }

    Scenario(
        "cut anywhere, it has whole entries only",
        control: .none(because: "an empty ledger is right, too")
    ) {
        Launch()
        Enter("milk", "eggs")
        Background()
        Kill(.system)
        CutAnywhere("ledger.txt")
        Launch()
        Expect("entries", isOneOf: [], ["milk"])
    }

    Scenario("any text comes back") {
        Launch()
        EnterOneOf("Ärger", "two words", "\"")
        Background()
        Kill(.system)
        Launch()
        Expect(.stateAsSaved)
    }
}

@Test(arguments: ledger.scenarios)
func scenario(_ scenario: Scenario) async throws { try await scenario.verify() }
