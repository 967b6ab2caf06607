import StateRestoration

/// The app of notes on scenes: as many windows as the user opens, each with a list and an editor.
@main
class AppDelegate: UIResponder, UIApplicationDelegate {
    let store = NoteStore()

    /// The editors of all windows, on the screen or not.
    var editors: [EditorViewController] {
        UIApplication.shared.connectedScenes.compactMap {
            ($0.delegate as? SceneDelegate)?.openEditor
        }
    }

    static var shared: AppDelegate? { UIApplication.shared.delegate as? AppDelegate }

    func application(
        _ application: UIApplication,
        configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration {
        let configuration = UISceneConfiguration(
            name: "Default Configuration", sessionRole: connectingSceneSession.role)
        configuration.delegateClass = SceneDelegate.self
        return configuration
    }
}
