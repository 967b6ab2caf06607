import Foundation

extension UIApplication {
    // Posted when the delegate's method of the same name has returned.

    public nonisolated static let didBecomeActiveNotification =
        Notification.Name("UIApplicationDidBecomeActiveNotification")
    public nonisolated static let willResignActiveNotification =
        Notification.Name("UIApplicationWillResignActiveNotification")
    public nonisolated static let didEnterBackgroundNotification =
        Notification.Name("UIApplicationDidEnterBackgroundNotification")
    public nonisolated static let willEnterForegroundNotification =
        Notification.Name("UIApplicationWillEnterForegroundNotification")
    public nonisolated static let didReceiveMemoryWarningNotification =
        Notification.Name("UIApplicationDidReceiveMemoryWarningNotification")
    public nonisolated static let willTerminateNotification =
        Notification.Name("UIApplicationWillTerminateNotification")
    public nonisolated static let protectedDataWillBecomeUnavailableNotification =
        Notification.Name("UIApplicationProtectedDataWillBecomeUnavailable")
    public nonisolated static let protectedDataDidBecomeAvailableNotification =
        Notification.Name("UIApplicationProtectedDataDidBecomeAvailable")
}
