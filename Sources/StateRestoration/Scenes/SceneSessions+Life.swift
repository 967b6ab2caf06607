import Foundation

extension SceneSessions {
    // MARK: The launch

    /// An app whose `Info.plist` names no scenes may have them by its delegate's answer. It is asked
    /// for the configuration of its first scene, once it has finished launching.
    func adoptByDelegate() {
        guard !areUsed, let delegate = application.delegate else { return }
        let session = make(.windowApplication)
        let options = UIScene.ConnectionOptions()
        let answer = delegate.application(
            application, configurationForConnecting: session, options: options)
        guard answer !== session.configuration else { return }
        areUsed = true
        application.willCall("application(_:configurationForConnecting:options:)", of: delegate)
        session.configuration = answer
        add(session, options)
    }

    /// Connects the scenes that were in the foreground, or else the one that was opened last, or else
    /// a new one (C10).
    func restore() {
        tellDiscarded()
        let observer = application.session.observer
        if areRestored {
            observer.enter(.restoring)
            observer.checkpoint(.beforeDecoding)
        }
        if all.isEmpty { open([]) }
        if !all.contains(where: \.isInForeground) { all.last?.isInForeground = true }
        for session in all where session.isInForeground && session.scene == nil {
            connect(session, UIScene.ConnectionOptions())
        }
        if areRestored { observer.checkpoint(.afterDecoding) }
    }

    // MARK: Opening and closing

    /// A new scene in the foreground. It is known to the next launch at once (C3).
    func open(_ activities: [NSUserActivity], role: UISceneSession.Role = .windowApplication) {
        let session = make(role)
        let options = UIScene.ConnectionOptions(activities)
        if let delegate = application.delegate {
            application.willCall("application(_:configurationForConnecting:options:)", of: delegate)
            session.configuration = delegate.application(
                application, configurationForConnecting: session, options: options)
        }
        add(session, options)
    }

    private func add(_ session: UISceneSession, _ options: UIScene.ConnectionOptions) {
        session.isInForeground = true
        all.append(session)
        commit()
        connect(session, options)
        if application.applicationState == .active { activate(session) }
    }

    /// Closes a session: its scene goes, and what was saved of it (C9).
    func close(_ session: UISceneSession) {
        guard all.contains(session) else { return }
        leaveForeground(session)
        disconnect(session)
        all.removeAll { $0 === session }
        application.sceneValues[session.persistentIdentifier] = nil
        session.stateRestorationActivity = nil
        session.saved.activity = nil
        session.saved.values = .init()
        discarded.append(session)
        // First it is durable that the app is to be told, then it is told.
        commit()
        tellDiscarded()
    }

    private func tellDiscarded() {
        guard !discarded.isEmpty, let delegate = application.delegate else { return }
        application.willCall("application(_:didDiscardSceneSessions:)", of: delegate)
        delegate.application(application, didDiscardSceneSessions: Set(discarded))
        discarded = []
        commit()
    }

    // MARK: Connecting and disconnecting

    /// Makes the scene of a session, with its delegate (C1, C2).
    func connect(_ session: UISceneSession, _ options: UIScene.ConnectionOptions) {
        let configuration = session.configuration
        let type = configuration.sceneClass as? UIScene.Type ?? UIWindowScene.self
        let scene = RuntimeClass.makeScene(type, session: session, options)
        session.scene = scene
        scene.delegate = delegate(of: configuration, session)
        addWindow(of: configuration, to: scene)
        tell(
            session, "scene(_:willConnectTo:options:)", then: UIScene.willConnectNotification
        ) { $0.scene(scene, willConnectTo: session, options: options) }
        if let activity = session.stateRestorationActivity {
            tell(session, "scene(_:restoreInteractionStateWith:)") {
                $0.scene(scene, restoreInteractionStateWith: activity)
            }
        }
    }

    private func delegate(
        of configuration: UISceneConfiguration, _ session: UISceneSession
    ) -> (any UISceneDelegate)? {
        // Xcode's template has a class of this name.
        let byDefault: AnyClass? = manifest == nil ? SceneManifest.type("SceneDelegate") : nil
        let type: AnyClass? = configuration.delegateClass ?? byDefault
        configuration.delegateClass = type
        if let type = type as? NSObject.Type,
            let delegate = RuntimeClass.make(type) as? any UISceneDelegate
        {
            return delegate
        }
        let name = type.map { "\($0)" } ?? "none"
        application.session.report(
            "scene \(session.number), configuration \"\(configuration.name ?? "")\": its delegate "
                + "class is \(name); name an NSObject that is a UISceneDelegate, in "
                + "UISceneDelegateClassName or as delegateClass", rule: "C1", code: "noDelegate")
        return nil
    }

    private func addWindow(of configuration: UISceneConfiguration, to scene: UIScene) {
        guard let scene = scene as? UIWindowScene, let storyboard = configuration.storyboard,
            let delegate = scene.delegate as? any UIWindowSceneDelegate,
            let root = storyboard.instantiateInitialViewController()
        else { return }
        let window = UIWindow(windowScene: scene)
        window.rootViewController = root
        delegate.window = window
        window.makeKeyAndVisible()
    }

    /// The scene goes from memory; its session stays.
    func disconnect(_ session: UISceneSession) {
        guard let scene = session.scene else { return }
        scene.activationState = .unattached
        tell(session, "sceneDidDisconnect(_:)", then: UIScene.didDisconnectNotification) {
            $0.sceneDidDisconnect(scene)
        }
        session.scene = nil
        for window in (scene as? UIWindowScene)?.windows ?? [] {
            application.allWindows.removeAll { $0.window === window }
            window.isListed = false
            window.windowScene = nil
        }
        scene.delegate = nil
        application.updateAppearance()
    }

    /// The system reclaims the scene's memory: a death of one scene alone (C8).
    func reclaim(_ session: UISceneSession) {
        guard session.scene != nil else { return }
        leaveForeground(session)
        save([session])
        disconnect(session)
    }

    // MARK: Foreground and background

    /// Brings a session's scene to the foreground, and connects it first where that is needed.
    func show(_ session: UISceneSession, _ activities: [NSUserActivity] = []) {
        session.isInForeground = true
        if session.scene == nil {
            connect(session, UIScene.ConnectionOptions(activities))
        } else if let scene = session.scene {
            for activity in activities { pass(activity, to: scene) }
        }
        if application.applicationState == .active { activate(session) }
        // Where it is, the next launch is to know without a save, as of one that is opened (C10).
        commit()
    }

    private func pass(_ activity: NSUserActivity, to scene: UIScene) {
        tell(scene.session, "scene(_:willContinueUserActivityWithType:)") {
            $0.scene(scene, willContinueUserActivityWithType: activity.activityType)
        }
        tell(scene.session, "scene(_:continue:)") { $0.scene(scene, continue: activity) }
    }

    /// Sends one scene to the background and saves it, while the app goes on.
    func hide(_ session: UISceneSession) {
        guard session.scene != nil, session.isInForeground else { return }
        leaveForeground(session)
        save([session])
    }

    private func leaveForeground(_ session: UISceneSession) {
        resignActive(session)
        enterBackground(session)
        session.isInForeground = false
        application.updateAppearance()
    }

    func activate(_ session: UISceneSession) {
        guard let scene = session.scene else { return }
        if scene.activationState == .unattached || scene.activationState == .background {
            scene.activationState = .foregroundInactive
            tell(
                session, "sceneWillEnterForeground(_:)",
                then: UIScene.willEnterForegroundNotification
            ) { $0.sceneWillEnterForeground(scene) }
        }
        guard scene.activationState == .foregroundInactive else { return }
        scene.activationState = .foregroundActive
        tell(session, "sceneDidBecomeActive(_:)", then: UIScene.didActivateNotification) {
            $0.sceneDidBecomeActive(scene)
        }
        application.updateAppearance()
    }

    func resignActive(_ session: UISceneSession) {
        guard let scene = session.scene, scene.activationState == .foregroundActive else { return }
        scene.activationState = .foregroundInactive
        tell(session, "sceneWillResignActive(_:)", then: UIScene.willDeactivateNotification) {
            $0.sceneWillResignActive(scene)
        }
    }

    func enterBackground(_ session: UISceneSession) {
        guard let scene = session.scene, scene.activationState != .background else { return }
        scene.activationState = .background
        tell(
            session, "sceneDidEnterBackground(_:)", then: UIScene.didEnterBackgroundNotification
        ) { $0.sceneDidEnterBackground(scene) }
    }

    // MARK: With the app

    /// The scenes that are on the screen when the app is.
    var inForeground: [UISceneSession] { all.filter(\.isOnScreen) }

    func becomeActive() {
        together {
            for session in inForeground { activate(session) }
            let waiting = requested
            requested = []
            for request in waiting { request() }
        }
    }

    /// Writes what changes, and tells who appears, once for all of it.
    private func together(_ body: () -> Void) {
        application.appearanceWaits = true
        commitWaits = true
        body()
        application.appearanceWaits = false
        commitWaits = false
        if areUsed { commit() }
        application.updateAppearance()
    }

    func resignActive() { for session in inForeground { resignActive(session) } }

    func enterBackground() { for session in inForeground { enterBackground(session) } }
}

extension SceneSessions {
    /// The window that each scene in the foreground shows.
    var windows: [UIWindow] {
        guard areUsed else { return [] }
        return inForeground.compactMap { ($0.scene as? UIWindowScene)?.keyWindow }
    }

    /// The window of the last of them.
    var frontWindow: UIWindow? {
        all.last { $0.isOnScreen && ($0.scene as? UIWindowScene)?.keyWindow != nil }
            .flatMap { ($0.scene as? UIWindowScene)?.keyWindow }
    }
}
