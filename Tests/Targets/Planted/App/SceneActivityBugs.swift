import PlantedCommon
import StateRestoration

// What a window answers when it is asked for its state, and what it makes of that later.

final class RestoredFromOptions: PlantedScenes {
    override class var bug: PlantedBug {
        PlantedBug(
            "restored-from-options", breaks: "C4", standsOn: "StateRestoration",
            "The saved activity is looked for among the connection options, which have only what a request passes."
        )
    }

    override var windowClass: AnyClass? { Window.self }

    final class Window: PlantedWindow {
        override func scene(
            _ scene: UIScene, willConnectTo session: UISceneSession,
            options connectionOptions: UIScene.ConnectionOptions
        ) {
            super.scene(scene, willConnectTo: session, options: connectionOptions)
            let saved =
                isRight
                ? session.stateRestorationActivity : connectionOptions.userActivities.first
            if let saved { show(saved.userInfo ?? [:]) }
        }

        override func scene(
            _ scene: UIScene,
            restoreInteractionStateWith stateRestorationActivity: NSUserActivity
        ) {}
    }
}

final class NilForTheList: PlantedScenes {
    override class var bug: PlantedBug {
        PlantedBug(
            "nil-for-the-list", breaks: "C4", standsOn: "StateRestoration",
            "A window that shows the list answers with no activity, and its selection is lost.")
    }

    override var windowClass: AnyClass? { Window.self }

    final class Window: PlantedWindow {
        override func stateRestorationActivity(for scene: UIScene) -> NSUserActivity? {
            if !isRight, detail == nil { return nil }
            return super.stateRestorationActivity(for: scene)
        }
    }
}

final class MisspeltActivityType: PlantedScenes {
    override class var bug: PlantedBug {
        PlantedBug(
            "misspelt-activity-type", breaks: "C4", standsOn: "StateRestoration",
            "The type of the saved activity is compared with a misspelt one, and nothing is shown of it."
        )
    }

    override var windowClass: AnyClass? { Window.self }

    final class Window: PlantedWindow {
        override func scene(
            _ scene: UIScene,
            restoreInteractionStateWith stateRestorationActivity: NSUserActivity
        ) {
            let type = isRight ? Self.activityType : "org.example.item"
            guard stateRestorationActivity.activityType == type else { return }
            super.scene(scene, restoreInteractionStateWith: stateRestorationActivity)
        }
    }
}

final class ShownTwice: PlantedScenes {
    override class var bug: PlantedBug {
        PlantedBug(
            "shown-twice", breaks: "C4", standsOn: "StateRestoration",
            "The saved activity is shown at the connection and again when it is passed, and a page is above itself."
        )
    }

    override var windowClass: AnyClass? { Window.self }

    final class Window: PlantedWindow {
        override func scene(
            _ scene: UIScene, willConnectTo session: UISceneSession,
            options connectionOptions: UIScene.ConnectionOptions
        ) {
            super.scene(scene, willConnectTo: session, options: connectionOptions)
            if !isRight, let saved = session.stateRestorationActivity {
                show(saved.userInfo ?? [:])
            }
        }

        override func scene(
            _ scene: UIScene,
            restoreInteractionStateWith stateRestorationActivity: NSUserActivity
        ) {
            if !isRight, let item = detail?.item {
                navigation.pushViewController(DetailController(item), animated: true)
            } else {
                super.scene(scene, restoreInteractionStateWith: stateRestorationActivity)
            }
        }
    }
}

final class EmptiedByNeedsSave: PlantedScenes {
    override class var bug: PlantedBug {
        PlantedBug(
            "emptied-by-needs-save", breaks: "C4", standsOn: "StateRestoration",
            "An activity that needs a save is emptied by it, and only one of the two screens fills it again."
        )
    }

    override var windowClass: AnyClass? { Window.self }

    /// Adds what it knows to the window's activity.
    private final class Holder: UIView {
        var entries: () -> [AnyHashable: Any] = { [:] }
        override func updateUserActivityState(_ activity: NSUserActivity) {
            activity.addUserInfoEntries(from: entries())
        }
    }

    final class Window: PlantedWindow {
        private let holder = Holder(frame: .zero)

        override func stateRestorationActivity(for scene: UIScene) -> NSUserActivity? {
            let activity = super.stateRestorationActivity(for: scene)
            holder.entries = { [self] in
                isRight ? state : state.filter { $0.key == AnyHashable("selected") }
            }
            if holder.superview == nil { window?.addSubview(holder) }
            holder.userActivity = activity
            activity?.needsSave = true
            return activity
        }
    }
}

final class OwnTypeInUserInfo: PlantedScenes {
    override class var bug: PlantedBug {
        PlantedBug(
            "own-type-in-user-info", breaks: "C6", standsOn: "StateRestoration",
            "The activity holds a value of the app's own type, and the window is not saved any more."
        )
    }

    override var windowClass: AnyClass? { Window.self }

    private struct Place { let page: Int }

    final class Window: PlantedWindow {
        override var state: [AnyHashable: Any] {
            var state = super.state
            if let page = detail?.page { state["place"] = isRight ? page : Place(page: page) }
            return state
        }
    }
}

final class RequiredKeyMisspelt: PlantedScenes {
    override class var bug: PlantedBug {
        PlantedBug(
            "required-key-misspelt", breaks: "C6", standsOn: "StateRestoration",
            "A key is required that the activity never has, as it is spelt in another way there.")
    }

    override var windowClass: AnyClass? { Window.self }

    final class Window: PlantedWindow {
        override func stateRestorationActivity(for scene: UIScene) -> NSUserActivity? {
            let activity = super.stateRestorationActivity(for: scene)
            if detail != nil {
                activity?.requiredUserInfoKeys = [isRight ? "item" : "Item"]
            }
            return activity
        }
    }
}
