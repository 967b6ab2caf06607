import StateRestoration

/// An app with very many screens: one container, and a controller for each.
final class LargeApp: UIResponder, UIApplicationDelegate {
    var window: UIWindow?
    private(set) var screens: [ScreenController] = []
    private let contents: [Screen?]

    /// - Parameter contents: what the screens show; nil for one that is to be restored.
    init(_ contents: [Screen?]) { self.contents = contents }

    override init() { contents = [] }

    func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let container = UIViewController(nibName: nil, bundle: nil)
        container.restorationIdentifier = "container"
        screens = contents.enumerated().map { ScreenController(number: $0, $1) }
        for screen in screens { container.addChild(screen) }
        let window = UIWindow(frame: UIScreen.main.bounds)
        window.rootViewController = container
        window.makeKeyAndVisible()
        self.window = window
        return true
    }

    func application(
        _ application: UIApplication, shouldSaveSecureApplicationState coder: NSCoder
    ) -> Bool { true }

    func application(
        _ application: UIApplication, shouldRestoreSecureApplicationState coder: NSCoder
    ) -> Bool { true }
}

/// One screen, which keeps each of its values by itself.
final class ScreenController: UIViewController {
    private(set) var content: Screen?

    init(number: Int, _ content: Screen?) {
        self.content = content
        super.init(nibName: nil, bundle: nil)
        restorationIdentifier = "screen \(number)"
    }

    required init?(coder: NSCoder) { nil }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        guard let content else { return }
        coder.encode(content.title, forKey: "title")
        coder.encode(content.text, forKey: "text")
        coder.encode(content.tags, forKey: "tags")
        coder.encode(content.selection, forKey: "selection")
        coder.encode(content.offset, forKey: "offset")
        coder.encode(content.isEditing, forKey: "isEditing")
        coder.encode(content.changed, forKey: "changed")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        guard let title = coder.decodeObject(forKey: "title") as? String,
            let text = coder.decodeObject(forKey: "text") as? String,
            let tags = coder.decodeObject(forKey: "tags") as? [String],
            let changed = coder.decodeObject(forKey: "changed") as? Date
        else { return }
        content = Screen(
            title: title, text: text, tags: tags,
            selection: coder.decodeInteger(forKey: "selection"),
            offset: coder.decodeDouble(forKey: "offset"),
            isEditing: coder.decodeBool(forKey: "isEditing"), changed: changed)
    }
}
