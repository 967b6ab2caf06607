/// One thing that a driver can do with its targets, or that holds for them.
///
/// A step that asks for what the driver of its suite cannot do is reported before anything is launched.
/// A plug-in may have capabilities of its own, for steps of its own:
///
/// ```swift
/// extension DriverCapability { static let network = Self(rawValue: "network", words: "a network") }
/// ```
public struct DriverCapability: RawRepresentable, Sendable, Hashable {
    /// The name, as it stands in the events.
    public let rawValue: String
    /// What a driver without it does not have, for messages: `lifecycle events`.
    public let words: String

    /// A capability of a plug-in. `words` completes “the driver has no …”.
    public init(rawValue: String, words: String) {
        self.rawValue = rawValue
        self.words = words
    }

    public init(rawValue: String) { self.init(rawValue: rawValue, words: rawValue) }

    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.rawValue == rhs.rawValue }

    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

extension DriverCapability {
    /// The target performs actions: `Perform(…)`.
    public static let actions = Self(rawValue: "actions", words: "actions")
    /// The target is told what happens to an app: `Background()`, `Quit()` and their like.
    public static let lifecycle = Self(rawValue: "lifecycle", words: "lifecycle events")
    /// The target says where in its life it is, so that it can be killed there: `.restoring`.
    public static let killPoints = Self(
        rawValue: "killPoints", words: "kill points other than times")
    /// The target says what it does: what it restored, its snapshots, its callbacks, its issues.
    public static let reports = Self(
        rawValue: "reports", words: "messages about what the target does")
    /// The target names its saved state: `Damage(.savedState, …)`.
    public static let savedState = Self(rawValue: "savedState", words: "named saved state")
    /// The target shows its state: `Expect("path", …)`.
    public static let state = Self(rawValue: "state", words: "state to show")
    /// The target shows its screen.
    public static let screen = Self(rawValue: "screen", words: "screen")
    /// The target is told of the device that it runs on: `LockDevice()`.
    public static let device = Self(rawValue: "device", words: "simulated device")
    /// A launch lasts until the target has ended by itself.
    public static let endsByItself = Self(
        rawValue: "endsByItself", words: "launches that end by themselves")
    /// What the suite names is an executable on this machine; `UpdateApp(to: …)` names another.
    public static let executable = Self(rawValue: "executable", words: "executable on this machine")
    /// The executable lies in a bundle with a version: `UpdateApp(version: …)`.
    public static let bundle = Self(rawValue: "bundle", words: "bundle with a version")
    /// The executable may be a product of the package around the scenario file, which is built then.
    public static let package = Self(rawValue: "package", words: "build from a package")
    /// The suite says by a ``State`` and ``Action``s what can be observed of the target and done with it.
    public static let interface = Self(
        rawValue: "interface", words: "use for a `State` or an `Action`")
    /// Keys can be typed into the target: `Type(…)`.
    public static let keyboard = Self(rawValue: "keyboard", words: "keyboard")
    /// The target is used at a terminal: `Resize(…)`, `HangUp()`, `Expect(.cursor(…))`.
    public static let terminal = Self(rawValue: "terminal", words: "terminal")
    /// The target shows pages: `Open(…)`, `Click(…)`, `Evaluate(…)`.
    public static let pages = Self(rawValue: "pages", words: "pages")
    /// The target can be told to quit: `Quit()`. One that takes lifecycle events can anyway.
    public static let quits = Self(rawValue: "quits", words: "way to quit")
    /// The target can be told to read its settings again: `Reload()`.
    public static let reloads = Self(rawValue: "reloads", words: "way to reload")
    /// An action that was answered is saved: it has to be there after any death.
    public static let savesEachAction = Self(
        rawValue: "savesEachAction", words: "promise that each action is saved")
    /// The same, and a power failure may take it.
    public static let savesUntilPowerLoss = Self(
        rawValue: "savesUntilPowerLoss",
        words: "promise that each action outlives the process")

    /// What a driver can do that says nothing else: all that ``RunningTarget`` has a function for.
    public static let usual: Set<DriverCapability> = [
        .actions, .lifecycle, .killPoints, .reports, .savedState, .state, .screen, .device,
        .executable,
    ]
}

extension Driver {
    /// Whether it can do this, or this is so of its targets.
    public func can(_ capability: DriverCapability) -> Bool { capabilities.contains(capability) }

    /// Whether an action that was answered has to be there after the death of its process.
    public var savesActions: Bool { can(.savesEachAction) || can(.savesUntilPowerLoss) }
}

extension Rehearsal {
    /// Whether the suite's driver can do it.
    func can(_ capability: DriverCapability) -> Bool { target?.driver.can(capability) ?? false }

    /// Reports a step that asks for what the driver cannot do.
    ///
    /// - Parameters:
    ///   - capability: what the step asks for.
    ///   - advice: what to do instead; without one what the suite may add, or to leave the step out.
    /// - Returns: whether the driver can do it; also true where it is not known which one it is.
    @discardableResult
    public mutating func needs(
        _ capability: DriverCapability, otherwise advice: String? = nil
    ) -> Bool {
        guard let driver = target?.driver, !driver.can(capability) else { return true }
        let isDescribed = capability == .state && driver.can(.interface)
        let advice =
            advice
            ?? (isDescribed
                ? "add `State { … }` or `State(file: …)` to the suite" : "leave this step out")
        problem(
            "the driver '\(driver.name)' has no \(capability.words); \(advice)", kind: .unsupported)
        return false
    }

    /// The same for the kill point of a step; one that is a time can be kept everywhere.
    @discardableResult
    mutating func needs(_ point: KillPoint?) -> Bool {
        guard let point, point.hold != nil else { return true }
        return needs(.killPoints, otherwise: "kill it `.after(…)` or `.within(…)`")
    }
}
