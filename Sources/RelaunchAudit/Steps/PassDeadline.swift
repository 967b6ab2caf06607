import CrashStates
import Relaunch
import RelaunchProtocol

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Lets a time come that the state holds, once while the target lives and once while it is dead: it is
/// to be the same afterwards.
struct PassDeadline: Step {
    /// How long before that time the living target is launched, in seconds, and how long it is watched.
    private static let margin = 3.0
    private static let watched = Duration.seconds(4)

    let walk: ActionWalk
    let profile: TargetProfile
    let location = FileLocation(fileID: #fileID, file: #filePath, line: #line, column: 1)
    var text: String { "Background(); Kill(.system); MoveClock(…); Launch()" }

    func rehearse(_ rehearsal: inout Rehearsal) { rehearsal.launch(endsDead: true) }

    func perform(in session: isolated Session) async throws -> Next {
        try await session.begin(with: walk.first)
        guard let deadline = try await session.state().deadline else { return .step }
        try await session.carryOut([Background(), Kill(.system)])
        let saved = Container(existing: session.runDirectory.newPath())
        try session.container.copy(to: saved.path)
        defer { try? saved.remove() }
        let ahead = deadline - Date().timeIntervalSince1970 - Self.margin
        try await session.carryOut([MoveClock(by: .seconds(ahead))])
        try await session.launch()
        let before = try await session.state()
        try session.wait(until: .now + Self.watched)
        let alive = try await session.state()
        try await session.kill(.system, where: "after the time had come")
        // Nothing of it hangs on the time.
        if comparable(alive) == comparable(before) { return .step }
        try session.container.replaceContents(with: saved)
        try await session.launch()
        let dead = try await session.state()
        try await session.kill(.system, where: "in the foreground")
        if comparable(dead) == comparable(alive) { return .step }
        throw StepFailure(
            "a time that comes while the target is dead leaves a different state than while it runs",
            expected: "the state of one that lived to see it", actual: "another one",
            difference: JSONDifference(
                expected: comparable(alive), actual: comparable(dead)
            ).description)
    }

    /// A state with its times in it, which are what this is about.
    private func comparable(_ state: JSON) -> JSON { profile.ordered(state).withoutInstances }
}
