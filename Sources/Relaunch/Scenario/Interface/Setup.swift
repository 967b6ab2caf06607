/// What is done in an empty container before the target is used, such as the making of a repository.
///
/// It stands in a suite, beside the scenarios:
///
/// ```swift
/// Setup { Run("git", "init", "--quiet") }
/// ```
///
/// Each scenario of the suite begins with it, and so does each life of `relaunch stress`. Nothing dies in
/// it: sweep what it does in a suite that has no setup.
public struct Setup: Sendable {
    let steps: [any Step]

    /// - Parameter steps: commands that end well in an empty container.
    public init(@StepsBuilder _ steps: () -> [any Step]) { self.steps = steps() }
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
