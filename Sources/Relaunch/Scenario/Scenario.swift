import CrashStates

/// A named list of steps: a value that can be made by loops and functions and run anywhere.
public struct Scenario: Sendable {
    /// The name, which is unique in its suite: reports and replays find the scenario by it.
    public let name: String
    /// What is carried out, in order.
    public private(set) var steps: [any Step]
    /// Whether and why the scenario has no control.
    public let control: Control
    /// What the machine must have; without it the scenario is skipped.
    public let requirements: [Requirement]
    /// How long each of its cases may take as a whole, its control not counted; nil where that is the
    /// run's to say.
    public let caseLimit: Duration?
    /// Why its target fails it today; nil where the target is to pass.
    public let knownIssue: String?
    /// Where the scenario begins in its file.
    public let location: FileLocation
    /// The rule that it is a trial of, in an audit.
    package private(set) var rule: RuleReference?
    /// Finds out, in a life of its own, whether a failure is nothing that can be judged.
    package private(set) var doubt: Doubt?
    /// How it is made shorter where it fails; nil where another trial of the rule tells of that.
    package private(set) var shortening: (@Sendable () -> Shortening?)?
    /// The suite's, once the scenario is part of one.
    package private(set) var placement: Placement?

    /// Why a failing case is not judged; nil where the failure stands. It is given how long the case took.
    package typealias Doubt = @Sendable (isolated Session, Duration) async throws -> String?

    package struct Placement: Sendable {
        package var suite: String
        package var target: Target
        package var timeLimit: Duration
        /// The suite's reporters, where it has any.
        package var reporting: SuiteReporting?
    }

    /// - Parameters:
    ///   - name: unique in its suite.
    ///   - control: whether the scenario is run once more to see whether its expectations can fail.
    ///   - caseLimit: how long each case may take as a whole; a case that takes longer fails. The shorter
    ///     of this and `--case-limit` holds. The deadline of single waits is the suite's `timeLimit`.
    ///   - knownIssue: why the target fails the scenario today. It passes as long as the target fails it, and
    ///     fails as soon as the issue does not show any more.
    ///   - requirements: what the machine must have; without it the scenario is skipped.
    ///   - steps: what is carried out. Nothing happens until the scenario runs.
    public init(
        _ name: String, control: Control = .automatic, caseLimit: Duration? = nil,
        knownIssue: String? = nil, requires requirements: Requirement...,
        fileID: String = #fileID, file: String = #filePath, line: Int = #line,
        column: Int = #column, @StepsBuilder _ steps: () -> [any Step]
    ) {
        self.name = name
        self.control = control
        self.requirements = requirements
        self.caseLimit = caseLimit
        self.knownIssue = knownIssue
        location = FileLocation(fileID: fileID, file: file, line: line, column: column)
        self.steps = Self.parts(of: steps())
    }

    /// The line that it stands in; a trial of a rule concerns its target as a whole, from the first line on.
    var line: Int { rule == nil ? location.line : 1 }

    /// What the machine does not have; nil where nothing is missing.
    var obstacle: String? {
        requirements.lazy.compactMap { $0.obstacle(beside: location) }.first
    }

    /// A trial of a rule, named after it.
    package init(
        trying rule: RuleReference, control: Control, doubting doubt: Doubt? = nil,
        shortening: (@Sendable () -> Shortening?)? = nil,
        requires requirement: Requirement? = nil,
        fileID: String = #fileID, file: String = #filePath, line: Int = #line,
        column: Int = #column, @StepsBuilder _ steps: () -> [any Step]
    ) {
        name = rule.scenarioName
        self.control = control
        requirements = requirement.map { [$0] } ?? []
        caseLimit = nil
        knownIssue = nil
        location = FileLocation(fileID: fileID, file: file, line: line, column: column)
        self.steps = Self.parts(of: steps())
        self.rule = rule
        self.doubt = doubt
        self.shortening = shortening
    }

    private static func parts(of steps: [any Step]) -> [any Step] {
        steps.flatMap { step in (step as? any CompositeStep)?.parts ?? [step] }
    }

    /// The same after a suite's setup; one without steps stays so, and is refused.
    func beginning(with setup: [Setup]) -> Scenario {
        var copy = self
        if !steps.isEmpty { copy.steps = setup + steps }
        return copy
    }

    /// The same with other steps after its setup, whose failures stand.
    func replacingSteps(by steps: [any Step]) -> Scenario {
        var copy = self
        copy.steps = self.steps.prefix { $0 is Setup } + Self.parts(of: steps)
        (copy.doubt, copy.shortening) = (nil, nil)
        return copy
    }

    func placed(
        in suite: String, target: Target, timeLimit: Duration, reporting: SuiteReporting? = nil
    ) -> Scenario {
        var copy = self
        copy.placement = Placement(
            suite: suite, target: target, timeLimit: timeLimit, reporting: reporting)
        return copy
    }
}

extension Scenario: CustomStringConvertible {
    public var description: String { name }
}

/// One more run of a scenario, in which the container as it was before the first launch is put back just
/// before the last launch that is judged. Expectations that still pass prove nothing.
public enum Control: Sendable, Equatable {
    /// A control is run where the scenario launches again after a death.
    case automatic
    /// The scenario has none; the reason is shown in the reports.
    case none(because: String)
}
