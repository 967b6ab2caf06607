import Relaunch
import RelaunchProtocol

extension RuleSet {
    /// What comes back.
    static let restoringRules: [AuditRule] =
        updateRules + [
            damageRule,
            AuditRule("R10", "restoration ends whatever comes back") { profile in
                let emptyings = profile.emptyings
                guard !emptyings.isEmpty else {
                    return .notApplicable("no action takes several texts that may be empty")
                }
                return .trials(
                    emptyings.map { emptying in
                        Trial(
                            "everything empty, \(emptying.action) by \(emptying.key)",
                            steps: [emptying])
                    })
            },
            AuditRule("R11", "a locked device restores nothing, and an unlocked one all of it") {
                profile in
                guard profile.savesState else {
                    return .notApplicable("it names no place for a saved state")
                }
                // Which windows there are the system knows, also while the device is locked.
                let walks = profile.walks.filter { walk in
                    !profile.hasScenes || !walk.first.contains { profile.isOfScenes($0.name) }
                }
                return .first(of: walks) { walk in
                    LearnFreshState(walk: walk)
                    plainDeath(walk)
                    LockDevice()
                    Launch()
                    Expect(.nothingBack(walk, profile))
                    Kill(.system)
                    UnlockDevice()
                    Launch()
                    Expect(.restoredAsUsual(walk, profile))
                }
            },
            restoringTwiceRule,
            changedDataRule,
            AuditRule("R15", "coming back without a death, nothing changes") { profile in
                .each(of: profile.allWalks) { walk in
                    Launch()
                    walk.firstSteps
                    Remember("before", from: "")
                    Background()
                    Foreground()
                    Expect(.stateAsRemembered("before", profile))
                }
            },
            AuditRule(
                "R17", "what one device has saved does not break another one", requires: ["D1"]
            ) { profile in
                .trials(
                    (1...profile.effort.deviceCount).map { number in
                        Trial(
                            "device \(number)",
                            steps: [ForeignDevice(number: number, profile: profile)])
                    })
            },
            AuditRule(
                "R18", "the second generation is like the first", requires: ["R12"]
            ) { profile in
                let walks = profile.allWalks.filter { $0.generation.restored != nil }
                return .eachFirstPart(of: walks, profile) { walk in
                    plainDeath(walk)
                    Launch()
                    Background()
                    Kill(.system)
                    Launch()
                    Expect(
                        .restoredAsUsual(
                            walk, profile, although: "it was saved once more with nothing done"))
                }
            },
            AuditRule(
                "R18", "the twelfth generation has what the first one had", requires: ["R12"]
            ) { profile in
                .trials(
                    profile.walks.prefix(2).map { walk in
                        Trial("twelve launches, \(walk.name)", ofFirstPart: walk, profile) {
                            plainDeath($0)
                            LaunchManyTimes(walk: $0, profile: profile)
                        }
                    })
            },
        ]

    @StepsBuilder static func plainDeath(_ walk: ActionWalk) -> [any Step] {
        Launch()
        walk.firstSteps
        Background()
        Kill(.system)
    }
}

extension TargetProfile {
    /// The actions that take several texts, and which of them is kept when the others are emptied.
    fileprivate var emptyings: [RestoreEmptied] {
        hello.actions.sorted { $0.key < $1.key }.flatMap { action, schema -> [RestoreEmptied] in
            let texts = RestoreEmptied.texts(of: schema)
            return texts.count < 2
                ? [] : texts.map { RestoreEmptied(action: action, key: $0, profile: self) }
        }.filter { !$0.emptying.isEmpty }
    }
}

extension Expect.Condition {
    /// The whole state is the one that was remembered, but for what differs from run to run, and for
    /// texts that were typed in one place and are now in the other one where they belong.
    static func stateAsRemembered(_ name: String, _ profile: TargetProfile) -> Self {
        Self(".stateAsRemembered(\"\(name)\")", needsRunning: true) { session in
            let before = session.remembered[name] ?? .null
            let shown = try await session.state()
            if profile.isSame(before, shown) { return nil }
            let leaves = (profile.comparable(before).leaves, profile.comparable(shown).leaves)
            if hasTakenOverTexts(from: leaves.0, to: leaves.1) { return nil }
            return StepFailure(
                "the state is another one although nothing has died",
                expected: "the state as it was", actual: "another one",
                difference: profile.difference(expected: before, actual: shown))
        }
    }

    /// Whether all that has changed are texts, each into one that is shown elsewhere, before and after.
    private static func hasTakenOverTexts(
        from before: JSON.Members, to after: JSON.Members
    ) -> Bool {
        guard before.sortedKeys == after.sortedKeys else { return false }
        return after.allSatisfy { path, value in
            if before[path] == value { return true }
            guard value.string != nil else { return false }
            return before.contains { $0.value == value && after[$0.key] == value }
        }
    }

    /// The target shows nothing that only a saved state can bring back, and does not say that it
    /// restored one. See ``LearnFreshState``.
    static func nothingBack(_ walk: ActionWalk, _ profile: TargetProfile) -> Self {
        Self(".nothingBack", needsRunning: true) { session in
            let shown = profile.leaves(of: try await session.state())
            let fresh = profile.leaves(of: session.remembered[LearnFreshState.key] ?? [:])
            let back = profile.leaves(of: walk.restored).filter { path, value in
                fresh[path] != value && shown[path] == value
            }
            if session.record.restoration != .restored, back.isEmpty { return nil }
            return StepFailure(
                "the target restores although the device is locked",
                expected: "nothing of what was saved",
                actual: back.keys.min().map { "'\($0)' is as it was saved" }
                    ?? "it says that it restored")
        }
    }
}
