import PlantedCommon
import StateRestoration

// Windows that are taken for each other.

/// A file of the app's own with the state of a window.
private enum StateFile {
    private static let folder = Folder("Library")

    static func write(_ state: [AnyHashable: Any], _ name: String) {
        let texts = Dictionary(uniqueKeysWithValues: state.map { ("\($0.key)", $0.value) })
        do {
            try folder.create()
            let data = try JSONSerialization.data(withJSONObject: texts, options: .sortedKeys)
            try folder.replace(name, Array(data))
        } catch {
            print("the window was not saved: \(error)")
        }
    }

    static func read(_ name: String) -> [AnyHashable: Any] {
        guard let content = (try? folder.read(name)) ?? nil,
            let state = try? JSONSerialization.jsonObject(with: Data(content)) as? [String: Any]
        else { return [:] }
        return state
    }
}

final class OneStateForAll: PlantedScenes {
    override class var bug: PlantedBug {
        PlantedBug(
            "one-state-for-all", breaks: "C7", standsOn: "StateRestoration",
            "Each window writes its state into the same file, and all come back as the last one.")
    }

    override var windowClass: AnyClass? { Window.self }

    final class Window: PlantedWindow {
        override func sceneDidEnterBackground(_ scene: UIScene) {
            if !isRight { StateFile.write(state, "window.json") }
        }

        override func scene(
            _ scene: UIScene,
            restoreInteractionStateWith stateRestorationActivity: NSUserActivity
        ) {
            show(
                isRight
                    ? stateRestorationActivity.userInfo ?? [:] : StateFile.read("window.json"))
        }
    }
}

final class RestoredIntoFirst: PlantedScenes {
    override class var bug: PlantedBug {
        PlantedBug(
            "restored-into-first", breaks: "C7", standsOn: "StateRestoration",
            "What was saved of a window is shown in the app's first window, whichever it was.")
    }

    override var windowClass: AnyClass? { Window.self }

    final class Window: PlantedWindow {
        override func scene(
            _ scene: UIScene,
            restoreInteractionStateWith stateRestorationActivity: NSUserActivity
        ) {
            let shown = isRight ? self : PlantedScenes.shared?.windows.first
            shown?.show(stateRestorationActivity.userInfo ?? [:])
        }
    }
}

final class OneActivityForAll: PlantedScenes {
    override class var bug: PlantedBug {
        PlantedBug(
            "one-activity-for-all", breaks: "C7", standsOn: "StateRestoration",
            "All windows add to one activity, and each has what another one has left in it.")
    }

    override var windowClass: AnyClass? { Window.self }

    final class Window: PlantedWindow {
        static let shared = NSUserActivity(activityType: activityType)

        override func stateRestorationActivity(for scene: UIScene) -> NSUserActivity? {
            if isRight { return super.stateRestorationActivity(for: scene) }
            Self.shared.addUserInfoEntries(from: state)
            return Self.shared
        }
    }
}

final class PageOfMainScene: PlantedScenes {
    override class var bug: PlantedBug {
        PlantedBug(
            "page-of-main-scene", breaks: "C7", standsOn: "StateRestoration",
            "A value of the scene's storage names one scene for all windows, which share it.")
    }

    override var windowClass: AnyClass? { Window.self }

    final class Window: PlantedWindow {
        private func storage(of scene: UIScene) -> SceneStorage<Int> {
            SceneStorage(
                wrappedValue: 1, "page",
                scene: isRight ? scene.session.persistentIdentifier : UIApplication.mainScene)
        }

        override func sceneWillResignActive(_ scene: UIScene) {
            storage(of: scene).wrappedValue = detail?.page ?? 1
        }

        override func scene(
            _ scene: UIScene,
            restoreInteractionStateWith stateRestorationActivity: NSUserActivity
        ) {
            super.scene(scene, restoreInteractionStateWith: stateRestorationActivity)
            detail?.turn(to: storage(of: scene).wrappedValue)
        }
    }
}

final class NumberedByPlace: PlantedScenes {
    override class var bug: PlantedBug {
        PlantedBug(
            "numbered-by-place", breaks: "C9", standsOn: "StateRestoration",
            "The state of a window is kept under its place among the windows, which changes when one is closed."
        )
    }

    override var windowClass: AnyClass? { Window.self }

    final class Window: PlantedWindow {
        private func file(_ session: UISceneSession) -> String {
            let sessions = UIApplication.shared.openSessions.sorted { $0.number < $1.number }
            return "window-\(sessions.firstIndex(of: session) ?? 0).json"
        }

        override func sceneDidEnterBackground(_ scene: UIScene) {
            if !isRight { StateFile.write(state, file(scene.session)) }
        }

        override func scene(
            _ scene: UIScene,
            restoreInteractionStateWith stateRestorationActivity: NSUserActivity
        ) {
            show(
                isRight
                    ? stateRestorationActivity.userInfo ?? [:]
                    : StateFile.read(file(scene.session)))
        }
    }
}
