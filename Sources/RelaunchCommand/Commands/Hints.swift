import Relaunch

/// What to say when there is nothing to run.
enum Hints {
    /// How many names are listed at most.
    private static let limit = 20

    /// - Parameter named: what the command line names; it was found, so these are folders.
    static func noFiles(in named: [String]) -> String {
        let place =
            named.isEmpty
            ? "no folder '\(FileSelection.defaultFolder)' with .swift files in it was found"
            : "no .swift file is in " + named.map { "'\($0)'" }.joined(separator: ", ")
        return """
            there is no scenario file: \(place). Name a file, or write a first one with `relaunch init`
            """
    }

    static func nothingSelected(in dispatcher: Dispatcher) -> String {
        let names = dispatcher.suites.flatMap { suite in
            suite.scenarios.map { "\(suite.name)/\($0.name)" }
        }
        if names.isEmpty { return "nothing was selected: there is no scenario" }
        return "nothing was selected by the filters" + list(names)
    }

    private static func list(_ names: [String]) -> String {
        let more = names.count > limit ? ["… and \(names.count - limit) more"] : []
        return "\nThere are:\n"
            + (names.prefix(limit) + more).map { "  " + VisibleText.line($0) }
            .joined(separator: "\n")
    }
}
