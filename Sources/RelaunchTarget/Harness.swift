import RelaunchProtocol

/// The connection to the harness, for a target.
///
///     if let harness = Harness.connect() {
///         harness.handler = { request in try app.answer(request) }
///         let device = try harness.hello(Hello(name: "notes", version: "1.0"))
///         try harness.enter(.launching)
///         …
///         try harness.enter(.active)
///         try harness.run()
///     }
///
/// Use it on one thread at a time: it is not thread-safe. A call blocks its thread for as long as
/// the harness holds the target.
///
/// The harness may die at any time, and the program must not behave differently because of it. Once
/// the harness is gone, reports are dropped, nothing is held, and `pump` returns false. The program
/// goes on or exits as it likes.
public final class Harness {
    /// What the harness asks of the target.
    public enum Request: Sendable, Equatable {
        /// Perform an action. The handler returns any JSON as the answer.
        case perform(action: String, arguments: [String: JSON])
        /// Go through a lifecycle event. Return when the target has finished with it: for
        /// `background`, when the state is durable. What the handler returns is not sent.
        case lifecycle(LifecycleEvent)
        /// Show the state. The handler returns all of the observable state.
        case state
        /// Show the screen. The handler returns a picture: `Picture.json`.
        case screenshot
    }

    /// The descriptor for the target's own event loop: when it becomes readable, call `pump()`.
    ///
    /// It stays readable after the harness is gone. Stop watching it when `pump` returns false.
    public var fileDescriptor: Int32 { channel.fileDescriptor }

    /// Answers the harness's requests. An error that it throws is sent back as the answer.
    ///
    /// While the target is held, even inside the handler, the handler is called for `state` and
    /// `screenshot`.
    public var handler: (Request) throws -> JSON = { _ in .null }

    /// Whether the harness has told the target to quit, and the handler has returned from that.
    public private(set) var hasQuit = false

    /// Whether nobody listens any more: the harness has died, or has broken the protocol.
    public var isGone: Bool { channel.isClosed }

    private let channel: Channel
    /// Where the harness holds the target: phases, checkpoints, and `snapshot` for showing one.
    private var held: Set<String> = []
    private var lastID: Int64 = 0
    /// Requests that arrived while the target was held, the oldest first.
    private var waiting: [(id: Int64, method: String, params: JSON)] = []

    /// Speaks over a connected stream socket, and closes it when the object goes. Use `connect()`
    /// unless you made the socket yourself.
    public convenience init(fileDescriptor: Int32) {
        self.init(fileDescriptor: fileDescriptor, complain: complain)
    }

    /// - Parameter complain: tells people why the channel was given up.
    package init(fileDescriptor: Int32, complain: @escaping (String) -> Void) {
        channel = Channel(fileDescriptor: fileDescriptor, complain: complain)
    }

    // MARK: What the target says

    /// Introduces the target and returns the device. Call it first, and once.
    ///
    /// - Throws: `HarnessError.refused` where the harness does not accept the target;
    ///   `HarnessError.gone` where the harness died first.
    public func hello(_ hello: Hello) throws -> Device {
        guard let answer = try ask(Method.hello, hello.json) else { throw HarnessError.gone }
        if let names = answer["hold"], !hold(names) {
            channel.giveUp("the answer to hello has a \"hold\" that is not an array of names")
        }
        return Device(answer["device"] ?? .null)
    }

    /// Reports a phase. Where the harness holds the target there, the call returns when it lets go.
    ///
    /// - Throws: `HarnessError.refused` where the harness answers with an error.
    public func enter(_ phase: Phase) throws {
        try report(Method.phase, ["phase": .string(phase.rawValue)], asking: phase.rawValue)
    }

    /// Marks a place where the harness can hold or kill the process. Where it does not hold this
    /// name, nothing is sent.
    ///
    /// - Throws: `HarnessError.refused` where the harness answers with an error.
    public func checkpoint(_ name: String) throws {
        if held.contains(name) { _ = try ask(Method.checkpoint, ["name": .string(name)]) }
    }

    /// Reports that this launch restored the saved state. Call this or
    /// `reportNotRestored(reason:detail:)` once a launch.
    public func reportRestored() throws {
        try report(Method.restoration, ["restored": true])
    }

    /// Reports that this launch starts fresh.
    ///
    /// - Parameters:
    ///   - reason: `noSavedState`, `declined`, `crashLoop`, `damaged`, `newerFormat`, `locked`,
    ///     `crashWhileExtended`, or one of the target's own.
    ///   - detail: more for people, such as what is damaged.
    public func reportNotRestored(reason: String, detail: String? = nil) throws {
        var params: [String: JSON] = ["restored": false, "reason": .string(reason)]
        params["detail"] = detail.map(JSON.string)
        try report(Method.restoration, .object(params))
    }

    /// Reports what happened to a snapshot.
    ///
    /// - Parameters:
    ///   - event: `taken`, `shown`, `suppressed` or `ignored`. Where the harness holds the target
    ///     at `shown`, the call returns when it lets go.
    ///   - reason: why the snapshot was suppressed or ignored.
    ///   - picture: the snapshot that was taken or shown.
    /// - Throws: `HarnessError.refused` where the harness answers with an error.
    public func reportSnapshot(_ event: String, reason: String? = nil, picture: Picture? = nil)
        throws
    {
        var params: [String: JSON] = ["event": .string(event)]
        params["reason"] = reason.map(JSON.string)
        params["picture"] = picture?.json
        try report(
            Method.snapshot, .object(params), asking: event == "shown" ? snapshotHold : nil)
    }

    /// Reports that a lifecycle method of the app is about to be called, such as
    /// `AppDelegate.applicationDidBecomeActive(_:)`.
    public func reportCallback(_ name: String) throws {
        try report(Method.callback, ["name": .string(name)])
    }

    /// Reports what the target itself noticed.
    ///
    /// - Parameters:
    ///   - text: what it noticed, for people.
    ///   - rule: the number or name of the rule that it is about, where there is one.
    ///   - code: what kind of issue it is, in one word that stays when the text is reworded.
    public func reportIssue(_ text: String, rule: String? = nil, code: String? = nil) throws {
        var params: [String: JSON] = ["text": .string(text)]
        params["rule"] = rule.map(JSON.string)
        params["code"] = code.map(JSON.string)
        try report(Method.issue, .object(params))
    }

    // MARK: What the harness asks

    /// Handles every request that has arrived, and does not wait for more.
    ///
    /// A request that arrives while the target is held waits in this object, and no longer makes
    /// the descriptor readable. An event loop therefore calls `pump` before it waits, not only
    /// after.
    ///
    /// - Returns: false where there will be no more requests, because the harness is gone or has
    ///   told the target to quit.
    public func pump() throws -> Bool {
        repeat {
            while !hasQuit, let message = channel.nextReceived() { take(message) }
            while !hasQuit, !waiting.isEmpty {
                let request = waiting.removeFirst()
                handle(id: request.id, method: request.method, params: request.params)
            }
        } while !hasQuit && channel.receive(waiting: false)
        return !hasQuit && !isGone
    }

    /// Handles requests until the harness is gone or tells the target to quit.
    public func run() throws {
        while try pump() { channel.waitUntilReadable() }
    }

    // MARK: Asking and answering

    /// Sends a notification; where the harness holds `name`, sends a request and waits.
    private func report(_ method: String, _ params: JSON, asking name: String? = nil) throws {
        if let name, held.contains(name) {
            _ = try ask(method, params)
        } else {
            channel.put(.notification(method: method, params: params))
        }
    }

    /// Sends a request and waits for its answer; nil where the harness is gone.
    private func ask(_ method: String, _ params: JSON) throws -> JSON? {
        lastID += 1
        let id = lastID
        channel.put(.request(id: id, method: method, params: params))
        repeat {
            while let message = channel.nextReceived() {
                switch message {
                case .response(id, let result): return result
                case .failure(id, _, let text):
                    throw HarnessError.refused(method: method, text: text)
                case .request(let id, let method, let params)
                where method == Method.state || method == Method.screenshot:
                    handle(id: id, method: method, params: params)
                default: take(message)
                }
            }
        } while channel.receive(waiting: true)
        return nil
    }

    /// Takes a message that nobody waits for.
    private func take(_ message: Message) {
        switch message {
        case .request(let id, let method, let params): waiting.append((id, method, params))
        case .notification: break
        case .response(let id, _), .failure(let id, _, _):
            channel.giveUp("the harness answered request \(id), which is not open")
        }
    }

    private func handle(id: Int64, method: String, params: JSON) {
        switch Request.reading(method: method, params: params) {
        case .failure(let error):
            channel.put(.failure(id: id, code: error.code, text: error.text))
        case .success(let request):
            if let names = params["hold"], !hold(names) {
                let text = "\"hold\" is not an array of names"
                channel.put(.failure(id: id, code: ErrorCode.invalidParams, text: text))
                return
            }
            answer(request, id: id)
        }
    }

    private func answer(_ request: Request, id: Int64) {
        do {
            let result = try handler(request)
            guard case .lifecycle(let event) = request else {
                channel.put(.response(id: id, result: result))
                return
            }
            channel.put(.response(id: id, result: [:]))
            hasQuit = event == .quit
        } catch {
            channel.put(.failure(id: id, code: ErrorCode.actionFailed, text: "\(error)"))
        }
    }

    /// Replaces the held names; false where they are not an array of strings.
    private func hold(_ names: JSON) -> Bool {
        guard let names = names.array else { return false }
        let strings = names.compactMap(\.string)
        guard strings.count == names.count else { return false }
        held = Set(strings)
        return true
    }
}
