import Foundation
import RestorationArchive

/// One save of one scene: asks for its activity, has it brought up to date, and encodes it (C4 to C6).
@MainActor
struct SceneSave {
    private let application: UIApplication
    private let session: UISceneSession

    init(_ session: UISceneSession, of application: UIApplication) {
        self.session = session
        self.application = application
    }

    /// Asks the scene, where it is connected, and puts what it answers into its session.
    func ask() {
        guard let scene = session.scene else { return }
        application.scenes.tell(session, "stateRestorationActivity(for:)") { delegate in
            let activity = delegate.stateRestorationActivity(for: scene)
            if let activity { update(activity, of: scene, delegate) }
            session.stateRestorationActivity =
                activity === session.stateRestorationActivity ? activity : activity?.copied()
        }
    }

    /// What is stored of the session.
    ///
    /// - Throws: `PropertyList.Refusal` for what cannot be stored, and `UnencodableState`.
    func record() throws -> SceneArchive.Session {
        var record = session.saved
        record.configuration = session.configuration.name
        record.delegateType = session.configuration.delegateClass.map { TypeName.stored($0) }
        record.activity = try session.stateRestorationActivity.map(stored)
        record.userInfo = try session.userInfo.flatMap {
            try stored($0, "userInfo of the session")
        }
        let context = newContext()
        record.values = application.storedValues(of: session.persistentIdentifier, context)
        try check(context)
        return record
    }

    // MARK: Bringing an activity up to date

    /// First the activity's own delegate, then every responder that has it, then the scene's delegate.
    private func update(
        _ activity: NSUserActivity, of scene: UIScene, _ delegate: any UISceneDelegate
    ) {
        if let listener = activity.delegate {
            application.willCall("userActivityWillSave(_:)", of: listener)
            listener.userActivityWillSave(activity)
        }
        let responders = responders(of: activity, in: scene)
        if activity.needsSave, !responders.isEmpty { activity.userInfo = [:] }
        if scene.userActivity === activity { scene.updateUserActivityState(activity) }
        if let responder = delegate as? UIResponder, responder.userActivity === activity {
            responder.updateUserActivityState(activity)
        }
        for responder in responders { responder.updateUserActivityState(activity) }
        activity.needsSave = false
        application.willCall("scene(_:didUpdate:)", of: delegate)
        delegate.scene(scene, didUpdate: activity)
    }

    /// The controllers and views of the scene that have the activity as their own.
    private func responders(
        of activity: NSUserActivity, in scene: UIScene
    ) -> [UIResponder] {
        guard let scene = scene as? UIWindowScene else { return [] }
        var found: [UIResponder] = []
        func visit(_ view: UIView) {
            if view.userActivity === activity { found.append(view) }
            for subview in view.subviews { visit(subview) }
        }
        for window in scene.windows {
            visit(window)
            var waiting = [window.rootViewController].compactMap { $0 }
            while let controller = waiting.popLast() {
                if controller.userActivity === activity { found.append(controller) }
                if let view = controller.viewIfLoaded { visit(view) }
                waiting.append(contentsOf: controller.contained.reversed())
            }
        }
        return found
    }

    // MARK: Encoding

    private func stored(_ activity: NSUserActivity) throws -> SceneArchive.Activity {
        var stored = SceneArchive.Activity(type: activity.activityType)
        stored.title = activity.title
        stored.targetContentIdentifier = activity.targetContentIdentifier
        stored.requiredKeys = activity.requiredUserInfoKeys?.sorted()
        stored.userInfo = try activity.userInfo.flatMap { try self.stored($0, "userInfo") }
        for key in stored.requiredKeys ?? [] where activity.userInfo?[key] == nil {
            application.session.report(
                "scene \(session.number): the activity \(activity.activityType) is saved without "
                    + "its required key \"\(key)\"", rule: "C6", code: "requiredKey")
        }
        return stored
    }

    private func stored(_ values: [AnyHashable: Any], _ name: String) throws -> StateValue? {
        let context = newContext()
        let coder = RestorationCoder(
            encodingFor: "scene \(session.number)", context: context)
        coder.encode(try PropertyList.checked(values, at: name) as Any?, forKey: name)
        try check(context)
        return coder.values[name]
    }

    private func newContext() -> CoderContext {
        let context = CoderContext()
        let restoration = application.session
        context.report = { text, rule in
            MainActor.assumeIsolated { restoration.report(text, rule: rule) }
        }
        return context
    }

    private func check(_ context: CoderContext) throws {
        if let failure = context.failure { throw UnencodableState(description: failure) }
    }
}

extension SceneArchive.Session {
    /// The activity, made anew.
    @MainActor
    var restoredActivity: NSUserActivity? {
        guard let stored = activity else { return nil }
        let activity = NSUserActivity(activityType: stored.type)
        activity.title = stored.title
        activity.targetContentIdentifier = stored.targetContentIdentifier
        activity.requiredUserInfoKeys = stored.requiredKeys.map(Set.init)
        activity.userInfo = Self.dictionary(stored.userInfo)
        return activity
    }

    /// The session's own `userInfo`.
    @MainActor
    var restoredUserInfo: [String: Any]? { Self.dictionary(userInfo) as? [String: Any] }

    @MainActor
    private static func dictionary(_ stored: StateValue?) -> [AnyHashable: Any]? {
        guard let stored else { return nil }
        let coder = RestorationCoder(
            decoding: KeyedValues(values: ["userInfo": stored]), for: "a scene",
            context: CoderContext())
        return coder.decodeObject(forKey: "userInfo") as? [AnyHashable: Any]
    }
}
