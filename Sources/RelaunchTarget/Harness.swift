import RelaunchProtocol

/// The harness, as a target sees it. A stub to be replaced: the public surface is settled.
public final class Harness {
    init() {}
    /// What arrives from the harness.
    public enum Request: Sendable {
        case perform(action: String, arguments: [String: JSON])
        case lifecycle(LifecycleEvent)
        case state
        case screenshot
    }
    /// The harness that launched this process, or nil where there is none.
    public static func connect() -> Harness? { nil }
    /// To be watched for reading by the target's own event loop; then call `pump()`.
    public var fileDescriptor: Int32 { -1 }
    /// Answers the harness's requests. What it throws is sent back as an error.
    public var handler: (Request) throws -> JSON = { _ in .null }
    /// Introduces the target and returns the device.
    public func hello(_ hello: Hello) throws -> Device { Device() }
    /// Reports a phase; returns when the harness gives leave to go on.
    public func enter(_ phase: Phase) throws {}
    /// A place where the harness may hold or kill the process. Costs nothing where it is not held.
    public func checkpoint(_ name: String) throws {}
    public func reportRestored() throws {}
    public func reportNotRestored(reason: String, detail: String? = nil) throws {}
    public func reportSnapshot(_ event: String, reason: String? = nil, picture: Picture? = nil) throws {}
    public func reportCallback(_ name: String) throws {}
    public func reportIssue(_ text: String, rule: String? = nil) throws {}
    /// Handles every request that has arrived; false when the harness has gone.
    public func pump() throws -> Bool { false }
    /// Handles requests until the harness has gone or the target has been told to quit.
    public func run() throws {}
}
