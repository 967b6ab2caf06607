import Relaunch
import RelaunchProtocol

extension RuleSet {
    /// Every save that the probe has found beside the second one on the way to the background.
    static let otherSavesRule = AuditRule(
        "S13", "no kill in a first save, an action or an end leaves anything but old state or new",
        requires: ["D1", "R12"]
    ) { profile in
        let saves = [profile.firstSave].compactMap(\.self) + profile.otherSaves + profile.busySaves
        guard let walk = profile.walks.first, !saves.isEmpty else {
            return .notApplicable("no save beside a second one changes what comes back")
        }
        let faults: Set<JudgeCrashState.Fault> = [.isDead, .isOther, .isMixed, .isUnstable]
        return .trials(
            saves.flatMap { save in
                [Sweep.Death.system, .powerLoss(.strict), .powerLoss(.btrfs)].map { death in
                    // The torn end of a log may hide what is written behind it.
                    let goesOn = profile.comesBackWhole && death != .powerLoss(.btrfs)
                    let all = goesOn ? faults.union([.isStuck]) : faults
                    return Trial("\(death) \(save.words)", of: save, profile) { save in
                        swept(save, death, walk, profile, for: all) { save.way.step }
                    }
                } + failedSync(save, walk, profile, for: faults)
            })
    }

    /// The first save makes the files and folders that later ones only change.
    static let firstSaveRule = AuditRule(
        "S2", "what is saved for the first time is on the disk once the app is in the background",
        requires: ["D1"]
    ) { profile in
        guard let walk = profile.walks.first, let save = profile.firstSave,
            !profile.isSame(save.old, save.new)
        else {
            return .notApplicable("its first save changes nothing of what comes back")
        }
        guard !profile.keepsDatabase else { return .databaseTells }
        let death = Sweep.Death.powerLoss(.strict)
        return .trials([
            Trial("\(death) \(save.words)", of: save, profile) { save in
                swept(save, death, walk, profile, for: [.isOlder]) { save.way.step }
            }
        ])
    }

    /// What an action has changed, and what was acknowledged by going to the background since, is on the disk.
    static let settledActionsRule = AuditRule(
        "S2", "what an action has saved is on the disk once the app is in the background",
        requires: ["D1"]
    ) { profile in
        let saves = profile.otherSaves.filter {
            // What an action alone takes away is no state that a save in the background is to keep.
            $0.way.isAction && !profile.isSame($0.old, $0.new)
                && $0.next.map { [old = $0.old] next in !profile.isSame(old, next) } ?? true
        }
        guard let walk = profile.walks.first, !saves.isEmpty else {
            return .notApplicable("it saves nothing in an action")
        }
        guard !profile.keepsDatabase else { return .databaseTells }
        let death = Sweep.Death.powerLoss(.strict)
        return .trials(
            saves.map { save in
                Trial(
                    "\(death) \(save.way.words) and on the way to the background", of: save, profile
                ) { save in
                    swept(save, death, walk, profile, for: [.isOlder]) {
                        save.way.step
                        Background()
                    }
                }
            })
    }

    /// What an action saves by itself it saves in the background, too, where music plays on and downloads end.
    static let backgroundActionsRule = AuditRule(
        "S2", "what an action saves by itself it saves in the background, too", requires: ["D1"]
    ) { profile in
        let saves = profile.otherSaves.filter(\.way.isAction)
        guard !saves.isEmpty else { return .notApplicable("it saves nothing in an action") }
        return .trials(
            saves.map { save in
                Trial(
                    "a kill in the background, saved \(save.way.words) there", of: save, profile
                ) { save in
                    SavedByAction(save: save, time: .inBackground, profile: profile)
                }
            })
    }

    /// What an fsync that failed was to write is on no disk, whatever a later one says. Those of directories
    /// are left alone: SQLite, which is taken for durable, does not look at their errors.
    private static func failedSync(
        _ save: OtherSave, _ walk: ActionWalk, _ profile: TargetProfile,
        for faults: Set<JudgeCrashState.Fault>
    ) -> [Trial] {
        guard save.way.isAction else { return [] }
        let death = Sweep.Death.powerLoss(.strict)
        return [
            Trial(
                "\(death) \(save.words) of which an fsync failed", of: save, profile
            ) { save in
                swept(save, death, walk, profile, for: faults) {
                    Fail(.fsync, with: .EIO) { save.way.step }.withoutSyncsOfNames()
                }
            }
        ]
    }

    /// The way to a save from a first launch on.
    @StepsBuilder static func way(to save: OtherSave) -> [any Step] {
        Launch()
        save.wayInFirstLaunch
    }

    /// The way to a save, the save swept, and what each state is judged for.
    @StepsBuilder static func swept(
        _ save: OtherSave, _ death: Sweep.Death, _ walk: ActionWalk, _ profile: TargetProfile,
        for faults: Set<JudgeCrashState.Fault>, @StepsBuilder _ steps: () -> [any Step]
    ) -> [any Step] {
        way(to: save)
        Sweep(death, statesPerWindow: profile.effort.statesPerWindow, steps).orNothing()
        JudgeCrashState(faults, walk.between(save), profile)
    }
}

extension ActionWalk {
    /// The same, with the states that come back of another save.
    ///
    /// - Parameter andNext: whether there is a save in the background after it.
    func between(_ save: OtherSave, andNext: Bool = false) -> ActionWalk {
        var walk = self
        walk.secondUnsaved = save.old
        walk.secondRestored = andNext ? save.next ?? save.new : save.new
        walk.continuations = save.continuations
        walk.again = save.again
        if case .action(let action) = save.way { walk.interrupted = action }
        return walk
    }
}

extension AuditRule.Coverage {
    /// SQLite with its usual settings may lose a commit that the power fails right after, and says so.
    fileprivate static let databaseTells = Self.notApplicable(
        "when a commit is on the disk is its database's to say")
}
