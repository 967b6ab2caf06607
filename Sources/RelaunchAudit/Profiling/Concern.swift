import CrashStates
import Relaunch
import RelaunchProtocol

// Which rules a target can break at all. Of the others nobody may say that it keeps them.
extension TargetProfile {
    /// Why a rule of ``Diagnosis`` cannot be broken by this target; nil where it can be.
    func reasonNotConcerned(by rule: String) -> String? {
        if isBroken(rule) { return nil }
        let tells = saving.saysCallbacks || restoring.saysCallbacks
        let silence = tells ? nil : "it tells nothing of its callbacks"
        switch rule {
        case "S1", "S3", "S4", "S5", "S10", "R1", "R3", "R4", "R10":
            return silence
        case "S8", "R14":
            let isShared = allWalks.contains { $0.generation.shown.sharesObjects }
            return isShared ? nil : "no object is in two places of a state that was drawn"
        case "S12":
            let isShown = allWalks.contains { $0.generation.shown.showsContentView }
            return isShown ? nil : "it shows no view whose content only the app can save"
        case "R2":
            return savesState ? nil : "it names no saved state that it could decline"
        case "R5":
            let says = saving.saysCallbacks || restores
            return says ? nil : "it says of no launch that it restored"
        case "P2":
            if let silence { return silence }
            let types = allWalks.contains { !$0.typed.isEmpty }
            return types ? nil : "no action takes a text that could be looked for in its files"
        case "C1", "C4", "C6":
            return hasScenes
                ? nil : "it has no scenes, or not the actions of `addScenes()` for them"
        case "P4": return keepsDatabase ? nil : "it keeps no database beside a saved state"
        default: return nil
        }
    }

    /// What is said where no walk can be swept: each reason that a walk is left out is one.
    var withoutSweptSaves: AuditRule.Coverage {
        if !findings.isEmpty || walks.isEmpty { return .trials([]) }
        if isBroken("L1") { return .notJudged(brokenRule: "L1") }
        let mixed = walks.count { $0.savesData }
        if mixed == walks.count {
            return .notApplicable(
                "each save that was drawn also changes files that are no part of its saved state")
        }
        return .notApplicable(
            "after none of \(walks.count) saves that were drawn does a second one change what comes back"
                + (mixed == 0 ? "" : ", and \(mixed) also change files beside the saved state"))
    }

    /// What is to be said of walks that are used for few rules, though they break none.
    func notesOnSecondSaves(unrepeatable: Int, silent: Int) -> [String] {
        var notes: [String] = []
        let all = Phrases.count(allWalks.count, "walk", "walks")
        if unrepeatable > 0 {
            notes.append(
                """
                \(unrepeatable) of \(all) could not be repeated up to a second save, and are used for \
                few rules
                """)
        }
        if silent > 0 {
            notes.append(
                """
                \(silent) of \(all) bring nothing back after a plain kill, and no rule is broken by it: \
                what they show was reported as left out, or shows in a first launch too. They are used for \
                few rules
                """)
        }
        return notes
    }

    /// What is to be said of walks that were drawn and are used for no rule.
    func notesOnWalks(unrepeatable: Int, invisible: Int, drawn: Int) -> [String] {
        var notes: [String] = []
        let all = Phrases.count(drawn, "way", "ways")
        if unrepeatable > 0 {
            notes.append(
                """
                \(unrepeatable) of \(all) that were drawn could not be repeated and are not used: the \
                target refused there what it had carried out before, such as a key that it draws at random
                """)
        }
        // A few are nothing to speak of: each target with a clock or a set has some.
        if invisible * 2 > drawn {
            notes.append(
                """
                \(invisible) of \(all) that were drawn lead to nothing but what differs from run to run, \
                and are not used
                """)
        }
        return notes
    }
}

extension Probe {
    /// Finds out whether the target can tell one of its versions from another, where a rule depends on it.
    func findWhetherUpdatesAreSeen(
        _ profile: inout TargetProfile, _ session: isolated Session
    ) async throws {
        guard ["R4", "R8", "R9", "R16"].contains(where: options.includes),
            let walk = profile.allWalks.first(where: { $0.generation.restored != nil })
        else { return }
        let before = walk.generation.restoring
        let (executable, bundle) = (session.executable, session.world.bundle)
        defer {
            session.world.bundle = bundle
            session.move(to: session.container, executable: executable)
        }
        try await session.begin(with: walk.first)
        try await session.carryOut([
            Background(), Kill(.system), UpdateApp(version: profile.nextVersion),
        ])
        do {
            try await session.launch()
            let state = try await session.state()
            let now = session.record
            profile.seesUpdates =
                now.hello?.version != profile.hello.version || now.issues != before.issues
                || now.restoration != before.restoration || !profile.isSame(state, walk.restored)
            try await session.kill(.system, where: "by the probe")
        } catch let failure as StepFailure where failure.blame == .target {
            try session.terminateAndReap()
        }
    }
}

extension JSON {
    /// Whether two places of it are the same object.
    var sharesObjects: Bool {
        let names = instances.values
        return Set(names).count < names.count
    }
}
