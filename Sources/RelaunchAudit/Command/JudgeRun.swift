import Relaunch

/// Runs the command once more after something has happened to its second run, and judges what that
/// leaves behind.
///
/// A death must leave what the next run can go on from: it leaves the files of a second run, as if
/// the one that died had never been, or those of a third.
struct JudgeRun: AuditStep {
    /// What can be wrong.
    enum Fault: Sendable, CaseIterable {
        /// The run does not end as others do.
        case isDead
        /// The run leaves what a second one leaves, and the one before had said that it was done.
        case isOlder
        /// Some files are those of a second run and some are those of a third.
        case isMixed
        /// The files are others.
        case isOther
        /// A file is left that piles up.
        case pilesUp
    }

    let faults: Set<Fault>
    let profile: CommandProfile

    var text: String { "Launch(); Expect(.filesOfAnyRun)" }

    init(_ faults: Set<Fault>, _ profile: CommandProfile) {
        (self.faults, self.profile) = (faults, profile)
    }

    func rehearse(_ rehearsal: inout Rehearsal) {
        rehearsal.launch(endsDead: true)
        rehearsal.judge(faults.contains(.pilesUp) ? [.sweptNames] : [])
    }

    func perform(in session: isolated Session) async throws -> Next {
        let swept = try session.evidence.sweptForJudgement
        let judgesLeftovers = faults.contains(.pilesUp)
        let atDeath = judgesLeftovers ? Set(session.container.paths) : []
        try await session.launch()
        guard session.lastRun?.status == CommandProfile.status else {
            try report(.isDead, actual: session.lastRun?.status.map { "\($0)" })
            return .step
        }
        let files = FileRecord(of: session.container)
        if let fault = fault(of: files, isAcknowledged: swept.isAcknowledged) {
            try report(
                fault,
                difference: files.changes(
                    from: profile.files[fault == .isOlder ? 2 : 1],
                    apartFrom: profile.volatileFiles))
            return .step
        }
        if judgesLeftovers {
            try await judgeLeftovers(of: swept.recorded, atDeath, session)
        }
        return .step
    }

    /// Names that are others in each run: as many as a run adds that nothing disturbs are what the next
    /// run was to leave, and no leftovers of the one that died.
    private func judgeLeftovers(
        of recorded: RecordedSteps, _ atDeath: Set<String>, _ session: isolated Session
    ) async throws {
        let limit = profile.pathsPerRun(where: recorded.differs)
        let left = Leftovers(in: session.container, of: recorded).paths
        guard left.count > limit else { return }
        try await session.launch()
        let stays = left.filter(session.container.has)
        guard stays.count > limit else { return }
        try report(.pilesUp, actual: stays.first(where: atDeath.contains) ?? stays.last)
    }

    private func fault(of files: FileRecord, isAcknowledged: Bool) -> Fault? {
        let volatile = profile.volatileFiles
        let (second, third) = (profile.files[1], profile.files[2])
        if files.holds(third, apartFrom: volatile) { return nil }
        if files.holds(second, apartFrom: volatile) { return isAcknowledged ? .isOlder : nil }
        let names = Set(second.digests.keys).union(third.digests.keys).subtracting(volatile)
        let isOfBoth = names.allSatisfy { name in
            let digest = files.digests[name]
            return digest == second.digests[name] || digest == third.digests[name]
        }
        return isOfBoth ? .isMixed : .isOther
    }

    private func report(_ fault: Fault, actual: String? = nil, difference: String? = nil) throws {
        guard faults.contains(fault) else { return }
        throw StepFailure(
            fault.message, expected: fault.expected, actual: actual, difference: difference)
    }
}

extension JudgeRun.Fault {
    fileprivate var message: String {
        switch self {
        case .isDead: "the command does not run on what a death left behind"
        case .isOlder: "what the command had said to be done is lost"
        case .isMixed: "a part of the files is old and a part is new"
        case .isOther:
            "the files after the next run match neither those with the run that died nor those without"
        case .pilesUp: "leftover files pile up: each death can leave one more"
        }
    }

    fileprivate var expected: String {
        switch self {
        case .isDead: "it ends as it does when nothing has died"
        case .isOlder: "the files of a run that comes after it"
        case .isMixed, .isOther: "the files of a second run, or those of a third"
        case .pilesUp: "none after the next runs, or one that the next run overwrites"
        }
    }
}

/// Judges a run in which a call failed, and what the next run makes of it.
struct JudgeFailedRun: AuditStep {
    let profile: CommandProfile

    var text: String { "Expect(.failureReported); Launch(); Expect(.filesOfAnyRun)" }

    func rehearse(_ rehearsal: inout Rehearsal) {
        rehearsal.launch(endsDead: true)
        rehearsal.judge()
    }

    func perform(in session: isolated Session) async throws -> Next {
        let failed = session.lastRun
        if case .signaled(let signal) = failed?.status {
            throw StepFailure(
                "the command dies of a call that fails", expected: "it says so and ends",
                actual: "died of \(signal)")
        }
        try await session.launch()
        let volatile = profile.volatileFiles
        let files = FileRecord(of: session.container)
        if files.holds(profile.files[2], apartFrom: volatile) { return .step }
        guard files.holds(profile.files[1], apartFrom: volatile) else {
            throw StepFailure(
                "after a call that failed, the next run leaves neither the files of a second run "
                    + "nor those of a third",
                difference: files.changes(from: profile.files[1], apartFrom: volatile))
        }
        let isSilent = failed?.status == .exited(0) && failed?.error.isEmpty == true
        guard isSilent, profile.tellsRunsApart else { return .step }
        throw StepFailure(
            "a call failed, what the run was to do is not done, and it said nothing",
            expected: "an exit status other than 0, or a message", actual: "status 0, no message")
    }
}

extension Expect.Condition {
    /// The latest run ended by itself, well or with an error.
    static var noDeathBySignal: Self {
        Self(".noDeathBySignal") { session in
            guard case .signaled(let signal) = session.lastRun?.status else { return nil }
            return StepFailure(
                "the command dies of what it reads", expected: "it goes on, or says what is wrong",
                actual: "died of \(signal)")
        }
    }

    /// The files are those of the second run.
    static func filesOfSecondRun(_ profile: CommandProfile) -> Self {
        Self(".filesOfSecondRun") { session in
            let files = FileRecord(of: session.container)
            guard !files.holds(profile.files[1], apartFrom: profile.volatileFiles) else {
                return nil
            }
            return StepFailure(
                "the second run leaves something else than usual",
                expected: "the files of a second run", actual: "others",
                difference: files.changes(
                    from: profile.files[1], apartFrom: profile.volatileFiles))
        }
    }
}
