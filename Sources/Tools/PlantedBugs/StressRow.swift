import Foundation
import RelaunchStress

/// What stress alone has made of one bug and its twin.
struct StressRow {
    let entry: CatalogueEntry
    let bug: StressTrial
    let files: [File]
    /// Nil where the twin was not stressed.
    let twin: StressTrial?
    let times: Int

    /// What became of one scenario file.
    struct File {
        var failed: Int
        var passesOnTwin: Bool
    }

    /// How long lives are begun, in seconds, for a bug and for its twin.
    static let seconds = (bug: 60, twin: 30)

    var first: Finding? { bug.findings.first }
    var isFound: Bool { (first?.seconds).map { $0 <= Double(Self.seconds.bug) } ?? false }
    var isAlarm: Bool { twin.map { !$0.findings.isEmpty } ?? false }
    /// How many steps the scenario of each failure has.
    var steps: [Int] {
        bug.findings.compactMap(\.scenario).map { text in
            text.split(separator: "\n").count {
                $0.hasPrefix("        ") && !$0.contains("control: ")
            }
        }
    }
    var badFiles: Int { files.count(where: isBad) }

    private func isBad(_ file: File) -> Bool { file.failed < times || !file.passesOnTwin }

    var line: String {
        var parts = [isFound ? "✔ found " : "✘ missed"]
        parts.append(entry.rule.padded(to: 4) + entry.name.padded(to: 30))
        if let first {
            let life = first.number < 0 ? "before the first life" : "life \(first.number)"
            parts.append("\((first.seconds ?? 0).short) s, \(life): \(first.breach.cause)")
            parts.append("\(steps.map(String.init).joined(separator: "+")) steps")
        } else {
            parts.append("\(bug.lives) lives")
        }
        for file in files {
            let mark = isBad(file) ? "✘ " : ""
            parts.append(
                "\(mark)fails \(file.failed) of \(times), twin "
                    + (file.passesOnTwin ? "passes" : "fails"))
        }
        if let twin {
            let causes = twin.findings.map(\.breach.cause).joined(separator: ", ")
            parts.append(
                isAlarm
                    ? "✘ ALARM on its twin: \(causes)"
                    : "twin: quiet, \(twin.lives) lives")
        }
        return parts.joined(separator: "  ")
    }
}

/// The rows of all bugs, counted.
struct StressTally {
    private var rows: [StressRow] = []

    mutating func count(_ row: StressRow) { rows.append(row) }

    /// At least 95 % of those that a life can show are found, in short scenarios that fail by themselves.
    var isGood: Bool {
        share >= 0.95 && medianOfSteps <= 7 && badFiles == 0 && !rows.contains(where: \.isAlarm)
    }

    private var visible: [StressRow] { rows.filter { BeyondLives.reasons[$0.entry.name] == nil } }
    private var share: Double {
        visible.isEmpty ? 1 : Double(visible.count(where: \.isFound)) / Double(visible.count)
    }
    private var medianOfSteps: Int { rows.flatMap(\.steps).sorted().median ?? 0 }
    private var badFiles: Int { rows.reduce(0) { $0 + $1.badFiles } }

    var text: String {
        let found = rows.filter(\.isFound)
        let times = found.compactMap { $0.first?.seconds }.sorted()
        let files = rows.reduce(0) { $0 + $1.files.count }
        let twins = rows.count { $0.twin != nil }
        var lines = [
            "\(visible.count(where: \.isFound)) of \(visible.count) found that a life can show "
                + "(\((share * 100).short) %), median \((times.median ?? 0).short) s",
            "scenarios: median \(medianOfSteps) steps; "
                + "\(files - badFiles) of \(files) fail each time and pass on the twin",
            "\(rows.count(where: \.isAlarm)) alarms on \(twins) twins",
        ]
        lines += visible.filter { !$0.isFound }.map { "missed \($0.entry.name)" }
        lines += rows.filter { $0.badFiles > 0 }.map { "not by itself: \($0.entry.name)" }
        lines += rows.filter(\.isAlarm).map { "alarm on the twin of \($0.entry.name)" }
        lines += rows.compactMap { row in
            BeyondLives.reasons[row.entry.name].map {
                "no life \(row.isFound ? "needs" : "can") show \(row.entry.name): \($0)"
            }
        }
        return lines.joined(separator: "\n")
    }
}

extension Array {
    /// The one in the middle of a sorted array.
    fileprivate var median: Element? { isEmpty ? nil : self[count / 2] }
}
