import Foundation
import Synchronization

/// Kills the process where its launch takes too long (D12): the app hangs, or never completes an
/// extended restoration. The launch is still open in the history, so it counts as a crash.
final class LaunchWatchdog: Sendable {
    private let isDone = Atomic(false)

    /// - Parameter limit: in seconds.
    init(limit: TimeInterval) {
        // Not on the main queue, which may be what hangs.
        DispatchQueue.global(qos: .userInteractive).asyncAfter(deadline: .now() + limit) {
            [self] in
            guard !isDone.load(ordering: .acquiring) else { return }
            let text = "StateRestoration: the launch took longer than \(limit) s; it is killed\n"
            FileHandle.standardError.write(Data(text.utf8))
            kill(getpid(), SIGKILL)
        }
    }

    /// Stops watching: the launch is complete.
    func stop() { isDone.store(true, ordering: .releasing) }
}
