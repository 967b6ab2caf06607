import Testing
import TestSupport

/// Compares how a run ended and what it said with the golden file of the test's file. A stream of events
/// on standard output is left out.
func expectGolden(
    _ outcome: RelaunchProcess.Outcome, of part: String? = nil, masking names: [String: String] = [:],
    filePath: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    var text = "status \(outcome.status)\n"
    if !outcome.output.isEmpty, !outcome.output.hasPrefix("{\"event\"") {
        text += "standard output:\n\(outcome.output)"
    }
    if !outcome.error.isEmpty { text += "standard error:\n\(outcome.error)" }
    try expectGolden(
        text, of: part, masking: names.merging([outcome.folder: "folder"]) { $1 },
        filePath: filePath, sourceLocation: sourceLocation)
}
