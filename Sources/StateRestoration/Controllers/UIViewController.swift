import Foundation
import RestorationArchive

/// Manages one screen, or a part of it.
///
/// A controller takes part in state restoration once its `restorationIdentifier` is set, and those
/// of all controllers above it (S4).
@MainActor
open class UIViewController: UIStateRestoring {
    // MARK: Making one

    public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {}

    public required init?(coder: NSCoder) {}

    public convenience init() { self.init(nibName: nil, bundle: nil) }

    /// The storyboard that it came from.
    public internal(set) var storyboard: UIStoryboard?

    // MARK: State restoration

    open var restorationIdentifier: String? {
        didSet { UIApplication.shared.hierarchyVersion &+= 1 }
    }
    open var restorationClass: (any UIViewControllerRestoration.Type)?
    open var restorationParent: (any UIStateRestoring)? { container }
    open var objectRestorationClass: (any UIObjectRestoration.Type)? { nil }

    open func encodeRestorableState(with coder: NSCoder) {}
    open func decodeRestorableState(with coder: NSCoder) {}
    open func applicationFinishedRestoringState() {}

    // MARK: Its view

    private var loadedView: UIView?

    /// Loaded when it is first asked for.
    open var view: UIView! {
        get {
            loadViewIfNeeded()
            return loadedView
        }
        set {
            loadedView?.owner = nil
            loadedView = newValue
            newValue?.owner = self
        }
    }
    public var isViewLoaded: Bool { loadedView != nil }
    public var viewIfLoaded: UIView? { loadedView }

    public func loadViewIfNeeded() {
        guard loadedView == nil else { return }
        loadView()
        if loadedView == nil { view = UIView(frame: UIScreen.main.bounds) }
        UIApplication.shared.willCall("viewDidLoad()", of: self)
        viewDidLoad()
    }

    open func loadView() { view = UIView(frame: UIScreen.main.bounds) }
    open func viewDidLoad() {}
    open func viewWillAppear(_ animated: Bool) {}
    open func viewDidAppear(_ animated: Bool) {}
    open func viewWillDisappear(_ animated: Bool) {}
    open func viewDidDisappear(_ animated: Bool) {}
    open func didReceiveMemoryWarning() {}

    // MARK: Titles

    open var title: String? {
        didSet { navigationItem.title = title }
    }
    open lazy var navigationItem = UINavigationItem(title: title)
    open lazy var tabBarItem: UITabBarItem! = UITabBarItem(title: nil, image: nil, tag: 0)

    // MARK: Containment

    public internal(set) weak var parent: UIViewController?
    public private(set) var children: [UIViewController] = [] {
        didSet { UIApplication.shared.hierarchyVersion &+= 1 }
    }

    /// Tells the child that it will move. That it has moved is for the container to tell it, once
    /// its view is in place: `child.didMove(toParent: self)`.
    open func addChild(_ childController: UIViewController) {
        childController.removeFromParent()
        childController.willMove(toParent: self)
        children.append(childController)
        childController.parent = self
    }

    open func removeFromParent() {
        guard let parent else { return }
        parent.children.removeAll { $0 === self }
        self.parent = nil
        didMove(toParent: nil)
    }

    open func willMove(toParent parent: UIViewController?) {}
    open func didMove(toParent parent: UIViewController?) {
        UIApplication.shared.updateAppearance()
    }

    /// Puts children into place without telling them more than that they moved.
    func setChildren(_ new: [UIViewController]) {
        let (old, kept) = (children, Set(new))
        let gone = old.filter { !kept.contains($0) }
        for child in gone { child.willMove(toParent: nil) }
        children = old.filter(kept.contains)
        for child in gone {
            child.parent = nil
            child.didMove(toParent: nil)
        }
        let come = new.filter { $0.parent !== self }
        for child in come {
            child.removeFromParent()
            child.willMove(toParent: self)
            child.parent = self
        }
        children = new
        for child in come { child.didMove(toParent: self) }
        UIApplication.shared.updateAppearance()
    }

    public var navigationController: UINavigationController? { ancestor() }
    public var tabBarController: UITabBarController? { ancestor() }
    public var splitViewController: UISplitViewController? { ancestor() }

    private func ancestor<Container: UIViewController>() -> Container? {
        var candidate = parent
        while let controller = candidate {
            if let found = controller as? Container { return found }
            candidate = controller.parent
        }
        return nil
    }

    // MARK: Presentation

    var ownPresented: UIViewController? {
        didSet { UIApplication.shared.hierarchyVersion &+= 1 }
    }
    public private(set) weak var presentingViewController: UIViewController?

    /// What this controller or one above it presents.
    public var presentedViewController: UIViewController? {
        ownPresented ?? parent?.presentedViewController
    }

    /// Presents a controller modally: the topmost container is the one that presents, as in UIKit.
    open func present(
        _ viewControllerToPresent: UIViewController, animated flag: Bool,
        completion: (() -> Void)? = nil
    ) {
        if let parent {
            parent.present(viewControllerToPresent, animated: flag, completion: completion)
            return
        }
        guard ownPresented == nil else {
            UIApplication.shared.session.log(
                "\(self) already presents a controller; \(viewControllerToPresent) is not presented"
            )
            return
        }
        ownPresented = viewControllerToPresent
        viewControllerToPresent.presentingViewController = self
        UIApplication.shared.updateAppearance()
        completion?()
    }

    /// Dismisses what this controller presents, or else the presentation that it is part of.
    open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
        if let presented = ownPresented {
            ownPresented = nil
            presented.presentingViewController = nil
            UIApplication.shared.updateAppearance()
            completion?()
        } else {
            (parent ?? presentingViewController)?.dismiss(animated: flag, completion: completion)
        }
    }

    open func show(_ vc: UIViewController, sender: Any?) {
        if let navigationController {
            navigationController.pushViewController(vc, animated: true)
        } else {
            present(vc, animated: true)
        }
    }

    // MARK: For containers to override

    /// The children whose views are on the screen when this controller's is.
    var visibleChildren: [UIViewController] { children }
    /// The child that fills the screen, in a container that shows one at a time.
    var topChild: UIViewController? { nil }
    /// Whether the container tells children of one identifier apart by itself (S5).
    var ordersChildren: Bool { false }
    /// Encodes what the container itself must know: `reference` answers nil for what is not saved.
    func encodeStructure(into values: inout [String: StateValue], reference: StructureReference) {}
    func decodeStructure(from values: [String: StateValue], instance: StructureInstance) {}
    func draw(on canvas: inout SVGCanvas, in frame: CGRect) {
        canvas.draw(view, in: frame)
    }

    typealias StructureReference = (UIViewController) -> StateValue?
    typealias StructureInstance = (StateValue?) -> UIViewController?
}

extension UIViewController: Hashable {
    public nonisolated static func == (lhs: UIViewController, rhs: UIViewController) -> Bool {
        lhs === rhs
    }
    public nonisolated func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

extension UIViewController {
    /// What is above it on the way to the root.
    var container: UIViewController? { parent ?? presentingViewController }

    /// What is below it: children, then what it presents itself.
    var contained: [UIViewController] { children + [ownPresented].compactMap { $0 } }
}
