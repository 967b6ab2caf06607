import StateRestoration

/// An app of notes: a list, an editor, settings and help, in ordinary UIKit code.
@main
class AppDelegate: UIResponder, UIApplicationDelegate {
    var window: UIWindow?
    let store = NoteStore()
    let recentNotes = RecentNotes()
    let tabs = UITabBarController()
    let navigation = UINavigationController()
    let list = ListViewController()

    /// Whether the next save asks for no snapshot. A scenario sets it.
    var ignoresNextSnapshot = false

    // Makes everything that restoration needs, before it begins.
    func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        UIApplication.registerObject(
            forStateRestoration: recentNotes, restorationIdentifier: "recentNotes")
        list.recentNotes = recentNotes
        navigation.restorationIdentifier = "navigation"
        navigation.tabBarItem = UITabBarItem(title: "Notes", image: nil, tag: 0)
        navigation.viewControllers = [list]
        tabs.restorationIdentifier = "tabs"
        tabs.viewControllers = [navigation, SettingsViewController()]
        let window = UIWindow(frame: UIScreen.main.bounds)
        window.rootViewController = tabs
        window.backgroundColor = .white
        self.window = window
        return true
    }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        window?.makeKeyAndVisible()
        return true
    }

    /// Saves what the user has typed: the archive holds no user data.
    func applicationWillResignActive(_ application: UIApplication) {
        openEditor?.save()
    }

    // MARK: State restoration

    func application(
        _ application: UIApplication, shouldSaveSecureApplicationState coder: NSCoder
    ) -> Bool { true }

    /// Declines a state from another version, which may have had other screens.
    func application(
        _ application: UIApplication, shouldRestoreSecureApplicationState coder: NSCoder
    ) -> Bool {
        let saved =
            coder.decodeObject(forKey: UIApplication.stateRestorationBundleVersionKey) as? String
        return saved == application.bundleVersion
    }

    func application(
        _ application: UIApplication, willEncodeRestorableStateWith coder: NSCoder
    ) {
        if ignoresNextSnapshot { application.ignoreSnapshotOnNextApplicationLaunch() }
        ignoresNextSnapshot = false
    }

    func application(
        _ application: UIApplication,
        viewControllerWithRestorationIdentifierPath identifierComponents: [String], coder: NSCoder
    ) -> UIViewController? {
        identifierComponents.last == AboutViewController.identifier ? AboutViewController() : nil
    }
}

extension AppDelegate {
    static var shared: AppDelegate? { UIApplication.shared.delegate as? AppDelegate }

    var openEditor: EditorViewController? {
        navigation.viewControllers.lazy.compactMap { $0 as? EditorViewController }.first
    }

    @discardableResult
    func openNote(_ key: String) -> EditorViewController? {
        if let openEditor, openEditor.key == key { return openEditor }
        guard store.contains(key) else { return nil }
        openEditor?.save()
        let editor = EditorViewController(key: key, store: store, recentNotes: recentNotes)
        navigation.setViewControllers([list, editor], animated: true)
        recentNotes.add(key)
        list.selectedKey = key
        tabs.selectedViewController = navigation
        return editor
    }

    func closeNote() {
        openEditor?.save()
        navigation.popToRootViewController(animated: true)
        list.selectedKey = nil
    }
}
