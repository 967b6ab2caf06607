import Relaunch
import RelaunchProtocol

/// What an app does once a state has come back after two plain deaths: what it does after a death at any
/// other moment with the same state, too.
struct Continuation: Sendable, Codable {
    /// Actions up to the first one that changes something.
    var actions: [DrawnAction]
    /// The state that came back, and the one that they lead to.
    var begin: JSON
    var end: JSON
    /// Whether that comes back after the next save: otherwise it is lost without any death in a save.
    var isKept = true
}

extension Probe {
    /// What these actions lead to from the state that the running target has restored.
    ///
    /// - Returns: nil where they change nothing, or where this target's deaths are not followed so far.
    func continuation(
        of actions: [DrawnAction], _ profile: TargetProfile, _ session: isolated Session
    ) async throws -> Continuation? {
        guard options.includes("S13"), !profile.effort.isReduced, session.isTargetRunning else {
            return nil
        }
        do {
            try await session.kill(.system, where: "by the probe")
            try await session.launch()
            var continuation = try await session.perform(actions, untilChangeIn: profile)
            if let end = continuation?.end {
                try await session.carryOut([Background(), Kill(.system), Launch()])
                continuation?.isKept = profile.isSameShown(end, try await session.state())
            }
            return continuation
        } catch let failure as StepFailure where failure.blame == .target {
            // What is wrong with it is told by the rules of plain deaths.
            try session.terminateAndReap()
            return nil
        }
    }
}

extension Session {
    /// Performs these actions up to the first one that changes what is shown; nil where none does.
    func perform(
        _ actions: [DrawnAction], untilChangeIn profile: TargetProfile
    ) async throws -> Continuation? {
        let begin = try await state()
        var performed: [DrawnAction] = []
        for action in actions where try await isPerformed(action) {
            performed.append(action)
            let end = try await state()
            if !profile.isSameShown(end, begin) {
                return Continuation(actions: performed, begin: begin, end: end)
            }
        }
        return nil
    }
}
