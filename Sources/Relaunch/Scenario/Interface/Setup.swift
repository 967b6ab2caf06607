/// What is done in an empty container before the target is used, such as the making of a repository.
///
/// It stands in a suite, beside the scenarios:
///
/// ```swift
/// Setup { Run("git", "init", "--quiet") }
/// ```
///
/// Each scenario of the suite begins with it, and so does each life of `relaunch stress`. Nothing dies in
/// it: sweep what it does in a suite that has no setup. A control finds what it has made.
public struct Setup: Step {
    let steps: [any Step]
    public let location: FileLocation

    /// - Parameter steps: commands that end well in an empty container.
    public init(
        fileID: String = #fileID, file: String = #filePath, line: Int = #line,
        column: Int = #column, @StepsBuilder _ steps: () -> [any Step]
    ) {
        self.steps = steps()
        location = FileLocation(fileID: fileID, file: file, line: line, column: column)
    }

    public var text: String { "Setup { \(steps.map(\.text).joined(separator: "; ")) }" }

    public func rehearse(_ rehearsal: inout Rehearsal) { rehearsal.rehearse(uncounted: steps) }

    public func perform(in session: isolated Session) async throws -> Next {
        try await session.carryOut(steps, asPartOf: "a setup")
        return .step
    }
}

extension Session {
    /// Carries out steps that are part of something else. What they run is no launch by itself: a control
    /// and a debugger count the whole.
    func carryOut(_ steps: [any Step], asPartOf whole: String) async throws {
        let isPart = caseState.isPart
        caseState.isPart = true
        defer { caseState.isPart = isPart }
        for step in steps {
            guard case .step = try await carryOut(step) else {
                throw StepFailure(
                    blame: .scenario,
                    "a step with several branches cannot be part of \(whole): \(step.text)")
            }
        }
    }
}
