import StateRestoration

// What scenarios can do and see. Each action names the scene that it is about by its number.
extension AppDelegate: ScenarioDriven {
    func register(_ actions: ScenarioActions) {
        actions.addScenes()
        actions.add("open", takes: ["scene?": "scene", "note": "string"]) { arguments in
            let note = arguments["note"]?.string ?? ""
            guard try self.window(arguments["scene"]).open(note) != nil else {
                throw ActionError.impossible("there is no note \"\(note)\"")
            }
            return nil
        }
        actions.add("edit", takes: ["scene?": "scene", "text": "string"]) { arguments in
            let window = try self.window(arguments["scene"])
            guard let editor = window.openEditor ?? window.open("groceries") else { return nil }
            editor.type(arguments["text"]?.string ?? "")
            return nil
        }
        actions.add("close", takes: ["scene?": "scene"]) { arguments in
            try self.window(arguments["scene"]).closeNote()
            return nil
        }
        actions.add("scroll", takes: ["scene?": "scene", "to": "string"]) { arguments in
            try self.window(arguments["scene"]).list.firstVisibleKey = arguments["to"]?.string
            return nil
        }
    }

    /// The window of a scene; without a number, that of the newest one on the screen.
    private func window(_ scene: JSON?) throws -> SceneDelegate {
        let windows = windows
        guard let number = scene?.integer ?? windows.last.map({ Int64($0.number) }),
            let window = windows.first(where: { Int64($0.number) == number })
        else {
            throw ActionError.impossible(
                "no window of scene \(scene?.integer ?? 1) is on the screen; `scene.show` brings it"
            )
        }
        return window.delegate
    }

    /// The windows on the screen, the oldest first.
    private var windows: [(number: Int, delegate: SceneDelegate)] {
        UIApplication.shared.openSessions
            .filter(\.isOnScreen)
            .sorted { $0.number < $1.number }
            .compactMap { session in
                (session.scene?.delegate as? SceneDelegate).map { (session.number, $0) }
            }
    }

    var observableState: [String: JSON] {
        var shown: [String: JSON] = [:]
        for (number, window) in windows {
            var members: [String: JSON] = [
                "firstVisible": window.list.firstVisibleKey.map(JSON.string) ?? nil
            ]
            if let editor = window.openEditor {
                members["note"] = .string(editor.key)
                members["text"] = .string(editor.isViewLoaded ? editor.textView.text : "")
                members["cursor"] = .integer(Int64(editor.textView.selectedRange.location))
            }
            shown["\(number)"] = .object(members)
        }
        return [
            "version": .string(UIApplication.shared.bundleVersion), "windows": .object(shown),
        ]
    }
}
