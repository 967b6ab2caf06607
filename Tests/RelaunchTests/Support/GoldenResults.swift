import Relaunch
import Testing
import TestSupport

/// What of a case is compared beside its verdict and its failures.
struct GoldenParts: OptionSet {
    let rawValue: Int
    static let notes = Self(rawValue: 1)
    static let timeline = Self(rawValue: 2)
}

/// Compares what a case says with the golden file of the test's file.
func expectGolden(
    _ result: CaseResult, of part: String? = nil, showing parts: GoldenParts = .notes,
    masking names: [String: String] = [:], filePath: String = #filePath,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
) throws {
    var lines = ["\(result.verdict)"] + result.failures.flatMap(goldenLines)
    if let skipped = result.skipped { lines.append("skipped: \(skipped)") }
    if parts.contains(.notes) { lines += result.notes.map { "note: \($0)" } }
    if parts.contains(.timeline) { lines += result.timeline.map { "timeline: \($0.text)" } }
    try expectGolden(
        lines.joined(separator: "\n"), of: part, masking: names, filePath: filePath,
        sourceLocation: sourceLocation)
}

/// Compares a failure with the golden file of the test's file.
func expectGolden(
    _ failure: Failure?, of part: String? = nil, masking names: [String: String] = [:],
    filePath: String = #filePath, sourceLocation: Testing.SourceLocation = #_sourceLocation
) throws {
    let failure = try #require(failure, sourceLocation: sourceLocation)
    try expectGolden(
        goldenLines(of: failure).joined(separator: "\n"), of: part, masking: names,
        filePath: filePath, sourceLocation: sourceLocation)
}

/// Compares what a step found wrong with the golden file of the test's file.
func expectGolden(
    _ failure: StepFailure?, of part: String? = nil, masking names: [String: String] = [:],
    filePath: String = #filePath, sourceLocation: Testing.SourceLocation = #_sourceLocation
) throws {
    let failure = try #require(failure, sourceLocation: sourceLocation)
    try expectGolden(
        Failure(
            blame: failure.blame, kind: failure.kind, message: failure.message,
            expected: failure.expected, actual: failure.actual, difference: failure.difference),
        of: part, masking: names, filePath: filePath, sourceLocation: sourceLocation)
}

/// Every field of a failure but its line, which moves with the test.
private func goldenLines(of failure: Failure) -> [String] {
    let fields = [
        ("step", failure.step), ("message", failure.message), ("expected", failure.expected),
        ("actual", failure.actual), ("difference", failure.difference), ("fault", failure.fault),
        ("kill point", failure.killPoint), ("output", failure.output), ("replay", failure.replay),
    ]
    return ["to blame: the \(failure.blame) (\(failure.kind))"]
        + fields.compactMap { name, value in
            guard let value, !value.isEmpty else { return nil }
            let lines = value.split(separator: "\n", omittingEmptySubsequences: false)
            return lines.count == 1
                ? "  \(name): \(value)"
                : "  \(name):\n" + lines.map { "    \($0)" }.joined(separator: "\n")
        }
}
