import Foundation

/// SIGTERM ends the app without being a crash (D11), even while the main thread is held: the launch is
/// marked as ended, and the process exits with status 143. `applicationWillTerminate` is not called;
/// that is what a quit is for.
enum TerminationSignal {
    @MainActor private static var source: (any DispatchSourceSignal)?

    @MainActor
    static func watch(_ history: LaunchHistory) {
        signal(SIGTERM, SIG_IGN)
        let source = DispatchSource.makeSignalSource(
            signal: SIGTERM, queue: DispatchQueue(label: "StateRestoration.SIGTERM"))
        source.setEventHandler {
            try? history.close()
            _exit(128 + SIGTERM)
        }
        source.activate()
        Self.source = source
    }
}
