import StateRestoration

/// One window: a list of notes, and the editor of the note that is open in it.
class SceneDelegate: UIResponder, UIWindowSceneDelegate {
    static let activityType = "org.example.notes.window"

    var window: UIWindow?
    let navigation = UINavigationController()
    let list = ListViewController()

    var openEditor: EditorViewController? {
        navigation.viewControllers.lazy.compactMap { $0 as? EditorViewController }.first
    }

    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession,
        options connectionOptions: UIScene.ConnectionOptions
    ) {
        guard let windowScene = scene as? UIWindowScene else { return }
        list.window = self
        navigation.viewControllers = [list]
        let window = UIWindow(windowScene: windowScene)
        window.rootViewController = navigation
        window.backgroundColor = .white
        self.window = window
        window.makeKeyAndVisible()
        if let activity = connectionOptions.userActivities.first { show(activity) }
    }

    func scene(_ scene: UIScene, continue userActivity: NSUserActivity) { show(userActivity) }

    /// Saves what the user has typed: an activity holds no user data.
    func sceneWillResignActive(_ scene: UIScene) { openEditor?.save() }

    // MARK: State restoration

    func stateRestorationActivity(for scene: UIScene) -> NSUserActivity? {
        let activity = NSUserActivity(activityType: Self.activityType)
        activity.title = openEditor?.key ?? "Notes"
        // The key of a note and no row: rows move when notes come and go.
        if let firstVisible = list.firstVisibleKey {
            activity.addUserInfoEntries(from: ["firstVisible": firstVisible])
        }
        if let openEditor {
            activity.addUserInfoEntries(from: [
                "note": openEditor.key, "cursor": openEditor.textView.selectedRange.location,
            ])
        }
        return activity
    }

    func scene(
        _ scene: UIScene, restoreInteractionStateWith stateRestorationActivity: NSUserActivity
    ) { show(stateRestorationActivity) }

    private func show(_ activity: NSUserActivity) {
        let state = activity.userInfo ?? [:]
        list.firstVisibleKey = state["firstVisible"] as? String
        // The note may have been deleted since.
        guard let key = state["note"] as? String, let editor = open(key) else { return }
        editor.loadViewIfNeeded()
        let length = editor.textView.text.utf16.count
        let cursor = min(state["cursor"] as? Int ?? 0, length)
        editor.textView.selectedRange = NSRange(location: cursor, length: 0)
    }

    // MARK: What the user does

    @discardableResult
    func open(_ key: String) -> EditorViewController? {
        if let openEditor, openEditor.key == key { return openEditor }
        guard let store = AppDelegate.shared?.store, store.keys.contains(key) else { return nil }
        openEditor?.save()
        // Another window may have typed into it.
        for other in AppDelegate.shared?.editors ?? [] where other.key == key { other.save() }
        let editor = EditorViewController(key: key, store: store)
        navigation.setViewControllers([list, editor], animated: true)
        return editor
    }

    func closeNote() {
        openEditor?.save()
        navigation.popToRootViewController(animated: true)
    }
}
