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
