import Foundation

extension UIApplication {
    // Posted when the delegate's method of the same name has returned.

    /// After `applicationDidBecomeActive(_:)`: at the end of a launch, and after each return to the
    /// foreground.
    public nonisolated static let didBecomeActiveNotification =
        Notification.Name("UIApplicationDidBecomeActiveNotification")
    /// After `applicationWillResignActive(_:)`.
    public nonisolated static let willResignActiveNotification =
        Notification.Name("UIApplicationWillResignActiveNotification")
    /// After `applicationDidEnterBackground(_:)`, and before the state is saved (S3).
    public nonisolated static let didEnterBackgroundNotification =
        Notification.Name("UIApplicationDidEnterBackgroundNotification")
    /// After `applicationWillEnterForeground(_:)`. Nothing is restored then: the same objects go on
    /// (R15).
    public nonisolated static let willEnterForegroundNotification =
        Notification.Name("UIApplicationWillEnterForegroundNotification")
    /// After `applicationDidReceiveMemoryWarning(_:)`, and before any controller hears of the
    /// warning (W4).
    public nonisolated static let didReceiveMemoryWarningNotification =
        Notification.Name("UIApplicationDidReceiveMemoryWarningNotification")
    /// After `applicationWillTerminate(_:)`. Only a quit posts it: SIGTERM and a kill do not (D11).
    public nonisolated static let willTerminateNotification =
        Notification.Name("UIApplicationWillTerminateNotification")
    /// After `applicationProtectedDataWillBecomeUnavailable(_:)`: the device is about to be locked
    /// (S15).
    public nonisolated static let protectedDataWillBecomeUnavailableNotification =
        Notification.Name("UIApplicationProtectedDataWillBecomeUnavailable")
    /// After `applicationProtectedDataDidBecomeAvailable(_:)`: the device has been unlocked.
    public nonisolated static let protectedDataDidBecomeAvailableNotification =
        Notification.Name("UIApplicationProtectedDataDidBecomeAvailable")
}
