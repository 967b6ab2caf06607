import Foundation

/// Ends the app on SIGTERM, which is not a crash (D11): the launch is marked as ended, and the process
/// exits with status 143, even while the main thread is held. `applicationWillTerminate` is not
/// called; a quit calls it.
///
/// Every thread blocks the signal, except one that waits for it, so no code runs inside a signal
/// handler. A dispatch source would miss the signal while the main thread is held before the run
/// loop has begun.
enum TerminationSignal {
    /// Call it on the main thread before another exists: threads inherit what is blocked.
    static func watch(_ history: LaunchHistory) {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGTERM)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        let waiting = signals
        Thread.detachNewThread {
            var signals = waiting
            var received: Int32 = 0
            while sigwait(&signals, &received) != 0 || received != SIGTERM {}
            try? history.close()
            _exit(128 + SIGTERM)
        }
    }
}
