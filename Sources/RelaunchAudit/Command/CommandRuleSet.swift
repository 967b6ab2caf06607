import Relaunch

/// The rules for any program that writes files and runs to its end, whatever it is.
package enum CommandRuleSet {
    static let rules: [CommandRule] = [
        CommandRule("S2", "what a run has said to be done is there after a power loss") { profile in
            guard profile.tellsRunsApart else {
                return .notApplicable(
                    "each run leaves the same files, apart from what always differs, so a lost run "
                        + "cannot be seen")
            }
            return .trials([
                deathInSecondRun(.powerLoss, [.isOlder], profile)
            ])
        },
        CommandRule("S13", "whatever a death in a run leaves, the next run can go on from it") {
            profile in
            if profile.writesOnce { return .writtenOnce }
            return .trials(
                [Sweep.Death.system, .powerLoss].map {
                    deathInSecondRun($0, [.isDead, .isOther, .pilesUp], profile)
                })
        },
        CommandRule("S16", "a call that fails is reported, and nothing is lost by it") { profile in
            if profile.writesOnce { return .writtenOnce }
            return .trials([
                AuditRule.Trial("") {
                    Launch()
                    Fail(with: .ENOSPC, .EIO) {
                        Launch(exit: .any)
                    }
                    JudgeFailedRun(profile: profile)
                }
            ])
        },
        CommandRule("R7", "a damaged file does not kill the command") { profile in
            guard !profile.firstFiles.isEmpty else {
                return .notApplicable(
                    "each file that it leaves is empty, or has a different name in each run")
            }
            let harms: [Damage.Harm] = [.emptied, .truncatedAnywhere(atMost: 20), .foreign]
            return .trials(
                profile.firstFiles.prefix(20).flatMap { file in
                    harms.map { harm in
                        AuditRule.Trial("\(file) \(harm)") {
                            Launch()
                            Damage(.path(file), harm)
                            Launch(exit: .any)
                            Expect(.noDeathBySignal)
                        }
                    }
                })
        },
        CommandRule("P1", "what belongs together is never half old and half new") { profile in
            if profile.writesOnce { return .writtenOnce }
            return .trials(
                [Sweep.Death.system, .powerLoss].map { deathInSecondRun($0, [.isMixed], profile) })
        },
        CommandRule("W1", "caches and temporary files may go at any time") { profile in
            .trials([
                AuditRule.Trial("") {
                    Launch()
                    PurgeCaches()
                    Launch(exit: .any)
                    Expect(.filesOfSecondRun(profile))
                }
            ])
        },
        CommandRule("W5", "nothing is written outside the container") { _ in
            .trials([
                AuditRule.Trial("") {
                    Launch()
                    Launch()
                    Expect(.nothingWrittenOutside)
                }
            ])
        },
    ]

    /// The numbers of the rules, for the command's help and messages.
    package static var ruleNumbers: [String] { rules.map(\.number) }

    /// Every state that a death in the second run can leave.
    private static func deathInSecondRun(
        _ death: Sweep.Death, _ faults: Set<JudgeRun.Fault>, _ profile: CommandProfile
    ) -> AuditRule.Trial {
        AuditRule.Trial(death.trialName) {
            Launch()
            Sweep(death, statesPerWindow: 100) { Launch() }
            JudgeRun(faults, profile)
        }
    }
}

extension AuditRule.Coverage {
    /// Said instead of "kept": a program that is to save something in each run has lost it.
    fileprivate static let writtenOnce = Self.notApplicable(
        "only its first run writes anything: a second and a third leave every file untouched, so if "
            + "they were to save something, it is lost")
}

/// One rule, and how it is checked of a command.
struct CommandRule: Sendable {
    let number: String
    let title: String
    let coverage: @Sendable (CommandProfile) -> AuditRule.Coverage

    init(
        _ number: String, _ title: String,
        _ coverage: @escaping @Sendable (CommandProfile) -> AuditRule.Coverage
    ) {
        self.number = number
        self.title = title
        self.coverage = coverage
    }

    func scenarios(for profile: CommandProfile) -> [Scenario] {
        coverage(profile).scenarios(
            of: RuleReference(number: number, title: title),
            withoutTrials: .notApplicable("there is nothing to try it with"))
    }
}
