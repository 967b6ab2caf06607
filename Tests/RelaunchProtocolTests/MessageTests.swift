import FoundationEssentials
import RelaunchProtocol
import Testing
import TestSupport

@Suite("A message")
struct MessageTests {
    static let known: [(Message, String)] = [
        (
            .request(id: 7, method: "phase", params: ["phase": "restoring"]),
            #"{"id":7,"jsonrpc":"2.0","method":"phase","params":{"phase":"restoring"}}"#
        ),
        (
            .notification(method: "callback", params: ["name": "viewDidLoad"]),
            #"{"jsonrpc":"2.0","method":"callback","params":{"name":"viewDidLoad"}}"#
        ),
        (
            .response(id: -1, result: ["note": "two\nlines, \"quoted\""]),
            #"{"id":-1,"jsonrpc":"2.0","result":{"note":"two\nlines, \"quoted\""}}"#
        ),
        (.response(id: 2, result: .null), #"{"id":2,"jsonrpc":"2.0","result":null}"#),
        (
            .failure(id: .max, code: ErrorCode.methodNotFound, text: "no method \"fly\""),
            #"{"error":{"code":-32601,"message":"no method \"fly\""},"id":9223372036854775807,"#
                + #""jsonrpc":"2.0"}"#
        ),
    ]

    @Test("is one line of JSON-RPC 2.0, and is read again as it was", arguments: known)
    func golden(message: Message, line: String) throws {
        #expect(String(decoding: message.line, as: UTF8.self) == line + "\n")
        #expect(try Message(line: Data(line.utf8)) == message)
        #expect(try Message(line: message.line) == message)
    }

    @Test("without params has an empty object, and members that nobody knows are ignored")
    func leniency() throws {
        let line = #"{"jsonrpc":"2.0","trace":[1],"id":1.0,"method":"state"}"# + "\r\n"
        #expect(
            try Message(line: Data(line.utf8)) == .request(id: 1, method: "state", params: [:]))
    }

    @Test(
        "that is malformed is refused with what is wrong with it",
        arguments: [
            (#"{"id":1,"method":"state"}"#, #""jsonrpc" is not "2.0""#),
            (#"{"jsonrpc":2.0,"method":"state"}"#, #""jsonrpc" is not "2.0""#),
            (#"{"jsonrpc":"2.0"}"#, #"it has neither "method" nor "result" nor "error""#),
            (#"{"jsonrpc":"2.0","id":"1","method":"m"}"#, #""id" is not an integer"#),
            (#"{"jsonrpc":"2.0","id":1.5,"method":"m"}"#, #""id" is not an integer"#),
            (#"{"jsonrpc":"2.0","id":null,"method":"m"}"#, #""id" is not an integer"#),
            (#"{"jsonrpc":"2.0","id":9223372036854775808,"result":1}"#, #""id" is not an integer"#),
            (#"{"jsonrpc":"2.0","result":1}"#, #""id" is missing"#),
            (#"{"jsonrpc":"2.0","method":1}"#, #""method" is not a string"#),
            (#"{"jsonrpc":"2.0","method":"m","params":[1]}"#, #""params" is not an object"#),
            (#"{"jsonrpc":"2.0","method":"m","params":null}"#, #""params" is not an object"#),
            (
                #"{"jsonrpc":"2.0","id":1,"method":"m","result":1}"#,
                #"it has both "method" and "result" or "error""#
            ),
            (
                #"{"jsonrpc":"2.0","id":1,"result":1,"error":{"code":1,"message":""}}"#,
                #"it has both "result" and "error""#
            ),
            (
                #"{"jsonrpc":"2.0","id":1,"error":"no"}"#,
                #""error" is not an object with "code" and "message""#
            ),
            (#"[{"jsonrpc":"2.0","method":"batch"}]"#, "it is not an object"),
        ])
    func malformed(line: String, reason: String) {
        #expect(throws: ProtocolError.notMessage(reason: reason, line: line)) {
            try Message(line: Data(line.utf8))
        }
    }

    @Test("that is no JSON is refused with the place")
    func noJSON() throws {
        let line = #"{"jsonrpc": "2.0", "id": 1, "result": {"broken"#
        let error = #expect(throws: ProtocolError.self) { try Message(line: Data(line.utf8)) }
        try expectGolden(try #require(error).description)
    }

    @Test("that is wrong is shown by its beginning only, and without control characters")
    func excerpt() {
        let line = "\u{1B}[31m" + String(repeating: "e\u{301}\u{302}\u{303}", count: 100_000)
        let error = #expect(throws: ProtocolError.self) { try Message(line: Data(line.utf8)) }
        guard case .notJSON(_, let shown)? = error else {
            Issue.record("another error: \(String(describing: error))")
            return
        }
        #expect(shown.hasPrefix("\u{FFFD}[31m"))
        #expect(shown.hasSuffix("…"))
        #expect(shown.count <= 200 && shown.utf8.count <= 1000)
    }
}
