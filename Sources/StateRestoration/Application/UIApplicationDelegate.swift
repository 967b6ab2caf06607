import Foundation

/// The root object of an app.
///
/// Every method is optional, as in UIKit. A missing answer to whether to save or to restore counts
/// as no (S1).
@preconcurrency @MainActor
public protocol UIApplicationDelegate: NSObjectProtocol {
    /// The app's main window, which the delegate keeps alive.
    var window: UIWindow? { get set }

    /// Called before anything is restored (R1). Make the window and its controllers here. The
    /// answer and the launch options, which are nil, have no effect.
    func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool
    /// Called after restoration, and before the app becomes active. Where restoration is extended
    /// (R10), it is called before restoration ends. The answer has no effect.
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool

    /// The launch is complete, or the app has returned to the foreground.
    func applicationDidBecomeActive(_ application: UIApplication)
    /// The app is about to leave the foreground. Save the model here (S3).
    func applicationWillResignActive(_ application: UIApplication)
    /// The app is in the background. Its state is saved when this method returns (S3).
    func applicationDidEnterBackground(_ application: UIApplication)
    /// The app returns from the background without having died. Nothing is restored (R15).
    func applicationWillEnterForeground(_ application: UIApplication)
    /// The harness quits the app. No state is saved here, and neither SIGTERM nor a kill calls it
    /// (D11).
    func applicationWillTerminate(_ application: UIApplication)
    /// Memory is short. The controllers are told next (W4).
    func applicationDidReceiveMemoryWarning(_ application: UIApplication)
    /// The device is about to be locked. From then on nothing is saved (S15).
    func applicationProtectedDataWillBecomeUnavailable(_ application: UIApplication)
    /// The device has been unlocked.
    func applicationProtectedDataDidBecomeAvailable(_ application: UIApplication)

    /// Whether to save the state (S1). On false, nothing on disk changes (S17). Implement this or
    /// `application(_:shouldSaveApplicationState:)`: one yes is enough.
    func application(
        _ application: UIApplication, shouldSaveSecureApplicationState coder: NSCoder
    ) -> Bool
    /// The older spelling of `application(_:shouldSaveSecureApplicationState:)` (S1).
    func application(_ application: UIApplication, shouldSaveApplicationState coder: NSCoder)
        -> Bool
    /// Whether to restore the saved state (S1). On false, the launch starts fresh with the reason
    /// `declined` (R2). The coder holds what the delegate encoded and the origin of the state, such
    /// as its bundle version (S9, R9). Implement this or
    /// `application(_:shouldRestoreApplicationState:)`: one yes is enough.
    func application(
        _ application: UIApplication, shouldRestoreSecureApplicationState coder: NSCoder
    ) -> Bool
    /// The older spelling of `application(_:shouldRestoreSecureApplicationState:)` (S1).
    func application(
        _ application: UIApplication, shouldRestoreApplicationState coder: NSCoder
    ) -> Bool
    /// Encodes the delegate's own state, before any controller encodes its own (S3).
    func application(
        _ application: UIApplication, willEncodeRestorableStateWith coder: NSCoder)
    /// Decodes the delegate's own state, after every controller has decoded its own (R1).
    func application(
        _ application: UIApplication, didDecodeRestorableStateWith coder: NSCoder)
    /// Makes or finds the controller at a restoration path (S6), where no restoration class does
    /// (R3). On nil, the search goes on.
    func application(
        _ application: UIApplication,
        viewControllerWithRestorationIdentifierPath identifierComponents: [String], coder: NSCoder
    ) -> UIViewController?

    /// How the scene of a new session is made (C1). A session that is known from an earlier
    /// connection is not asked about again.
    func application(
        _ application: UIApplication,
        configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration
    /// Sessions were closed, in this launch or before it (C9). Remove what the app keeps for them.
    func application(
        _ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>)
}

extension UIApplicationDelegate {
    /// Nil; what is set is dropped. Declare a stored property to have a window.
    public var window: UIWindow? {
        get { nil }
        set {}
    }

    /// Does nothing.
    public func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool { true }
    /// Does nothing.
    public func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool { true }

    /// Does nothing.
    public func applicationDidBecomeActive(_ application: UIApplication) {}
    /// Does nothing.
    public func applicationWillResignActive(_ application: UIApplication) {}
    /// Does nothing.
    public func applicationDidEnterBackground(_ application: UIApplication) {}
    /// Does nothing.
    public func applicationWillEnterForeground(_ application: UIApplication) {}
    /// Does nothing.
    public func applicationWillTerminate(_ application: UIApplication) {}
    /// Does nothing.
    public func applicationDidReceiveMemoryWarning(_ application: UIApplication) {}
    /// Does nothing.
    public func applicationProtectedDataWillBecomeUnavailable(_ application: UIApplication) {}
    /// Does nothing.
    public func applicationProtectedDataDidBecomeAvailable(_ application: UIApplication) {}

    /// No: a missing method is a no (S1).
    public func application(
        _ application: UIApplication, shouldSaveSecureApplicationState coder: NSCoder
    ) -> Bool { false }
    /// No: a missing method is a no (S1).
    public func application(
        _ application: UIApplication, shouldSaveApplicationState coder: NSCoder
    ) -> Bool { false }
    /// No: a missing method is a no (S1).
    public func application(
        _ application: UIApplication, shouldRestoreSecureApplicationState coder: NSCoder
    ) -> Bool { false }
    /// No: a missing method is a no (S1).
    public func application(
        _ application: UIApplication, shouldRestoreApplicationState coder: NSCoder
    ) -> Bool { false }
    /// Encodes nothing.
    public func application(
        _ application: UIApplication, willEncodeRestorableStateWith coder: NSCoder
    ) {}
    /// Decodes nothing.
    public func application(
        _ application: UIApplication, didDecodeRestorableStateWith coder: NSCoder
    ) {}
    /// Nil: the search goes on among the existing controllers (R3).
    public func application(
        _ application: UIApplication,
        viewControllerWithRestorationIdentifierPath identifierComponents: [String], coder: NSCoder
    ) -> UIViewController? { nil }
    /// What the `Info.plist` says. Without a scene manifest there, the app has no scenes.
    public func application(
        _ application: UIApplication,
        configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration { connectingSceneSession.configuration }
    /// Does nothing.
    public func application(
        _ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>
    ) {}
}
