import Foundation

/// Shows the view of its root controller. The application holds its windows weakly.
@preconcurrency @MainActor
open class UIWindow: UIView {
    public override init(frame: CGRect) {
        super.init(frame: frame)
        UIApplication.shared.add(self)
    }

    /// A window of a scene, of the screen's size.
    public init(windowScene: UIWindowScene) {
        super.init(frame: UIScreen.main.bounds)
        UIApplication.shared.add(self)
        self.windowScene = windowScene
        windowScene.attach(self)
    }

    /// Reads nothing from the coder: the frame is zero.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        UIApplication.shared.add(self)
    }

    /// The scene that shows it; nil in an app without scenes, and after the scene was disconnected.
    open weak var windowScene: UIWindowScene? {
        didSet {
            oldValue?.detach(self)
            windowScene?.attach(self)
        }
    }

    /// The controller at the top: the first element of every restoration path (S6), if it has an
    /// identifier.
    open var rootViewController: UIViewController? {
        didSet {
            UIApplication.shared.hierarchyVersion &+= 1
            UIApplication.shared.updateAppearance()
        }
    }

    open override var next: UIResponder? { windowScene ?? UIApplication.shared }

    /// Whether it is among the application's windows.
    var isListed = false

    /// Whether it is the window that the screen shows, or its part for the window's scene.
    public private(set) var isKeyWindow = false

    /// Makes it the window that the screen shows. Controllers that come onto the screen are told,
    /// unless the app is still launching.
    open func makeKeyAndVisible() {
        // Each scene has a key window of its own.
        for window in windowScene?.windows ?? UIApplication.shared.windows
        where window.windowScene === windowScene {
            window.isKeyWindow = window === self
        }
        UIApplication.shared.add(self)
        isKeyWindow = true
        isHidden = false
        UIApplication.shared.updateAppearance()
    }
}
