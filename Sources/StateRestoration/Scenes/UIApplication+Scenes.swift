import Foundation
import RestorationArchive

extension UIApplication {
    /// The sessions that were opened and not closed, connected or not (C3).
    public var openSessions: Set<UISceneSession> { Set(scenes.all) }

    /// The scenes that are in memory.
    public var connectedScenes: Set<UIScene> { Set(scenes.all.compactMap(\.scene)) }

    /// Whether the app shows several scenes: `UIApplicationSupportsMultipleScenes` in the scene
    /// manifest, and true for an app that has no manifest. The device has no part in it here.
    public var supportsMultipleScenes: Bool { scenes.manifest?.supportsMultipleScenes ?? true }

    /// Brings a session's scene to the foreground; without a session, a new one (C14).
    ///
    /// It has happened when the call returns; while the app is launching, it happens when the app is
    /// active.
    ///
    /// - Parameters:
    ///   - sceneSession: one of ``openSessions``.
    ///   - userActivity: passed to the scene: with its connection options, or, if it is connected, to
    ///     `scene(_:continue:)`.
    ///   - options: ignored.
    ///   - errorHandler: called with a ``UISceneError`` where the request cannot be granted.
    public func requestSceneSessionActivation(
        _ sceneSession: UISceneSession?, userActivity: NSUserActivity?,
        options: UIScene.ActivationRequestOptions?, errorHandler: ((any Error) -> Void)? = nil
    ) {
        request { [self] in
            let activities = [userActivity].compactMap { $0 }
            guard let sceneSession else {
                guard supportsMultipleScenes else {
                    errorHandler?(UISceneError(code: .multipleScenesNotSupported))
                    return
                }
                scenes.open(activities)
                return
            }
            guard scenes.all.contains(sceneSession) else {
                errorHandler?(UISceneError(code: .requestDenied))
                return
            }
            scenes.show(sceneSession, activities)
        }
    }

    /// Closes a session, with its scene and all that was saved of it (C9).
    ///
    /// - Parameters:
    ///   - sceneSession: one of ``openSessions``.
    ///   - options: ignored.
    ///   - errorHandler: called with a ``UISceneError`` where the session was closed before.
    public func requestSceneSessionDestruction(
        _ sceneSession: UISceneSession, options: UISceneDestructionRequestOptions?,
        errorHandler: ((any Error) -> Void)? = nil
    ) {
        request { [self] in
            guard scenes.all.contains(sceneSession) else {
                errorHandler?(UISceneError(code: .requestDenied))
                return
            }
            scenes.close(sceneSession)
        }
    }

    /// Asks for what the system shows of a scene to be brought up to date: a scene in the background
    /// is saved again, and is connected for that if it is not.
    public func requestSceneSessionRefresh(_ sceneSession: UISceneSession) {
        request { [self] in
            guard scenes.all.contains(sceneSession), !sceneSession.isInForeground else { return }
            if sceneSession.scene == nil {
                scenes.connect(sceneSession, UIScene.ConnectionOptions())
                scenes.enterBackground(sceneSession)
            }
            scenes.save([sceneSession])
        }
    }

    /// What is asked for during the launch waits until the app is active.
    private func request(_ body: @escaping () -> Void) {
        if isLaunching { scenes.requested.append(body) } else { body() }
    }
}

// MARK: SceneStorage by session

extension UIApplication {
    /// The key of the scene that a value belongs to whose scene is not named: the scene whose delegate
    /// is being called, or else the one on the screen; ``mainScene`` in an app without scenes (C13).
    public static var currentScene: String {
        let application = UIApplication.shared
        guard application.scenes.areUsed else { return mainScene }
        let session = application.scenes.told ?? application.keyWindow?.windowScene?.session
        return (session ?? application.scenes.inForeground.last)?.persistentIdentifier ?? mainScene
    }

    /// The values of a scene as they are stored.
    func storedValues(of scene: String, _ context: CoderContext) -> KeyedValues {
        let coder = RestorationCoder(encodingFor: "scene \(scene)", context: context)
        for (key, value) in sceneValues[scene] ?? [:] { coder.encode(value as Any?, forKey: key) }
        return coder.state
    }

    /// Takes over the values of a scene that were stored.
    func load(_ stored: KeyedValues, of scene: String) {
        let coder = RestorationCoder(
            decoding: stored, for: "scene \(scene)", context: CoderContext())
        for key in stored.values.keys {
            sceneValues[scene, default: [:]][key] = coder.decodeObject(forKey: key)
        }
    }
}
