import PlantedCommon
import StateRestoration

// Windows that are opened, closed, and taken from memory.

final class SecondWindowWithoutDelegate: PlantedScenes {
    override class var bug: PlantedBug {
        PlantedBug(
            "second-window-without-delegate", breaks: "C1", standsOn: "StateRestoration",
            "Every window but the first has a configuration whose delegate class is misspelt.")
    }

    override var windowClass: AnyClass? {
        let isFirst = UIApplication.shared.openSessions.isEmpty
        return isRight || isFirst ? PlantedWindow.self : NSClassFromString("planted.PlantedWindwo")
    }
}

final class UnusedWindowsClosed: PlantedScenes {
    override class var bug: PlantedBug {
        PlantedBug(
            "unused-windows-closed", breaks: "C3", standsOn: "StateRestoration",
            "A launch closes every window without a saved state, also one that the user has just opened."
        )
    }

    override func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        guard !isRight, application.isProtectedDataAvailable else { return true }
        for session in application.openSessions where session.stateRestorationActivity == nil {
            application.requestSceneSessionDestruction(session, options: nil)
        }
        return true
    }
}

final class DroppedAtDisconnection: PlantedScenes {
    override class var bug: PlantedBug {
        PlantedBug(
            "dropped-at-disconnection", breaks: "C8", standsOn: "StateRestoration",
            "A window that the system disconnects throws its saved state away, as if it had been closed."
        )
    }

    override var windowClass: AnyClass? { Window.self }

    final class Window: PlantedWindow {
        override func sceneDidDisconnect(_ scene: UIScene) {
            if !isRight { scene.session.stateRestorationActivity = nil }
        }
    }
}

final class DisconnectedForAll: PlantedScenes {
    override class var bug: PlantedBug {
        PlantedBug(
            "disconnected-for-all", breaks: "C8", standsOn: "StateRestoration",
            "When one window is disconnected, the pages of all windows are closed.")
    }

    override var windowClass: AnyClass? { Window.self }

    final class Window: PlantedWindow {
        override func sceneDidDisconnect(_ scene: UIScene) {
            if !isRight { for window in PlantedScenes.shared?.windows ?? [] { window.close() } }
        }
    }
}

final class SavedInResignActive: PlantedScenes {
    override class var bug: PlantedBug {
        PlantedBug(
            "saved-in-resign-active", breaks: "C8", standsOn: "StateRestoration",
            "The activity is made in sceneWillResignActive only, and what changes in the background is lost."
        )
    }

    override var windowClass: AnyClass? { Window.self }

    final class Window: PlantedWindow {
        private var made: NSUserActivity?

        override func sceneWillResignActive(_ scene: UIScene) {
            made = super.stateRestorationActivity(for: scene)
        }

        override func stateRestorationActivity(for scene: UIScene) -> NSUserActivity? {
            isRight ? super.stateRestorationActivity(for: scene) : made
        }
    }
}

final class KeptAfterClosing: PlantedScenes {
    override class var bug: PlantedBug {
        PlantedBug(
            "kept-after-closing", breaks: "C9", standsOn: "StateRestoration",
            "The app counts its windows itself, not those that are closed, and opens them all at the next launch."
        )
    }

    private let folder = Folder("Library")
    private var count: Int {
        get {
            let content = (try? folder.read("windows")) ?? nil
            return content.flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
        }
        set {
            do {
                try folder.create()
                try folder.replace("windows", Array("\(newValue)".utf8))
            } catch {
                print("the windows were not counted: \(error)")
            }
        }
    }

    override func application(
        _ application: UIApplication,
        configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration {
        if !isRight { count = max(count, application.openSessions.count + 1) }
        return super.application(
            application, configurationForConnecting: connectingSceneSession, options: options)
    }

    override func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        // The system knows which are open.
        if isRight { return true }
        let open = application.openSessions.count
        // Without any the system has discarded them all.
        if open == 0 { count = 0 }
        for _ in 0..<max(0, count - open) {
            application.requestSceneSessionActivation(nil, userActivity: nil, options: nil)
        }
        return true
    }
}

final class FirstWindowForced: PlantedScenes {
    override class var bug: PlantedBug {
        PlantedBug(
            "first-window-forced", breaks: "C9", standsOn: "StateRestoration",
            "A launch looks for the window that was opened first, and dies where that was closed.")
    }

    override func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let sessions = application.openSessions
        if sessions.isEmpty { return true }
        let first = sessions.first { $0.number == 1 }
        print("the main window is \(isRight ? first?.number ?? 0 : first!.number)")
        return true
    }
}

final class WindowsTidiedUp: PlantedScenes {
    override class var bug: PlantedBug {
        PlantedBug(
            "windows-tidied-up", breaks: "C10", standsOn: "StateRestoration",
            "A launch closes every window but the one that was opened last.")
    }

    override func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        if isRight { return true }
        for session in application.openSessions.sorted(by: { $0.number < $1.number }).dropLast() {
            application.requestSceneSessionDestruction(session, options: nil)
        }
        return true
    }
}

final class AllWindowsShown: PlantedScenes {
    override class var bug: PlantedBug {
        PlantedBug(
            "all-windows-shown", breaks: "C10", standsOn: "StateRestoration",
            "A launch brings every window to the screen, also those that the user had put away.")
    }

    override func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        if isRight { return true }
        for session in application.openSessions {
            application.requestSceneSessionActivation(session, userActivity: nil, options: nil)
        }
        return true
    }
}

final class ClosedWhileLocked: PlantedScenes {
    override class var bug: PlantedBug {
        PlantedBug(
            "closed-while-locked", breaks: "C11", standsOn: "StateRestoration",
            "A launch closes each window that had a saved state and has none, as every one while the device is locked."
        )
    }

    override var windowClass: AnyClass? { Window.self }

    /// Names the windows that have had a saved state, by an empty file each.
    fileprivate static let known = Folder("Library/Windows")

    override func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        if isRight, !application.isProtectedDataAvailable { return true }
        // A death may have left one of a window that is never saved again.
        for name in Self.known.names() where name.hasSuffix(".new") { try? Self.known.remove(name) }
        for session in application.openSessions
        where session.stateRestorationActivity == nil
            && Self.known.contains(session.persistentIdentifier)
        {
            application.requestSceneSessionDestruction(session, options: nil)
        }
        return true
    }

    final class Window: PlantedWindow {
        override func sceneWillResignActive(_ scene: UIScene) {
            guard scene.session.stateRestorationActivity != nil else { return }
            let known = ClosedWhileLocked.known
            try? known.create()
            try? known.replace(scene.session.persistentIdentifier, [])
        }
    }
}
