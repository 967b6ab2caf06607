import Foundation

/// A rectangle on the screen. Without layout: a view is where its frame says.
@MainActor
open class UIView {
    public init(frame: CGRect) {
        self.frame = frame
    }

    public required init?(coder: NSCoder) {
        frame = .zero
    }

    public convenience init() { self.init(frame: .zero) }

    open var frame: CGRect
    open var bounds: CGRect { CGRect(origin: .zero, size: frame.size) }
    open var backgroundColor: UIColor?
    open var isHidden = false
    open var alpha: CGFloat = 1
    open var tag = 0

    // MARK: State restoration

    /// A view is saved if it has an identifier and its controller is saved (S4).
    open var restorationIdentifier: String?
    open func encodeRestorableState(with coder: NSCoder) {}
    open func decodeRestorableState(with coder: NSCoder) {}

    // MARK: Hierarchy

    public private(set) var subviews: [UIView] = []
    public private(set) weak var superview: UIView?
    /// The controller whose view this is.
    weak var owner: UIViewController?

    open func addSubview(_ view: UIView) {
        view.removeFromSuperview()
        subviews.append(view)
        view.superview = self
    }

    open func removeFromSuperview() {
        superview?.subviews.removeAll { $0 === self }
        superview = nil
    }

    open func viewWithTag(_ tag: Int) -> UIView? {
        if self.tag == tag { return self }
        for view in subviews {
            if let found = view.viewWithTag(tag) { return found }
        }
        return nil
    }

    public var window: UIWindow? {
        (self as? UIWindow) ?? superview?.window
            ?? UIApplication.shared.windows.first { window in
                window.rootViewController?.viewIfLoaded === self
            }
    }

    // MARK: First responder

    open private(set) var isFirstResponder = false
    open var canBecomeFirstResponder: Bool { false }

    @discardableResult
    open func becomeFirstResponder() -> Bool {
        guard canBecomeFirstResponder else { return false }
        if let old = Self.firstResponder, old !== self { old.resignFirstResponder() }
        isFirstResponder = true
        Self.firstResponder = self
        return true
    }

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
