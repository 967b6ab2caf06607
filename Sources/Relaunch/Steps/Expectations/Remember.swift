import RelaunchProtocol

/// Keeps a value for later: `Expect("…", equalsRemembered: "name")`.
public struct Remember: Step {
    private enum Source: Sendable {
        case path(String)
        case output
    }

    /// What expectations call the value. A later `Remember` of the same name replaces it.
    public let name: String
    private let source: Source
    public let location: FileLocation

    /// Keeps the value at a path of the target's state.
    public init(
        _ name: String, from path: String, fileID: String = #fileID, file: String = #filePath,
        line: Int = #line, column: Int = #column
    ) {
        self.name = name
        source = .path(path)
        location = FileLocation(fileID: fileID, file: file, line: line, column: column)
    }

    /// What `Remember("…", from: .output)` keeps.
    public enum Output: Sendable {
        /// The standard output of the command that ran last, without white space at its ends, as
        /// expectations of it compare it.
        case output
    }

    /// Keeps what the command that ran last wrote.
    public init(
        _ name: String, from output: Output, fileID: String = #fileID, file: String = #filePath,
        line: Int = #line, column: Int = #column
    ) {
        self.name = name
        source = .output
        location = FileLocation(fileID: fileID, file: file, line: line, column: column)
    }

    public var text: String {
        switch source {
        case .path(let path): "Remember(\(name.quoted), from: \(path.quoted))"
        case .output: "Remember(\(name.quoted), from: .output)"
        }
    }

    public func rehearse(_ rehearsal: inout Rehearsal) {
        guard case .path(let path) = source else { return }
        do { _ = try JSONPath(parsing: path) } catch { rehearsal.problem("\(error)") }
        if rehearsal.needs(.state) { rehearsal.needsRunning() }
    }

    public func perform(in session: isolated Session) async throws -> Next {
        let value: JSON
        switch source {
        case .path(let text):
            let state = try await session.state()
            let path = try JSONPath(parsing: text)
            guard let found = path.value(in: state) else {
                throw StepFailure(
                    "there is nothing to remember at '\(text)'", expected: "a value",
                    actual: path.absence(in: state) ?? "missing")
            }
            value = found
        case .output:
            guard let run = session.lastRun else {
                throw StepFailure(
                    blame: .scenario, kind: .missing,
                    "nothing has run yet whose output could be kept")
            }
            try run.checkOutputIsWhole()
            value = .string(run.output.trimmingSpace)
        }
        session.remembered[name] = value
        session.log("remembered \(name): \(shortened(value.text))")
        return .step
    }
}
