import CrashStates
import Relaunch
import RelaunchAudit
import RelaunchProtocol

// Launches, and what they owe.
extension LifeWitness {
    mutating func launch(_ session: isolated Session) async throws -> Breach? {
        let files = belief.userFiles == nil ? nil : session.userFiles()
        let before = shown
        do {
            if !knowledge.isCommand { try await session.launch() }
            shown = try await session.shownState()
        } catch let failure as StepFailure where failure.blame == .target {
            note(.launch)
            return breach(.noStart, failure.message)
        }
        note(.launch)
        course.launches += 1
        noteIssues(session)
        if knowledge.isCommand { noteLook() }
        course.shown[course.moves.count - 1] = shown
        if isCompared, course.comparableSaves == nil, course.launches > 1,
            !knowledge.differences(before, shown).isEmpty
        {
            course.comparableSaves = course.saved.count
        }
        course.reached.insert("\(belief.death) → \(session.record.restoration.word)")
        return try await judgeLaunch(files, session)
    }

    /// What a launch that was complete owes; and what the next one owes.
    private mutating func judgeLaunch(
        _ files: [String: UInt64]?, _ session: isolated Session
    ) async throws -> Breach? {
        let record = session.record
        let restoration = record.restoration
        let hasGivenUp = restoration == .skipped(reason: "crashLoop")
        if let breach = crashRule(restoration, hasGivenUp) { return breach }
        if belief.isLocked, restoration == .restored, belief.hasSavedState == true,
            isOwed(.restoredWhileLocked)
        {
            return breach(.restoredWhileLocked, "the device is locked, and it restores")
        }
        if let breach = try await snapshots(record, hasGivenUp, session) { return breach }
        if let files, let breach = userData(since: files, session) { return breach }
        let mayShowAnything =
            hasGivenUp || belief.isLocked
            || belief.isUpdated && (restoration != .restored || record.excusesLosses)
        if !mayShowAnything, let candidates = belief.candidates,
            !candidates.contains(where: { isSame($0, shown) })
        {
            var breach = breach(
                .otherState, otherState(candidates), expected: candidates.last ?? .null,
                shown: shown)
            breach.isOpen = belief.isOpen
            breach.isAfterDamage = belief.isDamaged
            return breach
        }
        if !mayShowAnything, belief.candidates == nil, let stray { return stray }
        if let breach = try await brokenInvariant(session) { return breach }
        afterLaunch(hasGivenUp, record)
        return nil
    }

    /// A text that has become another one, which was never there: the saved state holds the place of
    /// something, and something else is in that place now.
    private var stray: Breach? {
        guard belief.death.hasPrefix("system at rest"), let saved = belief.lastSaved,
            belief.history.count > 1
        else { return nil }
        let initial = knowledge.initialState.leaves
        let now = shown.leaves
        let before = saved.leaves
        let leaf = differences(saved, shown).first { leaf in
            guard let old = before[leaf]?.string, let new = now[leaf]?.string, !old.isEmpty,
                !new.isEmpty, initial[leaf] != now[leaf], !isListed(leaf, now[leaf])
            else { return false }
            return true
        }
        guard let leaf else { return nil }
        var breach = breach(
            .strayed,
            "'\(leaf.dropFirst())' was saved as one thing and comes back as another, which it never was",
            expected: saved, shown: shown)
        breach.leaf = leaf.withoutElementNumbers
        return breach
    }

    /// Whether the value was at that leaf since the save, or elsewhere in the same list.
    private func isListed(_ leaf: String, _ value: JSON?) -> Bool {
        let place = leaf.withoutElementNumbers
        return belief.history.contains { state in
            state.leaves.contains { $0.value == value && $0.key.withoutElementNumbers == place }
        }
    }

    private func otherState(_ candidates: [JSON]) -> String {
        let lost = candidates.last.map { differences($0, shown).count } ?? 0
        let values = Phrases.count(lost, "value", "values")
        if let saved = belief.lastSaved, candidates.count == 1, isSame(saved, candidates[0]) {
            return
                "\(values) of the state that was saved last \(lost == 1 ? "is" : "are") not there"
        }
        if candidates.count > 1 {
            return "it shows neither the state that was saved last nor the one that was being saved"
        }
        return "\(values) of the state \(lost == 1 ? "is" : "are") not what it showed last"
    }

    private mutating func afterLaunch(_ hasGivenUp: Bool, _ record: LaunchRecord) {
        if hasGivenUp { belief.hasSavedState = false }
        if belief.isLocked {
            // What it shows now is no saved state, and the saved one is still owed.
        } else if knowledge.isApp || knowledge.savesEachAction {
            belief.owe([shown])
        }
        belief.history = [shown]
        belief.crashes = 0...0
        belief.userFiles = nil
        belief.death = "launch"
        belief.call = ""
        belief.place = nil
        belief.isUpdated = false
        belief.isDamaged = false
        belief.hasSuppressed = record.snapshots.contains { $0.event == "suppressed" }
        belief.hasSavedSinceSuppressed = false
    }

    // MARK: The crash rule

    private func crashRule(
        _ restoration: LaunchRecord.Restoration?, _ hasGivenUp: Bool
    ) -> Breach? {
        guard knowledge.savesState, knowledge.saysRestored, isOwed(.crashLoopGoesOn) else {
            return nil
        }
        let limit = knowledge.options.crashLimit
        if hasGivenUp, belief.crashes.upperBound < limit {
            let count = Phrases.count(belief.crashes.upperBound, "crash", "crashes")
            return breach(
                .falseCrashLoop, "it gives up restoring after \(count) in a row at most")
        }
        if restoration == .restored, belief.crashes.lowerBound >= limit,
            belief.hasSavedState == true, !belief.isLocked
        {
            return breach(
                .crashLoopGoesOn, "it restores after \(belief.crashes.lowerBound) crashes in a row")
        }
        return nil
    }

    // MARK: Snapshots

    private mutating func snapshots(
        _ record: LaunchRecord, _ hasGivenUp: Bool, _ session: isolated Session
    ) async throws -> Breach? {
        guard knowledge.showsSnapshots else { return nil }
        let isShown = record.snapshots.contains { $0.event == "shown" }
        let isSuppressed = record.snapshots.contains { $0.event == "suppressed" }
        if isShown, belief.hasSavedState == false || hasGivenUp, isOwed(.snapshotAfterDiscard) {
            return breach(.snapshotAfterDiscard, "a snapshot is shown, and there is no saved state")
        }
        if isSuppressed, belief.hasSavedSinceSuppressed, isOwed(.suppressedAgain) {
            return breach(
                .suppressedAgain, "the snapshot is suppressed again, though nothing was done since")
        }
        guard isShown, let taken = belief.picture else { return nil }
        let picture = record.snapshots.last { $0.event == "shown" }?.picture
        if let picture, picture != taken, !belief.isOpen, isOwed(.oldSnapshot) {
            return breach(.oldSnapshot, "the snapshot is not the one that was taken last")
        }
        guard isOwed(.untrueSnapshot), let screen = record.screenWithSnapshot, screen == taken,
            !belief.isOpen, let saved = belief.lastSaved,
            saved.withoutInstances == shown.withoutInstances
        else { return nil }
        let now = try await session.screenshot()
        if now == screen { return nil }
        return breach(.untrueSnapshot, "the snapshot shows what the restored target does not")
    }

    // MARK: The user's data

    private func userData(since before: [String: UInt64], _ session: isolated Session) -> Breach? {
        guard isOwed(.userData) else { return nil }
        let now = session.userFiles()
        let usual = knowledge.filesThatLaunchesChange
        let changed = before.keys.sorted().first { name in
            guard let digest = now[name] else { return true }
            return digest != before[name] && !usual.contains(name)
        }
        guard let changed else { return nil }
        let what = now[changed] == nil ? "gone" : "changed"
        return breach(
            .userData, "the launch without the saved state finds '\(changed)' and leaves it \(what)"
        )
    }

    // MARK: Launches that die

    mutating func dieLaunching(
        _ move: Move, _ point: Move.Point, _ manner: Move.Manner, _ session: isolated Session
    ) async throws -> Breach? {
        do {
            try await session.launch(killedAt: point.point, by: manner.manner)
        } catch let failure as StepFailure where failure.blame == .target {
            guard session.isTargetRunning else {
                note(move)
                belief.death = move.kind
                return breach(.noStart, failure.message)
            }
            // There was nothing to be held at: it is a launch like others.
            let files = belief.userFiles == nil ? nil : session.userFiles()
            note(.launch)
            course.launches += 1
            shown = try await session.shownState()
            return try await judgeLaunch(files, session)
        }
        note(move)
        course.launches += 1
        let limit = knowledge.options.crashLimit
        if knowledge.savesState, knowledge.saysRestored, isOwed(.crashLoopGoesOn),
            belief.crashes.lowerBound >= limit, belief.hasSavedState == true, !belief.isLocked,
            session.record.restoration == nil,
            isTrying(session)
        {
            belief.death = move.kind
            return breach(
                .crashLoopGoesOn,
                "it begins to restore after \(belief.crashes.lowerBound) crashes in a row")
        }
        if isTrying(session), belief.crashes.contains(limit), belief.crashes.lowerBound < limit {
            // It has not given up, and so it has not counted so many.
            belief.crashes = belief.crashes.lowerBound...limit - 1
        }
        let hasGivenUp = session.record.restoration == .skipped(reason: "crashLoop")
        // One that dies early may have given up without a word.
        let mayHaveGivenUp =
            belief.crashes.upperBound >= limit && !isTrying(session)
            && session.record.restoration == nil
        if hasGivenUp || mayHaveGivenUp {
            belief.mayHaveGivenUp()
        } else if manner.isCrash || manner == .system {
            countCrash(surely: manner.isCrash || point == .restoring)
        }
        die(by: move, session)
        return nil
    }

    /// Whether the launch that has died there had begun to restore, and so not given up.
    private func isTrying(_ session: isolated Session) -> Bool {
        knowledge.restoringMeansTrying && session.record.phases.contains(.restoring)
            && session.record.restoration == nil
    }

    /// Where the row was long enough before, the launch may have given up and begun to count anew.
    mutating func countCrash(surely: Bool) {
        if belief.crashes.upperBound >= knowledge.options.crashLimit {
            belief.mayHaveGivenUp()
        } else {
            belief.countCrash(surely: surely)
        }
    }

    /// Puts down what the target has died of.
    mutating func die(by move: Move, _ session: isolated Session) {
        belief.death = move.kind
        belief.place = session.lastKillPoint
    }
}

extension Optional where Wrapped == LaunchRecord.Restoration {
    var word: String {
        switch self {
        case .restored: "restored"
        case .skipped(let reason): "not restored (\(reason))"
        case nil: "nothing said"
        }
    }
}

extension LaunchRecord {
    /// Whether the target has said what an update has made unreadable; that a screen is of another class
    /// now (rule R4) is no excuse.
    fileprivate var excusesLosses: Bool {
        !issues.isEmpty && !issues.contains { $0.rule == "R4" }
    }
}
