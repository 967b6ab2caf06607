import Relaunch
import RelaunchProtocol

// What a loss is told with: no more is done than it takes.
extension Probe {
    /// How many shorter walks are tried for each rule.
    private static let tries = 24

    /// Finds the shortest walk that shows each rule broken in the same way.
    func shorten(_ profile: inout TargetProfile, _ session: isolated Session) async throws {
        guard !profile.effort.isReduced else { return }
        let seen = profile
        for finding in seen.findings where options.includes(finding.rule) {
            let walk = seen.allWalks.first { walk in
                walk.diagnosis(in: seen).findings.contains { $0.isSame(as: finding) }
            }
            guard var shortest = walk, shortest.generation.failure == nil else { continue }
            var tries = Self.tries
            while tries > 0 {
                guard let shorter = try await shorter(shortest, finding, &tries, seen, session)
                else { break }
                shortest = shorter
            }
            profile.shortestWalks[finding.rule] = shortest
        }
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
    private func generation(
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
