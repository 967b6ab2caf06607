// Drivers are written without importing anything else.
import CrashStates
@_exported public import struct RelaunchProtocol.Hello
@_exported public import struct RelaunchProtocol.Device
@_exported public import enum RelaunchProtocol.LifecycleEvent
@_exported public import enum RelaunchProtocol.Phase
@_exported public import struct RelaunchProtocol.Picture

/// Knows one kind of target: how to launch it, act on it and read it.
///
/// Processes on this machine are the harness's business: a driver spawns them through
/// ``Session/spawn(_:)``, and the session kills them and proves them dead. A driver is called on its
/// session's worker, one call at a time, and may block there as long as its waits have deadlines.
public protocol Driver: Sendable {
    /// The driver's name in reports.
    var name: String { get }

    /// What the driver can do, and what holds for its targets. Relaunch decides by this alone, never by
    /// a driver's type or name.
    var capabilities: Set<DriverCapability> { get }

    /// How long a healthy target takes for any one thing at most, its launch too, also on a machine that
    /// has much else to do: the deadline of a wait where a suite names none.
    var timeLimit: Duration { get }

    /// What is wrong with how the suite sets the driver up, whatever the target does; nil where nothing is.
    /// Then nothing is launched.
    var problem: String? { get }

    /// The driver of a target that the suite describes by a ``State`` and ``Action``s. What it can do may
    /// depend on them; what they are stands in ``Target/interface``.
    func described(by interface: TargetInterface) -> any Driver

    /// Launches the target and returns when the launch is complete, or when the target waits at the
    /// kill point that the launch asks for.
    func launch(_ launch: LaunchRequest, in session: isolated Session) async throws
        -> any RunningTarget
}

extension Driver {
    /// ``DriverCapability/usual``: what a driver can do that does not say.
    public var capabilities: Set<DriverCapability> { DriverCapability.usual }

    /// 10 seconds.
    public var timeLimit: Duration { .seconds(10) }

    /// Nothing is wrong.
    public var problem: String? { nil }

    /// The driver as it is.
    public func described(by interface: TargetInterface) -> any Driver { self }
}

/// What a driver is asked to launch.
public struct LaunchRequest: Sendable {
    /// The absolute path of the executable, or the name that the suite gives where the driver resolves
    /// it.
    public var executable: String
    /// The arguments of the target and then those of the step, without the program's own name.
    public var arguments: [String]
    /// The whole environment: the container's directories are in it.
    public var environment: [String: String]
    /// Where the target is to die, or nil for a launch that goes through.
    public var kill: ArmedKill?
    /// What is to be observed on the way.
    public var observations: Set<Rehearsal.Observation>
    /// What the system tells the target of the device.
    public var device: Device

    /// A launch that goes through, or one that ends at `kill`.
    public init(
        executable: String, arguments: [String], environment: [String: String],
        kill: ArmedKill? = nil, observations: Set<Rehearsal.Observation> = [], device: Device
    ) {
        self.executable = executable
        self.arguments = arguments
        self.environment = environment
        self.kill = kill
        self.observations = observations
        self.device = device
    }
}

/// How far a target got with what it was asked to do.
public enum TargetProgress: Sendable, Equatable {
    /// It has done it.
    case done
    /// It waits at the kill point.
    case atKillPoint
    /// It ended by itself.
    case ended(ExitStatus)
}

/// A launched target. It lives inside its session and is used from there alone.
public protocol RunningTarget: AnyObject {
    /// What the target has said of itself and its launch so far.
    var record: LaunchRecord { get }

    /// How far the launch got.
    var launchProgress: TargetProgress { get }

    /// Performs an action and returns its result, null where the kill point was reached first.
    func perform(
        _ action: String, _ arguments: [String: JSON], killedAt: ArmedKill?,
        in session: isolated Session
    ) async throws -> (JSON, TargetProgress)

    /// Delivers an event of the system.
    func deliver(_ event: LifecycleEvent, killedAt: ArmedKill?, in session: isolated Session)
        async throws -> TargetProgress

    /// The whole observable state.
    func state(in session: isolated Session) async throws -> JSON

    /// A picture of what the screen shows now, or a text that stands for it.
    func screenshot(in session: isolated Session) async throws -> Picture

    /// Types text and keys such as `<CR>` and `<C-c>`, for targets with ``DriverCapability/keyboard``.
    func type(_ text: String, in session: isolated Session) async throws

    /// Gives the target's terminal another size.
    func resize(rows: Int, columns: Int, in session: isolated Session) async throws

    /// Where the cursor is on the screen, counted from 0; nil for a target without one.
    func cursor(in session: isolated Session) async throws -> (row: Int, column: Int)?

    /// Opens a page, for targets with ``DriverCapability/pages``, and returns when it has loaded.
    ///
    /// - Parameter address: the path of a file in the container, or an address with its scheme.
    func open(_ address: String, inNewTab: Bool, in session: isolated Session) async throws

    /// Clicks what a CSS selector finds in the page in front.
    func click(_ selector: String, in session: isolated Session) async throws

    /// What a JavaScript expression gives in the page in front.
    func evaluate(_ expression: String, in session: isolated Session) async throws -> JSON

    /// Kills a target that is no process on this machine, and proves it. Called before the session
    /// terminates and reaps the processes that are.
    func kill(_ manner: Kill.Manner, in session: isolated Session) async throws

    /// Which process the kill is meant for, where the target is a process on this machine.
    var process: TargetProcess? { get }

    /// How the target has ended, as far as that is known without asking it; nil while it lives.
    func exitStatus(in session: isolated Session) throws -> ExitStatus?
}

extension RunningTarget {
    /// Throws: for targets without a keyboard.
    public func type(_ text: String, in session: isolated Session) async throws {
        throw StepFailure(blame: .scenario, kind: .unsupported, "the target has no keyboard")
    }

    /// Throws: for targets without a terminal.
    public func resize(rows: Int, columns: Int, in session: isolated Session) async throws {
        throw StepFailure(blame: .scenario, kind: .unsupported, "the target has no terminal")
    }

    /// Throws: for targets without pages.
    public func open(
        _ address: String, inNewTab: Bool, in session: isolated Session
    ) async throws { throw Self.hasNoPages }

    /// Throws: for targets without pages.
    public func click(_ selector: String, in session: isolated Session) async throws {
        throw Self.hasNoPages
    }

    /// Throws: for targets without pages.
    public func evaluate(
        _ expression: String, in session: isolated Session
    ) async throws -> JSON { throw Self.hasNoPages }

    private static var hasNoPages: StepFailure {
        StepFailure(blame: .scenario, kind: .unsupported, "the target has no pages")
    }

    /// Nil: for targets without a cursor.
    public func cursor(in session: isolated Session) async throws -> (row: Int, column: Int)? {
        nil
    }

    /// How ``process`` has ended.
    public func exitStatus(in session: isolated Session) throws -> ExitStatus? {
        try process?.waitForExit(until: .now)
    }

    /// Does nothing: for targets that are processes on this machine, which the session kills.
    public func kill(_ manner: Kill.Manner, in session: isolated Session) async throws {}
}

/// A kill that is armed while a step is carried out.
public struct ArmedKill: Sendable {
    /// Where in the step the target is to die. A range of times has become one time.
    public var point: KillPoint
    /// When it is due, for a kill point that is a time.
    public var time: ContinuousClock.Instant?
    /// How it is to die.
    public var manner: Kill.Manner

    /// A kill at a point of the step that is carried out, due at `time` where the point is a time.
    public init(
        point: KillPoint, time: ContinuousClock.Instant? = nil, by manner: Kill.Manner = .system
    ) {
        self.point = point
        self.time = time
        self.manner = manner
    }
}

/// What a target has said of itself in one launch. Its word is not evidence: the expectations compare
/// it with what they see.
public struct LaunchRecord: Sendable, Codable {
    /// What the target said of itself when it connected; nil before, or where it does not say.
    public var hello: Hello?
    /// The phases of its life that it announced, in order.
    public var phases: [Phase] = []
    /// What it said of its restoration; nil where it said nothing.
    public var restoration: Restoration?
    /// The snapshots that it took, showed or suppressed, in order.
    public var snapshots: [Snapshot] = []
    /// The names of its lifecycle methods, in the order in which they were called.
    public var callbacks: [String] = []
    /// What it noticed itself.
    public var issues: [Issue] = []
    /// What the screen showed while a snapshot was said to be shown.
    public var screenWithSnapshot: Picture?
    /// How many notifications were over the limit. They were counted and not kept.
    public var dropped = 0

    /// A record of a target that has said nothing yet.
    public init() {}

    /// What a target says of its restoration.
    public enum Restoration: Sendable, Equatable, Codable {
        /// It brought the saved state back.
        case restored
        /// It started afresh. The reason is a word such as `crashLoop`: see
        /// ``Expect/Condition/Reason``.
        case skipped(reason: String)
    }

    /// Something that a target noticed itself.
    public struct Issue: Sendable, Equatable, Codable, CustomStringConvertible {
        /// What it noticed, for people. Nothing decides by its words.
        public var text: String
        /// The number or name of the rule that it is about.
        public var rule: String?
        /// What kind of issue it is, in the target's own word.
        public var code: String?

        /// An issue as the target words it.
        public init(_ text: String, rule: String? = nil, code: String? = nil) {
            self.text = text
            self.rule = rule
            self.code = code
        }

        /// The text, and the rule in brackets.
        public var description: String { text + (rule.map { " (\($0))" } ?? "") }
    }

    /// A message of the target about the picture of its screen.
    public struct Snapshot: Sendable, Equatable, Codable {
        /// `taken`, `shown`, `suppressed` or `ignored`.
        public var event: String
        /// Why it was suppressed or ignored, in the target's words.
        public var reason: String?
        /// The picture that was taken or shown, where the message has one.
        public var picture: Picture?
    }
}
