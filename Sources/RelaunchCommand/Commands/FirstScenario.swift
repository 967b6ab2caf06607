import CrashStates

/// What `relaunch init` writes.
enum FirstScenario {
    /// For a program that speaks the target protocol.
    static func app(_ target: String) -> String {
        """
        import Relaunch

        // Run it:   relaunch run FILE
        let suite = Suite(\(literal(Path.name(of: target))), target: .app(\(literal(target)))) {

            Scenario("it comes back after the system has killed it in the background") {
                Launch()
                // Bring it into a state worth saving, with the actions that it offers:
                // Perform("edit", ["text": "milk"])
                Background()
                Kill(.system)
                Launch()
                Expect(.restored)
                Expect(.stateAsSaved)
            }

            // A state that was discarded looks like none at all: there is nothing for a control to show.
            Scenario(
                "it starts fresh after the user has quit it by force",
                control: .none(because: "it expects what a fresh start shows too")
            ) {
                Launch()
                Background()
                Kill(.forceQuit)
                Launch()
                Expect(.notRestored(.noSavedState))
            }
        }

        """
    }

    /// For any other program, which is run to its end.
    static func command(_ target: String) -> String {
        """
        import Relaunch

        // Run it:   relaunch run FILE
        let suite = Suite(\(literal(target)), target: .command(\(literal(target)))) {

            // Without saved state to lose, wiping it would change nothing: hence no control.
            Scenario("it runs again after it was killed", control: .none(because: "nothing is saved yet")) {
                // Do something here that the program keeps, and expect it below.
                Launch(arguments: ["--version"], killedAt: .within(.zero ... .milliseconds(5)))
                Launch(arguments: ["--version"])
                Expect(.exitStatus(0))
            }
        }

        """
    }

    /// A text as a string literal.
    private static func literal(_ text: String) -> String {
        var result = "\""
        for character in text {
            switch character {
            case "\"", "\\": result += "\\\(character)"
            default: result.append(character)
            }
        }
        return result + "\""
    }
}
