import CrashStates
import RelaunchProtocol
import SystemPackage

/// A sweep where nothing can be traced: the steps are carried out again for each call that changes a
/// file, from the first step of the scenario on, and everything is killed before that call.
final class CountedSweep: Sendable {
    /// So many calls are tried at most, spread over all of them.
    static let killLimit = 1000
    private static let end = "end"

    private let steps: [any Step]
    private let count: CallCount
    private let reason: Errno
    /// What the steps saved, had they come to their end.
    private let saved: Evidence
    private let state = Locked((kills: 0, begin: ContinuousClock.now))

    init(_ steps: [any Step], _ count: CallCount, because reason: Errno, saved: Evidence) {
        self.steps = steps
        self.count = count
        self.reason = reason
        self.saved = saved
    }

    private var chosen: [Int] {
        let number = min(count.calls, Self.killLimit)
        return (0..<number).map { 1 + $0 * count.calls / number }
    }

    /// One for each call, and one for a death after the last.
    var branches: [Branch] {
        chosen.map { call in
            Branch("\(call)") { [self] session in try await die(before: call, in: session) }
        } + [Branch(Self.end) { [self] session in try await die(before: nil, in: session) }]
    }

    /// Carries the steps out to the call. Where it does not come this time, they die at their end.
    private func die(before call: Int?, in session: isolated Session) async throws {
        let before = session.evidence
        let (count, error) = try await session.count(steps, killBefore: call)
        if let error, !count.hasKilled { throw error }
        if count.hasKilled, let call {
            state.withLock { $0.kills += 1 }
            try session.dieCounted(before: call, of: self.count.calls)
        }
        if error != nil {
            session.evidence = before
            session.evidence.savedStates += saved.savedStates
            session.evidence.savedScreens += saved.savedScreens
        }
    }

    /// One line, which says what is not reached.
    var summary: [String] {
        let (kills, begin) = state.withLock { $0 }
        let some = count.calls > Self.killLimit ? "\(kills)" : "each"
        let files = count.seesFiles ? "" : ", some of them perhaps on files outside the container"
        return [
            """
            sweep: ptrace is not permitted here (\(reason)), so the target was killed before \(some) of \
            \(count.calls) calls that change files\(files), and at the end, each time in a run of its \
            own: \(kills + 1) kills in \(begin.duration(to: .now).shortText); states inside writes and \
            after power losses are not reached
            """
        ]
    }
}

extension Session {
    /// Why nothing can be traced here; nil where it can.
    func tracingError() throws -> Errno? { try supervisor().tracingError }

    /// Carries out steps while calls are counted, and leaves the target dead. What a step threw comes
    /// with the count.
    func count(
        _ steps: [any Step], killBefore call: Int? = nil
    ) async throws -> (CallCount, (any Error)?) {
        let counter = CallCounter(try supervisor())
        let isFrozen = try freeze()
        lastRun = nil
        try counter.start(killBefore: call)
        defer { caseState.sweepsLeft -= 1 }
        var failure: (any Error)?
        do {
            if isFrozen { try resume() }
            for step in steps {
                // A step that lets its command end in any way goes on after the kill.
                if call != nil, lastRun?.status == .signaled(.SIGKILL) { break }
                guard case .step = try await carryOut(step) else {
                    throw StepFailure(
                        blame: .scenario,
                        "a step with several branches cannot be swept: \(step.text)")
                }
            }
            _ = try freeze()
        } catch let error as CancellationError {
            _ = try? counter.stop()
            throw error
        } catch {
            failure = error
        }
        let count = try counter.stop()
        if !count.hasKilled, failure == nil, running != nil {
            try await kill(.system, where: "after the swept steps")
        }
        return (count, failure)
    }

    /// Proves the death before a call.
    fileprivate func dieCounted(before call: Int, of total: Int) throws {
        try terminateAndReap()
        observeFiles()
        lastKillPoint = "killed before call \(call) of \(total) that change files"
        log("killed before call \(call) of \(total) that change files; proved dead")
    }
}
