/// Small scenario files.
enum Sample {
    /// A suite over the program `true`, whose scenarios all pass.
    static func passing(_ suite: String, _ scenarios: [String]) -> String {
        file(suite, scenarios.map { scenario($0, status: 0) })
    }

    /// A scenario that expects a status of `true`: it passes for 0 only.
    static func scenario(_ name: String, status: Int) -> String {
        """
            Scenario("\(name)") {
                Launch()
                Expect(.exitStatus(\(status)))
            }
        """
    }

    static func file(
        _ suite: String, _ scenarios: [String], target: String = #".command("true")"#
    ) -> String {
        """
        import Relaunch

        let suite = Suite("\(suite)", target: \(target)) {
        \(scenarios.joined(separator: "\n"))
        }

        """
    }
}
