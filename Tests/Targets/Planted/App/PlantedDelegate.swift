import PlantedCommon
import StateRestoration

/// Whether the target is the right twin.
@MainActor var isRight = true
/// Which build of the app runs.
@MainActor var build: Int { Int(UIApplication.shared.bundleVersion) ?? 1 }

/// An app of the catalogue, by its own class: of a base class the optimizer would start the base.
protocol PlantedApp: UIResponder, UIApplicationDelegate {
    static var bug: PlantedBug { get }
}

/// A little app that does everything right: a list of items, and above it the page of one of them. A
/// planted bug is a subclass that does one thing wrong.
class PlantedDelegate: UIResponder, PlantedApp, ScenarioDriven {
    class var bug: PlantedBug { preconditionFailure("every bug has its entry") }
    static var shared: PlantedDelegate? { UIApplication.shared.delegate as? PlantedDelegate }

    var window: UIWindow?
    lazy var store = makeStore()
    let navigation = UINavigationController()
    lazy var list = makeList()
    var detail: DetailController? {
        navigation.viewControllers.lazy.compactMap { $0 as? DetailController }.last
    }

    // MARK: What a bug does otherwise

    func makeStore() -> ItemStore { ItemStore() }
    func makeList() -> ListController { ListController() }
    func makeDetail(_ item: String) -> DetailController { DetailController(item) }
    /// What is on the screen at the start.
    func makeRoot() -> UIViewController { navigation }

    func open(_ item: String) {
        navigation.setViewControllers([list, makeDetail(item)], animated: true)
    }

    func close() { navigation.popToRootViewController(animated: true) }

    func buildScreen() {
        navigation.restorationIdentifier = "navigation"
        navigation.viewControllers = [list]
        let window = UIWindow(frame: UIScreen.main.bounds)
        window.rootViewController = makeRoot()
        self.window = window
    }

    func register(_ actions: ScenarioActions) { addActions(actions) }

    var observableState: [String: JSON] { baseState }

    // MARK: The delegate

    func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        buildScreen()
        return true
    }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        window?.makeKeyAndVisible()
        return true
    }

    func applicationWillResignActive(_ application: UIApplication) {}
    func applicationDidEnterBackground(_ application: UIApplication) {}
    func applicationWillEnterForeground(_ application: UIApplication) {}
    func applicationWillTerminate(_ application: UIApplication) {}
    func applicationDidReceiveMemoryWarning(_ application: UIApplication) {}

    func application(
        _ application: UIApplication, shouldSaveSecureApplicationState coder: NSCoder
    ) -> Bool { true }

    /// The state of an older build is understood, that of a newer one is not.
    func application(
        _ application: UIApplication, shouldRestoreSecureApplicationState coder: NSCoder
    ) -> Bool {
        let saved = coder.decodeObject(forKey: UIApplication.stateRestorationBundleVersionKey)
        return (saved as? String).flatMap(Int.init).map { $0 <= build } ?? false
    }

    func application(
        _ application: UIApplication, willEncodeRestorableStateWith coder: NSCoder
    ) {}

    func application(
        _ application: UIApplication, didDecodeRestorableStateWith coder: NSCoder
    ) {}

    func application(
        _ application: UIApplication,
        viewControllerWithRestorationIdentifierPath identifierComponents: [String], coder: NSCoder
    ) -> UIViewController? { nil }
}

// MARK: - What scenarios do and see

extension PlantedDelegate {
    /// Numbers choose among the items that there are, so that any number does something.
    func addActions(_ actions: ScenarioActions) {
        actions.add("add", takes: ["item": "string", "text": "string"]) { arguments in
            let item = arguments["item"]?.string ?? "item"
            try self.store.set(arguments["text"]?.string ?? "", of: item)
            self.list.reload()
            if self.detail?.item == item { self.detail?.reload() }
            return nil
        }
        actions.add("remove", takes: ["number": "integer"]) { arguments in
            guard let item = self.store.item(arguments["number"]?.integer ?? 0) else { return nil }
            if self.detail?.item == item { self.close() }
            try self.store.set(nil, of: item)
            self.list.reload()
            return .string(item)
        }
        actions.add("open", takes: ["number": "integer"]) { arguments in
            guard let item = self.store.item(arguments["number"]?.integer ?? 0) else { return nil }
            self.open(item)
            return .string(item)
        }
        actions.add("select", takes: ["number": "integer"]) { arguments in
            self.list.selected = self.store.item(arguments["number"]?.integer ?? 0)
            return nil
        }
        actions.add("turn", takes: ["page": "integer"]) { arguments in
            let page = arguments["page"]?.integer ?? 1
            self.detail?.turn(to: Int(max(1, min(page, 1000))))
            return nil
        }
        actions.add("pin", takes: ["on": "boolean"]) { arguments in
            self.detail?.isPinned = arguments["on"]?.bool ?? true
            return nil
        }
        actions.add("close") { _ in
            self.close()
            return nil
        }
    }

    var baseState: [String: JSON] {
        [
            "items": .object(store.texts.mapValues(JSON.string)),
            "stack": .array(
                navigation.viewControllers.map { .string($0.title ?? "\(type(of: $0))") }),
            "selected": list.selected.map(JSON.string) ?? nil,
            "detail": detail.map { .object($0.shown) } ?? nil,
        ]
    }
}
