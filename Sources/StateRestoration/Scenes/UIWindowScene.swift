import Foundation

/// A scene that shows windows.
@preconcurrency @MainActor
open class UIWindowScene: UIScene {
    /// The windows of this scene that are alive, in the order in which they were made. The scene's
    /// delegate keeps them.
    open var windows: [UIWindow] { attached.compactMap(\.window) }
    /// The window of this scene that was last made key.
    open var keyWindow: UIWindow? { windows.last { $0.isKeyWindow } ?? windows.last }
    private var attached: [UIApplication.WeakWindow] = []

    func attach(_ window: UIWindow) {
        attached.removeAll { $0.window == nil || $0.window === window }
        attached.append(UIApplication.WeakWindow(window: window))
    }

    func detach(_ window: UIWindow) { attached.removeAll { $0.window === window } }

    /// How the device is held that shows it.
    public var interfaceOrientation: UIInterfaceOrientation {
        UIApplication.shared.statusBarOrientation
    }
    /// The size classes and the kind of the device that shows it.
    open var traitCollection: UITraitCollection { .current }
    /// The screen that it is on.
    public var screen: UIScreen { .main }

    /// Options for activating a scene with windows.
    open class ActivationRequestOptions: UIScene.ActivationRequestOptions {}
}

/// How a session is to be closed.
@preconcurrency @MainActor
open class UISceneDestructionRequestOptions: NSObject {
    /// Options with nothing special in them.
    public override init() { super.init() }
}

/// How the window of a scene goes when its session is closed.
@preconcurrency @MainActor
public final class UIWindowSceneDestructionRequestOptions: UISceneDestructionRequestOptions {
    /// What the user sees. There are no animations here.
    public enum DismissalAnimation: Int, Sendable {
        /// The usual one.
        case standard = 1
        /// The user is done.
        case commit
        /// The user has thrown away what was begun.
        case decline
    }

    /// What the user sees.
    public var windowDismissalAnimation = DismissalAnimation.standard
}
