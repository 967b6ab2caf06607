import Relaunch

extension RuleSet {
    /// Updates of the app, and the time that passes.
    static let updateRules: [AuditRule] = [
        AuditRule("R4", "a screen of a later build gets the state that it had in the build before")
        {
            $0.updates(rule: "R4")
        },
        AuditRule("R8", "a state of a later build is restored as a whole, or not at all") {
            profile in
            guard profile.seesUpdates else { return .updatesUnseen }
            return .trials(
                profile.walks.map {
                    Trial($0.name, steps: [Downgrade(walk: $0, profile: profile)])
                })
        },
        AuditRule("R9", "what another build has saved is looked at before it is used") {
            $0.updates(rule: "R9")
        },
        AuditRule("R9", "what expired while the app was dead is over") { profile in
            let walk = profile.allWalks.first { $0.firstState.deadline != nil }
            guard let walk else {
                return .notApplicable("its state holds no time that is still to come")
            }
            return .trials([
                Trial("time, \(walk.name)", steps: [PassDeadline(walk: walk, profile: profile)])
            ])
        },
        AuditRule("R16", "what a later build cannot decode any more is not lost without a word") {
            $0.updates(rule: "R16")
        },
    ]
}

extension AuditRule.Coverage {
    fileprivate static let updatesUnseen = Self.notApplicable(
        "it is the same with another version in the Info.plist beside it")
}

extension TargetProfile {
    fileprivate func updates(rule: String) -> AuditRule.Coverage {
        guard seesUpdates else { return .updatesUnseen }
        let walks = allWalks.filter { $0.generation.restored != nil }
        return .trials(
            walks.map { walk in
                AuditRule.Trial(walk.name, steps: [Update(walk: walk, rule: rule, profile: self)])
            })
    }

    /// A version that comes after that of the target.
    var nextVersion: String {
        if let number = Int(hello.version) { return "\(number + 1)" }
        return hello.version.isEmpty ? "2" : hello.version + ".1"
    }
}
