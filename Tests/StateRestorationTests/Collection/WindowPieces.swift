#if canImport(UIKit)
    import UIKit
    import os.log
#else
    import StateRestoration
#endif

// MARK: Piece: a scene delegate that says which content its window shows, and logs its life

let windowLog = OSLog(subsystem: "com.example.windows", category: "life")

class ProductSceneDelegate: UIResponder, UIWindowSceneDelegate {
    var window: UIWindow?
    static let productKey = "product"

    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession,
        options connectionOptions: UIScene.ConnectionOptions
    ) {
        os_log("%{public}@ %{public}@", log: windowLog, type: .info, "window", #function)
        guard let windowScene = scene as? UIWindowScene else { return }
        window = UIWindow(windowScene: windowScene)
        let controller = ProductViewController()
        let activity = connectionOptions.userActivities.first ?? session.stateRestorationActivity
        controller.product = activity?.userInfo?[Self.productKey] as? String ?? ""
        window?.rootViewController = controller
        window?.makeKeyAndVisible()
        showOnly(controller.product, in: scene)
    }

    func showOnly(_ product: String, in scene: UIScene) {
        let conditions = scene.activationConditions
        conditions.canActivateForTargetContentIdentifierPredicate = NSPredicate(value: false)
        let prefers = NSPredicate(format: "self == %@", product)
        conditions.prefersToActivateForTargetContentIdentifierPredicate =
            NSCompoundPredicate(orPredicateWithSubpredicates: [prefers])
    }

    func stateRestorationActivity(for scene: UIScene) -> NSUserActivity? {
        guard let controller = window?.rootViewController as? ProductViewController else {
            return nil
        }
        return controller.detailActivity
    }

    func windowScene(
        _ windowScene: UIWindowScene, didUpdate previousCoordinateSpace: UICoordinateSpace,
        interfaceOrientation previousInterfaceOrientation: UIInterfaceOrientation,
        traitCollection previousTraitCollection: UITraitCollection
    ) {
        if previousCoordinateSpace.bounds != windowScene.coordinateSpace.bounds {
            window?.rootViewController?.view.setNeedsLayout()
        }
    }
}

// MARK: Piece: a controller whose item is dragged out into a window of its own

class ProductViewController: UIViewController, UIDragInteractionDelegate {
    var product = ""
    let cover = UIImageView(image: UIImage(named: "cover"))

    var detailActivity: NSUserActivity {
        let activity = NSUserActivity(activityType: "com.example.product")
        activity.title = "Product"
        activity.targetContentIdentifier = product
        activity.userInfo = [ProductSceneDelegate.productKey: product]
        return activity
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        view.addSubview(cover)
        cover.addInteraction(UIDragInteraction(delegate: self))
        UIPageControl.appearance().pageIndicatorTintColor = .gray
    }

    func dragInteraction(
        _ interaction: UIDragInteraction, itemsForBeginning session: UIDragSession
    ) -> [UIDragItem] {
        let provider = NSItemProvider(object: cover.image! as NSItemProviderWriting)
        provider.registerObject(detailActivity, visibility: .all)
        let item = UIDragItem(itemProvider: provider)
        item.localObject = product
        return [item]
    }
}

// MARK: Piece: an app delegate that hands an activity on to its controllers

class HandingAppDelegate: UIResponder, UIApplicationDelegate {
    var window: UIWindow?

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplicationLaunchOptionsKey: Any]?
    ) -> Bool { true }

    func application(
        _ application: UIApplication, continue userActivity: NSUserActivity,
        restorationHandler: @escaping ([UIUserActivityRestoring]?) -> Void
    ) -> Bool {
        guard let root = window?.rootViewController else { return false }
        restorationHandler([root])
        return true
    }
}

// MARK: Piece: settings in a bubble, which are told when they are swiped away

class SwatchViewController: UIViewController, UIPopoverPresentationControllerDelegate {
    var swatches: [String] = []
    private let logger = Logger(subsystem: "com.example.swatches", category: "settings")

    func showSettings(from button: UIBarButtonItem) {
        let settings = UIViewController()
        settings.modalPresentationStyle = .popover
        settings.popoverPresentationController?.barButtonItem = button
        settings.popoverPresentationController?.permittedArrowDirections = [.up, .down]
        settings.popoverPresentationController?.delegate = self
        settings.presentationController?.delegate = self
        present(settings, animated: true)
        logger.info("shows settings of \(self.swatches.count, privacy: .public) swatches")
    }

    func adaptivePresentationStyle(
        for controller: UIPresentationController
    ) -> UIModalPresentationStyle { .none }

    func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {
        swatches.append("dismissed")
    }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(swatches, forKey: "swatches")
        coder.encode(caption, forKey: "caption")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        swatches = coder.decodeObject(forKey: "swatches") as? [String] ?? []
        restoredCaption = coder.decodeObject(forKey: "caption") as? NSAttributedString
    }

    var restoredCaption: NSAttributedString?
    var caption: NSAttributedString {
        NSAttributedString(
            string: "Swatches",
            attributes: [.foregroundColor: UIColor.red, .font: UIFont.systemFont(ofSize: 12)])
    }
}

// MARK: Piece: a search whose tokens are kept as what they stand for

class TokenSearchController: UIViewController {
    let searchController = UISearchController(searchResultsController: nil)

    override func viewDidLoad() {
        super.viewDidLoad()
        searchController.searchBar.autocapitalizationType = .none
        searchController.searchBar.returnKeyType = .done
        searchController.showsSearchResultsController = true
        navigationItem.searchController = searchController
    }

    static func token(_ color: Int) -> UISearchToken {
        let icon = UIImage(systemName: "circle.fill")?
            .withTintColor(.red, renderingMode: .alwaysOriginal)
        let token = UISearchToken(icon: icon, text: "Color \(color)")
        token.representedObject = NSNumber(value: color)
        return token
    }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        let colors = searchController.searchBar.searchTextField.tokens
            .compactMap { ($0.representedObject as? NSNumber)?.intValue }
        coder.encode(colors, forKey: "colors")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        let colors = coder.decodeObject(forKey: "colors") as? [Int] ?? []
        for color in colors.reversed() {
            searchController.searchBar.searchTextField.insertToken(Self.token(color), at: 0)
        }
    }
}

#if !canImport(UIKit)
    import Testing

    @MainActor
    @Suite struct WindowPieces {
        @Test("C4, C14: an item that is dragged out has a window, which comes back with it")
        func dragged() throws {
            final class App: UIResponder, UIApplicationDelegate {
                func application(
                    _ application: UIApplication,
                    configurationForConnecting connectingSceneSession: UISceneSession,
                    options: UIScene.ConnectionOptions
                ) -> UISceneConfiguration {
                    let configuration = UISceneConfiguration(
                        name: nil, sessionRole: connectingSceneSession.role)
                    configuration.delegateClass = ProductSceneDelegate.self
                    return configuration
                }
            }
            final class Session: NSObject, UIDragSession {
                let items: [UIDragItem] = []
                var localContext: Any?
            }
            func products() -> [String] {
                UIApplication.shared.connectedScenes.compactMap {
                    let window = ($0.delegate as? ProductSceneDelegate)?.window
                    return (window?.rootViewController as? ProductViewController)?.product
                }.sorted()
            }
            let device = SimulatedDevice()
            let run = device.launch { App() }
            let root = try #require(run.application.keyWindow?.rootViewController)
            let controller = try #require(root as? ProductViewController)
            controller.loadViewIfNeeded()
            controller.product = "lamp"
            let drag = try #require(controller.cover.interactions.first as? UIDragInteraction)
            let item = controller.dragInteraction(drag, itemsForBeginning: Session())[0]
            let activity = item.itemProvider.registeredObjects.compactMap { $0 as? NSUserActivity }
            run.application.requestSceneSessionActivation(
                nil, userActivity: activity.first, options: nil)
            #expect(products() == ["lamp", "lamp"])
            controller.product = "chair"
            run.enterBackground()
            _ = device.launch { App() }
            #expect(products() == ["chair", "lamp"])
            let conditions = run.application.connectedScenes.compactMap {
                $0.activationConditions.prefersToActivateForTargetContentIdentifierPredicate
            }
            #expect(conditions.contains { $0.evaluate(with: "lamp") })
            #expect(!conditions.contains { $0.evaluate(with: "table") })
        }

        @Test("C14: an activity that the app is given is handed on to what is there")
        func handed() throws {
            let delegate = HandingAppDelegate()
            delegate.window = UIWindow(frame: .zero)
            delegate.window?.rootViewController = UIViewController()
            var handed = 0
            let activity = NSUserActivity(activityType: "a")
            #expect(
                delegate.application(.shared, continue: activity) { handed = $0?.count ?? 0 })
            #expect(handed == 1)
        }

        @Test("S7: settings in a bubble, and a text with font and color, come back")
        func swatches() throws {
            func make() -> UINavigationController {
                let controller = SwatchViewController()
                controller.restorationIdentifier = "swatches"
                return inNavigation(controller)
            }
            func swatches(_ root: UINavigationController) throws -> SwatchViewController {
                try #require(root.viewControllers.first as? SwatchViewController)
            }
            let root = try restored(make) {
                try swatches($0).showSettings(from: UIBarButtonItem())
                try swatches($0).swatches = ["red"]
            }
            let back = try swatches(root)
            #expect(back.swatches == ["red"])
            let attributes = back.restoredCaption?.attributes(at: 0, effectiveRange: nil)
            #expect(attributes?[.foregroundColor] as? UIColor == .red)
            #expect((attributes?[.font] as? UIFont)?.pointSize == 12)
        }

        @Test("S7: a search's tokens come back as what they stand for")
        func tokens() throws {
            func make() -> TokenSearchController {
                let controller = TokenSearchController()
                controller.restorationIdentifier = "search"
                return controller
            }
            let root = try restored(make) {
                $0.searchController.searchBar.searchTextField.tokens = [
                    TokenSearchController.token(2), TokenSearchController.token(1),
                ]
            }
            let tokens = root.searchController.searchBar.searchTextField.tokens
            #expect(tokens.map(\.text) == ["Color 2", "Color 1"])
        }
    }
#endif
