import Testing

/// Something that is not tidy: where it is, and what to do about it.
struct Finding: CustomStringConvertible, Equatable {
    /// Relative to the package.
    var file: String
    /// From 1.
    var line: Int
    var message: String

    var description: String { "\(file):\(line): \(message)" }
}

/// Fails with every finding in a line of its own.
func expectNone(_ findings: [Finding], sourceLocation: SourceLocation = #_sourceLocation) {
    guard !findings.isEmpty else { return }
    let list = findings.map(\.description).joined(separator: "\n")
    Issue.record("\(findings.count) found:\n\(list)", sourceLocation: sourceLocation)
}
