import RelaunchProtocol

// What is done with pages.
extension RunningChromium {
    func open(
        _ address: String, inNewTab: Bool, in session: isolated Session
    ) async throws {
        let page = try inNewTab ? newTab(in: session) : frontPage(in: session)
        let answer = try ask("Page.navigate", ["url": .string(url(of: address))], in: session)
        if let error = answer["errorText"]?.string {
            throw Self.cannotOpen(address, because: error)
        }
        // Without a number nothing is loaded: the place is on the page that is there.
        guard let loader = answer["loaderId"]?.string else { return }
        _ = try tools.wait(for: "'\(address)' to have loaded", in: session) {
            tools.hasLoaded(loader) || !tools.pages.contains { $0.session == page } ? true : nil
        }
    }

    private func newTab(in session: isolated Session) throws -> String {
        do {
            let answer = try tools.call("Target.createTarget", ["url": "about:blank"], in: session)
            let target = answer["targetId"]?.string
            let page = try tools.wait(for: "the new tab", in: session) {
                tools.pages.first { $0.target == target }?.session
            }
            tools.front = page
            return page
        } catch let refusal as BrowserRefusal {
            throw StepFailure(refusal)
        }
    }

    func press(at x: JSON, _ y: JSON, in session: isolated Session) throws {
        for type in ["mousePressed", "mouseReleased"] {
            _ = try ask(
                "Input.dispatchMouseEvent",
                [
                    "type": .string(type), "x": x, "y": y, "button": "left", "clickCount": 1,
                ], in: session)
        }
    }

    func evaluated(_ expression: String, in session: isolated Session) throws -> JSON {
        let front = try frontPage(in: session)
        let params: JSON = [
            "expression": .string(expression), "returnByValue": true, "awaitPromise": true,
            "userGesture": true,
        ]
        do {
            let answer = try tools.call("Runtime.evaluate", params, to: front, in: session)
            return try value(of: answer)
        } catch let refusal as BrowserRefusal {
            // What was evaluated has led to another page, and can say nothing any more.
            if refusal.isOfPageThatWent { return .null }
            throw StepFailure(refusal)
        }
    }

    private func value(of answer: JSON) throws -> JSON {
        if let exception = answer["exceptionDetails"] {
            throw Self.pageThrows(
                exception["exception"]?["description"]?.string ?? exception["text"]?.string
                    ?? exception.text)
        }
        return answer["result"]?["value"] ?? .null
    }

    // MARK: State

    func tabs(in session: isolated Session) throws -> [JSON] {
        try tools.pages.map { try state(of: $0, in: session) }
    }

    private func state(of page: DevTools.Page, in session: isolated Session) throws -> JSON {
        let visited = try answer(to: "Page.getNavigationHistory", by: page, in: session)
        let entries = (visited["entries"]?.array ?? []).map { entry in
            JSON.string(name(of: entry["url"]?.string ?? ""))
        }
        let index = visited["currentIndex"] ?? 0
        let history: JSON = ["index": index, "urls": .array(entries)]
        do {
            var members = try shown(by: page, in: session)
            members["url"] = .string(name(of: members["url"]?.string ?? ""))
            members["history"] = history
            return .object(members)
        } catch is BrowserRefusal where tools.hasCrashed(page.session) {
            let url = index.integer.flatMap { entries.count > $0 ? entries[Int($0)] : nil }
            return ["url": url ?? "", "history": history, "crashed": true]
        }
    }

    private func shown(
        by page: DevTools.Page, in session: isolated Session
    ) throws -> JSON.Members {
        let script: JSON = ["expression": .string(PageScript.state), "returnByValue": true]
        let answer = try answer(to: "Runtime.evaluate", script, by: page, in: session)
        return try value(of: answer).object ?? [:]
    }

    /// What a tab answers, which is asked again where another page has come meanwhile.
    private func answer(
        to method: String, _ params: JSON = [:], by page: DevTools.Page,
        in session: isolated Session
    ) throws -> JSON {
        func question() throws -> Int64 {
            try tools.send(method, params, to: page.session, until: session.deadline)
        }
        var asked = try question()
        return try tools.wait(for: "a tab to show what is on it", in: session) {
            while let answer = tools.answer(to: asked) {
                if case .failure(let refusal) = answer, refusal.isOfPageThatWent {
                    try tools.rest()
                    asked = try question()
                } else {
                    return answer
                }
            }
            return DevTools.needsPage(method) ? tools.answerOfCrashed(page.session) : nil
        }.get()
    }
}
