import CrashStates

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

// Which names differ from run to run is found out by another run.
extension Session {
    /// Finds out which names that some steps have made differ from run to run: the steps are carried out
    /// once more where it could make a difference. Where they do not come to their end, nothing is known.
    ///
    /// - Parameters:
    ///   - isRunning: Whether the target ran when they began.
    ///   - isSuspended: Whether it was in the background then.
    func findOutNames(
        of recorded: inout RecordedSteps, _ steps: [any Step], _ limits: RecordingLimits,
        isRunning: Bool, isSuspended: Bool
    ) async throws {
        let base = recorded.base
        var names = VaryingNames(base: base, end: recorded.end, calls: recorded.calls)
        let isNeeded = observations.contains(.sweptNames) ? names.hasPassing : names.mayBeAlike
        guard isNeeded else { return }
        let begin = time(nil)
        var hasAnother = false
        while let again = try await repeated(
            steps, limits, on: base, isRunning: isRunning, isSuspended: isSuspended)
        {
            names.compare(again)
            if hasAnother || !names.mayTellSeconds { break }
            // The recording may have ended in the second in which this began.
            while time(nil) == begin { try await Task.sleep(for: .milliseconds(10)) }
            hasAnother = true
        }
        recorded.varyingNames = names
        recorded.names = CanonicalNames(names, calls: recorded.calls)
    }

    /// The calls of the steps when they are carried out once more, on a copy of the container as it was
    /// before them; nil where they do not come to their end there. Nothing else of that is taken in.
    private func repeated(
        _ steps: [any Step], _ limits: RecordingLimits, on base: DirectoryTree, isRunning: Bool,
        isSuspended: Bool
    ) async throws -> [RecordedCall]? {
        let copy = try Container(making: runDirectory.newPath())
        defer { try? copy.remove() }
        var materializer = try Materializer(root: copy.path)
        try materializer.materialize(base)
        let session = forkPoint.session(in: copy, on: worker, isSwept: false)
        do {
            let run = try await session.repeating(
                steps, limits, isRunning: isRunning, isSuspended: isSuspended)
            try await session.terminateAndReap()
            return run.error == nil && run.recording.isComplete ? run.recording.calls : nil
        } catch {
            try await session.terminateAndReap()
            guard error is StepFailure else { throw error }
            return nil
        }
    }

    private func repeating(
        _ steps: [any Step], _ limits: RecordingLimits, isRunning: Bool, isSuspended: Bool
    ) async throws -> RecordedRun {
        caseState.control = nil
        caseState.sweepsLeft = 1
        if isRunning { try await launchAgain() }
        if isSuspended {
            try await deliver(.background)
            try suspend()
        }
        return try await record(steps, limits: limits, isFrozen: freeze())
    }
}
