import Relaunch

extension RuleSet {
    /// One saved state, restored by a launch that dies, and then by the launch that is judged; and a first
    /// launch of all that dies.
    static let restoringTwiceRule = AuditRule(
        "R12", "restoring twice from one saved state gives the same"
    ) { profile in
        // One death in a launch is a crash less than any target gives up for.
        let isBorne = profile.options.crashLimit > 1
        return .trials(
            profile.walks.enumerated().flatMap { index, walk in
                var trials = [
                    Trial(walk.name, ofFirstPart: walk, profile) { launchedTwice($0, profile) }
                ]
                if isBorne, index < 2, profile.saysRestoring {
                    trials.append(
                        restoredTwice("killed while restoring", walk, profile) { walk in
                            .restoredAsUsual(walk, profile)
                        } after: {
                            Launch(killedAt: .restoring)
                        })
                }
                if index < 3, profile.canMoveClock {
                    trials.append(
                        Trial("twice after an absence, \(walk.name)", ofFirstPart: walk, profile) {
                            saved($0)
                            LaunchTwiceLater(profile: profile)
                        })
                }
                if isBorne, index == 0 {
                    // Two deaths in launches are one less than most give up for.
                    if profile.options.crashLimit > 2 {
                        trials.append(
                            restoredTwice("a third time", walk, profile) { walk in
                                .restoredAfterDeath(walk, profile)
                            } after: {
                                Launch()
                                Kill(.system)
                                Launch()
                                Kill(.system)
                            })
                    }
                    trials += sweptRestorations(walk, profile)
                    trials += launchesAfterOtherEnds(walk, profile)
                    trials += firstLaunches(walk, profile)
                }
                return trials
            })
    }

    /// Nothing is done in the first launch but to restore.
    static func launchedTwice(_ walk: ActionWalk, _ profile: TargetProfile) -> [any Step] {
        let event = "it was launched once more with nothing done"
        return restoredTwice("", walk, profile) { walk in
            .restoredAsUsual(walk, profile, although: event)
        } after: {
            Launch()
            Kill(.system)
        }.steps
    }

    /// The first launch dies at any point.
    private static func sweptRestorations(
        _ walk: ActionWalk, _ profile: TargetProfile
    ) -> [Trial] {
        [Sweep.Death.system, .powerLoss].map { death in
            restoredTwice("\(death) anywhere in a launch", walk, profile) { walk in
                .restoredAfterDeath(walk, profile)
            } after: {
                sweptLaunch(death, profile)
            }
        }
    }

    @StepsBuilder private static func sweptLaunch(
        _ death: Sweep.Death, _ profile: TargetProfile, share: Int = 1
    ) -> [any Step] {
        let states = max(1, profile.effort.statesPerWindow / share)
        RememberUserFiles()
        Sweep(death, statesPerWindow: states) { Launch() }.orNothing()
        if death != .system { NoteLossOfUserFiles() }
    }

    /// The launch that dies comes after another end than a kill: an app may begin otherwise then.
    private static func launchesAfterOtherEnds(
        _ walk: ActionWalk, _ profile: TargetProfile
    ) -> [Trial] {
        // With the rule that says what the end alone must not take, where one does.
        typealias End = (words: String, steps: [any Step], deaths: [Sweep.Death], rule: String?)
        var ends: [End] = [
            ("a quit", [Foreground(), Quit()], [.system], "D11"),
            ("SIGTERM", [Kill(.terminate)], [.system], "D11"),
        ]
        // The launch that dies may count as a second crash.
        if profile.options.crashLimit > 2 {
            let steps: [any Step] = [Foreground(), Kill(.crash(.SIGSEGV))]
            ends.append(("a crash", steps, [.system, .powerLoss], nil))
        }
        return ends.flatMap { end in
            end.deaths.map { death in
                let name = "\(death) anywhere in a launch after \(end.words), \(walk.name)"
                var trial = Trial(name, ofFirstPart: walk, profile) { walk in
                    saved(walk)
                    end.steps
                    sweptLaunch(death, profile)
                    Launch()
                    Expect(.restoredAfterDeath(walk, profile))
                }
                trial.plainer = end.rule.map { rule in
                    .init(rule: rule, steps: comesBack(walk, after: end.steps, profile))
                }
                return trial
            }
        }
    }

    private static func firstLaunches(_ walk: ActionWalk, _ profile: TargetProfile) -> [Trial] {
        [Sweep.Death.system, .powerLoss].map { death in
            Trial("\(death) anywhere in the first launch of all, \(walk.name)") {
                // A whole life follows each state, and an app may make much when it is new.
                sweptLaunch(death, profile, share: 4)
                plainDeath(walk)
                Launch()
                Expect(.restoredAsUsual(walk, profile))
            }
        }
    }

    private static func restoredTwice(
        _ name: String, _ walk: ActionWalk, _ profile: TargetProfile,
        _ condition: @escaping @Sendable (ActionWalk) -> Expect.Condition,
        @StepsBuilder after first: @escaping @Sendable () -> [any Step]
    ) -> Trial {
        Trial("\(name), \(walk.name)", ofFirstPart: walk, profile) { walk in
            plainDeath(walk)
            first()
            Launch()
            Expect(condition(walk))
        }
    }
}

extension Expect.Condition {
    /// What a plain death brings back, although a launch has died in between.
    ///
    /// Three things are left open: a target that has extended its restoration when it died throws the
    /// state away (rule D7), how many crashes are a loop is another rule's (D4), and the user's own files
    /// that a power failure takes do not belong to the saved state. See ``NoteLossOfUserFiles``.
    fileprivate static func restoredAfterDeath(
        _ walk: ActionWalk, _ profile: TargetProfile
    ) -> Self {
        restoredAsUsual(walk, profile).waived { session in
            session.record.restoration == .skipped(reason: "crashWhileExtended")
                || session.record.restoration == .skipped(reason: "crashLoop")
                || session.remembered[NoteLossOfUserFiles.name] == true
        }
    }
}
