import Foundation
import RestorationArchive

/// A stack of controllers. The top one is visible.
///
/// It saves its stack (R14) and tells children of one identifier apart by their position (S5).
/// Nothing is animated: a change is complete when the call returns.
@preconcurrency @MainActor
open class UINavigationController: UIViewController {
    /// Makes a stack of one controller.
    public init(rootViewController: UIViewController) {
        super.init(nibName: nil, bundle: nil)
        setViewControllers([rootViewController], animated: false)
    }

    /// Makes an empty stack whose bars are of other classes; nil is the usual class.
    public init(navigationBarClass: AnyClass?, toolbarClass: AnyClass?) {
        super.init(nibName: nil, bundle: nil)
        if let made = navigationBarClass.map({ RuntimeClass.makeView($0) }) as? UINavigationBar {
            navigationBar = made
        }
        if let made = toolbarClass.map({ RuntimeClass.makeView($0) }) as? UIToolbar {
            toolbar = made
        }
    }

    public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
    }

    /// Reads nothing from the coder: the stack is empty.
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// Hears what comes on top; held weakly.
    open weak var delegate: (any UINavigationControllerDelegate)?
    /// The bar at the top. What is set there changes nothing in the picture.
    public private(set) lazy var navigationBar = UINavigationBar()
    /// The bar at the bottom. It is not drawn.
    public private(set) lazy var toolbar: UIToolbar! = UIToolbar()
    /// Whether the bar at the top is hidden. It is not saved.
    open var isNavigationBarHidden = false
    /// Whether the bar at the bottom is hidden. It is not saved.
    open var isToolbarHidden = true
    /// Whether scrolling hides the bars. It changes nothing here.
    open var hidesBarsOnSwipe = false
    /// Shows or hides the bar at the top. `animated` is ignored.
    open func setNavigationBarHidden(_ hidden: Bool, animated: Bool) {
        isNavigationBarHidden = hidden
    }
    /// Shows or hides the bar at the bottom. `animated` is ignored.
    open func setToolbarHidden(_ hidden: Bool, animated: Bool) { isToolbarHidden = hidden }

    /// The stack, the root first.
    open var viewControllers: [UIViewController] {
        get { children }
        set { setViewControllers(newValue, animated: false) }
    }
    /// The last of the stack; nil where the stack is empty.
    public var topViewController: UIViewController? { children.last }
    /// What is presented over the stack, or else the top of the stack.
    public var visibleViewController: UIViewController? {
        presentedViewController ?? topViewController
    }

    /// Replaces the stack. `animated` is ignored.
    open func setViewControllers(_ viewControllers: [UIViewController], animated: Bool) {
        let old = topViewController
        setChildren(viewControllers)
        tellDelegate(unlessStill: old)
    }

    private func tellDelegate(unlessStill old: UIViewController?) {
        guard let top = topViewController, top !== old else { return }
        delegate?.navigationController(self, willShow: top, animated: false)
        delegate?.navigationController(self, didShow: top, animated: false)
    }

    /// Puts a controller on top of the stack. `animated` is ignored.
    open func pushViewController(_ viewController: UIViewController, animated: Bool) {
        setViewControllers(children + [viewController], animated: animated)
    }

    /// Removes the top controller and returns it; nil, with nothing removed, where only the root is
    /// left.
    @discardableResult
    open func popViewController(animated: Bool) -> UIViewController? {
        guard children.count > 1, let top = children.last else { return nil }
        setViewControllers(children.dropLast(), animated: animated)
        return top
    }

    /// Removes everything above a controller.
    ///
    /// - Returns: what was removed, from the bottom up; nil where the controller is not in the
    ///   stack.
    @discardableResult
    open func popToViewController(
        _ viewController: UIViewController, animated: Bool
    ) -> [UIViewController]? {
        guard let index = children.firstIndex(of: viewController) else { return nil }
        let popped = Array(children[(index + 1)...])
        setViewControllers(Array(children[...index]), animated: animated)
        return popped
    }

    /// Removes everything above the root.
    ///
    /// - Returns: what was removed, from the bottom up; nil where the stack is empty.
    @discardableResult
    open func popToRootViewController(animated: Bool) -> [UIViewController]? {
        children.first.flatMap { popToViewController($0, animated: animated) }
    }

    override var visibleChildren: [UIViewController] { children.suffix(1) }
    override var topChild: UIViewController? { topViewController }
    override var ordersChildren: Bool { true }

    override func encodeStructure(
        into values: inout [String: StateValue], reference: StructureReference
    ) {
        values["stack"] = .array(children.map { reference($0) ?? .null })
    }

    /// The saved stack. A place whose controller was not saved keeps the controller that is there;
    /// one that could not be made again is left out (R3, R14).
    override func decodeStructure(
        from values: [String: StateValue], instance: StructureInstance
    ) {
        guard case .array(let saved)? = values["stack"] else { return }
        var stack: [UIViewController] = []
        for (index, element) in saved.enumerated() {
            if element == .null {
                guard index < children.count, children[index].restorationIdentifier == nil else {
                    continue
                }
                stack.append(children[index])
            } else if let controller = instance(element) {
                stack.append(controller)
            }
        }
        if !stack.isEmpty { setChildren(stack) }
    }

    override func draw(on canvas: inout SVGCanvas, in frame: CGRect) {
        let (bar, content) = frame.divided(
            atDistance: isNavigationBarHidden ? 0 : 44, from: .minYEdge)
        topViewController?.draw(on: &canvas, in: content)
        if isNavigationBarHidden { return }
        canvas.fill(bar, with: "#f7f7f7")
        let title = topViewController?.navigationItem.title ?? ""
        canvas.text(title, at: CGPoint(x: bar.midX, y: bar.minY + 28), size: 17, anchor: "middle")
        if children.count > 1 {
            let back = children[children.count - 2].navigationItem.title ?? "Back"
            canvas.text("‹ " + back, at: CGPoint(x: bar.minX + 8, y: bar.minY + 28), size: 17)
        }
    }
}
