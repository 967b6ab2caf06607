import Foundation

/// SIGTERM ends the app without being a crash (D11), even while the main thread is held: the launch
/// is marked as ended, and the process exits with status 143. `applicationWillTerminate` is not
/// called; that is what a quit is for.
///
/// The signal is blocked in every thread but for one that waits for it, so that nothing has to be
/// done inside a signal handler. A dispatch source does not do: it misses the signal while the main
/// thread is held before the run loop has begun.
enum TerminationSignal {
    /// To be called on the main thread, before there is another one: threads inherit what is
    /// blocked.
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
