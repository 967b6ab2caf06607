import Foundation

/// Supplies the pages beside a page.
@preconcurrency @MainActor
public protocol UIPageViewControllerDataSource: NSObjectProtocol {
    /// The page before another; nil before the first.
    func pageViewController(
        _ pageViewController: UIPageViewController,
        viewControllerBefore viewController: UIViewController
    ) -> UIViewController?
    /// The page after another; nil after the last.
    func pageViewController(
        _ pageViewController: UIPageViewController,
        viewControllerAfter viewController: UIViewController
    ) -> UIViewController?
    /// How many dots there are. Optional: nothing here draws them.
    func presentationCount(for pageViewController: UIPageViewController) -> Int
    /// Which dot is filled. Optional: nothing here draws them.
    func presentationIndex(for pageViewController: UIPageViewController) -> Int
}

extension UIPageViewControllerDataSource {
    /// No dots.
    public func presentationCount(for pageViewController: UIPageViewController) -> Int { 0 }
    /// The first.
    public func presentationIndex(for pageViewController: UIPageViewController) -> Int { 0 }
}

/// Hears when the user turns a page.
@preconcurrency @MainActor
public protocol UIPageViewControllerDelegate: NSObjectProtocol {
    /// The user begins to turn a page.
    func pageViewController(
        _ pageViewController: UIPageViewController,
        willTransitionTo pendingViewControllers: [UIViewController])
    /// The user has turned a page.
    func pageViewController(
        _ pageViewController: UIPageViewController, didFinishAnimating finished: Bool,
        previousViewControllers: [UIViewController], transitionCompleted completed: Bool)
}

extension UIPageViewControllerDelegate {
    /// Does nothing.
    public func pageViewController(
        _ pageViewController: UIPageViewController,
        willTransitionTo pendingViewControllers: [UIViewController]
    ) {}
    /// Does nothing.
    public func pageViewController(
        _ pageViewController: UIPageViewController, didFinishAnimating finished: Bool,
        previousViewControllers: [UIViewController], transitionCompleted completed: Bool
    ) {}
}

/// Pages, of which one is visible.
///
/// UIKit does not bring back the page by itself: Apple describes that only of navigation, tab and
/// split view controllers. A page that has an identifier is saved, as every child is, and restored where
/// something makes it; the app then sets it again, or encodes the page's number.
@preconcurrency @MainActor
open class UIPageViewController: UIViewController {
    /// How a page is turned. It changes nothing here.
    public enum TransitionStyle: Int, Sendable {
        /// Like a page of paper.
        case pageCurl
        /// Like a strip.
        case scroll
    }

    /// Where the pages are beside each other. It changes nothing here.
    public enum NavigationOrientation: Int, Sendable {
        /// From left to right.
        case horizontal
        /// From top to bottom.
        case vertical
    }

    /// In which direction the new page is. It changes nothing here.
    public enum NavigationDirection: Int, Sendable {
        /// After the old one.
        case forward
        /// Before it.
        case reverse
    }

    /// Where the pages are bound. It is kept, and not used.
    public enum SpineLocation: Int, Sendable {
        /// Nowhere.
        case none
        /// At the left or the top.
        case min
        /// In the middle, with a page on either side.
        case mid
        /// At the right or the bottom.
        case max
    }

    /// Names an option of a new controller.
    public struct OptionsKey: Hashable, RawRepresentable, Sendable {
        /// The name.
        public let rawValue: String
        /// Makes a name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The space between pages, in points.
        public static let interPageSpacing = OptionsKey(
            rawValue: "UIPageViewControllerOptionInterPageSpacingKey")
        /// Where the pages are bound.
        public static let spineLocation = OptionsKey(
            rawValue: "UIPageViewControllerOptionSpineLocationKey")
    }

    /// Supplies the pages beside the visible one; held weakly.
    open weak var dataSource: (any UIPageViewControllerDataSource)?
    /// Hears when the user turns a page; held weakly.
    open weak var delegate: (any UIPageViewControllerDelegate)?
    /// How a page is turned.
    public let transitionStyle: TransitionStyle
    /// Where the pages are beside each other.
    public let navigationOrientation: NavigationOrientation
    /// Whether pages have a back. It is kept, and not used.
    open var isDoubleSided = false

    /// Makes a controller without pages. The options are ignored.
    public init(
        transitionStyle style: TransitionStyle,
        navigationOrientation: NavigationOrientation, options: [OptionsKey: Any]? = nil
    ) {
        transitionStyle = style
        self.navigationOrientation = navigationOrientation
        super.init(nibName: nil, bundle: nil)
    }

    /// Makes a controller without pages, that are turned like paper.
    public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        transitionStyle = .pageCurl
        navigationOrientation = .horizontal
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
    }

    /// Reads nothing from the coder: the pages are turned like paper.
    public required init?(coder: NSCoder) {
        transitionStyle = .pageCurl
        navigationOrientation = .horizontal
        super.init(coder: coder)
    }

    /// The visible page, or two side by side; nil where there is none.
    open var viewControllers: [UIViewController]? { children.isEmpty ? nil : children }

    /// Shows pages at once. The delegate is not told, as in UIKit; `completion` is called before this
    /// method returns, with true.
    open func setViewControllers(
        _ viewControllers: [UIViewController]?, direction: NavigationDirection, animated: Bool,
        completion: ((Bool) -> Void)? = nil
    ) {
        setChildren(viewControllers ?? [])
        completion?(true)
    }

    /// Turns a page, as a user does: for code that plays the user. Not in UIKit.
    ///
    /// - Returns: whether there was a page in that direction.
    @discardableResult
    open func turnPage(_ direction: NavigationDirection) -> Bool {
        guard let current = direction == .forward ? children.last : children.first,
            let page = direction == .forward
                ? dataSource?.pageViewController(self, viewControllerAfter: current)
                : dataSource?.pageViewController(self, viewControllerBefore: current)
        else { return false }
        let previous = children
        delegate?.pageViewController(self, willTransitionTo: [page])
        setChildren([page])
        delegate?.pageViewController(
            self, didFinishAnimating: true, previousViewControllers: previous,
            transitionCompleted: true)
        return true
    }

    override var topChild: UIViewController? { children.first }

    override func draw(on canvas: inout SVGCanvas, in frame: CGRect) {
        children.first?.draw(on: &canvas, in: frame)
    }
}
