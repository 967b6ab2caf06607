import CrashStates
import Relaunch

/// What `relaunch init` writes.
enum FirstScenario {
    /// For a program that speaks the target protocol.
    ///
    /// - Parameter introduction: what it says of itself; nil where it was not asked.
    static func app(_ target: String, _ introduction: ProtocolTrial.Introduction?) -> String {
        let known = introduction ?? ProtocolTrial.Introduction()
        return """
            import Relaunch

            // Run it:   relaunch run FILE
            let suite = Suite(\(Path.name(of: target).quoted), target: .app(\(target.quoted))) {
            \(comesBack(known))
            \(startsFresh(known))
            }

            """
    }

    private static func comesBack(_ target: ProtocolTrial.Introduction) -> String {
        let offer =
            target.actions.isEmpty
            ? "// Perform(\"edit\", [\"text\": \"milk\"])"
            : "// Perform(…); it offers " + target.actions.map(\.quoted).joined(separator: ", ")
        guard target.reportsRestoration else {
            return """
                    // It says nothing about its restoration: what comes back is seen in its state alone. A
                    // control would find out that nothing has changed yet; let it, once something has.
                    Scenario(
                        "it comes back after the system has killed it in the background",
                        control: .none(because: "nothing was changed yet")
                    ) {
                        Launch()
                        // Bring it into a state worth saving, with the actions that it offers:
                        \(offer)
                        Background()
                        Kill(.system)
                        Launch()
                        Expect(.stateAsSaved)
                    }
                """
        }
        return """
                Scenario("it comes back after the system has killed it in the background") {
                    Launch()
                    // Bring it into a state worth saving, with the actions that it offers:
                    \(offer)
                    Background()
                    Kill(.system)
                    Launch()
                    Expect(.restored)
                    Expect(.stateAsSaved)
                }
            """
    }

    /// A force quit takes the saved state, where the harness knows which files that is.
    private static func startsFresh(_ target: ProtocolTrial.Introduction) -> String {
        guard target.namesSavedState, target.reportsRestoration else {
            let reason =
                target.namesSavedState
                ? "it says nothing about its restoration"
                : "its `hello` names no `savedState`, so nothing is known to discard"
            return """

                    // No scenario expects that it starts fresh after the user has quit it by force:
                    // \(reason).
                """
        }
        return """

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
            """
    }

    /// For any other program, which is run to its end.
    ///
    /// - Parameters:
    ///   - arguments: with which it ends by itself.
    ///   - status: how it ends then.
    static func command(
        _ target: String, arguments: [String], status: ExitStatus = .exited(0)
    ) -> String {
        let list = arguments.map(\.quoted).joined(separator: ", ")
        let given = arguments.isEmpty ? "" : "arguments: [\(list)], "
        let (exit, expectation) =
            switch status {
            case .exited(0): ("", "Expect(.exitStatus(0))")
            case .exited(let code): ("exit: .status(\(code)), ", "Expect(.exitStatus(\(code)))")
            case .signaled: ("exit: .any, ", "// It dies of a signal: expect what it leaves.")
            }
        let launch = String((given + exit).dropLast(2))
        return """
            import Relaunch

            // Run it:   relaunch run FILE
            let suite = Suite(\(Path.name(of: target).quoted), target: .command(\(target.quoted))) {
                // Without saved state to lose, wiping it would change nothing: hence no control.
                Scenario(
                    "it runs again after it was killed", control: .none(because: "nothing is saved yet")
                ) {
                    // Do something here that the program keeps, and expect it below.
                    Launch(\(given)\(exit)killedAt: .within(.zero ... .milliseconds(5)))
                    Launch(\(launch))
                    \(expectation)
                }
            }

            """
    }
}
