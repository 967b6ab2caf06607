import RelaunchProtocol

/// A launched browser: what all of them do in the same way, over what each of them is asked by itself.
protocol RunningBrowser: RunningTarget {
    /// The path of the container: pages are named relative to it.
    var home: String { get }
    var interface: TargetInterface { get }

    /// What the tabs show, in any order.
    func tabs(in session: isolated Session) throws -> [JSON]

    /// What a JavaScript expression gives in the page in front.
    func evaluated(_ expression: String, in session: isolated Session) throws -> JSON

    /// Clicks at a place of the page in front.
    func press(at x: JSON, _ y: JSON, in session: isolated Session) throws

    /// Presses a key.
    func press(_ key: PressedKey, in session: isolated Session) throws

    /// Types text that no key has to be named for.
    func enter(_ text: String, in session: isolated Session) throws
}

extension RunningBrowser {
    func perform(
        _ action: String, _ arguments: [String: JSON], killedAt kill: ArmedKill?,
        in session: isolated Session
    ) async throws -> (JSON, TargetProgress) {
        try await interface.perform(action, arguments, killedAt: kill, in: session)
    }

    /// What the tabs show, in the order of their addresses: their own is no fact of the program.
    func state(in session: isolated Session) async throws -> JSON {
        guard interface.states.isEmpty else { return try await interface.state(in: session) }
        let shown = try told { try tabs(in: session) }
        let sorted = shown.sorted { ($0["url"]?.string ?? "") < ($1["url"]?.string ?? "") }
        return ["tabs": .array(sorted)]
    }

    func evaluate(_ expression: String, in session: isolated Session) async throws -> JSON {
        try evaluated(expression, in: session)
    }

    func click(_ selector: String, in session: isolated Session) async throws {
        let script = PageScript.place(of: selector)
        var looks = Looks()
        var place = try looks.look { try evaluated(script, in: session) }
        let deadline = session.deadline
        while place == .null, ContinuousClock.now < deadline {
            try session.wait(until: .now + looks.pause)
            place = try looks.look { try evaluated(script, in: session) }
        }
        guard let x = place["x"], let y = place["y"] else {
            throw StepFailure(
                kind: .missing, "the page has nothing to click at \(selector.quoted)",
                expected: "an element that can be seen", actual: "none")
        }
        try press(at: x, y, in: session)
    }

    func type(_ text: String, in session: isolated Session) async throws {
        for key in try Keys.reading(text).keys {
            switch key {
            case .bytes(let bytes): try type(bytes, in: session)
            case .special(let special):
                guard let key = PressedKey(special: special.code) else { continue }
                try press(key, in: session)
            }
        }
    }

    /// Text goes in as a whole; a control character is the key that makes it.
    private func type(_ bytes: [UInt8], in session: isolated Session) throws {
        var rest = bytes[...]
        while let first = rest.first {
            if let key = PressedKey(control: first) {
                try press(key, in: session)
                rest.removeFirst()
            } else {
                let text = rest.prefix { PressedKey(control: $0) == nil }
                rest.removeFirst(text.count)
                try enter(String(decoding: text, as: UTF8.self), in: session)
            }
        }
    }

    // MARK: Names

    /// A path is that of a file in the container; everything else is an address as it is.
    func url(of address: String) -> String {
        let isAddress = address.prefixMatch(of: /[A-Za-z][A-Za-z0-9+.-]*:/) != nil
        return isAddress ? address : "file://\(home)/\(address)"
    }

    /// An address as a scenario names it.
    func name(of url: String) -> String {
        let root = "file://\(home)/"
        return url.hasPrefix(root) ? String(url.dropFirst(root.count)) : url
    }

    // MARK: What goes wrong

    /// What the browser refuses is told.
    func told<Answer>(_ body: () throws -> Answer) throws -> Answer {
        do { return try body() } catch let refusal as BrowserRefusal {
            throw StepFailure(refusal)
        }
    }

    func picture(_ data: JSON?, of answer: JSON) throws -> Picture {
        guard let data = data?.string else {
            throw StepFailure(
                kind: .brokenProtocol, "the browser's screenshot is not a picture",
                expected: "data", actual: shortened(answer.text))
        }
        return Picture(mediaType: "image/png", content: data, isText: false)
    }

    static func cannotOpen(_ address: String, because reason: String) -> StepFailure {
        StepFailure(
            kind: .refused, "the browser cannot open '\(address)'", expected: "it opens",
            actual: reason)
    }

    static func pageThrows(_ error: String) -> StepFailure {
        StepFailure(
            kind: .refused, "the page throws an error", expected: "a value",
            actual: shortened(error))
    }

    static func hasNoEvents(_ driver: String) -> StepFailure {
        StepFailure(
            blame: .scenario, kind: .unsupported,
            "a `.\(driver)` target has no lifecycle events")
    }
}
