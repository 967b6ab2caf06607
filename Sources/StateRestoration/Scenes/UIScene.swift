import Foundation

/// One instance of the app's user interface, while it is connected. Its session lasts longer (C3).
@preconcurrency @MainActor
open class UIScene: UIResponder {
    /// Where a scene is between the foreground and the background.
    public enum ActivationState: Int, Sendable {
        /// Not connected: the state of a scene that is being made, or that was disconnected.
        case unattached = -1
        /// In the foreground, where the user acts on it.
        case foregroundActive
        /// In the foreground, on the way to or from being active.
        case foregroundInactive
        /// Not on the screen.
        case background
    }

    /// What it was connected from. Its session has the same state at the next connection.
    public let session: UISceneSession
    /// Receives the scene's life. The scene holds it strongly.
    public var delegate: (any UISceneDelegate)?
    /// Where the scene is.
    public internal(set) var activationState = ActivationState.unattached
    /// Which content it can show, and which it shows best. It changes nothing here.
    open var activationConditions = UISceneActivationConditions()
    /// What the app switcher shows for it. It is not saved.
    open var title: String! = ""
    /// An older name for the title, which is not saved either.
    open var subtitle = ""

    /// Used by the library, which makes the scenes. A subclass overrides it to prepare itself.
    public init(session: UISceneSession, connectionOptions: ConnectionOptions) {
        self.session = session
        super.init()
    }

    open override var next: UIResponder? { UIApplication.shared }

    /// Keeps restoration open until the matching ``completeStateRestoration()``, as
    /// ``UIApplication/extendStateRestoration()`` does (R10).
    open func extendStateRestoration() { UIApplication.shared.extendStateRestoration() }
    /// Ends one ``extendStateRestoration()`` (R10).
    open func completeStateRestoration() { UIApplication.shared.completeStateRestoration() }
}

extension UIScene {
    /// Why a scene is connected.
    @preconcurrency @MainActor
    public final class ConnectionOptions: NSObject {
        /// The activities that were passed to the request for the scene (C14).
        public internal(set) var userActivities: Set<NSUserActivity> = []
        /// The type of an activity from another device: always nil here.
        public let handoffUserActivityType: String? = nil
        /// The app that has asked for the scene: always nil here.
        public let sourceApplication: String? = nil
        /// What is to be opened: always empty here.
        public let urlContexts: Set<UIOpenURLContext> = []
        /// A quick action: always nil here.
        public let shortcutItem: UIApplicationShortcutItem? = nil

        init(_ activities: [NSUserActivity] = []) {
            userActivities = Set(activities)
            super.init()
        }
    }

    /// How a scene is to be activated.
    @preconcurrency @MainActor
    open class ActivationRequestOptions: NSObject {
        /// The scene that asks for it.
        open var requestingScene: UIScene?

        /// Options without a requesting scene.
        public override init() { super.init() }
    }

    // Posted when the delegate's method of the same name has returned, with the scene as the object.

    /// A scene was connected.
    public nonisolated static let willConnectNotification =
        Notification.Name("UISceneWillConnectNotification")
    /// A scene was disconnected.
    public nonisolated static let didDisconnectNotification =
        Notification.Name("UISceneDidDisconnectNotification")
    /// A scene has become active.
    public nonisolated static let didActivateNotification =
        Notification.Name("UISceneDidActivateNotification")
    /// A scene is no longer active.
    public nonisolated static let willDeactivateNotification =
        Notification.Name("UISceneWillDeactivateNotification")
    /// A scene comes to the foreground.
    public nonisolated static let willEnterForegroundNotification =
        Notification.Name("UISceneWillEnterForegroundNotification")
    /// A scene is in the background.
    public nonisolated static let didEnterBackgroundNotification =
        Notification.Name("UISceneDidEnterBackgroundNotification")
}

/// Something to be opened in a scene. None comes here.
public final class UIOpenURLContext: NSObject {
    /// What is to be opened.
    public let url: URL
    init(url: URL) { self.url = url }
}

/// Why a request about a scene failed (C14).
public struct UISceneError: Error, Equatable, CustomStringConvertible {
    /// What kind of failure it is.
    public enum Code: Int, Sendable {
        /// The app shows one scene only.
        case multipleScenesNotSupported
        /// The session is not, or no longer, one of the app's.
        case requestDenied
    }

    /// What kind of failure it is.
    public let code: Code

    public var description: String {
        switch code {
        case .multipleScenesNotSupported:
            "the app shows one scene only; set UIApplicationSupportsMultipleScenes in its scene "
                + "manifest"
        case .requestDenied: "the session was closed"
        }
    }
}
