import CrashStates

/// What came of carrying a step out again as one of its branches has it.
enum RepeatedStep: Sendable {
    /// The step has been carried out in the session.
    case done(Session)
    case failed(Failure, Session)
    /// It did not become what it was to be.
    case missed(BranchMissed)
}

extension PathRunner {
    /// How often a branch is tried that did not become what it was to be.
    static let attempts = 3

    /// Carries the scenario out again, in a new session, up to a step, and the step as a branch has it.
    func repeatStep(
        as branch: Branch, at index: Int, along branches: [String]
    ) async throws -> RepeatedStep {
        var missed = BranchMissed("it was not tried")
        for _ in 1...Self.attempts {
            let (failure, session) = try await session(before: index, along: branches)
            if let failure { return .failed(failure, session) }
            do {
                try await branch.prepare(session)
                return .done(session)
            } catch let error as CancellationError {
                try? await session.abandon()
                throw error
            } catch let reason as BranchMissed {
                try await session.abandon()
                missed = reason
            } catch {
                let failure = await self.failure(
                    error, at: rehearsal.steps[index], in: session)
                return .failed(failure, session)
            }
        }
        return .missed(missed)
    }
}

/// Carries a step out again for each of its branches, and says what became of them.
struct RepeatRunner: Sendable {
    let paths: PathRunner
    let opened: RepeatedBranches
    /// Which step it is.
    let index: Int
    /// The branches that led to it.
    let branches: [String]
    private let tally: BranchTally
    private let meter: SweepMeter

    init(
        paths: PathRunner, opened: RepeatedBranches, index: Int, branches: [String],
        reporting steps: StepReporter, _ meter: SweepMeter
    ) {
        self.paths = paths
        self.opened = opened
        self.index = index
        self.branches = branches
        self.meter = meter
        tally = BranchTally(paths.runner, announce: steps.report)
    }

    func run() async throws -> BranchesOutcome {
        meter.begin()
        for (number, branch) in opened.branches.enumerated() {
            let position = BranchPosition(outer: number + 1)
            if tally.isOver(before: position) { break }
            let state = StateRunner(
                paths: paths, tally: tally, position: position, sweptContainer: nil)
            try await state.enterAgain(branch, at: index, along: branches)
            meter.count()
        }
        meter.end()
        var failures = failures
        if tally.missed.count == opened.branches.count, let first = tally.missed.first {
            failures.append(Failure(ofMissed: first.reason, at: paths.rehearsal.steps[index]))
        }
        var notes = opened.summary() + tally.missedNotes
        if let inner = tally.innerNote { notes.append(inner) }
        return BranchesOutcome(
            failures: failures, launches: tally.launches, kept: tally.kept, notes: notes)
    }

    /// What has been found until now, where the run was interrupted.
    func interrupted() -> BranchesOutcome {
        BranchesOutcome(
            failures: failures, launches: tally.launches, kept: tally.kept,
            notes: opened.summary())
    }

    private var failures: [Failure] {
        tally.all.map { $0.summary(below: branches.count, as: "branches") }
    }
}

extension Failure {
    /// None of the branches of a step could be made.
    init(ofMissed reason: BranchMissed, at step: any Step) {
        self.init(
            blame: .scenario, location: step.location, step: step.text,
            message: "the steps do not make the same calls each time: \(reason)",
            expected: "the recorded call is made again",
            actual: "it was not in \(PathRunner.attempts) attempts")
    }
}
