import Foundation

/// A button in a bar. It is not drawn, and saves nothing.
@preconcurrency @MainActor
open class UIBarButtonItem: UIBarItem {
    /// What a button means. It changes nothing here.
    public enum SystemItem: Int, Sendable {
        /// Ending, beginning and sending; the spaces between buttons.
        case done, cancel, edit, save, add, flexibleSpace, fixedSpace, compose, reply, action
        /// Working with what is shown.
        case organize, bookmarks, search, refresh, stop, camera, trash, play, pause, rewind
        /// Going fast, back and forth.
        case fastForward, undo, redo, close = 24
    }

    /// How a button looks. It changes nothing here.
    public enum Style: Int, Sendable {
        /// As the others.
        case plain
        /// As the one that ends what the user does.
        case done = 2
    }

    /// What it means; nil where the app has given a text, a picture or a view.
    private(set) var systemItem: SystemItem?
    /// How it looks.
    open var style = Style.plain
    /// The view in its place.
    open var customView: UIView?
    /// What a tap does.
    open var primaryAction: UIAction?
    /// The object of a method that Linux cannot call by its name.
    open weak var target: AnyObject?
    /// The method, which ``tap()`` cannot call.
    open var action: Selector?
    /// Its width in points. It changes nothing here.
    open var width: CGFloat = 0
    /// The color. It is not drawn.
    open var tintColor: UIColor?

    /// Makes a button that means nothing.
    public override init() { super.init() }

    /// Makes a button of the system's. Linux cannot call the method: use `init(systemItem:primaryAction:)`.
    public convenience init(
        barButtonSystemItem systemItem: SystemItem, target: Any?, action: Selector?
    ) {
        self.init()
        self.systemItem = systemItem
        self.target = target.map { $0 as AnyObject }
        self.action = action
    }

    /// Makes a button of the system's.
    public convenience init(systemItem: SystemItem, primaryAction: UIAction? = nil) {
        self.init()
        self.systemItem = systemItem
        self.primaryAction = primaryAction
    }

    /// Makes a button with a text. Linux cannot call the method: use `init(title:image:primaryAction:)`.
    public convenience init(title: String?, style: Style, target: Any?, action: Selector?) {
        self.init()
        self.title = title
        self.style = style
        self.target = target.map { $0 as AnyObject }
        self.action = action
    }

    /// Makes a button with a picture. Linux cannot call the method.
    public convenience init(image: UIImage?, style: Style, target: Any?, action: Selector?) {
        self.init()
        self.image = image
        self.style = style
        self.target = target.map { $0 as AnyObject }
        self.action = action
    }

    /// Makes a button with a text or a picture, or those of its action.
    public convenience init(
        title: String? = nil, image: UIImage? = nil, primaryAction: UIAction? = nil
    ) {
        self.init()
        self.title = title ?? primaryAction?.title
        self.image = image ?? primaryAction?.image
        self.primaryAction = primaryAction
    }

    /// Makes a button that is a view.
    public convenience init(customView: UIView) {
        self.init()
        self.customView = customView
    }

    /// Space that takes what is left.
    public static func flexibleSpace() -> UIBarButtonItem {
        UIBarButtonItem(systemItem: .flexibleSpace)
    }

    /// Taps the button, as a user does: for code that plays the user. Not in UIKit. A disabled button
    /// does nothing.
    open func tap() {
        guard isEnabled else { return }
        primaryAction?.perform(from: self)
        if let action {
            UIApplication.shared.session.report(
                "a button of a bar: the method \(action) cannot be called by its name; use a "
                    + "UIAction", rule: nil)
        }
    }
}

/// An element of a bar.
@preconcurrency @MainActor
open class UIBarItem: NSObject {
    /// The text.
    open var title: String?
    /// The picture. It is not drawn.
    open var image: UIImage?
    /// Whether it can be used.
    open var isEnabled = true
    /// A number of the app's own, which is kept and not used.
    open var tag = 0
    /// Says how its text looks. It is not drawn.
    open func setTitleTextAttributes(
        _ attributes: [NSAttributedString.Key: Any]?, for state: UIControl.State
    ) {}
    /// Makes an element without text.
    public override init() { super.init() }
}
