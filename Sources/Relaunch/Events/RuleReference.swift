/// The rule of an audit that a scenario is a trial of.
public struct RuleReference: Sendable, Hashable {
    /// How the rule is called, such as `R18`.
    public var number: String
    /// What a target that keeps it does, in one clause.
    public var title: String
    /// What tells the trial from the others of the rule; nil where there are none.
    public var trial: String?
    /// The number of a broken rule that is a prerequisite of this one. Then it is not judged: its scenario is
    /// skipped. A scenario that is skipped without one is not applicable.
    public var brokenPrerequisite: String?

    /// A reference to a rule, or to one trial of it.
    public init(
        number: String, title: String, trial: String? = nil, brokenPrerequisite: String? = nil
    ) {
        self.number = number
        self.title = title
        self.trial = trial
        self.brokenPrerequisite = brokenPrerequisite
    }

    /// The number under which an audit says that its target cannot be driven: there is no other scenario then.
    package static let probe = "probe"

    /// What its scenario is called, for people and for replays: `R18: the second generation … (walk 1)`.
    var scenarioName: String { "\(number): \(title)" + (trial.map { " (\($0))" } ?? "") }
}
