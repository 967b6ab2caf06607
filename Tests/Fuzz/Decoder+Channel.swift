import Relaunch
import RelaunchProtocol
import RelaunchTarget

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension Decoder {
    /// The whole of a target's end, over a real socket whose other end says these bytes and closes.
    func converseAsTarget(with input: [UInt8]) {
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue)
        precondition(socketpair(AF_UNIX, type, 0, &ends) == 0, "no socket pair: error \(errno)")
        defer { close(ends[0]) }
        let target = Harness(fileDescriptor: ends[1]) { _ in }
        let sent = send(ends[0], input, input.count, Int32(MSG_NOSIGNAL))
        precondition(sent == input.count, "the socket takes \(sent) of \(input.count) bytes")
        shutdown(ends[0], Int32(SHUT_WR))
        target.handler = { [unowned target] request in
            // Held while it answers, it answers questions meanwhile.
            if case .lifecycle = request { try target.enter(.saving) }
            return ["request": .string("\(request)")]
        }
        try? target.live()
        // What it was refused does not end it.
        try? target.run()
    }

    /// What the harness makes of a target's lines, in pieces of any size.
    func converseAsHarness(with input: [UInt8]) {
        var lines = LineReader(maximumLength: 2048)
        var record = LaunchRecord()
        var rest = input[...]
        let size = 1 + Int(input.first ?? 0)
        do {
            while !rest.isEmpty {
                lines.append(Array(rest.prefix(size)))
                rest = rest.dropFirst(size)
                while let line = try lines.next() {
                    try record.hear(Message(line: line))
                }
            }
        } catch {
            // The failure that a user sees.
            precondition("\(error)".count < 5000, "a failure of \("\(error)".count) characters")
        }
    }
}

extension Harness {
    /// A whole life, as short as it can be.
    fileprivate func live() throws {
        _ = try hello(Hello(name: "fuzz", version: "1", checkpoints: ["save"]))
        try enter(.launching)
        try reportSnapshot("shown", picture: .svg("<svg/>"))
        try checkpoint("save")
        try enter(.active)
        try run()
    }
}

extension LaunchRecord {
    fileprivate mutating func hear(_ message: Message) throws {
        // What was read can be written, and read again.
        _ = try Message(line: message.line)
        switch message {
        case .request(_, Method.hello, let params): try takeHello(params)
        case .request(_, let method, let params), .notification(let method, let params):
            _ = try take(method, params)
        case .response(_, let result): _ = Picture(result)
        case .failure: break
        }
    }
}

/// Conversations, as they should be.
enum SampleConversations {
    /// What a harness says to a target.
    static let harness: [[UInt8]] = [
        lines([
            .response(
                id: 1,
                result: [
                    "protocol": 1, "hold": ["save", "snapshot", "launching"],
                    "device": Device(locked: true, idiom: "pad").json,
                ]),
            .request(id: 1, method: Method.state, params: [:]),
            .response(id: 2, result: [:]),
            .request(id: 2, method: Method.screenshot, params: [:]),
            .failure(id: 3, code: -32601, text: "no"),
        ]),
        lines([
            .response(id: 1, result: ["hold": []]),
            .request(
                id: 1, method: Method.perform,
                params: ["action": "edit", "arguments": ["text": "mil\u{1F95B}k\n"], "hold": []]),
            .request(
                id: 2, method: Method.lifecycle,
                params: ["event": "background", "hold": ["saving"]]),
            .request(id: 3, method: Method.state, params: [:]),
            .response(id: 2, result: [:]),
            .request(id: 4, method: Method.lifecycle, params: ["event": "quit"]),
        ]),
    ]

    /// What a target says to the harness.
    static let target: [[UInt8]] = [
        lines([
            .request(
                id: 1, method: Method.hello,
                params: Hello(
                    name: "notes", version: "1.0", actions: ["edit": ["type": "object"]],
                    checkpoints: ["save"], savedState: ["Library/State"]
                ).json),
            .notification(method: Method.phase, params: ["phase": "launching"]),
            .notification(
                method: Method.snapshot,
                params: [
                    "event": "shown", "reason": "a", "picture": Picture.svg("<svg></svg>").json,
                ]),
            .notification(
                method: Method.restoration, params: ["restored": false, "reason": "declined"]),
            .notification(method: Method.callback, params: ["name": "viewDidLoad()"]),
            .notification(method: Method.issue, params: ["text": "left out", "rule": "S18"]),
            .request(id: 2, method: Method.checkpoint, params: ["name": "save"]),
            .request(id: 3, method: Method.phase, params: ["phase": "active"]),
            .response(id: 1, result: ["count": -1.5e3, "list": [true, nil, 1, "\u{E9}\\\""]]),
            .response(id: 2, result: ["mediaType": "image/png", "data": "AAAA"]),
            .failure(id: 3, code: -32000, text: "no such note"),
        ])
    ]

    private static func lines(_ messages: [Message]) -> [UInt8] { messages.flatMap { $0.line } }
}
