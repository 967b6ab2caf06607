import CrashStates

/// Carries a scenario out, and each of its cases that did not pass again, as often as the run allows.
///
/// A case has one result: of its first attempt that passed, then it is flaky, or of the last one.
struct RetryRunner: Sendable {
    let runner: CaseRunner
    let report: @Sendable (Event.Kind) -> Void

    private var attempts: Int { runner.configuration.retries + 1 }

    func run(branches: [String]) async throws {
        guard attempts > 1 else { return try await runner.run(branches: branches, report: report) }
        let held = Locked<[CaseResult]>([])
        do {
            try await runner.run(branches: branches) { [report] kind in
                if case .caseFinished(let result) = kind, result.verdict.isWorthAnotherAttempt {
                    held.withLock { $0.append(result) }
                } else {
                    report(kind)
                }
            }
            while let result = held.withLock({ $0.first }) {
                let last = try await again(result)
                held.withLock { _ = $0.removeFirst() }
                report(.caseFinished(last))
            }
        } catch {
            // The run was interrupted: what is known is reported.
            for result in held.withLock({ $0 }) { report(.caseFinished(result)) }
            throw error
        }
    }

    /// Carries one case out again until it passes.
    private func again(_ first: CaseResult) async throws -> CaseResult {
        var last = first
        for attempt in 2...attempts where !runner.worker.isAbandoned {
            let results = Locked<[CaseResult]>([])
            let hasBegun = Locked(false)
            try await runner.run(branches: first.identity.branches) { [report] kind in
                switch kind {
                case .caseStarted
                where hasBegun.withLock({ hasBegun in
                    defer { hasBegun = true }
                    return !hasBegun
                }):
                    // It has been reported as begun.
                    break
                case .caseFinished(let result): results.withLock { $0.append(result) }
                default: report(kind)
                }
            }
            guard var result = results.withLock({ $0.first }) else { break }
            // A case that failed before its branches may have several now.
            for other in results.withLock({ $0 }).dropFirst() { report(.caseFinished(other)) }
            result.attempts = attempt
            if result.verdict == .passed {
                result.verdict = .flaky
                result.failures = first.failures
                result.timeline = first.timeline
                result.container = first.container
                return result
            }
            last = result
            if !result.verdict.isWorthAnotherAttempt { break }
        }
        return last
    }
}

extension Verdict {
    /// Whether the case may end in another way next time.
    fileprivate var isWorthAnotherAttempt: Bool { self == .failed || self == .errored }
}
