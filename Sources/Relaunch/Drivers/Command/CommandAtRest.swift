import RelaunchProtocol

/// A command that a suite describes. Between its runs there are its files: the suite says what can be
/// observed of them and done with them.
final class CommandAtRest: RunningTarget {
    private let interface: TargetInterface
    let record: LaunchRecord
    let launchProgress = TargetProgress.done
    var process: TargetProcess? { nil }

    init(_ target: Target) {
        interface = target.interface
        var record = LaunchRecord()
        record.hello = interface.hello(of: target.driver.name)
        self.record = record
    }

    func perform(
        _ action: String, _ arguments: [String: JSON], killedAt kill: ArmedKill?,
        in session: isolated Session
    ) async throws -> (JSON, TargetProgress) {
        try await interface.perform(action, arguments, killedAt: kill, in: session)
    }

    func state(in session: isolated Session) async throws -> JSON {
        try await interface.state(in: session)
    }

    func deliver(_ event: LifecycleEvent, killedAt: ArmedKill?, in session: isolated Session)
        async throws -> TargetProgress
    { throw RunningCommand.unsupported("lifecycle") }

    func screenshot(in session: isolated Session) async throws -> Picture {
        throw RunningCommand.unsupported("screen")
    }
}
