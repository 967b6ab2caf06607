import Relaunch
import RelaunchProtocol

// What is lost in the plainest of lives, and which rule it is put down to.
extension Probe {
    /// Puts down what is lost to rules; where that is not clear yet, other ends are tried.
    func diagnose(_ profile: inout TargetProfile, _ session: isolated Session) async throws {
        let unclear = profile.allWalks.indices.filter {
            profile.allWalks[$0].diagnosis(in: profile).isUnclear
        }
        for index in unclear {
            profile.allWalks[index].afterQuit = try await otherEnd(
                of: profile.allWalks[index], session
            ) { session in
                try await session.deliver(.background)
                try await session.quit()
            }
        }
        let late = unclear.first { profile.allWalks[$0].diagnosis(in: profile).mayBeSavedLater }
        if let late {
            let walk = profile.allWalks[late]
            let afterWait = try await otherEnd(of: walk, session) { session in
                try session.wait(until: .now + .seconds(options.patienceSeconds))
                try await session.deliver(.background)
                try await session.kill(.system, where: "by the probe")
            }
            profile.savesLater = walk.diagnosis(in: profile).isKept(afterWait)
        }
        try await tryOneWindow(&profile, session)
        let seen = profile
        profile.clearLosses = seen.allWalks.flatMap { $0.diagnosis(in: seen).findings }
            .filter { ["P2", "S3", "S7"].contains($0.rule) }
        if profile.clearLosses.isEmpty { try await clarify(&profile, session) }
        for walk in profile.allWalks {
            for finding in walk.diagnosis(in: profile).findings
            where !profile.findings.contains(where: { $0.rule == finding.rule }) {
                profile.findings.append(finding)
            }
        }
        try await shorten(&profile, session)
    }

    /// Finds out whether what several windows lose is also lost where there is one: then they are not mixed.
    private func tryOneWindow(
        _ profile: inout TargetProfile, _ session: isolated Session
    ) async throws {
        let seen = profile
        let losing = seen.allWalks.map { ($0, diagnosis: $0.diagnosis(in: seen)) }
            .filter { $0.diagnosis.sceneLoss != nil }
        profile.losesInOneWindow = losing.contains { $0.diagnosis.losesInOneWindow }
        for (walk, _) in losing {
            if profile.losesInOneWindow { return }
            do {
                let alone = try await withoutOtherWindows(walk, profile, session)
                profile.losesInOneWindow = alone.diagnosis(in: profile).losesInOneWindow
            } catch let failure as StepFailure
                where session.targetLives && failure.kind != .timedOut
            {
                // What it does is about a window that is not there.
                try session.terminateAndReap()
            }
        }
    }

    /// The same walk without the actions on windows, and what a plain death brings back of it.
    private func withoutOtherWindows(
        _ walk: ActionWalk, _ profile: TargetProfile, _ session: isolated Session
    ) async throws -> ActionWalk {
        var alone = walk
        alone.first = []
        try await session.begin()
        for action in walk.first where !profile.isOfScenes(action.name) {
            if try await session.isPerformed(action) { alone.first.append(action) }
        }
        let shown = try await session.state()
        try await session.deliver(.background)
        try await session.kill(.system, where: "by the probe")
        alone.generation = try await session.nextGeneration(after: shown, typed: alone.typed)
        if session.isTargetRunning { try await session.kill(.system, where: "by the probe") }
        return alone
    }

    /// What comes back of a walk after some end.
    func otherEnd(
        of walk: ActionWalk, _ session: isolated Session,
        _ end: (isolated Session) async throws -> Void
    ) async throws -> Generation {
        let shown = try await performFirst(of: walk, session)
        try await end(session)
        let generation = try await session.nextGeneration(after: shown, typed: walk.typed)
        if session.isTargetRunning { try await session.kill(.system, where: "by the probe") }
        return generation
    }

    /// Takes a walk that has lost texts which a file may hold by chance once more, with another text.
    private func clarify(_ profile: inout TargetProfile, _ session: isolated Session) async throws {
        for walk in profile.allWalks {
            let texts = walk.diagnosis(in: profile).unclearTexts
            guard !texts.isEmpty, var clear = walk.replacing(texts, in: profile.hello.actions)
            else { continue }
            do {
                clear.generation = try await otherEnd(of: clear, session) { session in
                    try await session.deliver(.background)
                    try await session.kill(.system, where: "by the probe")
                }
            } catch let failure as StepFailure
                where session.targetLives && failure.kind != .timedOut
            {
                // The text was a name of something that is there.
                try session.terminateAndReap()
                continue
            }
            profile.clearLosses = clear.diagnosis(in: profile).findings.filter { $0.rule == "P2" }
            return
        }
    }
}

extension ActionWalk {
    /// The same walk with a text that no file holds by chance in the place where one of these was given
    /// last; nil where that action does not allow it.
    fileprivate func replacing(_ texts: Set<String>, in actions: [String: JSON]) -> ActionWalk? {
        for (index, action) in first.enumerated().reversed() {
            let argument = action.arguments.sorted { $0.key < $1.key }.first { _, value in
                value.string.map(texts.contains) ?? false
            }
            guard let argument else { continue }
            var walk = self
            walk.first[index].arguments[argument.key] = "an unmistakable text"
            let schema = ArgumentSchema(actions[action.name] ?? true)
            return schema.allows(.object(walk.first[index].arguments)) ? walk : nil
        }
        return nil
    }
}
