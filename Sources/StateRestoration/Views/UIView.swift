import Foundation

/// A rectangle on the screen. There is no layout: a view is where its frame says.
@preconcurrency @MainActor
open class UIView: UIResponder {
    /// Makes a view of a frame.
    public init(frame: CGRect) {
        self.frame = frame
        super.init()
    }

    /// Reads nothing from the coder: the frame is zero.
    public required init?(coder: NSCoder) {
        frame = .zero
        super.init()
    }

    /// Makes a view of zero size.
    public convenience override init() { self.init(frame: .zero) }

    /// Encodes nothing: there are no nib files. What is to come back is encoded by
    /// `encodeRestorableState(with:)`.
    open func encode(with coder: NSCoder) {}

    /// Where the view is in its superview, in points. It is not saved, except by an image view
    /// (S12).
    open var frame: CGRect
    /// The view's size, at the origin. Setting it keeps the middle where it is.
    open var bounds: CGRect {
        get { CGRect(origin: .zero, size: frame.size) }
        set {
            let middle = center
            frame.size = newValue.size
            center = middle
        }
    }
    /// What fills the view; nil fills nothing.
    open var backgroundColor: UIColor?
    /// Whether the view and its subviews are left out of the picture.
    open var isHidden = false
    /// The opacity of the view and its subviews, from 0 to 1.
    open var alpha: CGFloat = 1
    /// A number of the app's own, for `viewWithTag(_:)`.
    open var tag = 0

    // Kept, and not drawn.

    /// The color of what can be tapped. It is not drawn.
    open var tintColor: UIColor! = .systemBlue
    /// Whether the user can act on it. It changes nothing here.
    open var isUserInteractionEnabled = true
    /// Whether nothing behind it can be seen. It changes nothing here.
    open var isOpaque = true
    /// What the user can do with it: nothing, here.
    public internal(set) var interactions: [any UIInteraction] = []
    /// Whether what reaches out of it is cut off. It is, always.
    open var clipsToBounds = false
    /// How a picture fills it. It changes nothing here.
    open var contentMode = ContentMode.scaleToFill
    /// What of it grows with its superview. It changes nothing here.
    open var autoresizingMask: AutoresizingMask = []
    /// Whether constraints say where it is. It changes nothing here.
    open var translatesAutoresizingMaskIntoConstraints = true
    /// The space that content keeps from the edges. It moves nothing here.
    open var layoutMargins = UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8)
    /// How its layer looks. It is not drawn.
    public private(set) lazy var layer = CALayer()
    /// What recognizes gestures in it: none is.
    public private(set) var gestureRecognizers: [UIGestureRecognizer]?
    /// What people call it who cannot see it. It changes nothing here.
    open var accessibilityIdentifier: String?
    /// What is read of it to people who cannot see it. It changes nothing here.
    open var accessibilityLabel: String?

    /// How it is moved, scaled and turned. It is kept, and neither drawn nor saved.
    open var transform = CGAffineTransform.identity
    /// Removes a recognizer.
    open func removeGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
        gestureRecognizers?.removeAll { $0 === gestureRecognizer }
        gestureRecognizer.view = nil
    }
    /// Adds a recognizer, which recognizes nothing here.
    open func addGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
        gestureRecognizers = (gestureRecognizers ?? []) + [gestureRecognizer]
        gestureRecognizer.view = self
    }

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
        view.willMove(toSuperview: self)
        view.superview?.subviews.removeAll { $0 === view }
        subviews.append(view)
        view.superview = self
        view.didMoveToSuperview()
        didAddSubview(view)
    }
    /// Does nothing. It is called before the view is put into another, or into none.
    open func willMove(toSuperview newSuperview: UIView?) {}
    /// Does nothing. It is called when the view was put into another, or into none.
    open func didMoveToSuperview() {}
    /// Does nothing. It is called when a view was put into this one.
    open func didAddSubview(_ subview: UIView) {}

    /// Puts a view among the others, the first of which is behind all.
    open func insertSubview(_ view: UIView, at index: Int) {
        addSubview(view)
        move(view, to: min(max(0, index), subviews.count - 1))
    }
    /// Puts a view behind another.
    open func insertSubview(_ view: UIView, belowSubview sibling: UIView) {
        addSubview(view)
        move(view, to: subviews.firstIndex { $0 === sibling } ?? 0)
    }
    /// Puts a view in front of another.
    open func insertSubview(_ view: UIView, aboveSubview sibling: UIView) {
        addSubview(view)
        move(view, to: (subviews.firstIndex { $0 === sibling } ?? -1) + 1)
    }
    /// Puts a view of this one in front of the others.
    open func bringSubviewToFront(_ view: UIView) { move(view, to: subviews.count - 1) }
    /// Puts a view of this one behind the others.
    open func sendSubviewToBack(_ view: UIView) { move(view, to: 0) }

    private func move(_ view: UIView, to index: Int) {
        guard let old = subviews.firstIndex(where: { $0 === view }) else { return }
        subviews.insert(subviews.remove(at: old), at: index)
    }

    /// Removes the view from its superview; without one it does nothing.
    open func removeFromSuperview() {
        guard let superview else { return }
        willMove(toSuperview: nil)
        superview.subviews.removeAll { $0 === self }
        self.superview = nil
        didMoveToSuperview()
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
        // A container's view does not hold those of its children.
        (self as? UIWindow) ?? superview?.window ?? owner?.container?.viewIfLoaded?.window
            ?? UIApplication.shared.windows.first { window in
                window.rootViewController?.viewIfLoaded === self
            }
    }

    /// Ends editing in this view and the views inside it. `force` is ignored.
    ///
    /// - Returns: whether one of them was the first responder.
    @discardableResult
    open func endEditing(_ force: Bool) -> Bool {
        if isFirstResponder { return resignFirstResponder() }
        return subviews.contains { $0.endEditing(force) }
    }

    open override var next: UIResponder? { owner ?? superview }

    // MARK: Layout

    private var needsLayout = true
    /// The size that its content has by itself: none is known.
    open var intrinsicContentSize: CGSize {
        CGSize(width: UIView.noIntrinsicMetric, height: UIView.noIntrinsicMetric)
    }
    /// The width or the height that is not known.
    public nonisolated static let noIntrinsicMetric: CGFloat = -1
    /// The size that the view needs, of those that it can have: the size that it has.
    open func sizeThatFits(_ size: CGSize) -> CGSize { bounds.size }
    /// Does nothing. Nothing here calls it.
    open func updateConstraints() {}
    /// Does nothing: there is no layout. It is called when its controller's view comes onto the
    /// screen, and by `layoutIfNeeded()`.
    open func layoutSubviews() {}
    /// Has the next `layoutIfNeeded()` call `layoutSubviews()`.
    open func setNeedsLayout() { needsLayout = true }
    /// Calls `layoutSubviews()` of this view and of those inside it, where `setNeedsLayout()` was
    /// called since the last time, and the controller's methods around that of its view.
    open func layoutIfNeeded() {
        if needsLayout {
            needsLayout = false
            owner?.viewWillLayoutSubviews()
            layoutSubviews()
            owner?.viewDidLayoutSubviews()
        }
        for view in subviews { view.layoutIfNeeded() }
    }

    // MARK: Drawing

    /// Draws what is between the background and the subviews. The canvas is in the view's
    /// coordinates.
    func drawContent(on canvas: inout SVGCanvas) {}

    /// How far the content is scrolled away.
    var contentOrigin: CGPoint { .zero }

    /// What the harness is shown of the view, where it is more than a rectangle.
    var observableState: [String: JSON] { [:] }
}
