#if canImport(UIKit)
    import UIKit
#else
    import StateRestoration
#endif

// MARK: Piece: a split view whose detail is in front on a phone only if something is selected

class MailSplitViewController: UISplitViewController, UISplitViewControllerDelegate {
    override func awakeFromNib() {
        super.awakeFromNib()
        configure()
    }

    func configure() {
        delegate = self
        preferredDisplayMode = .allVisible
        preferredPrimaryColumnWidthFraction = 0.33
    }

    func splitViewController(
        _ splitViewController: UISplitViewController,
        collapseSecondary secondaryViewController: UIViewController,
        onto primaryViewController: UIViewController
    ) -> Bool {
        guard let navigation = secondaryViewController as? UINavigationController,
            let detail = navigation.topViewController as? MailDetailViewController
        else { return false }
        return detail.message == nil
    }
}

class MailDetailViewController: UIViewController {
    var message: String? {
        didSet { title = message }
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        navigationItem.leftBarButtonItem = splitViewController?.displayModeButtonItem
        navigationItem.leftItemsSupplementBackButton = true
    }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(message, forKey: "message")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        message = coder.decodeObject(forKey: "message") as? String
    }
}

// MARK: Piece: what is shown where there is little room

class AdaptiveViewController: UIViewController {
    private(set) var columns = 0

    override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        updateColumns()
    }

    override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        super.traitCollectionDidChange(previousTraitCollection)
        updateColumns()
    }

    override func viewWillTransition(
        to size: CGSize, with coordinator: UIViewControllerTransitionCoordinator
    ) {
        super.viewWillTransition(to: size, with: coordinator)
        coordinator.animate(alongsideTransition: { _ in self.updateColumns() }, completion: nil)
    }

    private func updateColumns() {
        switch (traitCollection.horizontalSizeClass, traitCollection.verticalSizeClass) {
        case (.regular, _): columns = 3
        case (_, .compact): columns = 2
        default: columns = 1
        }
    }

    override var supportedInterfaceOrientations: UIInterfaceOrientationMask { return .all }
    override var prefersStatusBarHidden: Bool { return true }
    override var preferredStatusBarStyle: UIStatusBarStyle { return .lightContent }
}

// MARK: Piece: an app that restores only on the kind of device that it saved on

class IdiomAppDelegate: UIResponder, UIApplicationDelegate {
    var window: UIWindow?

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        return true
    }

    func application(
        _ application: UIApplication, shouldSaveApplicationState coder: NSCoder
    ) -> Bool { return true }

    func application(
        _ application: UIApplication, shouldRestoreApplicationState coder: NSCoder
    ) -> Bool {
        let key = UIApplication.stateRestorationUserInterfaceIdiomKey
        guard let number = coder.decodeObject(forKey: key) as? NSNumber,
            let idiom = UIUserInterfaceIdiom(rawValue: number.intValue)
        else { return false }
        return idiom == UIDevice.current.userInterfaceIdiom
    }
}

// MARK: Piece: the idiom in its older spelling, in one place

enum Screen {
    @MainActor static var isPad: Bool { return UI_USER_INTERFACE_IDIOM() == .pad }
    @MainActor static var isLandscape: Bool {
        return UIDevice.current.orientation.isLandscape
            || UIApplication.shared.statusBarOrientation.isLandscape
    }
    @MainActor static var width: CGFloat { return UIScreen.main.bounds.size.width }
}

#if !canImport(UIKit)
    import Testing

    @MainActor
    @Suite struct TraitPieces {
        private func pad() -> SimulatedDevice {
            let device = SimulatedDevice()
            device.device.idiom = "pad"
            return device
        }

        @Test("A message comes back beside the list on a pad, and in front on a phone")
        func split() throws {
            func make() -> MailSplitViewController {
                let list = inNavigation(UIViewController())
                let message = MailDetailViewController()
                message.restorationIdentifier = "message"
                let detail = UINavigationController(rootViewController: message)
                detail.restorationIdentifier = "detail"
                let split = MailSplitViewController(nibName: nil, bundle: nil)
                split.restorationIdentifier = "split"
                split.viewControllers = [list, detail]
                split.awakeFromNib()
                return split
            }
            let device = pad()
            let split = try restored(make, on: device) {
                let detail = $0.viewControllers.last as? UINavigationController
                (detail?.topViewController as? MailDetailViewController)?.message = "Hello"
                $0.show(.secondary)
            }
            #expect(split.displayMode == .allVisible)
            #expect(!split.isCollapsed)
            let detail = try #require(split.viewControllers.last as? UINavigationController)
            #expect(detail.topViewController?.title == "Hello")
            let answers = split.delegate?.splitViewController(
                split, collapseSecondary: detail, onto: split.viewControllers[0])
            #expect(answers == false)
        }

        @Test("There is room for as many columns as the device has")
        func columns() {
            func columns(_ device: SimulatedDevice) -> Int? {
                let run = device.launch { PieceDelegate { AdaptiveViewController() } }
                let root = run.application.keyWindow?.rootViewController
                return (root as? AdaptiveViewController)?.columns
            }
            #expect(columns(pad()) == 3)
            let phone = SimulatedDevice()
            #expect(columns(phone) == 1)
            phone.device.orientation = "landscapeLeft"
            #expect(columns(phone) == 2)
        }

        @Test("The kind of device decides")
        func idiom() {
            let device = SimulatedDevice()
            device.launch { IdiomAppDelegate() }.enterBackground()
            #expect(device.launch { IdiomAppDelegate() }.wasRestored)
            #expect(!Screen.isPad && !Screen.isLandscape)
            device.device.idiom = "pad"
            #expect(device.launch { IdiomAppDelegate() }.hasDeclined)
            #expect(Screen.isPad)
            #expect(Screen.width == 390)
        }
    }
#endif
