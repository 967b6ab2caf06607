import Foundation

/// When a launch gives up on the saved state, and what happens to that state then.
///
/// Set it in the `init` of the application delegate, which runs before the decision:
///
///     override init() {
///         super.init()
///         UIApplication.shared.restorationPolicy = .uiKit
///     }
///
/// The launch argument `-RestorationPolicy` with `threeCrashes`, `uiKit` or `strict` overrides it.
public struct RestorationPolicy: Equatable, Sendable {
    /// How many crashes in a row make the next launch start fresh (D4).
    public var crashLimit: Int
    /// Whether the archive of a crash loop is set aside for diagnosis. Otherwise it is deleted.
    public var keepsArchiveOfCrashLoop: Bool
    /// Whether a launch that has restored an archive deletes it once the launch is confirmed (R12).
    public var discardsArchiveAfterLaunch: Bool
    /// How many seconds after its completion a launch is confirmed. From then on its death does
    /// not count as a crash (D3).
    public var confirmationDelay: TimeInterval
    /// How many seconds a launch may take until restoration is complete. Then the app's watchdog
    /// kills the process, which counts as a crash (D12). Nil leaves that to the system.
    public var launchTimeLimit: TimeInterval?
    /// Whether snapshots are taken and shown (N6).
    public var usesSnapshots: Bool

    /// Makes a policy. Without arguments it is ``threeCrashes``. A `crashLimit` below 1 becomes 1.
    public init(
        crashLimit: Int = 3, keepsArchiveOfCrashLoop: Bool = true,
        discardsArchiveAfterLaunch: Bool = false, confirmationDelay: TimeInterval = 0,
        launchTimeLimit: TimeInterval? = nil, usesSnapshots: Bool = true
    ) {
        self.crashLimit = max(1, crashLimit)
        self.keepsArchiveOfCrashLoop = keepsArchiveOfCrashLoop
        self.discardsArchiveAfterLaunch = discardsArchiveAfterLaunch
        self.confirmationDelay = confirmationDelay
        self.launchTimeLimit = launchTimeLimit
        self.usesSnapshots = usesSnapshots
    }

    /// After three crashes the next launch starts fresh, and the archive is set aside (D4). The
    /// default.
    public static let threeCrashes = RestorationPolicy()
    /// As Apple documents it (D4, R12): after two crashes the next launch starts fresh. The archive
    /// is deleted then, and after every confirmed launch.
    public static let uiKit = RestorationPolicy(
        crashLimit: 2, keepsArchiveOfCrashLoop: false, discardsArchiveAfterLaunch: true)
    /// After one crash the next launch starts fresh (D4).
    public static let strict = RestorationPolicy(crashLimit: 1)

    /// The preset of that name, or nil.
    init?(named name: String) {
        switch name {
        case "threeCrashes": self = .threeCrashes
        case "uiKit": self = .uiKit
        case "strict": self = .strict
        default: return nil
        }
    }
}
