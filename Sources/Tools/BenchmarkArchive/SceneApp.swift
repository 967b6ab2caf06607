import StateRestoration

/// An app with many windows, each with a controller for each of its screens.
final class SceneApp: UIResponder, UIApplicationDelegate {
    /// How many controllers each window has.
    let controllers: Int
    /// The length of each screen's text.
    let bytes: Int
    /// How many windows a first launch opens.
    private let scenes: Int

    static var shared: SceneApp? { UIApplication.shared.delegate as? SceneApp }

    init(scenes: Int, controllers: Int, bytes: Int) {
        self.scenes = scenes
        self.controllers = controllers
        self.bytes = bytes
    }

    /// The windows' delegates, in the order in which they were opened.
    var windows: [SceneWindow] {
        UIApplication.shared.openSessions.sorted { $0.number < $1.number }
            .compactMap { $0.scene?.delegate as? SceneWindow }
    }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        guard application.openSessions.isEmpty else { return true }
        // The first is opened without a request. These are opened together.
        for _ in 1..<max(1, scenes) {
            application.requestSceneSessionActivation(nil, userActivity: nil, options: nil)
        }
        return true
    }

    func application(
        _ application: UIApplication,
        configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration {
        let configuration = UISceneConfiguration(
            name: nil, sessionRole: connectingSceneSession.role)
        configuration.delegateClass = SceneWindow.self
        return configuration
    }
}

/// One window: its controllers keep their screens in its activity.
final class SceneWindow: UIResponder, UIWindowSceneDelegate {
    var window: UIWindow?
    private(set) var screens: [SceneScreenController] = []

    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession,
        options connectionOptions: UIScene.ConnectionOptions
    ) {
        guard let scene = scene as? UIWindowScene, let app = SceneApp.shared else { return }
        let container = UIViewController(nibName: nil, bundle: nil)
        screens = (0..<app.controllers).map(SceneScreenController.init)
        for screen in screens { container.addChild(screen) }
        let window = UIWindow(windowScene: scene)
        window.rootViewController = container
        window.makeKeyAndVisible()
        self.window = window
    }

    /// Gives the screens of a window of this number.
    func fill(_ number: Int) {
        guard let app = SceneApp.shared else { return }
        for (index, screen) in screens.enumerated() {
            screen.content = Screen(number: number * app.controllers + index, bytes: app.bytes)
        }
    }

    func stateRestorationActivity(for scene: UIScene) -> NSUserActivity? {
        let activity = NSUserActivity(activityType: "screens")
        for screen in screens { screen.userActivity = activity }
        return activity
    }

    func scene(
        _ scene: UIScene, restoreInteractionStateWith stateRestorationActivity: NSUserActivity
    ) { for screen in screens { screen.restoreUserActivityState(stateRestorationActivity) } }
}

/// One screen, which keeps its values under its own key.
final class SceneScreenController: UIViewController {
    var content: Screen?
    private let key: String

    init(number: Int) {
        key = "screen \(number)"
        super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    override func updateUserActivityState(_ activity: NSUserActivity) {
        guard let content else { return }
        activity.addUserInfoEntries(from: [
            key: [
                "title": content.title, "text": content.text, "tags": content.tags,
                "selection": content.selection, "offset": content.offset,
                "isEditing": content.isEditing, "changed": content.changed,
            ] as [String: Any]
        ])
    }

    override func restoreUserActivityState(_ activity: NSUserActivity) {
        guard let values = activity.userInfo?[key] as? [String: Any],
            let title = values["title"] as? String, let text = values["text"] as? String,
            let tags = values["tags"] as? [String], let changed = values["changed"] as? Date
        else { return }
        content = Screen(
            title: title, text: text, tags: tags, selection: values["selection"] as? Int ?? 0,
            offset: values["offset"] as? Double ?? 0,
            isEditing: values["isEditing"] as? Bool ?? false, changed: changed)
    }
}
