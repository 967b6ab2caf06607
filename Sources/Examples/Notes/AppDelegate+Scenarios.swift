import StateRestoration

// What scenarios can do and see. Relaunch can launch and kill the app without it, too.
extension AppDelegate: ScenarioDriven {
    func register(_ actions: ScenarioActions) {
        registerNoteActions(actions)
        registerScreenActions(actions)
        actions.add("ignoreSnapshot", takes: ["during": "string"]) { arguments in
            switch arguments["during"]?.string {
            case "save": self.ignoresNextSnapshot = true
            case "now": UIApplication.shared.ignoreSnapshotOnNextApplicationLaunch()
            default: throw ActionError.impossible("\"during\" is \"save\" or \"now\"")
            }
            return nil
        }
    }

    private func registerNoteActions(_ actions: ScenarioActions) {
        actions.add("open", takes: ["note": "string"]) { arguments in
            try self.open(arguments["note"])
            return nil
        }
        actions.add("edit", takes: ["note?": "string", "text": "string"]) { arguments in
            let editor =
                if let note = arguments["note"] {
                    try self.open(note)
                } else {
                    try self.openEditor ?? self.open("groceries")
                }
            editor.loadViewIfNeeded()
            editor.textView.text = arguments["text"]?.string ?? ""
            return nil
        }
        actions.add("close") { _ in
            self.closeNote()
            return nil
        }
        actions.add("create", takes: ["note": "string"]) { arguments in
            let key = arguments["note"]?.string ?? ""
            guard !key.isEmpty, !key.hasPrefix("."), !key.contains("/") else {
                throw ActionError.impossible("\"\(key)\" cannot be the name of a note")
            }
            guard !self.store.contains(key) else {
                throw ActionError.impossible("there is a note \"\(key)\" already")
            }
            try self.store.save("", to: key)
            self.list.reload()
            return nil
        }
        actions.add("delete", takes: ["note": "string"]) { arguments in
            let key = try self.key(arguments["note"])
            if self.openEditor?.key == key { self.closeNote() }
            try self.store.delete(key)
            self.list.reload()
            return nil
        }
    }

    private func registerScreenActions(_ actions: ScenarioActions) {
        actions.add("select", takes: ["note": "string"]) { arguments in
            self.list.selectedKey = try self.key(arguments["note"])
            return nil
        }
        actions.add("scroll", takes: ["to": "number"]) { arguments in
            let table: UITableView = self.list.tableView
            let end = max(0, table.contentSize.height - table.frame.height)
            table.contentOffset.y = min(max(0, CGFloat(arguments["to"]?.number ?? 0)), end)
            return nil
        }
        actions.add("selectTab", takes: ["tab": "string"]) { arguments in
            switch arguments["tab"]?.string {
            case "notes": self.tabs.selectedIndex = 0
            case "settings": self.tabs.selectedIndex = 1
            default: throw ActionError.impossible("\"tab\" is \"notes\" or \"settings\"")
            }
            return nil
        }
        actions.add("present") { _ in
            self.tabs.present(AboutViewController(), animated: true)
            return nil
        }
        actions.add("dismiss") { _ in
            self.tabs.dismiss(animated: true)
            return nil
        }
        actions.add("help", takes: ["page?": "integer"]) { arguments in
            let page = Int(arguments["page"]?.integer ?? 1)
            let help = HelpViewController(page: page)
            self.navigation.pushViewController(help, animated: true)
            // Also where another tab is in front. So the save says that it has no identifier, and not that
            // one may be set when the view is loaded.
            help.loadViewIfNeeded()
            return nil
        }
    }

    @discardableResult
    private func open(_ note: JSON?) throws -> EditorViewController {
        let key = try key(note)
        guard let editor = openNote(key) else {
            throw ActionError.impossible("the note \"\(key)\" cannot be opened")
        }
        return editor
    }

    private func key(_ note: JSON?) throws -> String {
        let key = note?.string ?? ""
        guard store.contains(key) else {
            throw ActionError.impossible("there is no note \"\(key)\"")
        }
        return key
    }

    var observableState: [String: JSON] {
        var state: [String: JSON] = [
            "version": .string(UIApplication.shared.bundleVersion),
            "screen": .string(screen),
            "selectedTab": tabs.selectedIndex == 0 ? "notes" : "settings",
            "notes": .array(store.keys.map(JSON.string)),
            "list": [
                "$instance": UIApplication.shared.instanceName(of: list),
                "offset": .number(list.isViewLoaded ? list.tableView.contentOffset.y : 0),
                "selected": list.selectedKey.map(JSON.string) ?? nil,
                "recent": describe(list.recentNotes),
            ],
        ]
        if let editor = openEditor {
            state["editor"] = [
                "$instance": UIApplication.shared.instanceName(of: editor),
                "note": .string(editor.key),
                "text": .string(editor.isViewLoaded ? editor.textView.text : ""),
                "recent": describe(editor.recentNotes),
            ]
        }
        if let help = navigation.topViewController as? HelpViewController {
            state["help"] = ["page": .integer(Int64(help.page.number))]
        }
        return state
    }

    /// What the user looks at.
    private var screen: String {
        if tabs.presentedViewController is AboutViewController { return "about" }
        if tabs.selectedIndex != 0 { return "settings" }
        return switch navigation.topViewController {
        case is EditorViewController: "editor"
        case is HelpViewController: "help"
        default: "list"
        }
    }

    private func describe(_ recent: RecentNotes?) -> JSON {
        guard let recent else { return nil }
        return [
            "$instance": UIApplication.shared.instanceName(of: recent),
            "keys": .array(recent.keys.map(JSON.string)),
        ]
    }
}
