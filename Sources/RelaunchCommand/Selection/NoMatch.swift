import CrashStates
import Relaunch

/// A selector that names no scenario, or several where one is meant.
struct NoMatch: Error, CustomStringConvertible {
    let selector: ScenarioSelector
    let suite: SuiteDescription
    /// Those that it may mean; empty where there are none.
    let candidates: [ScenarioDescription]
    /// How many lines the file has, where a line behind its end is named.
    var lineCount: Int?

    /// How many scenarios are listed at most.
    private static let limit = 20

    var description: String {
        let file = VisibleText.line(suite.file)
        let written = VisibleText.line(selector.text)
        if !candidates.isEmpty {
            return "'\(written)' names \(candidates.count) scenarios; name one of them:"
                + list(candidates)
        }
        if let lineCount {
            return
                "'\(written)' names no scenario: \(file) has \(Phrases.count(lineCount, "line", "lines")). "
                + "There are:" + list(suite.scenarios)
        }
        if case .line(let line) = selector.choice {
            return
                "'\(written)' names no scenario: none begins at line \(line) or before it. There are:"
                + list(suite.scenarios)
        }
        var text = "there is no scenario in \(file) whose name is or begins with '\(name)'"
        let near = self.near
        if !near.isEmpty {
            text += ". Did you mean \(near.map { "'\($0)'" }.joined(separator: " or "))?"
        }
        return text + "\nThere are:" + list(suite.scenarios)
    }

    /// The name as it was written.
    private var name: String {
        if case .name(let name) = selector.choice { VisibleText.line(name) } else { "" }
    }

    /// Names that are nearly the one that was written, or that begin nearly so, or contain it.
    private var near: [String] {
        let names = suite.scenarios.map { VisibleText.line($0.name) }
        let written =
            name.hasPrefix(suite.name + "/") ? name.dropFirst(suite.name.count + 1) : name[...]
        if let best = closest(to: String(written), among: names) { return [best] }
        let beginnings = names.map { String($0.prefix(written.count)) }
        if let best = closest(to: String(written), among: beginnings) {
            return zip(names, beginnings).filter { $0.1 == best }.prefix(3).map(\.0)
        }
        return Array(names.filter { $0.lowercased().contains(written.lowercased()) }.prefix(3))
    }

    private func list(_ scenarios: [ScenarioDescription]) -> String {
        let rest = scenarios.count - Self.limit
        return scenarios.prefix(Self.limit)
            .map { "\n  " + VisibleText.line($0.identity(in: suite).text) }.joined()
            + (rest > 0 ? "\n  … and \(rest) more" : "")
    }
}
