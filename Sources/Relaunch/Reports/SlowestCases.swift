import CrashStates

/// The cases that took longest, for the end of a report.
package struct SlowestCases: Sendable {
    private let limit: Int
    /// The slowest first.
    private var cases: [(title: String, seconds: Double)] = []

    /// - Parameter limit: how many are listed; none where it is 0.
    package init(limit: Int) { self.limit = limit }

    package mutating func add(_ title: String, seconds: Double) {
        let index = cases.firstIndex { $0.seconds < seconds } ?? cases.count
        guard index < limit else { return }
        cases.insert((title, seconds), at: index)
        if cases.count > limit { cases.removeLast() }
    }

    /// A heading and a line for each; nothing where nothing is asked for.
    package func lines(style: ConsoleStyle) -> [String] {
        guard !cases.isEmpty else { return [] }
        let heading = cases.count == 1 ? "The slowest:" : "The \(cases.count) slowest:"
        return ["", style.paint(heading, .bold)]
            + cases.map { title, seconds in
                let text = Phrases.seconds(seconds)
                let padding = String(repeating: " ", count: max(1, 12 - text.count))
                return padding + text + " s  " + title
            }
    }
}
