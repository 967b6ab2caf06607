import Foundation

extension UIApplication {
    /// Names an entry of the launch options. The options are always nil here: the harness launches
    /// an app as a tap on its icon does.
    public struct LaunchOptionsKey: Hashable, RawRepresentable, Sendable {
        /// The key's text.
        public let rawValue: String
        /// Makes a key from its text.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A `URL` that the app is to open.
        public static let url = LaunchOptionsKey(rawValue: "UIApplicationLaunchOptionsURLKey")
        /// The identifier of the app that wants it opened.
        public static let sourceApplication = LaunchOptionsKey(
            rawValue: "UIApplicationLaunchOptionsSourceApplicationKey")
        /// A message from a server.
        public static let remoteNotification = LaunchOptionsKey(
            rawValue: "UIApplicationLaunchOptionsRemoteNotificationKey")
        /// A message that the app has ordered.
        public static let localNotification = LaunchOptionsKey(
            rawValue: "UIApplicationLaunchOptionsLocalNotificationKey")
        /// Something about the app that wants a file opened.
        public static let annotation = LaunchOptionsKey(
            rawValue: "UIApplicationLaunchOptionsAnnotationKey")
        /// The device is somewhere else.
        public static let location = LaunchOptionsKey(
            rawValue: "UIApplicationLaunchOptionsLocationKey")
        /// A shortcut on the home screen.
        public static let shortcutItem = LaunchOptionsKey(
            rawValue: "UIApplicationLaunchOptionsShortcutItemKey")
        /// What the user did on another device.
        public static let userActivityDictionary = LaunchOptionsKey(
            rawValue: "UIApplicationLaunchOptionsUserActivityDictionaryKey")
        /// The type of what the user did there.
        public static let userActivityType = LaunchOptionsKey(
            rawValue: "UIApplicationLaunchOptionsUserActivityTypeKey")
    }

    /// Names an entry of the options with which an app opens an address. Nothing here opens one.
    public struct OpenURLOptionsKey: Hashable, RawRepresentable, Sendable {
        /// The key's text.
        public let rawValue: String
        /// Makes a key from its text.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The identifier of the app that wants it opened.
        public static let sourceApplication = OpenURLOptionsKey(
            rawValue: "UIApplicationOpenURLOptionsSourceApplicationKey")
        /// Whether a file is opened where it is.
        public static let openInPlace = OpenURLOptionsKey(
            rawValue: "UIApplicationOpenURLOptionsOpenInPlaceKey")
    }
}

/// What an app has found when it was woken in the background. Nothing here wakes one.
public enum UIBackgroundFetchResult: UInt, Sendable {
    /// Something new.
    case newData
    /// Nothing new.
    case noData
    /// It could not look.
    case failed
}

/// Something that an app finishes in the background.
public struct UIBackgroundTaskIdentifier: Hashable, RawRepresentable, Sendable {
    /// The number.
    public let rawValue: Int
    /// Makes an identifier of a number.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// None.
    public static let invalid = UIBackgroundTaskIdentifier(rawValue: 0)
}

extension UIApplication {
    /// Asks for time in the background. There is no limit here, so the handler is never called: the
    /// harness kills the app when a scenario says so, with no regard to this.
    public func beginBackgroundTask(
        withName taskName: String? = nil, expirationHandler handler: (() -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier {
        backgroundTasks += 1
        return UIBackgroundTaskIdentifier(rawValue: backgroundTasks)
    }

    /// Says that something is finished. It changes nothing here.
    public func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {}

    /// How long the app may still run in the background, in seconds: without end.
    public var backgroundTimeRemaining: TimeInterval { .greatestFiniteMagnitude }

    /// How the screen is turned, as the harness says the device is held.
    public var statusBarOrientation: UIInterfaceOrientation {
        switch UIDevice.current.orientation {
        case .portraitUpsideDown: .portraitUpsideDown
        case .landscapeLeft: .landscapeRight
        case .landscapeRight: .landscapeLeft
        default: .portrait
        }
    }

    /// False: there is no other app that could.
    public func canOpenURL(_ url: URL) -> Bool { false }
    /// Opens nothing: there is no other app. `completion` is called with false, before this method
    /// returns.
    public func open(
        _ url: URL, options: [String: Any] = [:],
        completionHandler completion: ((Bool) -> Void)? = nil
    ) { completion?(false) }
}

/// The key of the bundle version in an `Info.plist`.
public let kCFBundleVersionKey: String! = "CFBundleVersion"
/// The key of the bundle identifier in an `Info.plist`.
public let kCFBundleIdentifierKey: String! = "CFBundleIdentifier"
/// The key of the app's name in an `Info.plist`.
public let kCFBundleNameKey: String! = "CFBundleName"
