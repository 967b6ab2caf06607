public import Relaunch
import Testing

extension Scenario {
    /// Runs the scenario and its control inside Swift Testing, and records each failure as an issue
    /// at the scenario's own line.
    ///
    /// ```swift
    /// @Test(arguments: notes.scenarios)
    /// func scenario(_ scenario: Scenario) async throws { try await scenario.verify() }
    /// ```
    ///
    /// A reporter of the suite receives the events of each scenario that is verified, and `.runFinished`
    /// when the process of the tests ends. One that throws is an issue of the test.
    ///
    /// Scenarios may run at the same time. The container of a failed case is kept in
    /// `.relaunch/kept`, in the current directory.
    ///
    /// - Parameters:
    ///   - seed: the source of every random choice. Without one, `RELAUNCH_SEED` gives it for all
    ///     scenarios; without that, it is drawn once for the process. A failure prints it.
    ///   - controls: whether to run the control. A scenario that passes without the saved state as
    ///     well fails as vacuous.
    ///   - sourceLocation: where a failure is recorded that has no place in the scenario.
    /// - Throws: where the harness cannot run. What is wrong with the target is recorded, not
    ///   thrown.
    public func verify(
        seed: UInt64? = nil, controls: Bool = true,
        sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) async throws {
        for result in try await TestRun.shared.run(self, seed: seed, controls: controls) {
            record(result, fallback: sourceLocation)
        }
        for fault in TestRun.shared.takeFaults() {
            Issue.record(Comment(rawValue: "\(fault)"), sourceLocation: sourceLocation)
        }
    }

    private func record(_ result: CaseResult, fallback: Testing.SourceLocation) {
        for failure in result.failures {
            Issue.record(
                Comment(rawValue: comment(on: failure, of: result)),
                sourceLocation: failure.location.map(Testing.SourceLocation.init) ?? fallback)
        }
    }
}

extension Scenario {
    /// A failure as the text of an issue, which has a place of its own.
    func comment(on failure: Failure, of result: CaseResult) -> String {
        ResultText(limits: .issue).lines(of: failure, of: result).map { line in
            guard case .headline(_, let message) = line else { return line.text }
            return "\(result.identity.title): \(message)"
        }
        .joined(separator: "\n")
    }
}

extension Testing.SourceLocation {
    fileprivate init(_ location: FileLocation) {
        self.init(
            fileID: location.fileID, filePath: location.file, line: location.line,
            column: location.column)
    }
}
