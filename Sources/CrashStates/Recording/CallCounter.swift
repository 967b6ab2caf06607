import CSupervisor

/// Counts calls that change files where nothing can be traced, and kills everything before one of them.
///
/// It is told of each call before it is made, and of nothing else: not what it returns, nor, where
/// memory is closed, which file it changes. It counts what was spawned with `Command.recorded`.
public final class CallCounter {
    private let supervisor: Supervisor

    package init(_ supervisor: Supervisor) {
        self.supervisor = supervisor
    }

    /// Begins. Calls that are under way are missed.
    ///
    /// - Parameter call: before which everything is killed, counted from 1; nil is never.
    public func start(killBefore call: Int? = nil) throws {
        let code = supervisor.startCounting(killBefore: UInt32(clamping: call ?? 0))
        guard code == 0 else { throw RecorderError(code: code, noRecording: .alreadyRecording) }
    }

    /// Ends, and tells what was counted. What lives goes on.
    public func stop() throws -> CallCount {
        var result = rl_count_result()
        let code = supervisor.stopCounting(&result)
        guard code == 0 else { throw RecorderError(code: code, noRecording: .notRecording) }
        return CallCount(
            calls: Int(result.calls), hasKilled: result.killed, seesFiles: result.sees_files)
    }
}

/// What a `CallCounter` has counted.
public struct CallCount: Sendable, Equatable {
    /// Calls that change files of the container, those that fail among them.
    public var calls: Int
    /// Whether the call was reached and everything killed before it.
    public var hasKilled: Bool
    /// Whether calls on other files could be told apart; where not, some may be among the `calls`.
    public var seesFiles: Bool
}
