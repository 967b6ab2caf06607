import Foundation
import RestorationArchive

/// Manages one screen, or a part of one.
///
/// A controller takes part in state restoration when it and every controller above it have a
/// `restorationIdentifier` (S4).
@preconcurrency @MainActor
open class UIViewController: UIResponder, UIStateRestoring {
    // MARK: Making one

    /// The designated initializer. Both arguments are ignored: there are no nib files.
    public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) { super.init() }

    /// Reads nothing from the coder: there are no storyboard files.
    public required init?(coder: NSCoder) { super.init() }

    /// The same as `init(nibName: nil, bundle: nil)`.
    public convenience override init() { self.init(nibName: nil, bundle: nil) }

    /// Encodes nothing: there are no nib files. What is to come back is encoded by
    /// `encodeRestorableState(with:)`.
    open func encode(with coder: NSCoder) {}

    /// The storyboard that made it; nil where code did.
    public internal(set) var storyboard: UIStoryboard?
    /// Its identifier in the storyboard.
    var storyboardIdentifier: String?

    // MARK: State restoration

    /// Names the controller in its restoration path (S6). Nil leaves it out of every save, with
    /// everything below it (S4). It should be unique among its siblings (S5).
    open var restorationIdentifier: String? {
        didSet { UIApplication.shared.hierarchyVersion &+= 1 }
    }
    /// The class that makes the controller again: the first place where it is looked for (R3). A
    /// private or generic class cannot be found again in the next process.
    open var restorationClass: (any UIViewControllerRestoration.Type)?
    /// The controller above it: its parent, or else the one that presents it.
    open var restorationParent: (any UIStateRestoring)? { container }
    /// Nil. A controller is made again by its ``restorationClass``.
    open var objectRestorationClass: (any UIObjectRestoration.Type)? { nil }

    /// Does nothing. Override it to save what the next process needs, but not the model. It is
    /// called in the background, depth first from the root (S3).
    open func encodeRestorableState(with coder: NSCoder) {}
    /// Does nothing. Override it to bring back what was encoded. It is called after `viewDidLoad`
    /// (R5).
    open func decodeRestorableState(with coder: NSCoder) {}
    /// Does nothing. It is called when every object has decoded its state, and restoration is not
    /// extended any more (R1, R10).
    open func applicationFinishedRestoringState() {}

    // MARK: Its view

    private var loadedView: UIView?

    /// The view, which is loaded when it is first asked for.
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
    /// Whether the view has been loaded.
    public var isViewLoaded: Bool { loadedView != nil }
    /// The view, or nil where it has not been loaded.
    public var viewIfLoaded: UIView? { loadedView }

    /// Calls `loadView` and `viewDidLoad`, unless the view is loaded.
    public func loadViewIfNeeded() {
        guard loadedView == nil else { return }
        loadView()
        if loadedView == nil { view = UIView(frame: UIScreen.main.bounds) }
        UIApplication.shared.willCall("viewDidLoad()", of: self)
        viewDidLoad()
    }

    /// Sets a plain view of the screen's size. Override it to set another.
    open func loadView() { view = UIView(frame: UIScreen.main.bounds) }
    /// Does nothing. An identifier that is set here is missing from a save before the view was
    /// loaded (S4).
    open func viewDidLoad() {}
    /// Does nothing. It is called once for each time that the controller comes onto the screen,
    /// never while the app launches. `animated` is always false.
    open func viewWillAppear(_ animated: Bool) {}
    /// Does nothing. It follows `viewWillAppear(_:)`.
    open func viewDidAppear(_ animated: Bool) {}
    /// Does nothing. It is called once for each time that the controller leaves the screen.
    /// `animated` is always false. A death does not call it.
    open func viewWillDisappear(_ animated: Bool) {}
    /// Does nothing. It follows `viewWillDisappear(_:)`.
    open func viewDidDisappear(_ animated: Bool) {}
    /// Does nothing. It is called between `viewWillAppear(_:)` and `viewDidAppear(_:)`, and by the
    /// view's `layoutIfNeeded()`. There is no layout: frames stay as they are.
    open func viewWillLayoutSubviews() {}
    /// Does nothing. It follows `viewWillLayoutSubviews()`.
    open func viewDidLayoutSubviews() {}
    /// Does nothing. It is called after the delegate has heard of the warning (W4). The view stays
    /// loaded.
    open func didReceiveMemoryWarning() {}

    // MARK: Titles

    /// The controller's title, and its navigation item's. It is not saved.
    open var title: String? {
        didSet { navigationItem.title = title }
    }
    /// What a navigation bar shows for it.
    open lazy var navigationItem = UINavigationItem(title: title)
    /// What a tab bar shows for it.
    open lazy var tabBarItem: UITabBarItem! = UITabBarItem(title: nil, image: nil, tag: 0)
    /// What a toolbar shows for it. It is neither drawn nor saved.
    open var toolbarItems: [UIBarButtonItem]?
    /// Whether a push hides the tab bar. It is not drawn differently, and not saved.
    open var hidesBottomBarWhenPushed = false

    // MARK: Editing

    /// Whether what it shows is being edited. It is not saved.
    open var isEditing: Bool {
        get { editing }
        set { setEditing(newValue, animated: false) }
    }
    private var editing = false
    /// Begins or ends editing. Override it to do so with what the controller shows, and call
    /// `super`. `animated` is ignored.
    open func setEditing(_ editing: Bool, animated: Bool) { self.editing = editing }
    /// A button that begins and ends editing by its ``UIBarButtonItem/tap()``.
    open lazy var editButtonItem = UIBarButtonItem(
        systemItem: .edit,
        primaryAction: UIAction { [weak self] _ in
            guard let self else { return }
            self.setEditing(!self.isEditing, animated: true)
        })

    // MARK: Segues

    /// Does nothing. It is called before a segue shows its destination. A restoration does not
    /// call it: what it hands over does not come back by itself (R14).
    open func prepare(for segue: UIStoryboardSegue, sender: Any?) {}
    /// True. A segue that code performs is not asked for, as in UIKit: code that plays the user
    /// asks, and then performs it.
    open func shouldPerformSegue(withIdentifier identifier: String, sender: Any?) -> Bool { true }
    /// Performs a segue that ``UIStoryboard/registerSegue(_:from:to:in:kind:)`` has made known.
    ///
    /// - Precondition: the controller came from a storyboard that has such a segue for it.
    ///   Otherwise the process ends with a message that names both, as in UIKit.
    open func performSegue(withIdentifier identifier: String, sender: Any?) {
        UIStoryboard.segue(identifier, from: self).perform(sender: sender)
    }

    // MARK: The screen

    /// The device's traits, which are the same for every controller.
    open var traitCollection: UITraitCollection { UITraitCollection.current }
    /// Does nothing. Nothing here changes the traits while a process lives.
    open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}
    /// Does nothing. Nothing here changes a size while a process lives.
    open func viewWillTransition(
        to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator
    ) {}
    /// How it looks where it is presented. It is kept, is not saved, and changes nothing here.
    open var modalPresentationStyle = UIModalPresentationStyle.automatic
    /// How it comes onto the screen. It is kept, is not saved, and changes nothing here.
    open var modalTransitionStyle = UIModalTransitionStyle.coverVertical
    /// Light or dark. It is kept, and changes nothing here.
    open var overrideUserInterfaceStyle = UIUserInterfaceStyle.unspecified
    /// How it is presented, made when it is asked for.
    private(set) lazy var presentation: UIPresentationController =
        UIPopoverPresentationController(presentedViewController: self, presenting: nil)
    /// Which edges its view reaches under bars. It is kept, and changes nothing here.
    open var edgesForExtendedLayout = UIRectEdge.all
    /// Whether its view reaches under opaque bars. It is kept, and changes nothing here.
    open var extendedLayoutIncludesOpaqueBars = false
    /// Whether bars move the content of its scroll view. They do not, here.
    open var automaticallyAdjustsScrollViewInsets = true
    /// The size that it would like to have. It is kept, and changes nothing here.
    open var preferredContentSize = CGSize.zero
    /// Whether it is what a search is presented over. It is kept, and changes nothing here.
    open var definesPresentationContext = false
    /// False. There is no status bar.
    open var prefersStatusBarHidden: Bool { false }
    /// The default. There is no status bar.
    open var preferredStatusBarStyle: UIStatusBarStyle { .default }
    /// Every orientation but upside down. Nothing here asks: the device is held as the harness says.
    open var supportedInterfaceOrientations: UIInterfaceOrientationMask { .allButUpsideDown }
    /// True. Nothing here asks.
    open var shouldAutorotate: Bool { true }

    // MARK: Containment

    /// The controller that contains it.
    public internal(set) weak var parent: UIViewController?
    /// The controllers that it contains, in the order in which they were added.
    public internal(set) var children: [UIViewController] = [] {
        didSet { UIApplication.shared.hierarchyVersion &+= 1 }
    }

    /// Adds a child at the end, after removing it from its old parent. The child hears
    /// `willMove(toParent:)`. When its view is in place, call `child.didMove(toParent: self)`, as
    /// in UIKit.
    open func addChild(_ childController: UIViewController) {
        childController.removeFromParent()
        childController.willMove(toParent: self)
        children.append(childController)
        childController.parent = self
    }

    /// Removes it from its parent, and calls `didMove(toParent: nil)`. Without a parent it does
    /// nothing.
    open func removeFromParent() {
        guard let parent else { return }
        parent.children.removeAll { $0 === self }
        self.parent = nil
        didMove(toParent: nil)
    }

    /// Does nothing. It is called before the controller gets another parent, or none.
    open func willMove(toParent parent: UIViewController?) {}
    /// Calls the appearance methods of whatever has come onto the screen or has left it. An
    /// override calls `super`.
    open func didMove(toParent parent: UIViewController?) {
        UIApplication.shared.updateAppearance()
    }

    // MARK: Presentation

    var ownPresented: UIViewController? {
        didSet { UIApplication.shared.hierarchyVersion &+= 1 }
    }
    /// The controller that presents this one itself; nil for the children of a presented
    /// controller.
    public private(set) weak var presentingViewController: UIViewController?

    /// What this controller presents, or else what one above it presents.
    public var presentedViewController: UIViewController? {
        ownPresented ?? parent?.presentedViewController
    }

    /// Presents a controller modally, without animation. The root of the containers presents it, as
    /// in UIKit. `completion` is called before this method returns.
    ///
    /// Where a controller is already presented, nothing happens: the new one is only logged, and
    /// `completion` is not called.
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

    /// Dismisses what this controller presents, or else the presentation that it is part of,
    /// without animation. `completion` is called before this method returns, unless there is
    /// nothing to dismiss.
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

    /// Puts a controller into the secondary column of the split view controller that contains this
    /// one; outside of any, presents it.
    open func showDetailViewController(_ vc: UIViewController, sender: Any?) {
        if let splitViewController {
            splitViewController.showDetailViewController(vc, sender: sender)
        } else {
            present(vc, animated: true)
        }
    }

    /// Pushes a controller onto the navigation stack that contains this one; outside of any,
    /// presents it.
    open func show(_ vc: UIViewController, sender: Any?) {
        if let navigationController {
            navigationController.pushViewController(vc, animated: true)
        } else {
            present(vc, animated: true)
        }
    }

    open override var next: UIResponder? {
        viewIfLoaded?.superview ?? container ?? viewIfLoaded?.window
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
