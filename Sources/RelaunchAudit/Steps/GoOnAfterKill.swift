import Relaunch
import RelaunchProtocol

/// Kills the app in the foreground, and does once more what that has taken back: it must lead where it led
/// (rule D14).
///
/// What was not saved may be lost. But where all is shown as it was at some moment, nothing may tell of what was
/// done after it, such as a thing that was taken from where it lay and that nobody has now.
struct GoOnAfterKill: AuditStep {
    let walk: ActionWalk
    let profile: TargetProfile

    var text: String { "Launch(); …; Background(); Foreground(); …; Kill(.system); Launch(); …" }

    func rehearse(_ rehearsal: inout Rehearsal) { rehearsal.launch(endsDead: true) }

    func perform(in session: isolated Session) async throws -> Next {
        let life = try await session.liveSinceSave(walk)
        guard let restored = try await restored(session) else { return .step }
        let moments = life.shown.indices.filter { profile.isSame(life.shown[$0], restored) }
        // Where it looks alike at moments between which there was more, nobody can tell which one has come
        // back; of those in a row, what is not shown may tell one from the other.
        guard let first = moments.first, let last = moments.last,
            last - first == moments.count - 1
        else {
            try await session.killIfRunning()
            return .step
        }
        var failure: StepFailure?
        for moment in moments.reversed() {
            if failure != nil {
                _ = try await session.liveSinceSave(walk)
                guard try await self.restored(session) != nil else { return .step }
            }
            failure = try await goOn(from: moment, in: life, session)
            try await session.killIfRunning()
            if failure == nil { return .step }
        }
        // It may lead elsewhere each time.
        let again = try await session.liveSinceSave(walk)
        try await session.killIfRunning()
        guard let failure, again.shown.count == life.shown.count,
            zip(again.shown, life.shown).allSatisfy({ profile.isSame($0, $1) })
        else { return .step }
        session.lastKillPoint = "SIGKILL, in the foreground"
        throw failure
    }

    /// What the launch after a kill shows; nil where it takes the kills for a crash loop.
    private func restored(_ session: isolated Session) async throws -> JSON? {
        try await session.kill(.system, where: "in the foreground")
        try await session.launch()
        if session.record.restoration == .skipped(reason: "crashLoop") {
            try await session.killIfRunning()
            return nil
        }
        return try await session.state()
    }

    /// Does once more what came after a moment, as long as it leads where it led.
    private func goOn(
        from moment: Int, in life: LifeSinceSave,
        _ session: isolated Session
    ) async throws -> StepFailure? {
        for index in life.actions.indices[moment...] {
            _ = try await session.isPerformed(life.actions[index])
            let state = try await session.state()
            if profile.isSameShown(life.shown[index + 1], state) { continue }
            let done = life.actions[moment...index].map(\.step.text).joined(separator: ", ")
            return profile.failure(
                "a kill in the foreground has taken back \(done), and done once more, that leads elsewhere",
                expected: "where it led before the kill", life.shown[index + 1], state)
        }
        return nil
    }
}
