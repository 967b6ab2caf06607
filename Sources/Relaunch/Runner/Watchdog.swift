import CrashStates

/// Watches a case that may never come back from a step: an endless loop in a closure of the scenario, or a
/// call there that blocks. Nothing can end such a thread but the end of its process; so the case gets its
/// verdict without it, and its workers get no other case.
package struct Watchdog: Sendable {
    /// How long code between two waits may take. All that the harness does there itself takes
    /// milliseconds, so this is generous on a loaded machine.
    package static let limit = Duration.seconds(30)
    private static let interval = Duration.milliseconds(500)

    let workers: CaseWorkers
    let limit: Duration

    init(over workers: CaseWorkers, limit: Duration = Self.limit) {
        self.workers = workers
        self.limit = limit
    }

    /// Who is the first to say how the case has ended, its own runner or the watchdog.
    private final class Ending: Sendable {
        private let continuation: Locked<CheckedContinuation<(any Step)?, any Error>?>

        init(_ continuation: CheckedContinuation<(any Step)?, any Error>) {
            self.continuation = Locked(continuation)
        }

        var isKnown: Bool { continuation.withLock { $0 == nil } }

        func take() -> CheckedContinuation<(any Step)?, any Error>? {
            continuation.withLock { continuation in
                defer { continuation = nil }
                return continuation
            }
        }
    }

    /// Carries out `work` on the workers and returns nil when it has come to its end, or the step from
    /// which it does not come back.
    func watch(_ work: @escaping @Sendable () async throws -> Void) async throws -> (any Step)? {
        try await withCheckedThrowingContinuation { continuation in
            let ending = Ending(continuation)
            let watch = Task {
                while !ending.isKnown {
                    try await Task.sleep(for: min(Self.interval, limit))
                    guard let step = workers.stepWithoutWait(for: limit) else { continue }
                    guard let continuation = ending.take() else { return }
                    workers.abandon()
                    return continuation.resume(returning: step)
                }
            }
            Task {
                do {
                    try await work()
                    ending.take()?.resume(returning: nil)
                } catch {
                    ending.take()?.resume(throwing: error)
                }
                watch.cancel()
            }
        }
    }
}
