import CrashStates
import Relaunch

extension RuleSet {
    /// The crash rule: crash after crash, and the target starts without restoring.
    static let crashRules: [AuditRule] = [
        crashRule(
            "D3", "a launch that ends before it is complete counts as a crash", requires: ["D4"]
        ) {
            profile, walk in
            let limit = profile.options.crashLimit
            var trials: [Trial] = []
            if walk.showsSnapshot {
                trials.append(
                    countedCrashes("killed \(KillPoint.snapshotShown)", profile, walk) {
                        crashes(limit, at: .snapshotShown)
                    })
            }
            if profile.saysRestoring {
                trials.append(
                    countedCrashes("killed \(KillPoint.restoring)", profile, walk) {
                        crashes(limit, at: .restoring)
                    })
            }
            trials.append(
                Trial("a second launch beside the first") {
                    saved(walk)
                    Kill(.system)
                    crashes(limit - 1)
                    DoubleLaunch()
                    Expect(.notTakenForCrashLoop)
                })
            return trials
        },
        crashRule("D4", "after crash upon crash in launching it starts without restoring") {
            profile, walk in
            let limit = profile.options.crashLimit
            return [
                Trial(
                    "\(limit) crashes", steps: giveUp(after: crashes(limit), walk, profile)),
                Trial("one crash less") {
                    saved(walk)
                    Kill(.system)
                    crashes(limit - 1)
                    Launch()
                    Expect(.asAfterPlainDeath(walk, profile))
                },
            ]
        },
        crashRule("D5", "a launch that was complete ends the row of crashes") { profile, walk in
            let ends: [(words: String, step: any Step)] = [
                ("a quit", Quit()), ("SIGTERM", Kill(.terminate)), ("SIGKILL", Kill(.system)),
            ]
            return ends.map { end in
                Trial("complete launches between crashes, ended by \(end.words)") {
                    saved(walk)
                    Kill(.system)
                    for _ in 1...profile.options.crashLimit {
                        crashes(1)
                        Launch()
                        Expect(.notTakenForCrashLoop)
                        end.step
                    }
                    Launch()
                    Expect(.notTakenForCrashLoop)
                }
            } + [
                Trial("crashes of complete launches") {
                    saved(walk)
                    for _ in 1...profile.options.crashLimit {
                        Kill(.crash(.SIGSEGV))
                        Launch()
                        Expect(.notTakenForCrashLoop)
                    }
                    Kill(.crash(.SIGSEGV))
                    Launch()
                    Expect(.notTakenForCrashLoop)
                }
            ]
        },
        crashRule(
            "D6", "after a launch that gave up, it saves and restores as usual", requires: ["D4"]
        ) {
            profile, walk in
            [
                Trial("") {
                    saved(walk)
                    Kill(.system)
                    crashes(profile.options.crashLimit)
                    Launch()
                    walk.first.map(Attempt.init)
                    Background()
                    Kill(.system)
                    crashes(profile.options.crashLimit - 1)
                    Launch()
                    Expect(.restores)
                }
            ]
        },
        crashRule(
            "D9", "no death while crashes are counted loses one", requires: ["D4", "D3"]
        ) {
            profile, walk in
            [Sweep.Death.system, .powerLoss].map { death in
                Trial(death.trialName) {
                    saved(walk)
                    Kill(.system)
                    crashes(profile.options.crashLimit - 1)
                    // A launch that is complete, or gives up, may begin to count anew.
                    Sweep(death, statesPerWindow: profile.effort.statesPerWindow) {
                        crashes(1, at: profile.lastCrashPoint)
                    }
                    JudgeCrashCount(walk: walk, profile: profile)
                }
            }
        },
        crashRule("D10", "the clock plays no part in it", requires: ["D4"]) { profile, walk in
            [("an hour on", 3600), ("a day back", -86_400)].map { name, seconds in
                countedCrashes("each crash \(name)", profile, walk) {
                    for _ in 1...profile.options.crashLimit {
                        crashes(1)
                        MoveClock(by: .seconds(seconds))
                    }
                }
            }
        },
        crashRule(
            "D12", "a launch that hangs is ended by the watchdog and counts as a crash",
            requires: ["D4", "D3"]
        ) {
            profile, walk in
            let limit = profile.options.crashLimit
            let point = profile.lastCrashPoint
            return [
                Trial("killed by the watchdog") {
                    giveUp(
                        after: (0..<limit).map { _ in Launch(killedAt: point) }, walk, profile)
                }
            ]
        },
    ]

    /// A rule on crashes, for the first walk that comes back.
    private static func crashRule(
        _ number: String, _ title: String, requires prerequisites: [String] = [],
        _ trials: @escaping @Sendable (TargetProfile, ActionWalk) -> [Trial]
    ) -> AuditRule {
        AuditRule(number, title, requires: prerequisites) { profile in
            if profile.walks.isEmpty { return .trials([]) }
            guard profile.savesState else {
                return .notApplicable("it names no saved state that a launch could do without")
            }
            guard let walk = profile.walks.first(where: \.isRestored) else {
                return .notApplicable("it says of no launch that it restored")
            }
            return .trials(trials(profile, walk))
        }
    }

    /// Crashes that must count like those that D4 is judged by.
    private static func countedCrashes(
        _ name: String, _ profile: TargetProfile, _ walk: ActionWalk,
        @StepsBuilder _ crashes: () -> [any Step]
    ) -> Trial {
        let crashes = crashes()
        return Trial(name) {
            giveUp(after: crashes, walk, profile)
        }
    }

    /// Crashes in a row, each before the launch is complete.
    static func crashes(_ count: Int, at point: KillPoint = .launching) -> [any Step] {
        (0..<count).map { _ in Launch(killedAt: point, by: .crash(.SIGSEGV)) }
    }

    /// Deaths after a save, and the launch that gives up because of them.
    @StepsBuilder static func giveUp(
        after deaths: [any Step], _ walk: ActionWalk, _ profile: TargetProfile
    ) -> [any Step] {
        saved(walk)
        Kill(.system)
        deaths
        Launch()
        Expect(.givesUp(restoring: walk, profile))
    }
}

extension TargetProfile {
    /// The last place of a launch where it can be held before it is complete.
    fileprivate var lastCrashPoint: KillPoint { saysRestoring ? .restoring : .launching }
}
