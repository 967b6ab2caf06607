import CrashStates
import Foundation

/// What became of one bug and its twin in one run.
struct Row {
    let entry: CatalogueEntry
    let bug: Audit
    /// Nil where the twin was not audited.
    let twin: Audit?

    /// What really happened, nobody has planted for a rule: any that is broken tells of it.
    private var found: (rule: String, sighting: Audit.Sighting)? {
        if let sighting = bug.broken[entry.rule] { return (entry.rule, sighting) }
        guard entry.issue != nil else { return nil }
        return bug.broken.min { $0.value.seconds < $1.value.seconds }.map { ($0.key, $0.value) }
    }
    var isFound: Bool { found != nil }
    var isAlarm: Bool { twin.map { !$0.complaints.isEmpty } ?? false }

    var line: String {
        var parts = [isFound ? "✔ found " : "✘ missed"]
        parts.append((found?.rule ?? entry.rule).padded(to: 4) + entry.name.padded(to: 30))
        if let (_, sighting) = found {
            parts.append("case \(sighting.cases) of \(bug.cases), \(sighting.seconds.short) s")
        } else {
            parts.append("\(bug.cases) cases, \(bug.seconds.short) s")
        }
        let others = bug.complaints.filter { $0 != found?.rule ?? entry.rule }
        if !others.isEmpty { parts.append("also \(others.joined(separator: ", "))") }
        if let twin {
            parts.append(
                isAlarm
                    ? "✘ ALARM on its twin: \(twin.complaints.joined(separator: ", "))"
                    : "twin: quiet, \(twin.cases) cases, \(twin.seconds.short) s")
        }
        return parts.joined(separator: "  ")
    }
}

/// The rows of all runs, counted.
struct Tally {
    private var found = 0
    private var missed: [String: Int] = [:]
    private var alarms: [String: Int] = [:]
    private var twins = 0
    private var cases = 0
    private var seconds = 0.0

    var isGood: Bool { missed.isEmpty && alarms.isEmpty }

    mutating func count(_ row: Row) {
        if row.isFound { found += 1 } else { missed[row.entry.name, default: 0] += 1 }
        if row.isAlarm { alarms[row.entry.name, default: 0] += 1 }
        if row.twin != nil { twins += 1 }
        for audit in [row.bug, row.twin].compactMap(\.self) {
            cases += audit.cases
            seconds += audit.seconds
        }
    }

    func text(bugs: Int, runs: Int) -> String {
        var lines = [
            "\(found) of \(bugs * runs) found, "
                + "\(alarms.values.reduce(0, +)) alarms on \(twins) twins, "
                + "\(cases) cases in \(seconds.short) s"
        ]
        lines += Self.list("missed", missed, of: runs)
        lines += Self.list("alarm on the twin of", alarms, of: runs)
        return lines.joined(separator: "\n")
    }

    private static func list(_ word: String, _ counts: [String: Int], of runs: Int) -> [String] {
        counts.sorted { $0.key < $1.key }.map { "\(word) \($0.key) in \($0.value) of \(runs)" }
    }
}

extension Double {
    /// With one decimal.
    var short: String { String(format: "%.1f", self) }
}

extension String {
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(1, width - count))
    }
}
