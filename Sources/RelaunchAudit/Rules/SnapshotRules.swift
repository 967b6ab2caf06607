import Relaunch

extension RuleSet {
    /// The picture that is shown before anything else.
    static let snapshotRules: [AuditRule] = [
        AuditRule("N1", "a snapshot is shown at the next launch, and never after a discard") {
            profile in
            guard let walk = profile.walks.first(where: { $0.showsSnapshot })
            else { return .notApplicable("it shows no snapshots") }
            var trials = [
                Trial("after a death") {
                    saved(walk)
                    Kill(.system)
                    Launch()
                    Expect(.snapshotShown)
                },
                Trial("after a force quit") {
                    saved(walk)
                    Kill(.forceQuit)
                    Launch()
                    Expect(.snapshotNotShown)
                },
            ]
            if !profile.isBroken("D4") {
                trials.append(
                    Trial("after a crash loop") {
                        saved(walk)
                        Kill(.system)
                        crashes(profile.options.crashLimit)
                        Launch()
                        Expect(.snapshotNotShown)
                    })
            }
            return .trials(trials)
        },
        snapshotRule("N2", "a snapshot that is suppressed takes nothing of the state along") {
            Launch()
            Expect(.restoresWithoutSnapshot)
        },
        snapshotRule("N3", "a snapshot is suppressed for one launch only") {
            Launch()
            RememberSuppression()
            Background()
            Kill(.system)
            Launch()
            Expect(.notSuppressedAgain)
        },
        AuditRule("N4", "the target asks for no snapshot when it counts: in a save") { profile in
            guard profile.takesSnapshots else { return .notApplicable("it takes no snapshots") }
            return each(actionOf: profile) {
                RememberIgnoredCalls()
                Background()
                Expect(.noFurtherIgnoredCall)
            }
        },
        snapshotRule("N5", "what does not come back is not on the snapshot") {
            Launch()
            Expect(.snapshotShowsWhatComesBack)
        },
        AuditRule("N7", "a picture that is damaged or missing does not stop restoration") {
            profile in
            // A walk of short texts cannot tell where they lie; another one can.
            let stateFiles = Set(profile.walks.flatMap(\.discard.stateFiles))
            func files(of walk: ActionWalk) -> [String] {
                walk.discard.pictureFiles.filter { !stateFiles.contains($0) }
            }
            guard let walk = profile.walks.first(where: { $0.isRestored && !files(of: $0).isEmpty })
            else { return .notApplicable("no file of the saved state holds the picture alone") }
            let harms: [Damage.Harm] = [.removed, .emptied, .truncated(to: 40), .foreign]
            return .trials(
                files(of: walk).flatMap { file in
                    harms.map { harm in
                        Trial("\(file) \(harm)") {
                            saved(walk)
                            Kill(.system)
                            Damage(.path(file), harm)
                            Launch()
                            Expect(
                                .asAfterPlainDeath(walk, profile))
                        }
                    }
                })
        },
        AuditRule(
            "N8", "the snapshot that is shown is that of the last save",
            requires: ["D1", "D12", "L1"]
        ) { profile in
            guard profile.walks.contains(where: { $0.showsSnapshot }) else {
                return .notApplicable("it shows no snapshots")
            }
            return .each(of: profile.walks) { walk in
                saveTwice(walk)
                Background()
                Kill(.system)
                Launch()
                Expect(.shownSnapshotIsTheLast)
            }
        },
    ]

    /// A rule on what the launch after a save in each of the states that one more action leads to
    /// shows.
    private static func snapshotRule(
        _ number: String, _ title: String, @StepsBuilder _ steps: () -> [any Step]
    ) -> AuditRule {
        let steps = steps()
        // One more action may lead to where the target does not come back at all.
        return AuditRule(number, title, requires: ["D1", "D12"]) { profile in
            guard profile.takesSnapshots else { return .notApplicable("it takes no snapshots") }
            return each(actionOf: profile) {
                Background()
                Kill(.system)
                steps
            }
        }
    }

    /// One trial for each action that the target announces, where the first walk has led.
    private static func each(
        actionOf profile: TargetProfile, @StepsBuilder _ steps: () -> [any Step]
    ) -> AuditRule.Coverage {
        guard let walk = profile.walks.first else { return .trials([]) }
        let steps = steps()
        return .trials(
            profile.hello.actions.sorted { $0.key < $1.key }.map { action, schema in
                Trial("after '\(action)'") {
                    Launch()
                    walk.firstSteps
                    Attempt(action, schema: schema)
                    steps
                }
            })
    }
}
