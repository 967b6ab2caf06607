import Foundation

/// When a launch gives up on the saved state, and what becomes of it then.
///
/// Set it in the `init` of the application delegate, which runs before the decision is made:
///
///     required init() {
///         super.init()
///         UIApplication.shared.restorationPolicy = .uiKit
///     }
///
/// The launch argument `-RestorationPolicy` with `threeCrashes`, `uiKit` or `strict` goes before
/// it.
public struct RestorationPolicy: Equatable, Sendable {
    /// So many crashes in a row, and the next launch does not restore (D4).
    public var crashLimit: Int
    /// Whether the archive of a crash loop is kept aside for diagnosis; otherwise it is deleted.
    public var keepsArchiveOfCrashLoop: Bool
    /// Whether the archive is discarded once a launch that restored it has been confirmed (R12).
    public var discardsArchiveAfterLaunch: Bool
    /// How long after its completion a launch is confirmed, and no crash any more (D3), in seconds.
    public var confirmationDelay: TimeInterval
    /// How long a launch may take until restoration is complete, in seconds; then the process is
    /// killed, which is a crash (D12). Nil leaves that to the system.
    public var launchTimeLimit: TimeInterval?
    /// Whether pictures of the screen are taken and shown (N6).
    public var usesSnapshots: Bool

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

    /// Three crashes, and the fourth launch starts fresh. The default.
    public static let threeCrashes = RestorationPolicy()
    /// As Apple documents it: two crashes, the archive is deleted then, and also after each launch.
    public static let uiKit = RestorationPolicy(
        crashLimit: 2, keepsArchiveOfCrashLoop: false, discardsArchiveAfterLaunch: true)
    /// One crash, and the next launch starts fresh.
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
