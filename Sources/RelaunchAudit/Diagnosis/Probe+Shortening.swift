import Relaunch
import RelaunchProtocol

// What a loss is told with: no more is done than it takes.
extension Probe {
    /// How many shorter walks are tried for each rule.
    private static let tries = 24
    /// How many walks are looked at to find one whose end stays as it is.
    private static let steadyTries = 6

    /// Finds the shortest walk that shows each rule broken in the same way, and whose end stays as it is: no
    /// trial can tell what a death has taken from what goes by itself.
    func shorten(_ profile: inout TargetProfile, _ session: isolated Session) async throws {
        guard !profile.effort.isReduced else { return }
        let seen = profile
        for finding in seen.findings where options.includes(finding.rule) {
            let telling = seen.allWalks.filter { walk in
                walk.diagnosis(in: seen).findings.contains { $0.isSame(as: finding) }
            }
            guard let first = telling.first else { continue }
            let isEnd = first.generation.failure != nil
            let walk = isEnd ? first : try await steady(among: telling, seen, session) ?? first
            var shortest = walk
            var tries = Self.tries
            while tries > 0 {
                guard let shorter = try await shorter(shortest, finding, &tries, seen, session)
                else { break }
                shortest = shorter
            }
            if !isEnd, shortest.first.count < walk.first.count {
                shortest = try await steady(among: [shortest], seen, session) ?? walk
            }
            if finding.leavesFilesOpen {
                shortest.lossInFiles = try await lossInFiles(of: shortest, seen, session)
            }
            profile.shortestWalks[finding.rule] = shortest
        }
    }

    /// The first walk whose end stays as it is for as long as a trial's must.
    private func steady(
        among walks: [ActionWalk], _ profile: TargetProfile, _ session: isolated Session
    ) async throws -> ActionWalk? {
        for walk in walks.prefix(Self.steadyTries) where walk.generation.failure == nil {
            do {
                _ = try await performFirst(of: walk, session)
                let shown = try await session.lookTwice(apart: AuditRule.shortestWatch)
                try await session.kill(.system, where: "by the probe")
                if profile.isSameShown(shown.now, shown.later) { return walk }
            } catch let failure as StepFailure where failure.blame == .target {
                try session.terminateAndReap()
            }
        }
        return nil
    }

    /// A walk with fewer actions that shows the same; nil where none is found.
    private func shorter(
        _ walk: ActionWalk, _ finding: Diagnosis.Finding, _ tries: inout Int,
        _ profile: TargetProfile, _ session: isolated Session
    ) async throws -> ActionWalk? {
        for actions in walk.first.shorterOnes where tries > 0 {
            tries -= 1
            var candidate = walk
            candidate.first = actions
            guard let generation = try await generation(of: candidate, session) else { continue }
            candidate.generation = generation
            if walk.afterQuit != nil {
                candidate.afterQuit = try await self.generation(of: candidate, quits: true, session)
            }
            let findings = candidate.diagnosis(in: profile).findings
            if findings.contains(where: { $0.isSame(as: finding) }) { return candidate }
        }
        return nil
    }

    /// What comes back of a walk after a kill in the background, or a quit; nil where it cannot be walked.
    func generation(
        of walk: ActionWalk, quits: Bool = false, _ session: isolated Session
    ) async throws -> Generation? {
        do {
            return try await otherEnd(of: walk, session) { session in
                try await session.deliver(.background)
                if quits {
                    try await session.quit()
                } else {
                    try await session.kill(.system, where: "by the probe")
                }
            }
        } catch let failure as StepFailure where failure.blame == .target {
            try session.terminateAndReap()
            return nil
        }
    }
}

extension Diagnosis.Finding {
    /// Whether it is the same rule, broken in the same way.
    fileprivate func isSame(as other: Self) -> Bool {
        rule == other.rule && message == other.message
    }
}
