public import Relaunch
import Testing

extension Scenario {
    /// Runs the scenario inside Swift Testing, with its control, and records each failure as an issue
    /// at the scenario's own line.
    ///
    /// ```swift
    /// @Test(arguments: notes.scenarios)
    /// func scenario(_ scenario: Scenario) async throws { try await scenario.verify() }
    /// ```
    ///
    /// - Parameter seed: what every random choice is drawn from; without one it is drawn itself, and
    ///   printed with a failure. The environment variable `RELAUNCH_SEED` sets it for all.
    /// - Throws: where the harness cannot run at all. What is wrong with the target is no thrown error.
    public func verify(
        seed: UInt64? = nil, controls: Bool = true,
        sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) async throws {
        for result in try await TestRun.shared.run(self, seed: seed, controls: controls) {
            record(result, fallback: sourceLocation)
        }
    }

    private func record(_ result: CaseResult, fallback: Testing.SourceLocation) {
        for failure in result.failures {
            Issue.record(
                Comment(rawValue: failure.description(of: result)),
                sourceLocation: failure.location.map(Testing.SourceLocation.init) ?? fallback)
        }
    }
}

extension Testing.SourceLocation {
    fileprivate init(_ location: FileLocation) {
        self.init(
            fileID: location.fileID, filePath: location.file, line: location.line,
            column: location.column)
    }
}

extension Failure {
    /// Everything that a person needs, in some lines.
    fileprivate func description(of result: CaseResult) -> String {
        var lines = ["\(result.identity.title): \(message)"]
        if !step.isEmpty { lines.append("step:     \(step)") }
        if let expected { lines.append("expected: \(expected)") }
        if let actual { lines.append("came:     \(actual)") }
        if let difference { lines.append(difference) }
        if let fault { lines.append("injected: \(fault)") }
        if let killPoint { lines.append("killed:   \(killPoint)") }
        if let output { lines.append("output:   \(output)") }
        if let container = result.container { lines.append("container: \(container)") }
        lines.append("seed:     \(result.seed)")
        return lines.joined(separator: "\n")
    }
}
