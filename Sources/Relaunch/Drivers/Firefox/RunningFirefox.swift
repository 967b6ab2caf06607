import RelaunchProtocol

/// A launched Firefox.
final class RunningFirefox: RunningBrowser {
    let marionette: Marionette
    let home: String
    let interface: TargetInterface
    private(set) var record = LaunchRecord()
    private(set) var launchProgress = TargetProgress.done
    /// The handle of the tab that commands go to.
    private var current: String?

    init(_ marionette: Marionette, _ home: String, _ interface: TargetInterface) {
        self.marionette = marionette
        self.home = home
        self.interface = interface
        record.hello = interface.hello(of: "firefox")
    }

    var process: TargetProcess? { marionette.process }

    /// Waits until the tab in front has loaded, or until the browser is to die.
    func awaitFirstPage(
        or death: ContinuousClock.Instant?, portIn file: String, in session: isolated Session
    ) throws {
        marionette.death = death
        defer { marionette.death = nil }
        do {
            try marionette.connect(portIn: file, in: session)
            // The harness has deadlines of its own. Nobody is there to close a dialog of a page.
            let wishes: JSON = [
                "pageLoadStrategy": "normal", "unhandledPromptBehavior": "dismiss",
                "timeouts": ["script": nil, "pageLoad": 86_400_000, "implicit": 0],
            ]
            try told {
                try marionette.call(
                    "WebDriver:NewSession", ["capabilities": ["alwaysMatch": wishes]], in: session)
                try turn(to: askItself(FirefoxScript.frontThatHasLoaded, in: session), in: session)
            }
        } catch is TargetDies {
            launchProgress = .atKillPoint
        }
    }

    // MARK: Asking

    /// Runs a script with the privileges of Firefox itself.
    func askItself(_ script: String, in session: isolated Session) throws -> JSON {
        try marionette.call("Marionette:SetContext", ["value": "chrome"], in: session)
        let answer = try marionette.call(
            "WebDriver:ExecuteScript",
            ["script": .string(script), "args": [], "sandbox": "system"], in: session)
        try marionette.call("Marionette:SetContext", ["value": "content"], in: session)
        return answer["value"] ?? .null
    }

    /// Commands go to this tab from here on, which does not come to the front by that.
    func turn(to handle: JSON, in session: isolated Session) throws {
        guard handle.string == nil || handle.string != current else { return }
        try marionette.call(
            "WebDriver:SwitchToWindow", ["handle": handle, "focus": false], in: session)
        current = handle.string
    }

    /// Asks the tab in front.
    ///
    /// - Throws: ``BrowserRefusal``, and what a wait throws.
    @discardableResult
    func askFront(
        _ command: String, _ params: JSON, in session: isolated Session
    ) throws -> JSON {
        try turn(to: askItself(FirefoxScript.front, in: session), in: session)
        return try marionette.call(command, params, in: session)
    }

    // MARK: What is asked of it

    func deliver(_ event: LifecycleEvent, killedAt: ArmedKill?, in session: isolated Session)
        async throws -> TargetProgress
    {
        guard event == .quit else { throw Self.hasNoEvents("firefox") }
        try marionette.send(
            "Marionette:Quit", ["flags": ["eAttemptQuit"]], until: session.deadline)
        return .done
    }

    func screenshot(in session: isolated Session) async throws -> Picture {
        let answer = try told {
            try askFront("WebDriver:TakeScreenshot", ["full": false], in: session)
        }
        return try picture(answer["value"], of: answer)
    }
}
