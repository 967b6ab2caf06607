/// Evaluates JavaScript in the page in front: `Evaluate("localStorage.getItem('draft')")`.
///
/// What it gives can be expected with `Expect(.evaluated(…))`. A promise is waited for.
public struct Evaluate: Step {
    /// A JavaScript expression.
    public let expression: String
    public let location: FileLocation

    /// Needs a target with pages, such as ``Target/chromium(_:arguments:environment:)`` or
    /// ``Target/firefox(_:arguments:preferences:environment:)``.
    ///
    /// - Parameter expression: a JavaScript expression. An error that it throws fails the step.
    public init(
        _ expression: String, fileID: String = #fileID, file: String = #filePath,
        line: Int = #line, column: Int = #column
    ) {
        self.expression = expression
        location = FileLocation(fileID: fileID, file: file, line: line, column: column)
    }

    public var text: String { "Evaluate(\(expression.quoted))" }

    public func rehearse(_ rehearsal: inout Rehearsal) {
        if rehearsal.needs(.pages) { rehearsal.needsRunning() }
    }

    public func perform(in session: isolated Session) async throws -> Next {
        let running = try session.awake()
        session.expectEnd(.success)
        session.result = try await running.evaluate(expression, in: session)
        session.log("evaluated \(shortened(expression, to: 80))")
        return .step
    }
}
