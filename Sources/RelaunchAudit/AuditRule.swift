import Relaunch

/// One rule of state restoration, and how it is checked from outside of a target.
///
///     AuditRule("R18", "the second generation is like the first") { profile in
///         guard profile.restores else { return .notApplicable("it restores nothing") }
///         return .each(of: profile.walks) { walk in … }
///     }
struct AuditRule: Sendable {
    /// How the rule is called, such as `R18`.
    let number: String
    /// What a target that keeps it does, in one clause.
    let title: String
    /// Rules that a target has to keep before anything can be said of this one: those of
    /// ``Diagnosis`` and of ``Battery/basics(of:)``.
    let foundations: [String]
    let coverage: @Sendable (TargetProfile) -> Coverage

    init(
        _ number: String, _ title: String, standsOn foundations: [String] = [],
        _ coverage: @escaping @Sendable (TargetProfile) -> Coverage
    ) {
        self.number = number
        self.title = title
        self.foundations = foundations
        self.coverage = coverage
    }

    enum Coverage: Sendable {
        /// Ways to break the rule, each as steps; the target keeps it where all of them pass.
        case trials([Trial])
        /// Why it cannot be checked for this target.
        case notApplicable(String)

        /// One trial for each walk.
        static func each(
            of walks: some Collection<ActionWalk>, @StepsBuilder _ steps: (ActionWalk) -> [any Step]
        ) -> Coverage {
            .trials(walks.map { walk in Trial(walk.name, steps: steps(walk)) })
        }

        /// One trial, with the first walk.
        static func first(
            of walks: [ActionWalk], @StepsBuilder _ steps: (ActionWalk) -> [any Step]
        ) -> Coverage {
            each(of: Array(walks.prefix(1)), steps)
        }

        static func one(@StepsBuilder _ steps: () -> [any Step]) -> Coverage {
            .trials([Trial("", steps: steps())])
        }
    }

    /// One way to break a rule.
    struct Trial: Sendable {
        /// What tells it from the other trials of the rule; empty where there are none.
        let name: String
        let steps: [any Step]

        init(_ name: String, steps: [any Step]) {
            self.name = name
            self.steps = steps
        }
    }

    /// The rule's trials as scenarios, named `R18: the second generation … (walk 1)`.
    func scenarios(for profile: TargetProfile) -> [Scenario] {
        var coverage = coverage(profile)
        if let broken = foundations.first(where: profile.isBroken) {
            coverage = .notApplicable("\(Self.notJudged)\(broken) is broken")
        }
        return coverage.scenarios(
            named: "\(number): \(title)", withoutTrials: Self.notJudged(in: profile))
    }

    /// What the report says of a rule that another one stands in the way of.
    static let notJudged = "not judged: "

    /// Nothing comes back after the plainest of deaths, so no other death can be judged.
    private static func notJudged(in profile: TargetProfile) -> String {
        guard let finding = profile.findings.first else {
            return "no way that was drawn shows it"
        }
        return "\(notJudged)\(finding.rule) is broken"
    }

}

extension AuditRule.Coverage {
    /// One scenario for each trial, or one that is skipped and says why.
    func scenarios(named name: String, withoutTrials reason: String) -> [Scenario] {
        switch self {
        case .notApplicable(let reason): [Self.skipped(name, reason)]
        case .trials(let trials) where trials.isEmpty: [Self.skipped(name, reason)]
        case .trials(let trials):
            trials.map { trial in
                let name = name + (trial.name.isEmpty ? "" : " (\(trial.name))")
                return Scenario(name, control: Self.control) { trial.steps }
            }
        }
    }

    private static func skipped(_ name: String, _ reason: String) -> Scenario {
        Scenario(name, control: control, requires: .condition(false, otherwise: reason)) {
            Launch()
        }
    }

    /// What a control is to find out, the profile knows: walks lead to states that a first launch
    /// does not show, and one run of a command leaves something else than the next.
    private static let control = Control.none(
        because: "the probe has seen that it leads to something that a first launch does not show")
}
