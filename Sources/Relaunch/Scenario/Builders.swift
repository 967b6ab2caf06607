/// Collects the steps of a scenario. `for`, `if` and functions marked `@StepsBuilder` work inside.
@resultBuilder
public enum StepsBuilder {
    public static func buildExpression(_ step: any Step) -> [any Step] { [step] }
    public static func buildExpression(_ steps: [any Step]) -> [any Step] { steps }
    public static func buildBlock(_ parts: [any Step]...) -> [any Step] { parts.flatMap { $0 } }
    public static func buildArray(_ parts: [[any Step]]) -> [any Step] { parts.flatMap { $0 } }
    public static func buildOptional(_ part: [any Step]?) -> [any Step] { part ?? [] }
    public static func buildEither(first part: [any Step]) -> [any Step] { part }
    public static func buildEither(second part: [any Step]) -> [any Step] { part }
    public static func buildLimitedAvailability(_ part: [any Step]) -> [any Step] { part }
}

/// Collects the scenarios of a suite, with the same freedom.
@resultBuilder
public enum ScenariosBuilder {
    public static func buildExpression(_ scenario: Scenario) -> [Scenario] { [scenario] }
    public static func buildExpression(_ scenarios: [Scenario]) -> [Scenario] { scenarios }
    public static func buildBlock(_ parts: [Scenario]...) -> [Scenario] { parts.flatMap { $0 } }
    public static func buildArray(_ parts: [[Scenario]]) -> [Scenario] { parts.flatMap { $0 } }
    public static func buildOptional(_ part: [Scenario]?) -> [Scenario] { part ?? [] }
    public static func buildEither(first part: [Scenario]) -> [Scenario] { part }
    public static func buildEither(second part: [Scenario]) -> [Scenario] { part }
    public static func buildLimitedAvailability(_ part: [Scenario]) -> [Scenario] { part }
}

/// What stands in a suite: a scenario, or what the suite says of its target.
public enum SuitePart: Sendable {
    /// One scenario.
    case scenario(Scenario)
    /// What can be observed of the target.
    case state(State)
    /// What can be done with the target.
    case action(Action)
    /// What has to hold of the target whenever it runs.
    case invariant(Invariant)
    /// What is done before the target is used.
    case setup(Setup)
}

/// Collects the parts of a suite, with the same freedom.
@resultBuilder
public enum SuiteBuilder {
    public static func buildExpression(_ scenario: Scenario) -> [SuitePart] {
        [.scenario(scenario)]
    }
    public static func buildExpression(_ scenarios: [Scenario]) -> [SuitePart] {
        scenarios.map(SuitePart.scenario)
    }
    public static func buildExpression(_ state: State) -> [SuitePart] { [.state(state)] }
    public static func buildExpression(_ action: Action) -> [SuitePart] { [.action(action)] }
    public static func buildExpression(_ invariant: Invariant) -> [SuitePart] {
        [.invariant(invariant)]
    }
    public static func buildExpression(_ setup: Setup) -> [SuitePart] { [.setup(setup)] }
    public static func buildExpression(_ parts: [SuitePart]) -> [SuitePart] { parts }
    public static func buildBlock(_ parts: [SuitePart]...) -> [SuitePart] { parts.flatMap { $0 } }
    public static func buildArray(_ parts: [[SuitePart]]) -> [SuitePart] { parts.flatMap { $0 } }
    public static func buildOptional(_ part: [SuitePart]?) -> [SuitePart] { part ?? [] }
    public static func buildEither(first part: [SuitePart]) -> [SuitePart] { part }
    public static func buildEither(second part: [SuitePart]) -> [SuitePart] { part }
    public static func buildLimitedAvailability(_ part: [SuitePart]) -> [SuitePart] { part }
}
