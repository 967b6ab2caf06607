import CrashStates
import Relaunch

/// Runs asynchronous work to its end and stops its workers then, while this thread answers the signals
/// that come.
///
/// - Parameters:
///   - signals: what ``SignalPipe`` has opened.
///   - workers: what the work is done with.
///   - interval: how often `tick` is called while nothing comes; nil calls it for signals alone.
///   - handle: is called for each signal, in the order in which they came.
/// - Returns: what the work came to.
func waitForWork<Value: Sendable>(
    _ signals: Int32, workers: [Worker], every interval: Duration? = nil, tick: () -> Void = {},
    handle: (Int32) -> Void, work: @escaping @Sendable () async throws -> Value
) throws -> Result<Value, any Error> {
    let outcome = Locked<Result<Value, any Error>?>(nil)
    let end = try makePipe()
    defer { close(end.read) }
    Task.detached {
        let result: Result<Value, any Error>
        do { result = .success(try await work()) } catch { result = .failure(error) }
        for worker in workers { await worker.stop() }
        outcome.withLock { $0 = result }
        close(end.write)
    }
    while true {
        tick()
        if let result = outcome.withLock({ $0 }) { return result }
        _ = try waitForInput([signals, end.read], until: interval.map { .now + $0 })
        for signal in SignalPipe.received(on: signals) { handle(signal) }
    }
}

extension Relaunch.ExitCode {
    /// What a run that was ended by a signal ends with.
    init(interruptedBy signal: Int32) { self = signal == SIGINT ? .interrupted : .terminated }
}
