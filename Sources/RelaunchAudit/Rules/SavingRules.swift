import Relaunch

extension RuleSet {
    /// What is saved, and what a death in the middle of it leaves.
    static let savingRules: [AuditRule] = [
        AuditRule("S2", "what is in the background is saved before it may be killed") { profile in
            .sweep(of: profile, .powerLoss(.strict), for: [.isOlder])
        },
        firstSaveRule, settledActionsRule,
        backgroundActionsRule,
        AuditRule("S3", "what is saved is asked for in its order") { profile in
            guard !profile.saving.callbacks.isEmpty else {
                return .notApplicable("it tells nothing of its callbacks")
            }
            return .first(of: profile.walks) { walk in
                Launch()
                walk.firstSteps
                Background()
                Expect(.callbacksInOrder(of: savingOrder))
            }
        },
        AuditRule(
            "S13", "no kill in a save leaves anything but the old state or the new one",
            requires: ["R12"]
        ) { profile in
            let faults: Set<JudgeCrashState.Fault> = [
                .isDead, .isOther, .isMixed, .isUnstable, .pilesUp,
            ]
            return .sweep(
                of: profile, .system, walks: profile.effort.sweptWalks,
                for: profile.comesBackWhole ? faults.union([.isStuck]) : faults, orSettled: true)
        },
        otherSavesRule, longSavesRule,
        AuditRule(
            "S13", "no power loss in a save leaves anything but the old state or the new",
            requires: ["R12"]
        ) { profile in
            let faults: Set<JudgeCrashState.Fault> = [.isDead, .isOther, .isMixed, .isUnstable]
            return .sweep(
                of: profile, .powerLoss(.strict), .powerLoss(.btrfs), for: faults, orSettled: true)
        },
        AuditRule("P1", "what belongs together is old or new together") { profile in
            .sweep(of: profile, .system, for: [.isMixed])
        },
        AuditRule("S15", "nothing is saved while the device is locked") { profile in
            guard profile.savesState else {
                return .notApplicable("it names no place for a saved state")
            }
            guard let walk = profile.sweepWalks.first else { return profile.withoutSweptSaves }
            return .trials(locked(walk, profile))
        },
        sameElementRule,
        AuditRule("P3", "a setting that an update stores otherwise is taken over") { profile in
            guard profile.files.contains(where: { $0.hasPrefix("Library/Preferences/") }) else {
                return .notApplicable("it stores nothing in Library/Preferences")
            }
            guard profile.hasBundle else {
                return .notApplicable("what an update replaces of it is not known")
            }
            return .each(of: profile.walks) { walk in
                Launch()
                walk.firstSteps
                Background()
                Kill(.system)
                UpdateApp(version: "2")
                Launch()
                Expect(.dataKept(walk, profile))
            }
        },
    ]

    /// A save of a walk's first state, and all of its way to the second, which is not yet saved.
    @StepsBuilder static func saveTwice(_ walk: ActionWalk) -> [any Step] {
        Launch()
        walk.firstSteps
        Background()
        Foreground()
        walk.secondSteps
    }

    /// Into the background with a second state while the device is locked; and what of the first is
    /// there when it is unlocked again.
    private static func locked(_ walk: ActionWalk, _ profile: TargetProfile) -> [Trial] {
        [
            Trial(walk.name) {
                saveTwice(walk)
                LockDevice()
                KeepSavedState()
                Background()
                Expect(.savedStateAsKept)
            },
            Trial("unlocked and killed, \(walk.name)") {
                saveTwice(walk)
                LockDevice()
                Remember(shownUnsaved, from: "")
                Background()
                UnlockDevice()
                Kill(.system)
                Launch()
                Expect(.savedBeforeLockOrSince(walk, profile))
            },
            Trial("unlocked, come back and killed, \(walk.name)") {
                saveTwice(walk)
                LockDevice()
                Background()
                UnlockDevice()
                Foreground()
                Remember(shownUnsaved, from: "")
                Kill(.system)
                Launch()
                Expect(.savedBeforeLockOrSince(walk, profile))
            },
        ]
    }

    /// Where a trial keeps the state that was last shown before a death.
    fileprivate static let shownUnsaved = "the state that was not saved"

    /// How UIKit's methods follow each other on the way to the background.
    private static let savingOrder = [
        "applicationWillResignActive(_:)", "applicationDidEnterBackground(_:)",
        "application(_:shouldSaveApplicationState:)",
        "application(_:willEncodeRestorableStateWith:)", "encodeRestorableState(with:)",
    ]
}

extension Expect.Condition {
    /// The state that was saved before the device was locked, or the one that could be saved since.
    ///
    /// That is known where the lock has not changed what was shown: a target that goes to its start screen
    /// then may save that one.
    fileprivate static func savedBeforeLockOrSince(
        _ walk: ActionWalk, _ profile: TargetProfile
    ) -> Self {
        restoredAsEither(walk, profile).waived { session in
            let shown = session.remembered[RuleSet.shownUnsaved] ?? .null
            return !profile.isSame(shown, walk.secondState)
        }
    }
}

extension TargetProfile {
    /// Walks whose two saves both come back and differ: those first of which neither looks like a first
    /// launch, as the loss of everything does, then those that change most. Where the second save also
    /// writes the user's data, a death or an error between the two leaves the data and the state of the
    /// screen one save apart. That does not concern the saved state, so such walks are left out.
    ///
    /// Second comes one that leaves less, where the first leaves more, or the other way round: what is
    /// written over something longer may keep its end.
    var sweepWalks: [ActionWalk] {
        let candidates = walks.compactMap {
            walk -> (walk: ActionWalk, grows: Bool, rank: (Int, Int))? in
            guard !walk.savesData, let old = walk.secondUnsaved, let new = walk.secondRestored
            else { return nil }
            let changes = differences(old, new).count
            let looksNew = [old, new].contains { isSame($0, initialState) }
            let grows = new.text.utf8.count > old.text.utf8.count
            return changes > 0 ? (walk, grows, (looksNew ? 1 : 0, -changes)) : nil
        }
        var sorted = candidates.sorted { $0.rank < $1.rank }
        let other = sorted.firstIndex {
            $0.grows != sorted[0].grows && $0.rank.0 == sorted[0].rank.0
        }
        if let other {
            sorted.insert(sorted.remove(at: other), at: 1)
        }
        return sorted.map(\.walk)
    }

    /// Walks of which all that is shown comes back without the second save, so that this has nothing to
    /// change: it makes files smaller, or one of many, and may take something all the same.
    fileprivate var settledWalks: [ActionWalk] {
        if isBroken("L1") { return [] }
        return walks.filter { walk in
            guard !walk.savesData, let old = walk.secondUnsaved, let new = walk.secondRestored
            else { return false }
            return isSame(old, new) && isSame(new, walk.secondState) && !isSame(new, initialState)
        }
    }
}

extension TargetProfile {
    /// Whether a plain death takes nothing that its lives show.
    var comesBackWhole: Bool { findings.isEmpty && !lives.isEmpty && !isBroken("L1") }
}

extension AuditRule.Coverage {
    /// Nothing is written on the way to the background, which may be what is wrong.
    static func savesNothing(_ profile: TargetProfile) -> Self {
        profile.findings.isEmpty
            ? .notApplicable("going to the background leaves every file as it was") : .trials([])
    }

    /// A sweep of a second save, for these faults.
    ///
    /// - Parameter orSettled: whether, where no such save changes what comes back, others are swept.
    fileprivate static func sweep(
        of profile: TargetProfile, _ deaths: Sweep.Death..., walks: Int = 1,
        for faults: Set<JudgeCrashState.Fault>, orSettled: Bool = false
    ) -> Self {
        guard profile.savesToFiles else { return .savesNothing(profile) }
        let changing = profile.sweepWalks
        let swept = changing.isEmpty && orSettled ? profile.settledWalks : changing
        guard !swept.isEmpty else { return profile.withoutSweptSaves }
        return .trials(
            swept.prefix(walks).flatMap { walk in
                deaths.map { death in
                    AuditRule.Trial("\(death), \(walk.name)", of: walk, profile) { walk in
                        RuleSet.swept(walk, profile, death, faults)
                    }
                }
            })
    }
}

extension RuleSet {
    @StepsBuilder static func swept(
        _ walk: ActionWalk, _ profile: TargetProfile, _ death: Sweep.Death,
        _ faults: Set<JudgeCrashState.Fault>
    ) -> [any Step] {
        saveTwice(walk)
        // A save that has nothing to change may change nothing.
        Sweep(death, statesPerWindow: profile.effort.statesPerWindow) { Background() }.orNothing()
        JudgeCrashState(faults, walk, profile)
    }
}
