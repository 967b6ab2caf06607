import Relaunch
import RelaunchProtocol

/// Performs an action of which calls may fail, and remembers whether it ended well.
struct TryAction: AuditStep {
    fileprivate static let answer = "audit.answer"

    let action: DrawnAction

    var text: String { "Try(\"\(action.name)\")" }

    func rehearse(_ rehearsal: inout Rehearsal) { action.step.rehearse(&rehearsal) }

    func perform(in session: isolated Session) async throws -> Next {
        do {
            try await session.perform(action.name, action.arguments)
            session.remembered[Self.answer] = true
        } catch let failure as StepFailure where failure.blame == .target {
            session.log("not done: \(action.name): \(failure.message)")
            session.remembered[Self.answer] = false
        }
        return .step
    }
}

/// Kills what is left, launches it, and judges what it shows of an action of which calls have failed: all of it
/// or nothing, and all of it where it ended well.
struct JudgeTriedAction: AuditStep {
    let way: DescribedWay
    let profile: TargetProfile

    var text: String { "Launch(); Expect(.allOfItOrNothing)" }

    func rehearse(_ rehearsal: inout Rehearsal) {
        if profile.described?.isAtRest == false {
            rehearsal.die()
            rehearsal.launch(endsDead: false)
        }
        rehearsal.judge()
    }

    func perform(in session: isolated Session) async throws -> Next {
        if profile.described?.isAtRest == false {
            try await end(session)
            try await session.launch()
        }
        let shown = try await session.shownState()
        let before = way.states[way.states.count - 2]
        let after = way.states[way.states.count - 1]
        if profile.isSame(after, shown) { return .step }
        let isAnswered = session.remembered[TryAction.answer]?.bool ?? false
        if profile.isSame(before, shown), !isAnswered { return .step }
        throw StepFailure(
            isAnswered
                ? "a call failed, the action ended well all the same, and what it did is not there"
                : "after an action of which a call failed, the state is neither that before nor after it",
            expected: isAnswered ? "the state after the action" : "one of the two",
            actual: "another one",
            difference: JSONDifference(
                expected: profile.comparable(isAnswered ? after : before),
                actual: profile.comparable(shown)
            ).description)
    }

    /// A target may give up where a call fails, and say so; it dies of no signal.
    private func end(_ session: isolated Session) async throws {
        let process = session.running?.process
        do {
            try await session.kill(.system, where: "after the action")
        } catch let failure as StepFailure where failure.blame == .target {
            guard case .exited? = process?.exitStatus else { throw failure }
            session.log("it had given up: \(failure.actual ?? failure.message)")
        }
    }
}

/// Launches on damaged files. The target starts, or ends with words and by itself; it does not hang, and dies of
/// no signal.
struct LaunchDamaged: AuditStep {
    var text: String { "Launch() or a refusal" }

    func rehearse(_ rehearsal: inout Rehearsal) {
        rehearsal.launch(endsDead: false)
        rehearsal.judge()
    }

    func perform(in session: isolated Session) async throws -> Next {
        do {
            try await session.launch()
        } catch let failure as StepFailure where failure.blame == .target {
            if case .exited(let status)? = session.exitOfLaunch, status != 0 { return .step }
            throw failure
        }
        return .step
    }
}
