import Relaunch

extension RuleSet {
    /// The world between two launches.
    static let worldRules: [AuditRule] = [
        AuditRule("W1", "caches and temporary files may go at any time") { profile in
            guard profile.usesCaches || profile.isBroken("W1") else {
                return .notApplicable("it leaves nothing in Library/Caches or tmp")
            }
            return .eachFirstPart(of: profile.walks, profile) { purged($0, profile) }
        },
        AuditRule(
            "W2", "what was saved comes back after an update, which moves the container",
            requires: ["W1", "R12"]
        ) { profile in
            let sameBuilds = profile.walks.map { walk in
                Trial("the same build, \(walk.name)", ofFirstPart: walk, profile) {
                    moved($0, profile)
                }
            }
            guard profile.hasBundle else { return .trials(sameBuilds) }
            let updated = profile.walks.prefix(1).map { walk in
                Trial("the next version, \(walk.name)") {
                    saved(walk)
                    Kill(.system)
                    UpdateApp(version: profile.nextVersion)
                    LaunchUpdate()
                }
            }
            return .trials(sameBuilds + updated + dataThroughUpdates(profile))
        },
        AuditRule(
            "W3", "a backup brings back what is needed, and what is marked stays marked",
            requires: ["W1", "R12", "W2"]
        ) { profile in
            .each(of: profile.walks) { walk in
                saved(walk)
                RememberBackupMarks()
                Foreground()
                Background()
                Expect(.backupMarksKept)
                Kill(.system)
                RestoreFromBackup()
                Launch()
                Expect(.asAfterPlainDeathUnlessMarked(walk, profile))
            }
        },
        AuditRule("W4", "a memory warning changes nothing of the state") { profile in
            .each(of: profile.walks) { walk in
                Launch()
                for action in walk.first + walk.second {
                    action.step
                    WarnOfMemory(profile: profile)
                }
            }
        },
        AuditRule(
            "W5", "nothing is written outside the container, nor into the bundle",
            requires: ["D1", "D12"]
        ) { profile in
            .each(of: profile.walks.prefix(2)) { walk in
                saveTwice(walk)
                Background()
                Kill(.system)
                Launch()
                Quit()
                Expect(.nothingWrittenOutside)
            }
        },
        surroundingsRule,
    ]

    static func purged(_ walk: ActionWalk, _ profile: TargetProfile) -> [any Step] {
        comesBack(walk, after: [Kill(.system), PurgeCaches()], profile)
    }

    static func moved(_ walk: ActionWalk, _ profile: TargetProfile) -> [any Step] {
        comesBack(walk, after: [Kill(.system), UpdateApp()], profile)
    }
}
