import Relaunch

extension Probe {
    /// Finds out what comes back of the last action of a long life: what is saved of much may be saved in
    /// another way than what is saved of little.
    func findLongSaves(_ profile: inout TargetProfile, _ session: isolated Session) async throws {
        guard options.includes("S13"), let life = profile.longLife else { return }
        let actions = life.parts.flatMap(\.actions)
        guard let last = actions.last else { return }
        let before = Array(actions.dropLast())
        if profile.savesInActions {
            var save = try await save(.action(last), [], before, then: [], profile, session)
            save?.circumstances = "after much else"
            if let save, !profile.isSame(save.old, save.new) { profile.longSave = save }
        }
        guard profile.savesToFiles,
            var walk = try await walk(of: before, named: life.name, profile, session)
        else { return }
        walk.second = [last]
        do { try await learnSecondPart(of: &walk, profile, session) } catch let failure
            as StepFailure
            where session.targetLives && failure.kind != .timedOut
        {
            // It cannot be repeated.
            try session.terminateAndReap()
            return
        }
        if let old = walk.secondUnsaved, let new = walk.secondRestored, !walk.savesData,
            !walk.losesSecond, !profile.isSame(old, new)
        {
            profile.longWalk = walk
        }
    }
}

extension TargetProfile {
    /// Whether an action has been seen to change what a kill leaves.
    fileprivate var savesInActions: Bool {
        otherSaves.contains { $0.way.isAction && !isSame($0.old, $0.new) }
    }
}
