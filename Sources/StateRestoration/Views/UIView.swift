import Foundation

/// A rectangle on the screen. There is no layout: a view is where its frame says.
///
/// It is neither an `NSObject` nor a `UIResponder` here. Views are equal where they are identical.
@MainActor
open class UIView {
    /// Makes a view of a frame.
    public init(frame: CGRect) {
        self.frame = frame
    }

    /// Reads nothing from the coder: the frame is zero.
    public required init?(coder: NSCoder) {
        frame = .zero
    }

    /// Makes a view of zero size.
    public convenience init() { self.init(frame: .zero) }

    /// Where the view is in its superview, in points. It is not saved, except by an image view
    /// (S12).
    open var frame: CGRect
    /// The view's size, at the origin.
    open var bounds: CGRect { CGRect(origin: .zero, size: frame.size) }
    /// What fills the view; nil fills nothing.
    open var backgroundColor: UIColor?
    /// Whether the view and its subviews are left out of the picture.
    open var isHidden = false
    /// The opacity of the view and its subviews, from 0 to 1.
    open var alpha: CGFloat = 1
    /// A number of the app's own, for `viewWithTag(_:)`.
    open var tag = 0

    // MARK: State restoration

    /// Names the view below its controller. A view is saved when it has one and its controller is
    /// saved (S4).
    open var restorationIdentifier: String?
    /// Does nothing. Override it to save more than the built-in views do (S12), and call `super`.
    open func encodeRestorableState(with coder: NSCoder) {}
    /// Does nothing. Override it to bring back what was encoded, and call `super`. It is called
    /// after the controller's `viewDidLoad` (R5).
    open func decodeRestorableState(with coder: NSCoder) {}

    // MARK: Hierarchy

    /// The views inside it, the last in front.
    public private(set) var subviews: [UIView] = []
    /// The view that contains it.
    public private(set) weak var superview: UIView?
    /// The controller whose view this is.
    weak var owner: UIViewController?

    /// Puts a view in front of the others, after removing it from where it was.
    open func addSubview(_ view: UIView) {
        view.removeFromSuperview()
        subviews.append(view)
        view.superview = self
    }

    /// Removes the view from its superview; without one it does nothing.
    open func removeFromSuperview() {
        superview?.subviews.removeAll { $0 === self }
        superview = nil
    }

    /// The view of that tag: this one, or the first below it.
    open func viewWithTag(_ tag: Int) -> UIView? {
        if self.tag == tag { return self }
        for view in subviews {
            if let found = view.viewWithTag(tag) { return found }
        }
        return nil
    }

    /// The window that it is in; nil where it is in none.
    public var window: UIWindow? {
        (self as? UIWindow) ?? superview?.window
            ?? UIApplication.shared.windows.first { window in
                window.rootViewController?.viewIfLoaded === self
            }
    }

    // MARK: First responder

    /// Whether it is being edited. At most one view of the app is.
    open private(set) var isFirstResponder = false
    /// False. Text fields, and text views that are editable, answer true.
    open var canBecomeFirstResponder: Bool { false }

    /// Becomes the first responder in another view's place. There is no keyboard here.
    ///
    /// - Returns: false where `canBecomeFirstResponder` is.
    @discardableResult
    open func becomeFirstResponder() -> Bool {
        guard canBecomeFirstResponder else { return false }
        if let old = Self.firstResponder, old !== self { old.resignFirstResponder() }
        isFirstResponder = true
        Self.firstResponder = self
        return true
    }

    /// Ends editing.
    ///
    /// - Returns: true.
    @discardableResult
    open func resignFirstResponder() -> Bool {
        isFirstResponder = false
        if Self.firstResponder === self { Self.firstResponder = nil }
        return true
    }

    private static weak var firstResponder: UIView?

    // MARK: Drawing

    /// Draws what is between the background and the subviews. The canvas is in the view's
    /// coordinates.
    func drawContent(on canvas: inout SVGCanvas) {}

    /// How far the content is scrolled away.
    var contentOrigin: CGPoint { .zero }

    /// What the harness is shown of the view, where it is more than a rectangle.
    var observableState: [String: JSON] { [:] }
}

extension UIView: Hashable {
    public nonisolated static func == (lhs: UIView, rhs: UIView) -> Bool { lhs === rhs }
    public nonisolated func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
