import RelaunchProtocol

// What is done with pages.
extension RunningFirefox {
    func open(
        _ address: String, inNewTab: Bool, in session: isolated Session
    ) async throws {
        do {
            if inNewTab {
                let tab = try marionette.call(
                    "WebDriver:NewWindow", ["type": "tab", "focus": true], in: session)
                try turn(to: tab["handle"] ?? .null, in: session)
            }
            try askFront("WebDriver:Navigate", ["url": .string(url(of: address))], in: session)
        } catch let refusal as BrowserRefusal {
            throw Self.cannotOpen(address, because: refusal.reasonOfErrorPage ?? refusal.message)
        }
    }

    func evaluated(_ expression: String, in session: isolated Session) throws -> JSON {
        do {
            let answer = try askFront(
                "WebDriver:ExecuteScript",
                ["script": .string("return (\(expression)\n);"), "args": []], in: session)
            return answer["value"] ?? .null
        } catch let refusal as BrowserRefusal {
            // What was evaluated has led to another page, and can say nothing any more.
            if refusal.isOfClosedPage { return .null }
            guard refusal.code == "javascript error" else { throw StepFailure(refusal) }
            throw Self.pageThrows(refusal.message)
        }
    }

    // MARK: Hands

    func press(at x: JSON, _ y: JSON, in session: isolated Session) throws {
        let moves: JSON = [
            ["type": "pointerMove", "x": x, "y": y, "duration": 0],
            ["type": "pointerDown", "button": 0], ["type": "pointerUp", "button": 0],
        ]
        try act(["type": "pointer", "id": "mouse", "actions": moves], in: session)
    }

    func enter(_ text: String, in session: isolated Session) throws {
        try press(text.map { [String($0)] }, in: session)
    }

    func press(_ key: PressedKey, in session: isolated Session) throws {
        let control = "\u{E009}"
        try press([(key.withControl ? [control] : []) + [key.character]], in: session)
    }

    /// Presses keys one after the other, each with those that are held meanwhile.
    private func press(_ chords: [[String]], in session: isolated Session) throws {
        let moves = chords.flatMap { keys in
            keys.map { ("keyDown", $0) } + keys.reversed().map { ("keyUp", $0) }
        }
        let actions = moves.map { move, key -> JSON in
            ["type": .string(move), "value": .string(key)]
        }
        try act(["type": "key", "id": "keys", "actions": .array(actions)], in: session)
    }

    private func act(_ source: JSON, in session: isolated Session) throws {
        try told {
            try askFront("WebDriver:PerformActions", ["actions": [source]], in: session)
        }
    }

    // MARK: State

    func tabs(in session: isolated Session) throws -> [JSON] {
        try askItself(FirefoxScript.tabs, in: session).array?.map { tab in
            let urls = (tab["urls"]?.array ?? []).map { JSON.string(name(of: $0.string ?? "")) }
            var members: JSON.Members = [
                "url": .string(name(of: tab["url"]?.string ?? "")),
                "history": ["index": tab["index"] ?? 0, "urls": .array(urls)],
            ]
            if tab["crashed"]?.bool == true {
                members["crashed"] = true
            } else if tab["unloaded"]?.bool == true {
                members["title"] = tab["title"]
                members["unloaded"] = true
            } else {
                let shown = try shown(by: tab["handle"] ?? .null, in: session)
                for name in ["title", "form", "scroll"] { members[name] = shown[name] }
                // A page learns only later that another one has come to the front.
                members["front"] = tab["front"]
            }
            return .object(members)
        } ?? []
    }

    /// What a page shows, which is asked again where another one comes meanwhile.
    private func shown(by tab: JSON, in session: isolated Session) throws -> JSON {
        let deadline = session.deadline
        try turn(to: tab, in: session)
        while true {
            let answer = try marionette.call(
                "WebDriver:ExecuteScript",
                ["script": .string("return \(PageScript.state);"), "args": []], in: session)
            if let shown = answer["value"], shown != .null { return shown }
            guard ContinuousClock.now < deadline else {
                throw marionette.isLate("a tab to show what is on it", in: session)
            }
        }
    }
}

extension BrowserRefusal {
    /// Firefox's word for why it shows a page of its own in the place of another.
    fileprivate var reasonOfErrorPage: String? {
        message.firstMatch(of: /about:[a-z]+error\?e=(\w+)/).map { String($0.1) }
    }
}
