import Foundation

/// Receives the life of a scene. Every method is optional, as in UIKit.
///
/// The application makes one delegate for each scene, of the class that its configuration names
/// (C1). C2 says in which order the methods are called.
@preconcurrency @MainActor
public protocol UISceneDelegate: NSObjectProtocol {
    /// The scene is new, or is there again. Make its window here. What was saved of it is in
    /// `session.stateRestorationActivity` (C4).
    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession,
        options connectionOptions: UIScene.ConnectionOptions)
    /// The scene goes from memory. Its session may connect again, unless it was closed (C8, C9).
    func sceneDidDisconnect(_ scene: UIScene)
    /// The scene is in the foreground, and the user acts on it.
    func sceneDidBecomeActive(_ scene: UIScene)
    /// The scene is about to leave the foreground, or is interrupted.
    func sceneWillResignActive(_ scene: UIScene)
    /// The scene comes to the foreground, also for the first time.
    func sceneWillEnterForeground(_ scene: UIScene)
    /// The scene is in the background. Next, it is asked for its state.
    func sceneDidEnterBackground(_ scene: UIScene)

    /// What the scene can be restored by, asked for each time that it is saved (C4). Nil saves
    /// nothing.
    func stateRestorationActivity(for scene: UIScene) -> NSUserActivity?
    /// The scene is connected, and not active yet: bring back what was saved (C4). It is called only
    /// where there is something.
    func scene(
        _ scene: UIScene, restoreInteractionStateWith stateRestorationActivity: NSUserActivity)
    /// An activity is up to date and about to be saved: the last chance to add to it (C5).
    func scene(_ scene: UIScene, didUpdate userActivity: NSUserActivity)

    /// The scene, which is connected, is to continue an activity (C14).
    func scene(_ scene: UIScene, continue userActivity: NSUserActivity)
    /// Comes before `scene(_:continue:)`.
    func scene(_ scene: UIScene, willContinueUserActivityWithType userActivityType: String)
    /// Never called here.
    func scene(
        _ scene: UIScene, didFailToContinueUserActivityWithType userActivityType: String,
        error: any Error)
    /// Never called here.
    func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>)
}

/// Receives the life of a scene with windows.
@preconcurrency @MainActor
public protocol UIWindowSceneDelegate: UISceneDelegate {
    /// The scene's main window, which the delegate keeps alive.
    var window: UIWindow? { get set }
    /// Never called here: nothing changes a size or turns while a process lives.
    func windowScene(
        _ windowScene: UIWindowScene,
        didUpdate previousCoordinateSpace: any UICoordinateSpace,
        interfaceOrientation previousInterfaceOrientation: UIInterfaceOrientation,
        traitCollection previousTraitCollection: UITraitCollection)
    /// Never called here.
    func windowScene(
        _ windowScene: UIWindowScene, performActionFor shortcutItem: UIApplicationShortcutItem,
        completionHandler: @escaping (Bool) -> Void)
}

extension UISceneDelegate {
    /// Does nothing.
    public func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession,
        options connectionOptions: UIScene.ConnectionOptions
    ) {}
    /// Does nothing.
    public func sceneDidDisconnect(_ scene: UIScene) {}
    /// Does nothing.
    public func sceneDidBecomeActive(_ scene: UIScene) {}
    /// Does nothing.
    public func sceneWillResignActive(_ scene: UIScene) {}
    /// Does nothing.
    public func sceneWillEnterForeground(_ scene: UIScene) {}
    /// Does nothing.
    public func sceneDidEnterBackground(_ scene: UIScene) {}
    /// What the session has already: a missing method changes nothing.
    public func stateRestorationActivity(for scene: UIScene) -> NSUserActivity? {
        scene.session.stateRestorationActivity
    }
    /// Does nothing.
    public func scene(
        _ scene: UIScene, restoreInteractionStateWith stateRestorationActivity: NSUserActivity
    ) {}
    /// Does nothing.
    public func scene(_ scene: UIScene, didUpdate userActivity: NSUserActivity) {}
    /// Does nothing.
    public func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {}
    /// Does nothing.
    public func scene(
        _ scene: UIScene, willContinueUserActivityWithType userActivityType: String
    ) {}
    /// Does nothing.
    public func scene(
        _ scene: UIScene, didFailToContinueUserActivityWithType userActivityType: String,
        error: any Error
    ) {}
    /// Does nothing.
    public func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {}
}

extension UIWindowSceneDelegate {
    /// Nil; what is set is dropped. Declare a stored property to have a window.
    public var window: UIWindow? {
        get { nil }
        set {}
    }
    /// Does nothing.
    public func windowScene(
        _ windowScene: UIWindowScene,
        didUpdate previousCoordinateSpace: any UICoordinateSpace,
        interfaceOrientation previousInterfaceOrientation: UIInterfaceOrientation,
        traitCollection previousTraitCollection: UITraitCollection
    ) {}
    /// Does nothing.
    public func windowScene(
        _ windowScene: UIWindowScene, performActionFor shortcutItem: UIApplicationShortcutItem,
        completionHandler: @escaping (Bool) -> Void
    ) {}
}
