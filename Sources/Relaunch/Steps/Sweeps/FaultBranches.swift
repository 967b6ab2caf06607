import CrashStates

/// The branches of one `Fail`: in each the steps are carried out and one call goes wrong in one way.
final class FaultBranches: Sendable {
    struct InjectedFault: Sendable {
        var member: CallCensus.Member
        var fault: Fail.Fault
        /// Whether later calls fail too.
        var lasts: Bool

        /// Such as `12=ENOSPC` or `12=ENOSPC lasting`: the branch's name.
        var name: String { "\(member.number)=\(fault)\(lasts ? " lasting" : "")" }

        var plan: RecordingPlan? { fault.plan(for: member, lasting: lasts) }
    }

    private let injected: [InjectedFault]
    /// What cannot happen, such as `EINTR at 2 renames`; of what is meant for other kinds nothing is said.
    let leftOut: [String]
    private let steps: [any Step]
    private let total: Int
    private let chosen: String
    /// Whether a sweep carries the steps out.
    private let isSwept: Bool
    private let state = Locked(State())

    private struct State {
        var injected = 0
        var lasting = 0
        let begin = ContinuousClock.now
    }

    /// - Parameter lasting: whether later calls fail too; nil for both where the fault usually lasts.
    init(
        _ steps: [any Step], _ members: [CallCensus.Member], _ faults: [Fail.Fault],
        lasting: Bool?, of census: CallCensus, isSwept: Bool = false
    ) {
        self.steps = steps
        self.isSwept = isSwept
        total = census.total
        chosen = CallCensus.text(members)
        var injected: [InjectedFault] = []
        var leftOut: [String] = []
        for fault in faults {
            let isPossible = { (member: CallCensus.Member) in
                fault.plan(for: member, lasting: false) != nil
            }
            for member in members where isPossible(member) {
                let forms =
                    lasting.map { [$0] }
                    ?? (fault.usuallyLasts(at: member.kind) ? [false, true] : [false])
                injected += forms.map { InjectedFault(member: member, fault: fault, lasts: $0) }
            }
            let impossible = members.filter { !isPossible($0) && fault.concerns($0.kind) }
            if !impossible.isEmpty { leftOut.append("\(fault) at \(CallCensus.text(impossible))") }
        }
        self.injected = injected
        self.leftOut = leftOut
    }

    var branches: [Branch] {
        injected.map { injected in
            Branch(injected.name) { [self] session in
                if isSwept { return plan(injected, in: session) }
                try await carryOut(injected, in: session)
            }
        }
    }

    /// Carries the steps out while one call goes wrong, or that and later ones. It is the same call as at first in that it is of
    /// the same kind and has the same place among its kind, whatever other calls there are this time.
    private func carryOut(_ injected: InjectedFault, in session: isolated Session) async throws {
        let before = session.evidence
        let run = try await session.recordAlive(steps, plan: injected.plan)
        let fault = try fault(injected, in: run)
        try await session.goOn(after: fault, run.error, before)
    }

    /// Leaves it to the sweep that comes next to carry the steps out.
    private func plan(_ injected: InjectedFault, in session: isolated Session) {
        session.caseState.sweepsLeft -= 1
        session.caseState.plannedFault = PlannedFault(plan: injected.plan) { [self] run in
            try fault(injected, in: run)
        }
    }

    /// The call that was made to fail, in words.
    ///
    /// - Throws: ``BranchMissed`` where none was, or what ended the steps before.
    private func fault(_ injected: InjectedFault, in run: RecordedRun) throws -> String {
        guard let number = run.recording.injectedCall else {
            if let error = run.error { throw error }
            throw BranchMissed("no call like `\(injected.member.call.text)` was made this time")
        }
        state.withLock {
            $0.injected += 1
            $0.lasting += injected.lasts ? 1 : 0
        }
        let later = run.recording.injectedCalls.count - 1
        let others = later == 0 ? "no later one" : Phrases.count(later, "later one", "later ones")
        let call = run.recording.calls[number - 1].text
        let place = run.recording.planNumbers[number - 1]
        return "`\(call)`, call \(place) of \(total)\(injected.lasts ? ", and \(others)" : "")"
    }

    /// One line of figures, and one of what was left out.
    var summary: [String] {
        let (injected, lasting, begin) = state.withLock { ($0.injected, $0.lasting, $0.begin) }
        let forms = lasting == 0 || lasting == injected ? "" : " (\(lasting) lasting)"
        let line = """
            fail: \(Phrases.count(total, "call", "calls")) recorded, \(chosen), \
            \(Phrases.count(injected, "failure", "failures")) injected\(forms) in \
            \(begin.duration(to: .now).shortText)
            """
        guard !leftOut.isEmpty else { return [line] }
        return [line, "left out, since it cannot happen: " + leftOut.joined(separator: "; ")]
    }
}

extension Session {
    /// Goes on after a call that failed, and what the steps made of that. A save may have been finished
    /// or not: from now on either state may be on disk.
    func goOn(
        after fault: String, _ error: (any Error)?, _ before: Evidence
    ) async throws {
        caseState.lastFault = fault
        log("made to fail: \(fault)")
        if let error {
            // A target that says what went wrong, and lives, has done all that can be asked of it.
            guard let answer = error as? StepFailure, answer.kind == .refused, running != nil else {
                throw error
            }
            log(answer.message)
            try await observeInterruptedSave()
        }
        evidence.savedStates = before.savedStates + evidence.savedStates
        evidence.savedScreens = before.savedScreens + evidence.savedScreens
    }
}
