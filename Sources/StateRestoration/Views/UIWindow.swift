import Foundation

/// Where the root controller's view is shown.
@MainActor
open class UIWindow: UIView {
    public override init(frame: CGRect) {
        super.init(frame: frame)
        UIApplication.shared.add(self)
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        UIApplication.shared.add(self)
    }

    open var rootViewController: UIViewController? {
        didSet {
            UIApplication.shared.hierarchyVersion &+= 1
            UIApplication.shared.updateAppearance()
        }
    }

    public private(set) var isKeyWindow = false

    open func makeKeyAndVisible() {
        for window in UIApplication.shared.windows { window.isKeyWindow = window === self }
        UIApplication.shared.add(self)
        isKeyWindow = true
        isHidden = false
        UIApplication.shared.updateAppearance()
    }
}
