import Relaunch
import RelaunchProtocol

/// Remembers whether the target says that a step did not come off: by its answer or as an issue. One that
/// has no channel to say so may write on its output; of others that is a log, which no user sees.
struct ListenForTrouble: AuditStep {
    /// What is remembered where the target has told what it could not do: then its user knows.
    static let told = "the target has said what it could not do"
    /// What is remembered where it has only logged something.
    static let logged = "the target has written on its output"

    private let step: any Step

    init(_ step: any Step) { self.step = step }

    var text: String { step.text }

    func rehearse(_ rehearsal: inout Rehearsal) { step.rehearse(&rehearsal) }

    func perform(in session: isolated Session) async throws -> Next {
        let before = try outputSize(session)
        let issues = session.record.issues.count
        do { _ = try await step.perform(in: session) } catch let failure as StepFailure
            where failure.kind == .refused
        {
            session.log("\(step.text): \(failure.message)")
            session.remembered[Self.told] = true
        }
        if session.record.issues.count > issues { session.remembered[Self.told] = true }
        if try outputSize(session) > before {
            session.remembered[session.canReportIssues ? Self.logged : Self.told] = true
        }
        return .step
    }

    /// How much the target has written by now.
    private func outputSize(_ session: isolated Session) throws -> Int {
        let process = session.running?.process
        _ = try process?.takeInput(until: .now)
        return process?.output.total ?? 0
    }
}

/// Judges what a save, or an action that saves, leaves of which a call has failed; see ``ListenForTrouble``.
struct JudgeFailedSave: AuditStep {
    let walk: ActionWalk
    let profile: TargetProfile
    /// Whether it is a single action: nobody has said yet that it is saved, and it is done as a whole or not at
    /// all. Of a save, one document may be new and another one old, and the target has to say so.
    let isOfAction: Bool
    /// What comes back where only the first of two saves has come off; nil where there is one.
    let afterFirst: JSON?
    var text: String { "Launch(); Expect(.oldStateOrNew)" }

    init(
        _ walk: ActionWalk, _ profile: TargetProfile, isOfAction: Bool = false,
        afterFirst: JSON? = nil
    ) {
        (self.walk, self.profile, self.isOfAction) = (walk, profile, isOfAction)
        self.afterFirst = afterFirst
    }

    func rehearse(_ rehearsal: inout Rehearsal) {
        rehearsal.launch(endsDead: false)
        rehearsal.judge()
    }

    func perform(in session: isolated Session) async throws -> Next {
        let isSilent = !isOfAction && session.remembered[ListenForTrouble.told] == nil
        try await session.launch()
        let state = try await session.state()
        let judge = JudgeCrashState(isOfAction ? [.isOther, .isMixed] : [.isOther], walk, profile)
        let new = walk.secondRestored ?? walk.restored
        let isPartly =
            !profile.isSame(state, new) && afterFirst.map { profile.isSame(state, $0) } ?? false
        let fault =
            isPartly
            ? isSilent ? .isOlder : nil : judge.fault(of: state, isAcknowledged: isSilent)
        switch fault {
        case .isOlder:
            throw session.silentFailure(profile.difference(expected: new, actual: state))
        case let fault?: try judge.report(fault, state)
        case nil: break
        }
        return .step
    }
}

extension Session {
    /// What is wrong with a save that fails without a word to the user.
    func silentFailure(_ difference: String) -> StepFailure {
        let isLogged = remembered[ListenForTrouble.logged] != nil
        return StepFailure(
            "a save fails, the target says nothing of it, and what was to be saved is gone",
            expected: isLogged
                ? "the new state, or a refusal or an issue: no user reads what it writes on its output"
                : "the new state, or a word that it is not saved",
            difference: difference)
    }
}
