import Foundation

/// Shows the view of its root controller. The application holds its windows weakly.
@preconcurrency @MainActor
open class UIWindow: UIView {
    public override init(frame: CGRect) {
        super.init(frame: frame)
        UIApplication.shared.add(self)
    }

    /// Reads nothing from the coder: the frame is zero.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        UIApplication.shared.add(self)
    }

    /// The controller at the top: the first element of every restoration path (S6), if it has an
    /// identifier.
    open var rootViewController: UIViewController? {
        didSet {
            UIApplication.shared.hierarchyVersion &+= 1
            UIApplication.shared.updateAppearance()
        }
    }

    open override var next: UIResponder? { UIApplication.shared }

    /// Whether it is the window that the screen shows.
    public private(set) var isKeyWindow = false

    /// Makes it the window that the screen shows. Controllers that come onto the screen are told,
    /// unless the app is still launching.
    open func makeKeyAndVisible() {
        for window in UIApplication.shared.windows { window.isKeyWindow = window === self }
        UIApplication.shared.add(self)
        isKeyWindow = true
        isHidden = false
        UIApplication.shared.updateAppearance()
    }
}
