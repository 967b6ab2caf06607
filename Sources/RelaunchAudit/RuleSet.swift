import Relaunch

/// The rules that can be checked from outside, in the order in which they are reported.
package enum RuleSet {
    static let rules: [AuditRule] =
        [lawRule] + plainDeathRules + savingRules + failedSaveRules + [fileModesRule]
        + restoringRules + deathRules + crashRules + snapshotRules + worldRules + sceneRules

    /// The steps that try the prerequisites of other rules, for one walk. The probe carries them out, so that
    /// a rule with a broken prerequisite is not judged.
    static func basics(of profile: TargetProfile) -> [(rule: String, steps: [any Step])] {
        var basics: [(rule: String, steps: [any Step])] = []
        if let steps = plainLife(profile) { basics.append((rule: "L1", steps: steps)) }
        guard let walk = profile.walks.first else { return basics }
        basics += [
            (rule: "W1", steps: purged(walk, profile)), (rule: "W2", steps: moved(walk, profile)),
        ]
        basics += profile.walks.map { (rule: "R12", steps: launchedTwice($0, profile)) }
        guard profile.savesState, let walk = profile.walks.first(where: \.isRestored) else {
            return basics
        }
        let limit = profile.options.crashLimit
        basics.append((rule: "D4", steps: giveUp(after: crashes(limit), walk, profile)))
        if profile.saysRestoring {
            let steps = giveUp(after: crashes(limit, at: .restoring), walk, profile)
            basics.append((rule: "D3", steps: steps))
        }
        return basics
    }

    /// The rules for a target. Those of scenes are nothing to one that has none, unless they are asked for.
    static func rules(for profile: TargetProfile) -> [AuditRule] {
        let options = profile.options
        return rules.filter { rule in
            options.includes(rule.number)
                && (profile.hasScenes || !rule.number.hasPrefix("C") || !options.rules.isEmpty)
        }
    }

    /// The numbers of the rules, for the command's help and messages.
    package static var ruleNumbers: [String] {
        rules.map(\.number).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}
