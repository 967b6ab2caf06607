import RelaunchProtocol
import RelaunchTarget
import Testing

@Suite("A target that was launched by a harness")
struct HarnessTests {
    static let notes = Hello(name: "notes", version: "1", checkpoints: ["beforeCommit"])

    @Test("says hello and learns about its device")
    func hello() throws {
        try Peer.play { peer in
            try peer.expect(.request(id: 1, method: "hello", params: Self.notes.json))
            peer.put(.response(id: 1, result: ["protocol": 1, "device": ["locked": true]]))
        } target: { harness in
            let device = try harness.hello(Self.notes)
            #expect(device == Device(locked: true))
        }
    }

    @Test("is told why it is refused")
    func refused() throws {
        try Peer.play { peer in
            _ = try peer.receive()
            peer.put(.failure(id: 1, code: -32600, text: "protocol 99 is newer than 1"))
        } target: { harness in
            let expected = HarnessError.refused(
                method: "hello", text: "protocol 99 is newer than 1")
            #expect(throws: expected) { try harness.hello(Self.notes) }
        }
    }

    @Test("reports what happens, one message each")
    func reports() throws {
        try Peer.play { peer in
            try peer.expect(note("phase", ["phase": "launching"]))
            try peer.expect(note("restoration", ["restored": true]))
            try peer.expect(
                note("restoration", ["restored": false, "reason": "declined", "detail": "v2"]))
            try peer.expect(
                note(
                    "snapshot",
                    [
                        "event": "shown",
                        "picture": ["mediaType": "image/svg+xml", "text": "<svg/>"],
                    ]))
            try peer.expect(note("snapshot", ["event": "ignored", "reason": "outside a save"]))
            try peer.expect(note("callback", ["name": "viewDidLoad"]))
            try peer.expect(note("issue", ["text": "left out", "rule": "S4", "code": "notLoaded"]))
            try peer.expectEnd()
        } target: { harness in
            try harness.enter(.launching)
            try harness.checkpoint("nobody holds this")
            try harness.reportRestored()
            try harness.reportNotRestored(reason: "declined", detail: "v2")
            try harness.reportSnapshot("shown", picture: .svg("<svg/>"))
            try harness.reportSnapshot("ignored", reason: "outside a save")
            try harness.reportCallback("viewDidLoad")
            try harness.reportIssue("left out", rule: "S4", code: "notLoaded")
        }
    }

    // MARK: Being held

    @Test("waits at a phase that is held, and answers state and screenshot meanwhile")
    func heldPhase() throws {
        try Peer.play { peer in
            try peer.greet(hold: ["restoring"])
            try peer.expect(note("phase", ["phase": "launching"]))
            try peer.expect(.request(id: 2, method: "phase", params: ["phase": "restoring"]))
            peer.put(.request(id: 1, method: "perform", params: ["action": "open"]))
            peer.put(.request(id: 2, method: "state", params: [:]))
            try peer.expect(.response(id: 2, result: "state"))
            peer.put(.request(id: 3, method: "screenshot", params: [:]))
            try peer.expect(.response(id: 3, result: "screenshot"))
            peer.put(.response(id: 2, result: [:]))
            try peer.expect(note("phase", ["phase": "active"]))
            try peer.expect(.response(id: 1, result: "perform"))
        } target: { harness in
            harness.handler = { request in
                switch request {
                case .state: "state"
                case .screenshot: "screenshot"
                case .perform: "perform"
                case .lifecycle: "lifecycle"
                }
            }
            _ = try harness.hello(Self.notes)
            try harness.enter(.launching)
            try harness.enter(.restoring)
            try harness.enter(.active)
            try harness.run()
        }
    }

    @Test("waits where its snapshot is shown, but not where one is taken")
    func heldSnapshot() throws {
        try Peer.play { peer in
            try peer.greet(hold: ["snapshot"])
            try peer.expect(note("snapshot", ["event": "taken"]))
            try peer.expect(.request(id: 2, method: "snapshot", params: ["event": "shown"]))
            peer.put(.response(id: 2, result: [:]))
            try peer.expect(note("phase", ["phase": "active"]))
        } target: { harness in
            _ = try harness.hello(Self.notes)
            try harness.reportSnapshot("taken")
            try harness.reportSnapshot("shown")
            try harness.enter(.active)
        }
    }

    @Test("waits at a checkpoint inside an event, with the names that came with the event")
    func heldCheckpoint() throws {
        try Peer.play { peer in
            try peer.greet(hold: ["launching", "saving"])
            peer.put(
                .request(
                    id: 1, method: "lifecycle",
                    params: ["event": "background", "hold": ["beforeCommit"]]))
            try peer.expect(note("phase", ["phase": "saving"]))
            try peer.expect(
                .request(id: 2, method: "checkpoint", params: ["name": "beforeCommit"]))
            peer.put(.request(id: 2, method: "state", params: [:]))
            try peer.expect(.response(id: 2, result: ["saved": false]))
            peer.put(.response(id: 2, result: .null))
            try peer.expect(.response(id: 1, result: [:]))
            peer.put(.request(id: 3, method: "state", params: [:]))
            try peer.expect(.response(id: 3, result: ["saved": true]))
        } target: { harness in
            var saved = false
            harness.handler = { [unowned harness] request in
                guard case .lifecycle(.background) = request else { return ["saved": .bool(saved)] }
                try harness.enter(.saving)
                try harness.checkpoint("beforeCommit")
                saved = true
                return .null
            }
            _ = try harness.hello(Self.notes)
            try harness.run()
        }
    }

    // MARK: Answering

    @Test("answers what it cannot do with an error, and goes on")
    func errors() throws {
        struct NoSuchNote: Error, CustomStringConvertible { var description = "no note \"x\"" }
        try Peer.play { peer in
            peer.put(.notification(method: "weather", params: [:]))
            peer.put(.request(id: 1, method: "fly", params: [:]))
            try peer.expect(.failure(id: 1, code: -32601, text: "there is no method \"fly\""))
            peer.put(.request(id: 2, method: "perform", params: ["action": "open"]))
            try peer.expect(.failure(id: 2, code: -32000, text: "no note \"x\""))
            peer.put(.request(id: 3, method: "perform", params: ["arguments": [:]]))
            try peer.expect(
                .failure(id: 3, code: -32602, text: "perform: \"action\" is not a string"))
            peer.put(.request(id: 4, method: "perform", params: ["action": "a", "arguments": [1]]))
            try peer.expect(
                .failure(id: 4, code: -32602, text: "perform: \"arguments\" is not an object"))
            peer.put(.request(id: 5, method: "lifecycle", params: ["event": "sunset"]))
            try peer.expect(
                .failure(id: 5, code: -32602, text: "lifecycle: unknown event \"sunset\""))
            peer.put(.request(id: 6, method: "state", params: ["hold": "restoring"]))
            try peer.expect(
                .failure(id: 6, code: -32602, text: "\"hold\" is not an array of names"))
            // Not told to quit, if it could not.
            peer.put(.request(id: 7, method: "lifecycle", params: ["event": "quit"]))
            try peer.expect(.failure(id: 7, code: -32000, text: "no note \"x\""))
            peer.put(.request(id: 8, method: "screenshot", params: [:]))
            try peer.expect(.failure(id: 8, code: -32000, text: "no note \"x\""))
        } target: { harness in
            harness.handler = { _ in throw NoSuchNote() }
            try harness.run()
            #expect(harness.isGone)
            #expect(!harness.hasQuit)
        }
    }

    @Test("ends its loop when it has been told to quit, and has answered")
    func quit() throws {
        try Peer.play { peer in
            peer.put(.request(id: 1, method: "lifecycle", params: ["event": "quit"]))
            peer.put(.request(id: 2, method: "state", params: [:]))
            try peer.expect(.response(id: 1, result: [:]))
            try peer.expectEnd()
        } target: { harness in
            try harness.run()
            #expect(harness.hasQuit)
            #expect(!harness.isGone)
        }
    }

    @Test("takes requests in pieces and several at once, and does not wait for more")
    func pumping() throws {
        try Peer.play { peer in
            try peer.greet()
            let line = String(
                decoding: Message.request(id: 2, method: "state", params: [:]).line, as: UTF8.self)
            try peer.expect(note("phase", ["phase": "launching"]))
            peer.put(.request(id: 1, method: "state", params: [:]))
            peer.put(String(line.prefix(10)))
            try peer.expect(.response(id: 1, result: .null))
            peer.put(String(line.dropFirst(10)) + line.replacing("2,", with: "3,"))
            try peer.expect(.response(id: 2, result: .null))
            try peer.expect(.response(id: 3, result: .null))
        } target: { harness in
            _ = try harness.hello(Self.notes)
            let isThere = try harness.pump()
            #expect(isThere)
            try harness.enter(.launching)
            try harness.run()
        }
    }

    @Test("answers with an error where the answer would be too long for the channel")
    func tooLongAnswer() throws {
        try Peer.play { peer in
            peer.put(.request(id: 1, method: "state", params: [:]))
            let length =
                Message.maximumLength + #"{"id":1,"jsonrpc":"2.0","result":""}"#.utf8.count + 1
            try peer.expect(
                .failure(
                    id: 1, code: -32000,
                    text: "a message of \(length) bytes is longer than the protocol allows"))
        } target: { harness in
            let state = JSON.string(String(repeating: "x", count: Message.maximumLength))
            harness.handler = { _ in state }
            try harness.run()
        }
    }
}

/// A notification of the target.
func note(_ method: String, _ params: JSON) -> Message {
    .notification(method: method, params: params)
}
