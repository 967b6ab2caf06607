import Foundation
import RestorationArchive

/// What lasts of a scene: it is there from the opening of the scene until it is closed, whether the
/// scene is connected or not, and through any death of the process (C3).
@preconcurrency @MainActor
public final class UISceneSession: NSObject {
    /// What a scene is for.
    public struct Role: Hashable, RawRepresentable, Sendable {
        /// The role's text, as the `Info.plist` has it.
        public let rawValue: String
        /// Makes a role from its text.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A window on the device's own screen.
        public static let windowApplication = Role(
            rawValue: "UIWindowSceneSessionRoleApplication")
        /// A window on another screen. No scene gets this role here.
        public static let windowExternalDisplayNonInteractive = Role(
            rawValue: "UIWindowSceneSessionRoleExternalDisplayNonInteractive")
    }

    /// Names the session at every launch. No other session ever has the same (C3).
    public let persistentIdentifier: String
    /// What the scene is for.
    public let role: Role
    /// How the scene is made.
    public internal(set) var configuration: UISceneConfiguration
    /// The scene, while it is connected.
    public internal(set) var scene: UIScene?
    /// What the scene is restored by: a copy of what its delegate answered at the last save, or what
    /// the app has set here (C4). Nil where there is none, and while the device is locked (C11).
    public var stateRestorationActivity: NSUserActivity? {
        didSet { isChanged = true }
    }
    /// Values of the app's own, by name, which are saved with the scene. They are of the same types
    /// as those of an ``NSUserActivity`` (C6).
    public var userInfo: [String: Any]? {
        didSet { isChanged = true }
    }

    /// Counts the sessions of the app, in the order in which they were opened, from 1. Scenarios name
    /// a scene by it: it is the same in each run, as the ``persistentIdentifier`` is not. UIKit has no
    /// such number.
    public let number: Int
    /// Whether the scene is on the screen when the app is. It stays so while the app is in the
    /// background. It is for scenarios; UIKit has the scene's `activationState`.
    public var isOnScreen: Bool { isInForeground && scene != nil }
    /// Whether it is, or is to be connected when the app is launched again (C10).
    var isInForeground = false
    /// Whether the app has set something since the last save.
    var isChanged = false
    /// What was last saved.
    var saved: SceneArchive.Session

    init(_ saved: SceneArchive.Session, configuration: UISceneConfiguration) {
        self.saved = saved
        number = saved.number
        persistentIdentifier = saved.identifier
        role = Role(rawValue: saved.role)
        isInForeground = saved.isInForeground
        self.configuration = configuration
        super.init()
    }
}

/// How a scene is made: its classes, and where its first controller comes from (C1).
@preconcurrency @MainActor
public final class UISceneConfiguration: NSObject {
    /// Its name in the `Info.plist`.
    public let name: String?
    /// What the scene is for.
    public let role: UISceneSession.Role
    /// A subclass of `UIScene`; nil for `UIWindowScene`.
    public var sceneClass: AnyClass?
    /// The class of the scene's delegate: an `NSObject` that is a ``UISceneDelegate``.
    public var delegateClass: AnyClass?
    /// Its initial controller becomes the root of a window before the scene is connected.
    public var storyboard: UIStoryboard?

    /// Takes its classes from the `Info.plist`, if that has a configuration of the name and role.
    public init(name: String?, sessionRole: UISceneSession.Role) {
        self.name = name
        role = sessionRole
        super.init()
        guard let entry = UIApplication.shared.scenes.manifest?.entry(name, sessionRole) else {
            return
        }
        sceneClass = entry.sceneClass
        delegateClass = entry.delegateClass
        storyboard = entry.storyboard.map { UIStoryboard(name: $0, bundle: nil) }
    }
}
