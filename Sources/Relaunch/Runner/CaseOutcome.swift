/// How a case has ended, before it has a verdict.
enum CaseOutcome: Sendable {
    /// One path, in the session that stands at its end.
    case path(Session, Failure?)
    /// Everything that one step has opened, by the session that led there.
    case branches(BranchesOutcome, from: Session)
    /// Nothing could be carried out, and why: the scenario is wrong, for one.
    case nothing([Failure])
    /// It cannot run on this machine, and why.
    case skipped(String)
}

/// What became of branches that are reported as one case.
struct BranchesOutcome: Sendable {
    /// One for each way in which branches have failed.
    var failures: [Failure]
    /// How many launches there were in all of them.
    var launches = 0
    /// Of the first that failed.
    var kept: KeptBranch?
    /// What is said of all of them: one line each.
    var notes: [String] = []
    /// What a sweep has visited.
    var sweep: SweepCount?
}

/// What is kept of a branch that failed, for a person to look at.
struct KeptBranch: Sendable {
    /// The path of a copy of its container.
    var container: String?
    var timeline: [TimelineEntry]
}
