import Foundation

/// The root object of an app. Every method is optional, as in UIKit: a missing answer is a no (S1).
@MainActor
public protocol UIApplicationDelegate: AnyObject {
    var window: UIWindow? { get set }

    func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool

    func applicationDidBecomeActive(_ application: UIApplication)
    /// The place to save the model (S3).
    func applicationWillResignActive(_ application: UIApplication)
    func applicationDidEnterBackground(_ application: UIApplication)
    func applicationWillEnterForeground(_ application: UIApplication)
    func applicationWillTerminate(_ application: UIApplication)
    func applicationDidReceiveMemoryWarning(_ application: UIApplication)
    func applicationProtectedDataWillBecomeUnavailable(_ application: UIApplication)
    func applicationProtectedDataDidBecomeAvailable(_ application: UIApplication)

    /// Whether to save. One of the two spellings is enough.
    func application(
        _ application: UIApplication, shouldSaveSecureApplicationState coder: NSCoder
    ) -> Bool
    func application(_ application: UIApplication, shouldSaveApplicationState coder: NSCoder)
        -> Bool
    /// Whether to restore. One of the two spellings is enough.
    func application(
        _ application: UIApplication, shouldRestoreSecureApplicationState coder: NSCoder
    ) -> Bool
    func application(
        _ application: UIApplication, shouldRestoreApplicationState coder: NSCoder
    ) -> Bool
    func application(
        _ application: UIApplication, willEncodeRestorableStateWith coder: NSCoder)
    func application(
        _ application: UIApplication, didDecodeRestorableStateWith coder: NSCoder)
    /// The controller for a restoration path, where no restoration class makes it (R3).
    func application(
        _ application: UIApplication,
        viewControllerWithRestorationIdentifierPath identifierComponents: [String], coder: NSCoder
    ) -> UIViewController?
}

extension UIApplicationDelegate {
    public var window: UIWindow? {
        get { nil }
        set {}
    }

    public func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool { true }
    public func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool { true }

    public func applicationDidBecomeActive(_ application: UIApplication) {}
    public func applicationWillResignActive(_ application: UIApplication) {}
    public func applicationDidEnterBackground(_ application: UIApplication) {}
    public func applicationWillEnterForeground(_ application: UIApplication) {}
    public func applicationWillTerminate(_ application: UIApplication) {}
    public func applicationDidReceiveMemoryWarning(_ application: UIApplication) {}
    public func applicationProtectedDataWillBecomeUnavailable(_ application: UIApplication) {}
    public func applicationProtectedDataDidBecomeAvailable(_ application: UIApplication) {}

    public func application(
        _ application: UIApplication, shouldSaveSecureApplicationState coder: NSCoder
    ) -> Bool { false }
    public func application(
        _ application: UIApplication, shouldSaveApplicationState coder: NSCoder
    ) -> Bool { false }
    public func application(
        _ application: UIApplication, shouldRestoreSecureApplicationState coder: NSCoder
    ) -> Bool { false }
    public func application(
        _ application: UIApplication, shouldRestoreApplicationState coder: NSCoder
    ) -> Bool { false }
    public func application(
        _ application: UIApplication, willEncodeRestorableStateWith coder: NSCoder
    ) {}
    public func application(
        _ application: UIApplication, didDecodeRestorableStateWith coder: NSCoder
    ) {}
    public func application(
        _ application: UIApplication,
        viewControllerWithRestorationIdentifierPath identifierComponents: [String], coder: NSCoder
    ) -> UIViewController? { nil }
}
