import Testing
import TestSupport

/// Compares how a run ended and what it said with the golden file of the test's file. A stream of events
/// on standard output is left out.
func expectGolden(
    _ outcome: RelaunchProcess.Outcome, of part: String? = nil,
    masking names: [String: String] = [:],
    filePath: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    var text = "status \(outcome.status)\n"
    if !outcome.output.isEmpty, !outcome.output.hasPrefix("{\"event\"") {
        text += "standard output:\n\(outcome.output)"
    }
    if !outcome.error.isEmpty { text += "standard error:\n\(outcome.error.withSortedCases)" }
    try expectGolden(
        text, of: part, masking: names.merging([outcome.folder: "folder"]) { $1 },
        filePath: filePath, sourceLocation: sourceLocation)
}

extension String {
    /// The report of a run with its cases in the order of their names, and without what is said as time
    /// goes by: several run at a time, so that the order in which they end differs from run to run.
    fileprivate var withSortedCases: String {
        var done: [Substring] = []
        var cases: [[Substring]] = []
        func name(_ lines: [Substring]) -> Substring {
            lines[0].split(separator: " s  ", maxSplits: 1).last ?? lines[0]
        }
        func isOfALongRun(_ line: Substring) -> Bool {
            let progress = #/… (finding out|[0-9]+( of [0-9]+\+?)? (done|rules|lives|crashes))/#
            return line.hasPrefix("◷ SLOW") || line.prefixMatch(of: progress) != nil
        }
        func finish() {
            done += cases.sorted { name($0) < name($1) }.flatMap(\.self)
            cases = []
        }
        for line in split(separator: "\n", omittingEmptySubsequences: false) {
            // Whether something has to be built depends on what was built before.
            if line.prefixMatch(of: #/note: building/#) != nil || isOfALongRun(line) { continue }
            if line.prefixMatch(
                of:
                    #/[✔✘–] (passed|failed|errored|skipped|vacuous|no result|kept|broken|not judged|not applicable) /#
            )
                != nil
            {
                cases.append([line])
            } else if cases.isEmpty || line.prefixMatch(of: #/What did not pass|[✔✘] [0-9]/#) != nil
            {
                finish()
                done.append(line)
            } else if !line.isEmpty {
                // An empty line is after a failure, wherever that comes.
                cases[cases.count - 1].append(line)
            }
        }
        finish()
        return done.joined(separator: "\n")
    }
}
