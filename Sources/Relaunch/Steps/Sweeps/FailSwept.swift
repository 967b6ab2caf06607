import CrashStates

/// The `Fail` that is inside a sweep of a power failure: it says which call fails while the steps of the
/// sweep, which comes next, are recorded.
struct FailSwept: Step {
    let fail: Fail

    var location: FileLocation { fail.location }
    var text: String { fail.text }
    var traits: StepTraits { .keepsState }

    func rehearse(_ rehearsal: inout Rehearsal) {
        fail.check(&rehearsal)
        rehearsal.failSwept()
    }

    func perform(in session: isolated Session) async throws -> Next {
        guard let faulty = try await fail.branches(in: session, isSwept: true) else {
            return .again(RepeatedBranches([Branch("none of them is made")], summary: { [] }))
        }
        return .again(RepeatedBranches(faulty.branches, summary: { faulty.summary }))
    }
}

/// What is to go wrong in the steps that are swept next.
struct PlannedFault: Sendable {
    var plan: RecordingPlan?
    /// The call that failed, in words.
    var text: @Sendable (RecordedRun) throws -> String
}

extension Sweep {
    /// What is carried out for it: before a sweep whose steps are one `Fail`, the choice of the call.
    public var parts: [any Step] {
        guard death.profile != nil, steps.count == 1, let fail = steps.first as? Fail else {
            return [self]
        }
        return [FailSwept(fail: fail), sweeping(fail.steps)]
    }
}
