import PlantedCommon
import StateRestoration

/// The delegate of one window: a list of items, and above it the page of one of them.
class PlantedWindow: UIResponder, UIWindowSceneDelegate {
    static let activityType = "org.example.items"

    var window: UIWindow?
    let navigation = UINavigationController()
    let list = ListController()
    var detail: DetailController? {
        navigation.viewControllers.lazy.compactMap { $0 as? DetailController }.last
    }
    var session: UISceneSession? { window?.windowScene?.session }

    // MARK: What a bug does otherwise

    /// What is saved.
    var state: [AnyHashable: Any] {
        var state: [AnyHashable: Any] = [:]
        if let selected = list.selected { state["selected"] = selected }
        if let detail {
            state["item"] = detail.item
            state["page"] = detail.page
            state["isPinned"] = detail.isPinned
        }
        return state
    }

    /// Shows what was saved. An item may have been deleted since.
    func show(_ state: [AnyHashable: Any]) {
        let items = PlantedScenes.shared?.store
        let selected = state["selected"] as? String
        list.selected = selected.flatMap { items?.contains($0) == true ? $0 : nil }
        guard let item = state["item"] as? String, items?.contains(item) == true else { return }
        open(item)
        detail?.turn(to: state["page"] as? Int ?? 1)
        detail?.isPinned = state["isPinned"] as? Bool ?? false
    }

    func open(_ item: String) {
        navigation.setViewControllers([list, DetailController(item)], animated: true)
    }

    func close() { navigation.popToRootViewController(animated: true) }

    // MARK: The delegate

    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession,
        options connectionOptions: UIScene.ConnectionOptions
    ) {
        guard let scene = scene as? UIWindowScene else { return }
        navigation.viewControllers = [list]
        let window = UIWindow(windowScene: scene)
        window.rootViewController = navigation
        self.window = window
        window.makeKeyAndVisible()
    }

    func stateRestorationActivity(for scene: UIScene) -> NSUserActivity? {
        let activity = NSUserActivity(activityType: Self.activityType)
        activity.title = detail?.item ?? "Items"
        activity.userInfo = state
        return activity
    }

    func scene(
        _ scene: UIScene, restoreInteractionStateWith stateRestorationActivity: NSUserActivity
    ) { show(stateRestorationActivity.userInfo ?? [:]) }

    func sceneWillResignActive(_ scene: UIScene) {}
    func sceneDidEnterBackground(_ scene: UIScene) {}
    func sceneDidDisconnect(_ scene: UIScene) {}

    /// What scenarios see.
    var shown: [String: JSON] {
        [
            "stack": .array(
                navigation.viewControllers.map { .string($0.title ?? "\(type(of: $0))") }),
            "selected": list.selected.map(JSON.string) ?? nil,
            "detail": detail.map { .object($0.shown) } ?? nil,
        ]
    }
}
