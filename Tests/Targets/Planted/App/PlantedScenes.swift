import PlantedCommon
import StateRestoration

/// A little app with windows that does everything right: each window has a list of items, and above it the
/// page of one of them. A planted bug is a subclass of the app or of its window that does one thing wrong.
class PlantedScenes: UIResponder, PlantedApp, ScenarioDriven {
    class var bug: PlantedBug { preconditionFailure("every bug has its entry") }
    static var shared: PlantedScenes? { UIApplication.shared.delegate as? PlantedScenes }

    lazy var store = ItemStore()

    /// What is connected, on the screen or not, the oldest first.
    var windows: [PlantedWindow] {
        UIApplication.shared.openSessions.sorted { $0.number < $1.number }
            .compactMap { $0.scene?.delegate as? PlantedWindow }
    }

    // MARK: What a bug does otherwise

    /// The class of each window's delegate.
    var windowClass: AnyClass? { PlantedWindow.self }

    func application(
        _ application: UIApplication,
        configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration {
        let configuration = UISceneConfiguration(
            name: "Default Configuration", sessionRole: connectingSceneSession.role)
        configuration.delegateClass = windowClass
        return configuration
    }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool { true }

    func application(
        _ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>
    ) {}

    // MARK: What scenarios do and see

    func register(_ actions: ScenarioActions) {
        actions.addScenes()
        addItemActions(actions)
        addWindowActions(actions)
    }

    var observableState: [String: JSON] {
        var shown: [String: JSON] = [:]
        for window in windows where window.session?.isOnScreen == true {
            shown["\(window.session?.number ?? 0)"] = .object(window.shown)
        }
        return [
            "items": .object(store.texts.mapValues(JSON.string)), "windows": .object(shown),
        ]
    }
}

// Numbers choose among what there is, so that any number does something.
extension PlantedScenes {
    private func addItemActions(_ actions: ScenarioActions) {
        actions.add("add", takes: ["item": "string", "text": "string"]) { arguments in
            let item = arguments["item"]?.string ?? "item"
            try self.store.set(arguments["text"]?.string ?? "", of: item)
            for window in self.windows { window.list.reload() }
            return nil
        }
        actions.add("remove", takes: ["number": "integer"]) { arguments in
            guard let item = self.store.item(arguments["number"]?.integer ?? 0) else { return nil }
            try self.store.set(nil, of: item)
            for window in self.windows {
                if window.detail?.item == item { window.close() }
                window.list.reload()
            }
            return .string(item)
        }
    }

    private func addWindowActions(_ actions: ScenarioActions) {
        actions.add("open", takes: ["window?": "integer", "number": "integer"]) { arguments in
            guard let item = self.store.item(arguments["number"]?.integer ?? 0) else { return nil }
            self.window(arguments["window"])?.open(item)
            return .string(item)
        }
        actions.add("select", takes: ["window?": "integer", "number": "integer"]) { arguments in
            self.window(arguments["window"])?.list.selected =
                self.store.item(arguments["number"]?.integer ?? 0)
            return nil
        }
        actions.add("turn", takes: ["window?": "integer", "page": "integer"]) { arguments in
            let page = arguments["page"]?.integer ?? 1
            self.window(arguments["window"])?.detail?.turn(to: Int(max(1, min(page, 1000))))
            return nil
        }
        actions.add("pin", takes: ["window?": "integer", "on": "boolean"]) { arguments in
            self.window(arguments["window"])?.detail?.isPinned = arguments["on"]?.bool ?? true
            return nil
        }
        actions.add("close", takes: ["window?": "integer"]) { arguments in
            self.window(arguments["window"])?.close()
            return nil
        }
    }

    /// Without a number, the newest.
    private func window(_ number: JSON?) -> PlantedWindow? {
        let windows = windows
        guard let number = number?.integer, !windows.isEmpty else { return windows.last }
        let count = Int64(windows.count)
        return windows[Int((number % count + count) % count)]
    }
}
