import CrashStates

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Finds out which names that swept steps have made differ from run to run: the scenario is carried out
/// again up to the sweep, and the steps are recorded once more. Where they do not come to their end,
/// nothing is known.
struct NameSearch: Sendable {
    let paths: PathRunner
    let sweep: SweepInProgress

    func run() async throws {
        guard let visitor = sweep.states.visitor, visitor.recorded.asksForAnotherRun else { return }
        let begin = time(nil)
        var names = visitor.recorded.varyingNames
        var hasAnother = false
        while let calls = try await recordAgain() {
            names.compare(calls)
            if hasAnother || !names.mayTellSeconds { break }
            // The recording may have ended in the second in which this began.
            try await waitForSecond(after: begin)
            hasAnother = true
        }
        visitor.take(names)
    }

    /// What the steps did in another run; nil where it did not come to their end.
    private func recordAgain() async throws -> [RecordedCall]? {
        let (failure, session) = try await paths.session(
            before: sweep.next - 1, along: sweep.branches)
        do {
            let calls = failure == nil ? try await session.recordAgain(sweep.states) : nil
            try await session.abandon()
            return calls
        } catch {
            try? await session.abandon()
            guard error is StepFailure else { throw error }
            return nil
        }
    }
}

extension Session {
    fileprivate func recordAgain(_ states: SweptStates) async throws -> [RecordedCall]? {
        let run = try await record(states.steps, limits: states.limits, isFrozen: freeze())
        return run.error == nil && run.recording.isComplete ? run.recording.calls : nil
    }
}
