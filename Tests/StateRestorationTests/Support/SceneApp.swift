@testable import StateRestoration

/// An app with scenes: each shows a text, which its activity keeps.
class SceneApp: UIResponder, UIApplicationDelegate {
    var told: [String] = []
    var discarded: [UISceneSession] = []
    /// Asked for the first scene of a new session.
    var configured = 0
    var restores = true

    func application(
        _ application: UIApplication,
        configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration {
        configured += 1
        let configuration = UISceneConfiguration(
            name: "Default", sessionRole: connectingSceneSession.role)
        configuration.delegateClass = TextSceneDelegate.self
        return configuration
    }

    func application(
        _ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>
    ) {
        discarded += sceneSessions.sorted { $0.number < $1.number }
    }
}

/// The scene's window holds a controller with the text.
class TextSceneDelegate: UIResponder, UIWindowSceneDelegate {
    var window: UIWindow?
    let controller = TextController("text")
    var options: UIScene.ConnectionOptions?
    var restored: NSUserActivity?
    var atConnection: NSUserActivity?
    var continued: [NSUserActivity] = []
    /// What is saved; by default the text.
    var activity: (TextSceneDelegate) -> NSUserActivity? = { delegate in
        let activity = NSUserActivity(activityType: "org.example.text")
        activity.userInfo = ["text": delegate.controller.text]
        return activity
    }
    var onUpdate: (NSUserActivity) -> Void = { _ in }

    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession,
        options connectionOptions: UIScene.ConnectionOptions
    ) {
        guard let windowScene = scene as? UIWindowScene else { return }
        options = connectionOptions
        atConnection = session.stateRestorationActivity
        let window = UIWindow(windowScene: windowScene)
        window.rootViewController = controller
        self.window = window
        window.makeKeyAndVisible()
    }

    func scene(
        _ scene: UIScene, restoreInteractionStateWith stateRestorationActivity: NSUserActivity
    ) {
        restored = stateRestorationActivity
        controller.text = stateRestorationActivity.userInfo?["text"] as? String ?? "nothing"
    }

    func stateRestorationActivity(for scene: UIScene) -> NSUserActivity? { activity(self) }
    func scene(_ scene: UIScene, didUpdate userActivity: NSUserActivity) { onUpdate(userActivity) }
    func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
        continued.append(userActivity)
    }
}

@MainActor
extension UIApplication {
    /// The session of a number.
    func session(_ number: Int) -> UISceneSession {
        scenes.all.first { $0.number == number }!
    }

    /// The delegate of a connected scene.
    func sceneDelegate(_ number: Int) -> TextSceneDelegate {
        session(number).scene?.delegate as! TextSceneDelegate
    }

    /// What each connected scene shows, by the number of its session.
    var texts: [Int: String] {
        scenes.all.reduce(into: [:]) { texts, session in
            let delegate = session.scene?.delegate as? TextSceneDelegate
            texts[session.number] = delegate?.controller.text
        }
    }

    func openScene(_ text: String) {
        requestSceneSessionActivation(nil, userActivity: nil, options: nil)
        (scenes.all.last?.scene?.delegate as? TextSceneDelegate)?.controller.text = text
    }
}

@MainActor
extension SimulatedDevice {
    /// Launches the app and opens as many scenes as there are texts.
    func launch(_ texts: [String]) -> Recorder {
        let run = launch { SceneApp() }
        run.application.sceneDelegate(1).controller.text = texts[0]
        for text in texts.dropFirst() { run.application.openScene(text) }
        return run
    }

    /// The same, and sends it to the background.
    @discardableResult
    func saveScenes(_ texts: [String]) -> Recorder {
        let run = launch(texts)
        run.enterBackground()
        return run
    }

    func relaunch() -> Recorder { launch { SceneApp() } }
}

@MainActor
extension Recorder {
    /// How often something was committed.
    var commits: Int { events.filter { $0 == Event.checkpoint(.afterCommit) }.count }
    var sceneApp: SceneApp { application.delegate as! SceneApp }
    /// The methods of scene delegates that were called.
    var sceneCallbacks: [String] {
        callbacks.filter { $0.hasPrefix("TextSceneDelegate.") }
            .map { String($0.dropFirst("TextSceneDelegate.".count)) }
    }
}
