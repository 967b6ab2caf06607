import Relaunch

extension RuleSet {
    /// The save at the end of a long life, in the background or in an action.
    static let longSavesRule = AuditRule(
        "S13", "no death in a save of much leaves anything but the old state or the new one",
        requires: ["D1", "R12", "L1"]
    ) { profile in
        let faults: Set<JudgeCrashState.Fault> = [.isDead, .isOther, .isMixed, .isUnstable]
        let deaths: [Sweep.Death] = [.system, .powerLoss(.strict)]
        var trials: [Trial] = []
        if let walk = profile.longWalk {
            trials += deaths.map { death in
                Trial("\(death), \(walk.name)", of: walk, profile) { walk in
                    swept(walk, profile, death, faults)
                }
            }
        }
        if let save = profile.longSave, let walk = profile.walks.first {
            trials += deaths.map { death in
                Trial("\(death) \(save.words)", of: save, profile) { save in
                    swept(save, death, walk, profile, for: faults) { save.way.step }
                }
            }
        }
        // Where plain deaths take something, nobody knows what is saved of much.
        return trials.isEmpty && profile.findings.isEmpty && !profile.isBroken("L1")
            ? .notApplicable("no way that was drawn makes much that is saved") : .trials(trials)
    }
}
