import CrashStates

/// Tells a service to read its settings again: SIGHUP.
///
/// What it has become is waited for: `Wait(for: "level", equals: "debug")`.
public struct Reload: Step {
    public let location: FileLocation

    /// Needs a target that runs. One that dies of it fails at the next step that asks it, or at the end
    /// of the scenario.
    public init(
        fileID: String = #fileID, file: String = #filePath, line: Int = #line, column: Int = #column
    ) {
        location = FileLocation(fileID: fileID, file: file, line: line, column: column)
    }

    public var text: String { "Reload()" }

    public func rehearse(_ rehearsal: inout Rehearsal) {
        guard rehearsal.needs(.reloads) else { return }
        rehearsal.needsRunning()
    }

    public func perform(in session: isolated Session) async throws -> Next {
        let running = try session.awake()
        try session.checkLives()
        guard let process = running.process else {
            throw StepFailure(
                blame: .scenario, kind: .unsupported,
                "the service has put itself into the background, where no signal reaches it; have it "
                    + "stay in the foreground")
        }
        _ = try process.signal(.SIGHUP)
        session.log("told to reload (SIGHUP)")
        return .step
    }
}
