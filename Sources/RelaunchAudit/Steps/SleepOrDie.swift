import Relaunch
import RelaunchProtocol

/// Lets a day and a half go by after a save, once while the app is dead and once while it is stopped in the
/// background, has it look after that, and launches it again: what that time comes to is the same (rule W6).
struct SleepOrDie: AuditStep {
    let actions: [DrawnAction]
    let profile: TargetProfile

    private static let hours: Int64 = 36

    var text: String {
        (actions.map(\.step.text) + ["Background(); …, \(Self.hours) hours asleep or dead"])
            .joined(separator: "; ")
    }

    func rehearse(_ rehearsal: inout Rehearsal) { rehearsal.launch(endsDead: true) }

    func perform(in session: isolated Session) async throws -> Next {
        let time = 3600 * Self.hours
        let dead = try await state(after: time, isAsleep: false, session)
        let asleep = try await state(after: time, isAsleep: true, session)
        if profile.isSameShown(dead, asleep) { return .step }
        // What differs from life to life, or by the launch that one of them has more, is not the time's.
        for (isAsleep, shown) in [(false, dead), (true, asleep)] {
            let again = try await state(after: time, isAsleep: isAsleep, session)
            guard profile.isSameShown(shown, again) else { return .step }
        }
        let atOnce = try await state(after: 0, isAsleep: false, session)
        guard profile.isSameShown(atOnce, try await state(after: 0, isAsleep: true, session)) else {
            return .step
        }
        // What is kept of the container, and what is told, is of the life in which it slept.
        _ = try await state(after: time, isAsleep: true, session)
        throw StepFailure(
            "\(Self.hours) hours asleep in the background come to something else than \(Self.hours) "
                + "hours dead: \(actions.map(\.step.text).joined(separator: "; "))",
            expected: "what it shows that was dead meanwhile",
            difference: profile.difference(expected: dead, actual: asleep))
    }

    /// What the app shows in the end.
    private func state(
        after seconds: Int64, isAsleep: Bool, _ session: isolated Session
    ) async throws -> JSON {
        let before = session.world
        defer { session.world.restoreSurroundings(of: before) }
        try session.terminateAndReap()
        try session.prepareForTime()
        try await session.begin()
        for action in actions { _ = try await session.isPerformed(action) }
        try await session.carryOut([Background()])
        if isAsleep {
            try session.suspend()
            try session.letTimePass(seconds: seconds)
            try session.resume()
            try await session.carryOut([Foreground()])
        } else {
            try await session.carryOut([Kill(.system)])
            try session.letTimePass(seconds: seconds)
            try await session.carryOut([Launch()])
        }
        try await session.carryOut([Background(), Kill(.system), Launch()])
        let state = try await session.state()
        try await session.kill(.system, where: "in the foreground")
        return state
    }
}

extension TargetProfile {
    /// Each kind of action, after what a life begins with.
    var trialsOfSleep: [AuditRule.Trial] {
        guard let life = lifeOfEach, let first = life.parts.first else { return [] }
        return life.parts.dropFirst().map { part in
            AuditRule.Trial(
                "asleep or dead, \(part.actions.last?.name ?? "nothing")",
                steps: [SleepOrDie(actions: first.actions + part.actions, profile: self)])
        }
    }
}
