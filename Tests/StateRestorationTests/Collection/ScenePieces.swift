#if canImport(UIKit)
    import UIKit
#else
    import StateRestoration
#endif

// MARK: Piece: a scene delegate that gives its scene's activity, which the controllers keep up to date

class GallerySceneDelegate: UIResponder, UIWindowSceneDelegate {
    var window: UIWindow?

    static let mainActivityType = "com.example.gallery.mainActivity"
    static let presentedKey = "presented"

    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession,
        options connectionOptions: UIScene.ConnectionOptions
    ) {
        guard let windowScene = (scene as? UIWindowScene) else { return }
        let window = UIWindow(windowScene: windowScene)
        let gallery = GalleryViewController(nibName: nil, bundle: nil)
        window.rootViewController = UINavigationController(rootViewController: gallery)
        self.window = window
        window.makeKeyAndVisible()

        if let userActivity = connectionOptions.userActivities.first
            ?? session.stateRestorationActivity
        {
            if !configure(window: window, session: session, with: userActivity) {
                print("Failed to restore scene from \(userActivity)")
            } else {
                scene.userActivity = userActivity
            }
        } else {
            scene.userActivity = NSUserActivity(activityType: GallerySceneDelegate.mainActivityType)
        }
        scene.title = "Gallery"
    }

    func configure(
        window: UIWindow?, session: UISceneSession, with activity: NSUserActivity
    ) -> Bool {
        guard activity.activityType == GallerySceneDelegate.mainActivityType,
            let navigationController = window?.rootViewController as? UINavigationController,
            let gallery = navigationController.topViewController as? GalleryViewController
        else { return false }
        gallery.restoreUserActivityState(activity)
        return true
    }

    func sceneDidBecomeActive(_ scene: UIScene) {
        window?.windowScene?.userActivity?.becomeCurrent()
    }

    func sceneWillResignActive(_ scene: UIScene) {
        if let userActivity = window?.windowScene?.userActivity {
            userActivity.resignCurrent()
        }
    }

    func stateRestorationActivity(for scene: UIScene) -> NSUserActivity? {
        if let userActivity = scene.userActivity { userActivity.needsSave = true }
        return scene.userActivity
    }

    func scene(_ scene: UIScene, didUpdate userActivity: NSUserActivity) {
        userActivity.title = userActivity.userInfo?["photo"] as? String
    }

    func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {
        if let url = URLContexts.first?.url { print(url.absoluteString) }
    }
}

class GalleryViewController: UIViewController {
    var photo: String?

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        let currentUserActivity =
            view.window?.windowScene?.userActivity
            ?? NSUserActivity(activityType: GallerySceneDelegate.mainActivityType)
        userActivity = currentUserActivity
        currentUserActivity.becomeCurrent()
    }

    override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        userActivity?.invalidate()
    }

    override func updateUserActivityState(_ activity: NSUserActivity) {
        super.updateUserActivityState(activity)
        if let photo { activity.addUserInfoEntries(from: ["photo": photo]) }
    }

    override func restoreUserActivityState(_ activity: NSUserActivity) {
        super.restoreUserActivityState(activity)
        photo = activity.userInfo?["photo"] as? String
    }
}

// MARK: Piece: a window that is opened for a document, and closes itself

class DocumentSceneDelegate: NSObject, UIWindowSceneDelegate {
    var window: UIWindow?
    private(set) var document: String?

    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession,
        options connectionOptions: UIScene.ConnectionOptions
    ) {
        guard let windowScene = scene as? UIWindowScene else { return }
        let activity = connectionOptions.userActivities.first ?? session.stateRestorationActivity
        document = activity?.userInfo?["document"] as? String
        session.userInfo = ["document": document ?? ""]
        window = UIWindow(windowScene: windowScene)
        window?.rootViewController = UIViewController()
        window?.makeKeyAndVisible()
    }

    func stateRestorationActivity(for scene: UIScene) -> NSUserActivity? {
        guard let document else { return nil }
        let activity = NSUserActivity(activityType: "com.example.document")
        activity.userInfo = ["document": document]
        activity.targetContentIdentifier = document
        return activity
    }
}

class DocumentAppDelegate: UIResponder, UIApplicationDelegate {
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool { true }

    func application(
        _ application: UIApplication,
        configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration {
        let configuration = UISceneConfiguration(
            name: "Default Configuration", sessionRole: connectingSceneSession.role)
        configuration.delegateClass = DocumentSceneDelegate.self
        return configuration
    }

    func application(
        _ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>
    ) {
        for session in sceneSessions { discarded.append(session.persistentIdentifier) }
    }

    private(set) var discarded: [String] = []

    func open(_ document: String) {
        let activity = NSUserActivity(activityType: "com.example.document")
        activity.userInfo = ["document": document]
        let existing = UIApplication.shared.openSessions.first {
            $0.userInfo?["document"] as? String == document
        }
        let options = UIWindowScene.ActivationRequestOptions()
        options.requestingScene = UIApplication.shared.connectedScenes
            .first { $0.activationState == .foregroundActive }
        UIApplication.shared.requestSceneSessionActivation(
            existing, userActivity: activity, options: options
        ) { error in
            print(error.localizedDescription)
        }
    }

    func close(_ document: String) {
        for scene in UIApplication.shared.connectedScenes {
            guard let delegate = scene.delegate as? DocumentSceneDelegate,
                delegate.document == document
            else { continue }
            let options = UIWindowSceneDestructionRequestOptions()
            options.windowDismissalAnimation = .commit
            UIApplication.shared.requestSceneSessionDestruction(
                scene.session, options: options, errorHandler: nil)
        }
    }
}

// MARK: Piece: the window on the screen, as apps find it

extension UIApplication {
    var foregroundWindow: UIWindow? {
        connectedScenes
            .filter { $0.activationState == .foregroundActive }
            .compactMap { $0 as? UIWindowScene }
            .first?.windows
            .filter { $0.isKeyWindow }.first
    }

    var firstSceneDelegate: GallerySceneDelegate? {
        connectedScenes.first?.delegate as? GallerySceneDelegate
    }
}

#if !canImport(UIKit)
    import Testing

    @MainActor
    @Suite struct ScenePieces {
        @Test("C4, C5: what a controller keeps in its scene's activity comes back")
        func gallery() throws {
            final class App: UIResponder, UIApplicationDelegate {}
            let device = SimulatedDevice()
            device.information = sceneManifest("GallerySceneDelegate")
            let run = device.launch { App() }
            func gallery() throws -> GalleryViewController {
                let root = try #require(UIApplication.shared.foregroundWindow?.rootViewController)
                return try #require(
                    (root as? UINavigationController)?.topViewController as? GalleryViewController)
            }
            try gallery().photo = "sunset"
            run.enterBackground()
            _ = device.launch { App() }
            #expect(try gallery().photo == "sunset")
            #expect(
                UIApplication.shared.firstSceneDelegate?.window?.windowScene?.title == "Gallery")
        }

        @Test("C9, C14: each document has a window, and a closed one does not come back")
        func documents() throws {
            let device = SimulatedDevice()
            let run = device.launch { DocumentAppDelegate() }
            let app = try #require(run.application.delegate as? DocumentAppDelegate)
            app.open("letter")
            app.open("list")
            app.open("letter")
            #expect(run.application.openSessions.count == 3)
            app.close("list")
            #expect(app.discarded.count == 1)
            run.enterBackground()
            _ = device.launch { DocumentAppDelegate() }
            let documents = UIApplication.shared.connectedScenes.compactMap {
                ($0.delegate as? DocumentSceneDelegate)?.document
            }
            #expect(documents == ["letter"])
            #expect(UIApplication.shared.openSessions.count == 2)
        }

        /// The part of an `Info.plist` that names the class of the scenes' delegates.
        private func sceneManifest(_ delegate: String) -> [String: Any] {
            [
                "UIApplicationSceneManifest": [
                    "UIApplicationSupportsMultipleScenes": true,
                    "UISceneConfigurations": [
                        "UIWindowSceneSessionRoleApplication": [
                            [
                                "UISceneConfigurationName": "Default Configuration",
                                "UISceneDelegateClassName": "$(PRODUCT_MODULE_NAME)." + delegate,
                            ]
                        ]
                    ],
                ] as [String: Any]
            ]
        }
    }
#endif
