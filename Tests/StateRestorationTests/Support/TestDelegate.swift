@testable import StateRestoration

/// An app with one navigation controller, whose root keeps a text, and settings for what a test is
/// about.
class TestDelegate: UIResponder, UIApplicationDelegate {
    var window: UIWindow?
    let navigation = UINavigationController()
    let root = TextController("root")

    var saves = true
    var restores = true
    var onWillEncode: (UIApplication, NSCoder) -> Void = { _, _ in }
    var onShouldRestore: (NSCoder) -> Void = { _ in }
    var onDidDecode: (UIApplication) -> Void = { _ in }
    var make: ([String]) -> UIViewController? = { _ in nil }
    var onWillFinish: (TestDelegate) -> Void = { _ in }

    var onMemoryWarning: () -> Void = {}

    override init() { super.init() }

    convenience init(_ configure: (TestDelegate) -> Void) {
        self.init()
        configure(self)
    }

    func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        navigation.restorationIdentifier = "navigation"
        navigation.viewControllers = [root]
        let window = UIWindow(frame: UIScreen.main.bounds)
        window.rootViewController = navigation
        self.window = window
        window.makeKeyAndVisible()
        onWillFinish(self)
        return true
    }

    func applicationDidReceiveMemoryWarning(_ application: UIApplication) { onMemoryWarning() }

    func application(
        _ application: UIApplication, shouldSaveApplicationState coder: NSCoder
    ) -> Bool { saves }

    func application(
        _ application: UIApplication, shouldRestoreApplicationState coder: NSCoder
    ) -> Bool {
        onShouldRestore(coder)
        return restores
    }

    func application(
        _ application: UIApplication, willEncodeRestorableStateWith coder: NSCoder
    ) { onWillEncode(application, coder) }

    func application(
        _ application: UIApplication, didDecodeRestorableStateWith coder: NSCoder
    ) { onDidDecode(application) }

    func application(
        _ application: UIApplication,
        viewControllerWithRestorationIdentifierPath identifierComponents: [String], coder: NSCoder
    ) -> UIViewController? { make(identifierComponents) }
}

/// Keeps a text, and whatever else a test has it encode.
class TextController: UIViewController {
    var text = "initial"
    var onEncode: (NSCoder) -> Void = { _ in }
    var onDecode: (NSCoder) -> Void = { _ in }
    var onLoad: (TextController) -> Void = { _ in }

    init(_ identifier: String?) {
        super.init(nibName: nil, bundle: nil)
        restorationIdentifier = identifier
        title = identifier
    }

    required init?(coder: NSCoder) { super.init(coder: coder) }

    override func viewDidLoad() {
        super.viewDidLoad()
        onLoad(self)
    }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(text, forKey: "text")
        onEncode(coder)
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        text = coder.decodeObject(forKey: "text") as? String ?? text
        onDecode(coder)
    }
}
