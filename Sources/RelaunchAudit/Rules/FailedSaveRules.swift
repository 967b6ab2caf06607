import Relaunch
import RelaunchProtocol

extension RuleSet {
    /// A disk that is full in a save or in a launch.
    static let failedSaveRules: [AuditRule] = [
        afterFailedSave("a save that fails keeps the old state, and the app goes on") {
            walk, profile in
            Kill(.system)
            JudgeFailedSave(walk, profile)
        },
        afterFailedSave("what a save could not keep, the next one does") { walk, profile in
            Foreground()
            JudgeNextSave(walk, profile)
        },
        AuditRule(
            "S16", "an action that cannot save keeps what was saved before",
            requires: ["D1", "R12"]
        ) { profile in
            guard let walk = profile.walks.first, profile.otherSaves.contains(where: \.way.isAction)
            else { return .notApplicable("it saves nothing in an action") }
            return .trials(profile.otherSaves.flatMap { failedAction($0, walk, profile) })
        },
        AuditRule("S16", "a launch that cannot write takes nothing", requires: ["L1", "D1", "R12"])
        {
            profile in
            // What a plain death takes is not a full disk's.
            guard profile.findings.isEmpty else { return .trials([]) }
            return .first(of: profile.walks) { walk in
                plainDeath(walk)
                Fail(.write, .fsync, with: .ENOSPC) { TryToLaunch() }.withoutSyncsOfNames()
                SaveInTrouble()
                Launch()
                Expect(
                    .restoredAsUsual(walk, profile).waived {
                        $0.remembered[ListenForTrouble.told] != nil
                    })
            }
        },
    ]

    /// A second save of which each call fails in turn, and how what comes of it is judged.
    private static func afterFailedSave(
        _ title: String,
        @StepsBuilder _ judgement: @escaping @Sendable (ActionWalk, TargetProfile) -> [any Step]
    ) -> AuditRule {
        AuditRule("S16", title, requires: ["R12"]) { profile in
            guard profile.savesToFiles else { return .savesNothing(profile) }
            guard !profile.sweepWalks.isEmpty else { return profile.withoutSweptSaves }
            return .first(of: profile.sweepWalks, profile) { walk in
                saveTwice(walk)
                Fail(.write, .fsync, .rename, with: .ENOSPC, .short) {
                    ListenForTrouble(Background())
                }
                judgement(walk, profile)
            }
        }
    }

    /// Killed at once, nobody has said yet that the action is saved. At the next save it has been.
    private static func failedAction(
        _ save: OtherSave, _ walk: ActionWalk, _ profile: TargetProfile
    ) -> [Trial] {
        guard case .action(let action) = save.way else { return [] }
        let failing = Fail(.open, .write, .fsync, .mkdir, with: .ENOSPC, .short) {
            ListenForTrouble(action.step)
        }.withoutSyncsOfNames()
        let fullFromThere = Fail(.open, .write, .fsync, .mkdir, with: .ENOSPC, lasting: true) {
            ListenForTrouble(action.step)
            ListenForTrouble(Background())
        }.withoutSyncsOfNames()
        let again = Trial("a full disk in \(action.name), and the same again", of: save, profile) {
            save in
            way(to: save)
            failing
            JudgeActionAgain(action, walk.between(save), profile)
        }
        return [
            Trial("a full disk in \(action.name)", of: save, profile) { save in
                way(to: save)
                failing
                Kill(.system)
                JudgeFailedSave(walk.between(save), profile, isOfAction: true)
            },
            Trial("a full disk in \(action.name), and a save", of: save, profile) { save in
                way(to: save)
                failing
                JudgeNextSave(walk.between(save, andNext: true), profile, isOfAction: true)
            },
            Trial("a full disk from \(action.name) to the next save", of: save, profile) { save in
                way(to: save)
                fullFromThere
                Kill(.system)
                JudgeFailedSave(
                    walk.between(save, andNext: true), profile, afterFirst: save.new)
            },
            // What a plain death takes is not there where nothing has failed, either.
        ] + (profile.findings.isEmpty ? [again] : [])
    }
}

/// A launch, which need not come about.
private struct TryToLaunch: AuditStep {
    var text: String { "Launch()" }

    func rehearse(_ rehearsal: inout Rehearsal) { rehearsal.launch(endsDead: false) }

    func perform(in session: isolated Session) async throws -> Next {
        do { try await session.launch() } catch let failure as StepFailure
            where failure.blame == .target
        {
            try session.terminateAndReap()
        }
        return .step
    }
}

/// Has a target that has been launched in spite of all save once more, and kills it.
private struct SaveInTrouble: AuditStep {
    var text: String { "Background(); Kill(.system)" }

    func rehearse(_ rehearsal: inout Rehearsal) { rehearsal.die() }

    func perform(in session: isolated Session) async throws -> Next {
        guard session.isTargetRunning else { return .step }
        if !session.record.issues.isEmpty { session.remembered[ListenForTrouble.told] = true }
        _ = try await ListenForTrouble(Background()).perform(in: session)
        try await session.kill(.system, where: "after a launch in trouble")
        return .step
    }
}
