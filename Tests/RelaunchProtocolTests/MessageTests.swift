import FoundationEssentials
import RelaunchProtocol
import Testing

@Suite("A line of the channel")
struct MessageTests {
    @Test("is written as JSON-RPC 2.0 with the newline at its end")
    func golden() {
        let message = Message.request(id: 7, method: "phase", params: ["phase": "restoring"])
        #expect(
            String(decoding: message.line, as: UTF8.self)
                == #"{"id":7,"jsonrpc":"2.0","method":"phase","params":{"phase":"restoring"}}"#
                + "\n")
    }
}
