import CrashStates

/// How the one case is reported that stands for many futures.
extension Walk {
    /// Ends the case: control, verdict, report.
    func conclude(
        _ failures: [Failure], of session: Session, branches: [String], launches: Int? = nil,
        kept: SweepTally.Kept? = nil, notes: [String] = []
    ) async throws {
        var failures = failures
        var control = ControlResult.notRun
        if failures.isEmpty, needsControl {
            control = try await runControl(branches)
            if let failure = verdictOfControl(control) { failures.append(failure) }
        }
        await finish(
            failures, control, of: session, branches: branches, launches: launches, kept: kept,
            notes: notes)
    }

    /// Reports what an interrupted run has found until then. Where nothing was wrong there is no
    /// verdict: what was not visited may be.
    ///
    /// - Parameters:
    ///   - unit: what the futures are called.
    ///   - figures: how far it has come, one line each.
    func reportInterrupted(
        _ tally: SweepTally, _ unit: String, _ figures: [String], of session: Session,
        branches: [String]
    ) async {
        let failures = tally.all.map { $0.summary(below: branches.count, as: unit) }
        guard !failures.isEmpty else {
            let title = runner.identity(branches).title
            return figures.forEach { report(.note("'\(title)' was interrupted: \($0)")) }
        }
        await finish(
            failures, .notRun, of: session, branches: branches,
            launches: session.launches + tally.launches, kept: tally.kept,
            notes: figures + ["it was interrupted: \(unit) that were not visited may fail, too"])
    }

    /// - Parameters:
    ///   - launches: How many there were in all futures; nil where none was visited.
    ///   - kept: Of the first that failed. Without it the timeline is that of the way to the futures.
    private func finish(
        _ failures: [Failure], _ control: ControlResult, of session: Session, branches: [String],
        launches: Int?, kept: SweepTally.Kept?, notes: [String]
    ) async {
        let way = await (timeline: session.caseState.timeline.entries, launches: session.launches)
        var result = runner.result(branches, Self.verdict(failures, control), failures: failures)
        if needsControl { result.control = control }
        result.seconds = await session.age.seconds
        result.timeline = kept?.timeline ?? way.timeline
        result.launches = launches ?? way.launches
        result.container = kept?.container
        result.notes = await session.notes + notes
        report(.caseFinished(result))
    }
}
