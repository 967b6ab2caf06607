import Relaunch

extension RuleSet {
    /// One saved state, restored by a launch that dies, and then by the launch that is judged.
    static let restoringTwiceRule = AuditRule(
        "R12", "restoring twice from one saved state gives the same"
    ) { profile in
        // One death in a launch is a crash less than any target gives up for.
        let isBorne = profile.options.crashLimit > 1
        return .trials(
            profile.walks.prefix(2).enumerated().flatMap { index, walk in
                var trials = [
                    restoredTwice("", walk, .restoredAsUsual(walk, profile)) {
                        Launch()
                        Kill(.system)
                    }
                ]
                if isBorne, profile.saysRestoring {
                    trials.append(
                        restoredTwice(
                            "killed while restoring, ", walk, .restoredAsUsual(walk, profile)
                        ) { Launch(killedAt: .restoring) })
                }
                if isBorne, index == 0 { trials += sweptRestorations(walk, profile) }
                return trials
            })
    }

    /// The first launch dies at any point.
    private static func sweptRestorations(
        _ walk: ActionWalk, _ profile: TargetProfile
    ) -> [Trial] {
        [Sweep.Death.system, .powerLoss].map { death in
            restoredTwice(
                "\(death) anywhere in a launch, ", walk, .restoredAfterDeath(walk, profile)
            ) {
                RememberUserFiles()
                Sweep(death, statesPerWindow: profile.effort.statesPerWindow) { Launch() }
                    .orNothing()
                if death != .system { NoteLossOfUserFiles() }
            }
        }
    }

    private static func restoredTwice(
        _ name: String, _ walk: ActionWalk, _ condition: Expect.Condition,
        @StepsBuilder _ first: () -> [any Step]
    ) -> Trial {
        let first = first()
        return Trial(name + walk.name) {
            plainDeath(walk)
            first
            Launch()
            Expect(condition)
        }
    }
}

extension Expect.Condition {
    /// What a plain death brings back, although a launch has died in between.
    ///
    /// Two things are left open: a target that has extended its restoration when it died throws the
    /// state away (rule D7); and the user's own files that a power failure takes do not belong to the
    /// saved state. See ``NoteLossOfUserFiles``.
    fileprivate static func restoredAfterDeath(
        _ walk: ActionWalk, _ profile: TargetProfile
    ) -> Self {
        restoredAsUsual(walk, profile).waived { session in
            session.record.restoration == .skipped(reason: "crashWhileExtended")
                || session.remembered[NoteLossOfUserFiles.name] == true
        }
    }
}
