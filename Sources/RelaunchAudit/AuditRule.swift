import CrashStates
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
    /// ``Diagnosis`` and of ``RuleSet/basics(of:)``.
    let prerequisites: [String]
    let coverage: @Sendable (TargetProfile) -> Coverage

    init(
        _ number: String, _ title: String, requires prerequisites: [String] = [],
        _ coverage: @escaping @Sendable (TargetProfile) -> Coverage
    ) {
        self.number = number
        self.title = title
        self.prerequisites = prerequisites
        self.coverage = coverage
    }

    enum Coverage: Sendable {
        /// Ways to break the rule, each as steps; the target keeps it where all of them pass.
        case trials([Trial])
        /// Why it cannot be checked for this target.
        case notApplicable(String)
        /// A prerequisite of the rule is broken.
        case notJudged(brokenRule: String)

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

        /// The same, made shorter where it fails.
        static func first(
            of walks: [ActionWalk], _ profile: TargetProfile,
            @StepsBuilder _ steps: @escaping @Sendable (ActionWalk) -> [any Step]
        ) -> Coverage {
            .trials(walks.prefix(1).map { Trial($0.name, of: $0, profile, steps) })
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
        /// How it is made shorter where it fails; nil where it is not.
        var shortening: Shortening?
        /// What it only repeats where that fails as well; nil where it stands for itself.
        var plainer: PlainerTrial?

        init(_ name: String, steps: [any Step]) {
            self.name = name
            self.steps = steps
        }
    }

    /// A trial of another rule, with fewer deaths.
    struct PlainerTrial: Sendable {
        let rule: String
        let steps: [any Step]
    }

    /// The rule's trials as scenarios, named `R18: the second generation … (walk 1)`.
    func scenarios(for profile: TargetProfile) -> [Scenario] {
        tried(with: profile).scenarios(
            of: RuleReference(number: number, title: title),
            withoutTrials: Self.withoutTrials(in: profile)
        ) { Self.doubt(of: $0, in: profile) }
    }

    /// What it is tried with. What cannot concern the target stays so, whatever else is broken.
    private func tried(with profile: TargetProfile) -> Coverage {
        guard let exemption = exemption(in: profile) else { return coverage(profile) }
        if case .notJudged = exemption, case .notApplicable(let reason) = coverage(profile) {
            return .notApplicable(reason)
        }
        return exemption
    }

    /// Why the rule is not tried at all: it is broken by design, or one that it needs is broken.
    private func exemption(in profile: TargetProfile) -> Coverage? {
        if let reason = profile.design(breaking: number) {
            return .notApplicable("by design: \(reason)")
        }
        guard let broken = prerequisites.first(where: profile.isBroken) else { return nil }
        return profile.design(breaking: broken).map {
            .notApplicable("without \(broken), by design: \($0)")
        } ?? .notJudged(brokenRule: broken)
    }

    /// Nothing comes back after the plainest of deaths, so no other death can be judged.
    private static func withoutTrials(in profile: TargetProfile) -> Coverage {
        profile.findings.first.map { .notJudged(brokenRule: $0.rule) }
            ?? .notApplicable("no walk that was drawn shows it")
    }
}

extension AuditRule.Coverage {
    /// One scenario for each trial, or one that is skipped and says why.
    ///
    /// - Parameters:
    ///   - other: what it is where there are no trials.
    ///   - doubt: what may take a trial's failure back.
    func scenarios(
        of rule: RuleReference, withoutTrials other: Self,
        doubting doubt: (AuditRule.Trial) -> Scenario.Doubt? = { _ in nil }
    ) -> [Scenario] {
        var rule = rule
        switch self {
        case .notApplicable(let reason): return [Self.skipped(rule, reason)]
        case .notJudged(let broken):
            rule.brokenPrerequisite = broken
            return [Self.skipped(rule, "not judged: \(broken) is broken")]
        case .trials(let trials) where trials.isEmpty:
            return other.scenarios(of: rule, withoutTrials: .notApplicable("there are no trials"))
        case .trials(let trials):
            let told = FirstTold()
            return trials.enumerated().map { index, trial in
                rule.trial = trial.name.isEmpty ? nil : trial.name
                return Scenario(
                    trying: rule, control: Self.control, doubting: doubt(trial),
                    shortening: { told.isFirst(index) ? trial.shortening : nil }
                ) { trial.steps }
            }
        }
    }

    private static func skipped(_ rule: RuleReference, _ reason: String) -> Scenario {
        Scenario(
            trying: rule, control: control, requires: .condition(false, otherwise: reason)
        ) {
            Launch()
        }
    }

    /// What a control is to find out, the profile knows: walks lead to states that a first launch
    /// does not show, and one run of a command leaves something else than the next.
    private static let control = Control.none(
        because: "the probe has seen that it leads to a state that a first launch does not show")
}

/// The first trial of a rule that was broken: what the report shows of it is made short, and nothing else.
private final class FirstTold: Sendable {
    private let place = Locked(Int.max)

    /// Whether no earlier one is known.
    func isFirst(_ index: Int) -> Bool {
        place.withLock { place in
            guard index <= place else { return false }
            place = index
            return true
        }
    }
}
