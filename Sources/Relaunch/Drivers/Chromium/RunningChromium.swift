import RelaunchProtocol

/// A launched Chromium.
final class RunningChromium: RunningBrowser {
    let tools: DevTools
    let home: String
    let interface: TargetInterface
    private(set) var record = LaunchRecord()
    private(set) var launchProgress = TargetProgress.done

    init(_ tools: DevTools, _ home: String, _ interface: TargetInterface) {
        self.tools = tools
        self.home = home
        self.interface = interface
        record.hello = interface.hello(of: "chromium")
    }

    var process: TargetProcess? { tools.process }

    /// Waits until the tab in front has loaded, or until the browser is to die.
    func awaitFirstPage(
        or death: ContinuousClock.Instant?, in session: isolated Session
    ) throws {
        tools.death = death
        defer { tools.death = nil }
        do {
            // From here on it says which tabs there are, and which come and go.
            try tools.call(
                "Target.setAutoAttach",
                [
                    "autoAttach": true, "waitForDebuggerOnStart": false, "flatten": true,
                    "filter": [["type": "page"]],
                ], in: session)
            _ = try frontPage(in: session)
        } catch is TargetDies {
            launchProgress = .atKillPoint
        } catch let refusal as BrowserRefusal {
            throw StepFailure(refusal)
        }
    }

    /// The session of the tab in front, which has loaded then.
    func frontPage(in session: isolated Session) throws -> String {
        if let front = tools.front { return front }
        var looks: [String: Look] = [:]
        let front = try tools.wait(for: "a tab in front that has loaded", in: session) {
            for page in tools.pages where !page.hasCrashed {
                let look = looks[page.session]
                switch look.flatMap({ tools.answer(to: $0.question) }) {
                case nil where look != nil: continue
                case .success(let answer) where look?.isOfHistory == true:
                    looks[page.session] = Look(
                        question: try ask(page, after: answer, in: session), isOfHistory: false)
                case .success(let answer) where answer["result"]?["value"]?.bool == true:
                    return page.session
                // It is asked for the first time, or another page comes into the tab.
                case nil, .success, .failure:
                    if look != nil { try tools.rest() }
                    let question = try tools.send(
                        "Page.getNavigationHistory", to: page.session, until: session.deadline)
                    looks[page.session] = Look(question: question, isOfHistory: true)
                }
            }
            return nil as String?
        }
        tools.front = front
        return front
    }

    /// What a tab has been asked, to find out whether it is in front.
    private struct Look {
        var question: Int64
        var isOfHistory: Bool
    }

    /// A tab has an empty page first, also where its history has been restored: only what comes then is
    /// looked at.
    private func ask(
        _ page: DevTools.Page, after history: JSON, in session: isolated Session
    ) throws -> Int64 {
        let index = history["currentIndex"]?.integer ?? 0
        let isBlank = history["entries"]?[Int(index)]?["url"]?.string == "about:blank"
        let script = isBlank ? PageScript.inFront : PageScript.inFrontWithAddress
        return try tools.send(
            "Runtime.evaluate",
            ["expression": .string(script), "awaitPromise": true, "returnByValue": true],
            to: page.session, until: session.deadline)
    }

    // MARK: What is asked of it

    func deliver(_ event: LifecycleEvent, killedAt: ArmedKill?, in session: isolated Session)
        async throws -> TargetProgress
    {
        guard event == .quit else { throw Self.hasNoEvents("chromium") }
        try tools.send("Browser.close", until: session.deadline)
        return .done
    }

    func screenshot(in session: isolated Session) async throws -> Picture {
        let answer = try ask("Page.captureScreenshot", ["format": "png"], in: session)
        return try picture(answer["data"], of: answer)
    }

    /// Asks the tab in front.
    func ask(
        _ method: String, _ params: JSON, in session: isolated Session
    ) throws -> JSON {
        let front = try frontPage(in: session)
        return try told { try tools.call(method, params, to: front, in: session) }
    }
}
