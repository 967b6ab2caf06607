import Relaunch
import RelaunchProtocol

/// Lets a day and a half go by after a save, once while the app is dead and once while it is stopped in the
/// background, has it look after that, and launches it again: what that time comes to is the same (rule W6).
/// Where it comes to nothing for the app that slept, that may make up for absences at a launch alone.
struct SleepOrDie: AuditStep {
    let actions: [DrawnAction]
    let profile: TargetProfile

    private static let hours: Int64 = 36
    /// How often each life is lived once more: an app may draw something at random each day.
    private static let repetitions = 3

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
        for _ in 1..<Self.repetitions {
            guard try await isSteady(dead, asleep, after: time, session) else { return .step }
        }
        let atOnce = try await state(after: 0, isAsleep: false, session)
        guard profile.isSameShown(atOnce, try await state(after: 0, isAsleep: true, session)),
            isReckoned(asleep, unlike: dead, since: atOnce)
        else { return .step }
        // What is kept of the container, and told last, is of the life in which it slept.
        guard try await isSteady(dead, asleep, after: time, session) else { return .step }
        throw StepFailure(
            "\(Self.hours) hours asleep in the background come to something else than \(Self.hours) "
                + "hours dead",
            expected: "the same in both",
            actual: "-: where it was dead meanwhile, +: where it was asleep",
            difference: profile.difference(expected: dead, actual: asleep))
    }

    /// Whether both lives come to the same once more.
    private func isSteady(
        _ dead: JSON, _ asleep: JSON, after time: Int64, _ session: isolated Session
    ) async throws -> Bool {
        let deadAgain = try await state(after: time, isAsleep: false, session)
        let asleepAgain = try await state(after: time, isAsleep: true, session)
        return profile.isSameShown(dead, deadAgain) && profile.isSameShown(asleep, asleepAgain)
    }

    /// Whether some part of the state has changed with the time asleep, and not so with the time dead.
    private func isReckoned(_ asleep: JSON, unlike dead: JSON, since atOnce: JSON) -> Bool {
        guard let names = asleep.object?.map(\.key) else { return true }
        return names.contains { name in
            let part = JSON.object([name: asleep[name] ?? .null])
            return [dead, atOnce].allSatisfy { other in
                !profile.isSameShown(.object([name: other[name] ?? .null]), part)
            }
        }
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
        // Some look what time has come to only where they are looked at.
        _ = try await session.state()
        try await session.carryOut([Background(), Kill(.system), Launch()])
        let state = try await session.state()
        try await session.kill(.system, where: "in the foreground")
        return state
    }
}

extension TargetProfile {
    /// Each kind of action, after what a life begins with, and walks. What a plain death takes is not there to be reckoned
    /// with.
    var trialsOfSleep: [AuditRule.Trial] {
        guard findings.isEmpty, let life = lifeOfEach, let first = life.parts.first else {
            return []
        }
        // What is left out here, a walk may give.
        let ways =
            life.parts.dropFirst().map { part in
                (part.actions.last?.name ?? "nothing", first.actions + part.actions)
            } + walks.prefix(3).map { ($0.name, $0.first) }
        return ways.map { name, actions in
            AuditRule.Trial("asleep or dead, \(name)", of: ActionList(actions), self) { list in
                SleepOrDie(actions: list.actions, profile: self)
            }
        }
    }
}
