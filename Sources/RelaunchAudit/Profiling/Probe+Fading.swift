import Relaunch
import RelaunchProtocol

// What is gone after a moment although nothing dies, such as a message that expires, cannot be told from
// what a death has taken.
extension Probe {
    /// The actions of which each leads to a state that changes by itself. They are looked for in the walk that
    /// has most of them, and in those that have lost something.
    func fadingActions(
        in profile: TargetProfile, _ session: isolated Session
    ) async throws -> Set<String> {
        var fading: Set<String> = []
        let fullest = profile.allWalks.max { $0.actionNames.count < $1.actionNames.count }
        for walk in profile.allWalks where walk.generation.failure == nil {
            guard walk.name == fullest?.name || !walk.diagnosis(in: profile).findings.isEmpty,
                fading.isDisjoint(with: walk.actionNames),
                try await changesByItself(walk.first, walk, profile, session)
            else { continue }
            for action in walk.first.reversed() where !fading.contains(action.name) {
                guard try await changesByItself([action], walk, profile, session) else { continue }
                fading.insert(action.name)
            }
        }
        return fading
    }

    /// How long it is watched at least.
    private static let moment = Duration.milliseconds(100)

    private func changesByItself(
        _ actions: [DrawnAction], _ walk: ActionWalk, _ profile: TargetProfile,
        _ session: isolated Session
    ) async throws -> Bool {
        try session.container.replaceContents(with: nil)
        try await session.launch()
        for action in actions { _ = try await session.isPerformed(action) }
        let shown = try await session.lookTwice(apart: max(Self.moment, walk.generation.time * 3))
        try await session.kill(.system, where: "by the probe")
        return !profile.isSameShown(shown.now, shown.later)
    }
}

extension Session {
    /// What is shown now, and after some time in which nothing is done.
    func lookTwice(apart time: Duration) async throws -> (now: JSON, later: JSON) {
        let now = try await state()
        try wait(until: .now + time)
        return (now, try await state())
    }
}

extension ActionWalk {
    fileprivate var actionNames: Set<String> { Set(first.map(\.name)) }
}
