import Foundation
import RelaunchProtocol

extension ScenarioActions {
    /// Adds what a user and the system do to scenes, as actions that a scenario's `Perform` can name.
    /// An app with scenes calls it in `register(_:)`.
    ///
    /// | action | what happens |
    /// | --- | --- |
    /// | `scene.open` | a new scene is opened beside the others; the answer is its number |
    /// | `scene.show` | a scene comes to the foreground, and is connected if it is not |
    /// | `scene.hide` | a scene goes to the background and is saved; the others stay |
    /// | `scene.disconnect` | the system reclaims a scene's memory (C8) |
    /// | `scene.close` | the user closes a scene for good (C9) |
    /// | `scene.refresh` | the system asks for its picture to be brought up to date |
    ///
    /// All but the first take the argument `scene`: the number of the session, which counts the scenes
    /// that were ever opened, from 1. The only scene on the screen cannot be hidden, disconnected or
    /// closed: that is the app's own background, or its end.
    public func addScenes() {
        add("scene.open") { _ in
            let application = UIApplication.shared
            let before = application.scenes.all.count
            var failure: (any Error)?
            application.requestSceneSessionActivation(nil, userActivity: nil, options: nil) {
                failure = $0
            }
            if let failure { throw failure }
            guard application.scenes.all.count > before else { return nil }
            return application.scenes.all.last.map { .integer(Int64($0.number)) } ?? nil
        }
        addAction("scene.show") { application, session in
            application.requestSceneSessionActivation(session, userActivity: nil, options: nil)
        }
        addLeave("scene.hide") { $0.scenes.hide($1) }
        addLeave("scene.disconnect") { $0.scenes.reclaim($1) }
        addLeave("scene.close") { application, session in
            application.requestSceneSessionDestruction(session, options: nil)
        }
        addAction("scene.refresh") { $0.requestSceneSessionRefresh($1) }
    }

    /// Something after which a scene is not on the screen.
    private func addLeave(
        _ name: String, body: @escaping @MainActor (UIApplication, UISceneSession) -> Void
    ) {
        addAction(name) { application, session in
            guard !session.isOnScreen || application.scenes.inForeground.count > 1 else {
                throw ActionError.impossible(
                    "scene \(session.number) is the only one on the screen; `Background()` puts the "
                        + "app away")
            }
            body(application, session)
        }
    }

    private func addAction(
        _ name: String, body: @escaping @MainActor (UIApplication, UISceneSession) throws -> Void
    ) {
        add(name, takes: ["scene": "scene"]) { arguments in
            let application = UIApplication.shared
            let number = arguments["scene"]?.integer
            guard let session = application.scenes.all.first(where: { Int64($0.number) == number })
            else {
                let known = application.scenes.all.map { "\($0.number)" }.joined(separator: ", ")
                throw ActionError.impossible(
                    "there is no scene \(number ?? 0); there are \(known.isEmpty ? "none" : known)")
            }
            try body(application, session)
            return nil
        }
    }
}

extension UIApplication {
    /// The scenes as the harness sees them, by the number of the session: a place in a list would be
    /// another scene's once one was closed.
    ///
    /// What is in a scene is shown while it is on the screen. Of one in the background only what was
    /// saved is shown, as that is all that a death leaves of it. `$instance` is there while it is
    /// connected.
    var describedScenes: [String: JSON] {
        Dictionary(
            scenes.all.map { ("\($0.number)", description(of: $0)) }, uniquingKeysWith: { $1 })
    }

    private func description(of session: UISceneSession) -> JSON {
        var members: [String: JSON] = [
            "state": session.isInForeground ? "foreground" : "background"
        ]
        if !session.isOnScreen, let activity = session.stateRestorationActivity {
            members["activity"] = description(of: activity)
        }
        if let userInfo = session.userInfo { members["userInfo"] = json(userInfo) }
        if let scene = session.scene {
            members["$instance"] = instanceName(of: scene)
            if session.isInForeground {
                let roots = (scene as? UIWindowScene)?.windows.compactMap(\.rootViewController)
                members["controllers"] = .array(
                    (roots ?? []).map { description(of: $0, isVisible: true) })
            }
        }
        return .object(members)
    }

    private func description(of activity: NSUserActivity) -> JSON {
        var members: [String: JSON] = ["type": .string(activity.activityType)]
        members["title"] = activity.title.map(JSON.string)
        members["userInfo"] = activity.userInfo.map(json)
        return .object(members)
    }

    /// A restored number is an `NSNumber`, which could be taken for a truth value.
    private func json(number: NSNumber) -> JSON {
        switch number.objCType.pointee {
        case 0x42, 0x63: .bool(number.boolValue)  // B, c
        case 0x64, 0x66: .number(number.doubleValue)  // d, f
        default: .integer(number.int64Value)
        }
    }

    private func json(_ value: Any) -> JSON {
        switch value {
        case let value as String: .string(value)
        case let value as NSNumber: json(number: value)
        case let value as [Any]: .array(value.map(json))
        case let value as [AnyHashable: Any]:
            .object(
                Dictionary(
                    value.map { ("\($0.key.base)", json($0.value)) }, uniquingKeysWith: { $1 }))
        case is NSNull: nil
        default: .string("\(value)")
        }
    }
}
