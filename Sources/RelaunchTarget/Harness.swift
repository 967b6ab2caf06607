import RelaunchProtocol

/// The harness, as a target sees it.
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
/// Everything here belongs to one thread: the one that `connect` was called on, or another that the
/// harness was handed to. Calls block that thread as long as the harness holds the target.
///
/// The harness may die at any time, and a program that is tested must not behave differently for it.
/// Once it has gone, everything that is reported is dropped, nothing is held, and `pump` answers
/// false; the program goes on or exits as it likes.
public final class Harness {
    /// What arrives from the harness.
    public enum Request: Sendable, Equatable {
        /// The answer is any JSON.
        case perform(action: String, arguments: [String: JSON])
        /// To be answered when the target has finished with it: for `background`, after the state is
        /// durable. What the handler returns is not sent.
        case lifecycle(LifecycleEvent)
        /// The answer is the whole observable state.
        case state
        /// The answer is a picture: `Picture.json`.
        case screenshot
    }

    /// To be watched for reading by the target's own event loop; then call `pump()`.
    ///
    /// It becomes readable when the harness has gone, too, and stays so: cease watching it when
    /// `pump` answers false.
    public var fileDescriptor: Int32 { channel.fileDescriptor }

    /// Answers the harness's requests. What it throws is sent back as an error.
    ///
    /// While the target is held, at a checkpoint inside the handler for instance, the handler is
    /// called for `state` and `screenshot`.
    public var handler: (Request) throws -> JSON = { _ in .null }

    /// Whether the harness has told the target to quit, and its handler has done so.
    public private(set) var hasQuit = false

    /// Whether nobody listens any more: the harness has died, or has said something that is no
    /// message of the protocol.
    public var isGone: Bool { channel.isClosed }

    private let channel: Channel
    /// The phases, checkpoints and, as `snapshot`, the showing of the snapshot to ask leave for.
    private var held: Set<String> = []
    private var lastID: Int64 = 0
    /// Requests that came while the target was held, oldest first.
    private var waiting: [(id: Int64, method: String, params: JSON)] = []

    /// Speaks over a connected stream socket, which is closed with the object.
    public convenience init(fileDescriptor: Int32) {
        self.init(fileDescriptor: fileDescriptor, complain: complain)
    }

    /// - Parameter complain: says to people why the channel was given up.
    package init(fileDescriptor: Int32, complain: @escaping (String) -> Void) {
        channel = Channel(fileDescriptor: fileDescriptor, complain: complain)
    }

    // MARK: What the target says

    /// Introduces the target and returns the device. To be called first, and once.
    ///
    /// - Throws: `HarnessError` where the harness refuses the target or has gone.
    public func hello(_ hello: Hello) throws -> Device {
        guard let answer = try ask(Method.hello, hello.json) else { throw HarnessError.gone }
        if let names = answer["hold"], !hold(names) {
            channel.giveUp("the answer to hello has a \"hold\" that is no array of names")
        }
        return Device(answer["device"] ?? .null)
    }

    /// Reports a phase; returns when the harness gives leave to go on.
    ///
    /// - Throws: `HarnessError.refused` where the harness answers with an error.
    public func enter(_ phase: Phase) throws {
        try report(Method.phase, ["phase": .string(phase.rawValue)], asking: phase.rawValue)
    }

    /// A place where the harness may hold or kill the process. Costs nothing where it is not held.
    ///
    /// - Throws: `HarnessError.refused` where the harness answers with an error.
    public func checkpoint(_ name: String) throws {
        if held.contains(name) { _ = try ask(Method.checkpoint, ["name": .string(name)]) }
    }

    /// Reports that the saved state was restored. Once a launch.
    public func reportRestored() throws {
        try report(Method.restoration, ["restored": true])
    }

    /// Reports that this launch starts fresh.
    ///
    /// - Parameter reason: `noSavedState`, `declined`, `crashLoop`, `damaged`, `newerFormat`,
    ///   `locked`, `crashWhileExtended`, or one of the target's own.
    public func reportNotRestored(reason: String, detail: String? = nil) throws {
        var params: [String: JSON] = ["restored": false, "reason": .string(reason)]
        params["detail"] = detail.map(JSON.string)
        try report(Method.restoration, .object(params))
    }

    /// Reports what became of a snapshot.
    ///
    /// - Parameter event: `taken`, `shown`, `suppressed` or `ignored`. `shown` returns when the
    ///   harness gives leave to go on.
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

    /// Reports that a lifecycle method of the app is called.
    public func reportCallback(_ name: String) throws {
        try report(Method.callback, ["name": .string(name)])
    }

    /// Reports what the target itself noticed; `rule` is its number or name where there is one.
    public func reportIssue(_ text: String, rule: String? = nil) throws {
        var params: [String: JSON] = ["text": .string(text)]
        params["rule"] = rule.map(JSON.string)
        try report(Method.issue, .object(params))
    }

    // MARK: What the harness asks

    /// Handles every request that has arrived, without waiting for more; false when there will be no
    /// more, because the harness has gone or has told the target to quit.
    ///
    /// A request that arrives while the target is held lies here and not in the descriptor any more:
    /// an event loop calls `pump` before it waits, not only after.
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

    /// Handles requests until the harness has gone or the target has been told to quit.
    public func run() throws {
        while try pump() { channel.waitUntilReadable() }
    }

    // MARK: Asking and answering

    /// Sends a notification, or, where the harness holds `name`, a request.
    private func report(_ method: String, _ params: JSON, asking name: String? = nil) throws {
        if let name, held.contains(name) {
            _ = try ask(method, params)
        } else {
            channel.put(.notification(method: method, params: params))
        }
    }

    /// Sends a request and waits for its answer; nil when the harness has gone.
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
            channel.giveUp("an answer came to request \(id), which is not open")
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

    /// Replaces the names that are held; false where they are no array of strings.
    private func hold(_ names: JSON) -> Bool {
        guard let names = names.array else { return false }
        let strings = names.compactMap(\.string)
        guard strings.count == names.count else { return false }
        held = Set(strings)
        return true
    }
}
