import Relaunch

extension RuleSet {
    /// What a death must not take, and what it has to.
    static let deathRules: [AuditRule] = [
        AuditRule("D1", "what is killed in the background comes back, however often") { profile in
            .eachFirstPart(of: profile.walks.prefix(1), profile) { walk in
                saved(walk)
                for _ in 0...profile.options.crashLimit {
                    Kill(.system)
                    Launch()
                    Expect(.notTakenForCrashLoop)
                    Background()
                }
            }
        },
        AuditRule("D2", "a force quit discards the saved state, and nothing of the user's") {
            profile in
            guard profile.savesState else {
                return .notApplicable("it names no saved state that could be discarded")
            }
            return .eachFirstPart(of: profile.walks, profile) { walk in
                saved(walk)
                Kill(.forceQuit)
                RememberUserFiles()
                Launch()
                Expect(.startsFresh(instead: walk, profile))
                Expect(.userFilesAsRemembered(apartFrom: walk.discard.changedFiles))
            }
        },
        AuditRule(
            "D11", "a clean quit and SIGTERM are no crashes: what was saved comes back",
            requires: ["R12"]
        ) { profile in
            .trials(ends(of: profile))
        },
        AuditRule("D13", "what discards a saved state leaves the user's data alone") { profile in
            guard profile.savesState else {
                return .notApplicable("it names no saved state that could be discarded")
            }
            var trials = profile.walks.prefix(2).map { walk in
                Trial("damaged state, \(walk.name)") {
                    saved(walk)
                    Kill(.system)
                    RememberUserFiles()
                    Damage(.savedState, .foreign)
                    Launch()
                    Expect(.userFilesAsRemembered(apartFrom: walk.discard.changedFiles))
                }
            }
            let hasCrashRule = !profile.isBroken("D4")
            trials += (hasCrashRule ? profile.walks : []).map { walk in
                Trial("crash loop, \(walk.name)") {
                    saved(walk)
                    Kill(.system)
                    RememberUserFiles()
                    crashes(profile.options.crashLimit)
                    Launch()
                    Expect(.userFilesAsRemembered(apartFrom: walk.discard.changedFiles))
                }
            }
            return .trials(trials)
        },
        foregroundRule, growthRule, secondInstanceRule,
    ]

    /// What two instances leave to the next one. Whether two are used at once, only the target can say.
    private static let secondInstanceRule = AuditRule(
        "D16", "an instance takes nothing that another one has saved",
        requires: ["D1", "R12"]
    ) { profile in
        guard let walk = profile.walks.first else { return .trials([]) }
        var trials = [
            Trial("a second one saves", ofFirstPart: walk, profile) { walk in
                saved(walk)
                Kill(.system)
                SecondInstance()
                Launch()
                Expect(
                    .asAfterPlainDeath(
                        walk, profile, although: "a second instance was open for a while"))
            }
        ]
        let isUsed = profile.hello.multipleInstances && !walk.losesSecond
        trials += (isUsed ? [false, true] : []).map { usesSecond in
            Trial("two are open, and the \(usesSecond ? "second" : "first") is used") {
                saved(walk)
                Kill(.system)
                UseOneOfTwoInstances(walk: walk, usesSecond: usesSecond, profile: profile)
            }
        }
        if isUsed {
            trials.append(
                Trial("a second one is opened after the first was used") {
                    OpenSecondLater(walk: walk, profile: profile)
                })
            trials += profile.trialsOfTwoInstances(after: walk)
        }
        return .trials(trials)
    }

    /// Ends of a launch that are no crashes.
    private static func ends(of profile: TargetProfile) -> [AuditRule.Trial] {
        guard let walk = profile.walks.first else { return [] }
        let limit = profile.options.crashLimit
        var trials = [
            Trial("SIGTERM in the background", ofFirstPart: walk, profile) { walk in
                comesBack(walk, after: [Kill(.terminate)], profile)
            },
            Trial("a quit", ofFirstPart: walk, profile) { walk in
                comesBack(walk, after: [Foreground(), Quit()], profile)
            },
        ]
        let untouched: [(words: String, end: any Step)] = [
            ("a quit", Quit()), ("SIGTERM", Kill(.terminate)),
        ]
        trials += untouched.map { words, end in
            Trial(
                "\(words) with nothing done since the launch", ofFirstPart: walk, profile
            ) { walk in
                comesBack(walk, after: [Kill(.system), Launch(), end], profile)
            }
        }
        // Where it does not say that it is, it cannot be held there.
        var points: [KillPoint] = profile.saysLaunching ? [.launching] : []
        if profile.saysRestoring { points.append(.restoring) }
        trials += points.map { point in
            Trial("SIGTERM \(point)", ofFirstPart: walk, profile) { walk in
                saved(walk)
                Kill(.system)
                for _ in 0..<limit { Launch(killedAt: point, by: .terminate) }
                Launch()
                Expect(.notTakenForCrashLoop)
                Expect(.asAfterPlainDeath(walk, profile))
            }
        }
        return trials
    }

    typealias Trial = AuditRule.Trial

    /// A walk's first state, saved.
    @StepsBuilder static func saved(_ walk: ActionWalk) -> [any Step] {
        Launch()
        walk.firstSteps
        Background()
    }

    /// A walk's first state, saved, and what is expected of the launch after these steps.
    @StepsBuilder static func comesBack(
        _ walk: ActionWalk, after steps: [any Step], _ profile: TargetProfile
    ) -> [any Step] {
        saved(walk)
        steps
        Launch()
        Expect(.asAfterPlainDeath(walk, profile))
    }
}

extension Sweep.Death {
    /// How the trial of a sweep is called.
    var trialName: String { self == .system ? "killed" : "power loss" }
}

extension AuditRule.Trial {
    init(_ name: String, @StepsBuilder _ steps: () -> [any Step]) {
        self.init(name, steps: steps())
    }
}

extension ActionWalk {
    /// Whether the launch after a plain death says that it restored, and that it showed the
    /// snapshot.
    var isRestored: Bool { generation.restoring.restoration == .restored }
    var showsSnapshot: Bool { generation.restoring.snapshots.contains { $0.event == "shown" } }
}
