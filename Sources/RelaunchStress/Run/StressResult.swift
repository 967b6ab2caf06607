import CrashStates
import RelaunchAudit
import RelaunchProtocol

/// What a run has come to: the same for the same seed, however it was carried out.
package struct StressResult: Sendable, Codable {
    package struct Failure: Sendable, Codable {
        package var title: String
        package var message: String
        package var cause: String
        /// The life that has shown it first; below 0 for what was seen before the first.
        package var life: Int
        package var moves: Int
        /// How many lives were lived to make it short.
        package var tries: Int
        package var isSmallest: Bool
        package var scenario: String
    }

    package var name: String
    package var arguments: [String]
    package var kind: StressOptions.Kind
    package var seed: UInt64
    /// How many lives there are in all shares; nil where the clock has ended the run.
    package var cases: Int?
    package var lives: Int
    package var launches: Int
    package var failures: [Failure]
    package var reached: [String: StressRecord.Place]

    package init(_ options: StressOptions, _ record: StressRecord) {
        name = options.name
        arguments = options.arguments
        kind = options.kind
        seed = options.seed
        cases = options.cases
        lives = record.lives
        launches = record.launches
        reached = record.reached
        var seen: Set<[String]> = []
        failures = []
        for finding in record.ordered {
            let text = finding.scenario ?? ""
            // Two causes that came to one scenario are one.
            let lines = text.split(separator: "\n").map(String.init)
            let head = lines.firstIndex { $0.hasPrefix("    Scenario(") } ?? lines.endIndex
            let scenario = lines[head...].prefix { $0 != "    }" }
            let steps = scenario.filter { $0.hasPrefix("        ") && !$0.contains("control: ") }
            guard steps.isEmpty || seen.insert(steps).inserted else { continue }
            let breach = finding.breach
            failures.append(
                Failure(
                    title: breach.clause.title, message: breach.message, cause: breach.cause,
                    life: finding.number, moves: steps.count, tries: finding.tries ?? 0,
                    isSmallest: finding.isSmallest ?? true, scenario: text))
        }
    }
}

extension StressResult.Failure {
    /// A name for its file.
    package var fileName: String {
        let words = cause.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        return words.joined(separator: "-")
    }
}
