import CrashStates
import Dispatch
import Foundation

/// Ends the exam at SIGINT or SIGTERM so that its results are told; the second one kills.
final class Interruption {
    private final class Received: Sendable {
        let signal = Locked<Int32?>(nil)
    }

    private let received = Received()
    private var sources: [any DispatchSourceSignal] = []

    /// - Parameter stop: Called at the first signal, by another thread.
    init(_ stop: @escaping @Sendable () -> Void) {
        for number in [SIGINT, SIGTERM] {
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { [received] in
                let isFirst = received.signal.withLock { signal in
                    defer { signal = signal ?? number }
                    return signal == nil
                }
                if isFirst { stop() } else { _exit(128 + number) }
            }
            source.resume()
            sources.append(source)
        }
    }

    /// The signal that was received; nil for none.
    var signal: Int32? { received.signal.withLock { $0 } }
}
