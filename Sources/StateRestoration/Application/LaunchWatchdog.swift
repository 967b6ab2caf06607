import Foundation
import Synchronization

/// Kills the process where its launch does not come to an end in time (D12): an app that hangs, or
/// that never completes an extended restoration. The launch is open in the history, and thus counts
/// as a crash.
final class LaunchWatchdog: Sendable {
    private let isDone = Atomic(false)

    /// - Parameter limit: in seconds.
    init(limit: TimeInterval) {
        // Not on the main queue: a main thread that hangs is what it is for.
        DispatchQueue.global(qos: .userInteractive).asyncAfter(deadline: .now() + limit) {
            [self] in
            guard !isDone.load(ordering: .acquiring) else { return }
            let text = "StateRestoration: the launch took longer than \(limit) s and is killed\n"
            FileHandle.standardError.write(Data(text.utf8))
            kill(getpid(), SIGKILL)
        }
    }

    /// The launch is complete.
    func stop() { isDone.store(true, ordering: .releasing) }
}
