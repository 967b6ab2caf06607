import Relaunch

extension RuleSet {
    /// How the trials of these rules are called.
    static let plainKill = "a plain kill"

    /// What the plainest of lives keeps: the app goes to the background, is killed there and launched
    /// again. Each rule that a loss can be put down to is one; see ``Diagnosis``.
    static let plainDeathRules: [AuditRule] = Diagnosis.rules.map { number, title in
        AuditRule(number, title) { profile in
            if let reason = profile.reasonNotConcerned(by: number) { return .notApplicable(reason) }
            return .trials(
                profile.plainWalks(showing: number).map { walk in
                    AuditRule.Trial(
                        "\(plainKill), \(walk.name)", steps: plainDeath(walk, number, profile))
                })
        }
    }

    @StepsBuilder private static func plainDeath(
        _ walk: ActionWalk, _ rule: String, _ profile: TargetProfile
    ) -> [any Step] {
        Launch()
        walk.firstSteps
        Background()
        Kill(.system)
        Diagnose(rule: rule, walk: walk, profile: profile)
    }
}

extension TargetProfile {
    /// The walks to try a rule of ``Diagnosis`` with: those by which the probe has seen it broken, else
    /// the one that shows most.
    fileprivate func plainWalks(showing rule: String) -> [ActionWalk] {
        let telling = allWalks.filter { walk in
            walk.diagnosis(in: self).findings.contains { $0.rule == rule }
        }
        if let shortest = shortestWalks[rule] {
            return [shortest] + telling.filter { $0.name != shortest.name }.prefix(1)
        }
        if !telling.isEmpty { return Array(telling.prefix(2)) }
        // The probe has seen it kept by all of them: one is enough to show it.
        if ["S8", "R14"].contains(rule),
            let walk = allWalks.first(where: { $0.generation.shown.sharesObjects })
        {
            return [walk]
        }
        if rule == "S12",
            let walk = allWalks.first(where: { $0.generation.shown.showsContentView })
        {
            return [walk]
        }
        return Array((walks.isEmpty ? allWalks : walks).prefix(1))
    }
}
