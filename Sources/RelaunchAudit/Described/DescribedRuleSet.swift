import CrashStates
import Relaunch

/// The rules that can be checked of a target that a suite describes: a service, a terminal, a browser, or a
/// command with actions.
///
/// What such a target promises, the suite says by its `durability:`; what it has no notion of, such as
/// snapshots or the lock of a device, is no rule for it.
package enum DescribedRuleSet {
    static let rules: [AuditRule] = deathRules + momentRules + worldRules

    /// The numbers of the rules, for the command's help and messages.
    package static var ruleNumbers: [String] { rules.map(\.number) }

    private typealias Coverage = AuditRule.Coverage
    private typealias Trial = AuditRule.Trial

    // MARK: Deaths between two actions

    private static let deathRules = [
        AuditRule("D1", "what was answered is there after a kill, however often") {
            running($0) { profile, described in
                ways(described) { way in
                    Launch()
                    way.steps
                    for _ in 1...2 {
                        Kill(.system)
                        look(described, profile)
                    }
                }
            }
        },
        AuditRule("D11", "neither SIGTERM nor a crash takes what was answered") {
            running($0) { profile, described in
                .trials(
                    [Kill.Manner.terminate, .crash(.SIGSEGV), .crash(.SIGABRT)].flatMap { manner in
                        described.changingWays.prefix(1).map { way in
                            Trial("\(manner)") {
                                Launch()
                                way.steps
                                Kill(manner)
                                look(described, profile)
                            }
                        }
                    })
            }
        },
        AuditRule("R18", "the second generation is like the first") {
            running($0) { profile, described in
                ways(described) { way in
                    Launch()
                    way.prefix(way.actions.count / 2).steps
                    Kill(.system)
                    Launch()
                    way.actions.dropFirst(way.actions.count / 2).map(\.step)
                    Kill(.system)
                    look(described, profile)
                }
            }
        },
        AuditRule("D15", "deaths in which nothing was done leave nothing that grows and grows") {
            running($0, isOfPromise: false) { profile, described in
                ways(described, atMost: 1) { way in
                    Launch()
                    way.steps
                    Kill(.system)
                    DieAgainAndAgain(times: profile.effort.deathCount, ending: [Kill(.system)])
                }
            }
        },
    ]

    // MARK: Deaths and failures in an action

    private static let momentRules = [
        AuditRule("S13", "a kill at any moment of an action leaves the state before it or after it")
        {
            promised($0) { profile, described in
                .trials(
                    described.lastActions.map { swept($0, .system, described, profile) })
            }
        },
        AuditRule("S2", "what was answered is there after a power failure at any moment") {
            promised($0) { profile, described in
                guard described.promisesPower else {
                    return .notApplicable(
                        "with `durability: .throughKills` a power failure may take it")
                }
                return .trials(
                    described.lastActions.map { swept($0, .powerLoss(.ext4), described, profile) })
            }
        },
        AuditRule("S16", "a call that fails is reported, and nothing is lost by it") {
            promised($0) { profile, described in
                guard described.showsState else { return .withoutState }
                guard described.isReproducible else {
                    return .notApplicable(
                        "the same actions lead to another state each time, such as one with times in it"
                    )
                }
                return .trials(
                    described.lastActions.compactMap { way in
                        way.actions.last.map { action in
                            Trial(action.name) {
                                begin(way, described)
                                Fail(.write, .fsync, with: .ENOSPC, .EIO) {
                                    TryAction(action: action)
                                }.withoutSyncsOfNames()
                                JudgeTriedAction(way: way, profile: profile)
                            }
                        }
                    })
            }
        },
    ]

    /// All of a way but its last action, which dies at each moment.
    private static func swept(
        _ way: DescribedWay, _ death: Sweep.Death, _ described: DescribedTarget,
        _ profile: TargetProfile
    ) -> Trial {
        Trial(way.actions.last?.name ?? "") {
            begin(way, described)
            Sweep(death, statesPerWindow: profile.effort.statesPerWindow) {
                way.actions.suffix(1).map(\.step)
            }
            look(described, profile)
        }
    }

    @StepsBuilder private static func begin(
        _ way: DescribedWay, _ described: DescribedTarget
    ) -> [any Step] {
        if !described.isAtRest { Launch() }
        way.prefix(way.actions.count - 1).steps
    }

    // MARK: The world

    private static let worldRules = [
        AuditRule("R7", "a damaged file does not kill it: it starts, or says why it does not") {
            running($0, isOfPromise: false) { _, described in
                let harms: [Damage.Harm] = [.emptied, .truncatedAnywhere(atMost: 5), .foreign]
                return .trials(
                    described.files.flatMap { file in
                        harms.map { harm in
                            Trial("\(file) \(harm)") {
                                Launch()
                                described.ways.first?.steps ?? []
                                Kill(.system)
                                Damage(.path(file), harm)
                                LaunchDamaged()
                            }
                        }
                    })
            }
        },
        AuditRule("W1", "caches and temporary files may go at any time") {
            promised($0) { profile, described in
                ways(described, atMost: 1) { way in
                    if !described.isAtRest { Launch() }
                    way.steps
                    if !described.isAtRest { Kill(.system) }
                    PurgeCaches()
                    look(described, profile)
                }
            }
        },
        AuditRule("W5", "nothing is written outside the container") { profile in
            guard let described = profile.described else { return .withoutSuite }
            return ways(described, atMost: 1) { way in
                if !described.isAtRest { Launch() }
                way.steps
                Expect(.nothingWrittenOutside)
            }
        },
    ]

    // MARK: Parts

    private static func ways(
        _ described: DescribedTarget, atMost count: Int = 3,
        @StepsBuilder _ steps: (DescribedWay) -> [any Step]
    ) -> Coverage {
        let ways = described.changingWays.prefix(count)
        return .trials(
            ways.enumerated().map { number, way in
                Trial(ways.count == 1 ? "" : "way \(number + 1)") { steps(way) }
            })
    }

    /// A launch, and what has to be seen then.
    @StepsBuilder private static func look(
        _ described: DescribedTarget, _ profile: TargetProfile
    ) -> [any Step] {
        if !described.isAtRest { Launch() }
        if described.showsState { Expect(.stateAsSaved(ignoring: profile.volatilePaths)) }
        if described.hasInvariants { Expect(.invariants) }
    }

    /// For what is promised to survive.
    private static func promised(
        _ profile: TargetProfile, _ coverage: (TargetProfile, DescribedTarget) -> Coverage
    ) -> Coverage {
        guard let described = profile.described else { return .withoutSuite }
        guard described.promises else {
            return .notApplicable("the suite promises nothing of it: `durability: .none`")
        }
        guard described.showsState || described.hasInvariants else { return .withoutState }
        guard described.hasInvariants || described.changesState else {
            return .notApplicable(
                "no action that was tried changes anything that the `State` shows")
        }
        return coverage(profile, described)
    }

    /// For what goes on running until it is killed.
    private static func running(
        _ profile: TargetProfile, isOfPromise: Bool = true,
        _ coverage: (TargetProfile, DescribedTarget) -> Coverage
    ) -> Coverage {
        guard let described = profile.described else { return .withoutSuite }
        if described.isAtRest {
            return .notApplicable("it runs to its end: between two actions nothing is left to kill")
        }
        return isOfPromise ? promised(profile, coverage) : coverage(profile, described)
    }
}

extension AuditRule.Coverage {
    fileprivate static let withoutSuite = Self.notApplicable("no suite describes the target")
    fileprivate static let withoutState = Self.notApplicable(
        "no `State` shows anything that stays the same, so what is lost cannot be seen")
}

extension DescribedWay {
    var steps: [any Step] { actions.map(\.step) }
}
