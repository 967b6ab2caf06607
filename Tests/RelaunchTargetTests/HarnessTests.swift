import Glibc
import RelaunchProtocol
import RelaunchTarget
import Testing

@Suite("A target that was launched by a harness")
struct HarnessTests {
    let notes = Hello(name: "notes", version: "1")

    @Test("says hello and learns about its device")
    func hello() throws {
        try Peer.play { peer in
            let hello = Hello(name: "notes", version: "1")
            try peer.expect(.request(id: 1, method: "hello", params: hello.json))
            peer.put(.response(id: 1, result: ["protocol": 1, "device": ["locked": true]]))
        } target: { harness in
            let device = try harness.hello(notes)
            #expect(device == Device(locked: true))
        }
    }

    @Test("waits at a phase that is held, and answers state and screenshot meanwhile")
    func heldPhase() throws {
        try Peer.play { peer in
            try peer.greet(hold: ["restoring"])
            try peer.expect(.notification(method: "phase", params: ["phase": "launching"]))
            try peer.expect(.request(id: 2, method: "phase", params: ["phase": "restoring"]))
            peer.put(.request(id: 1, method: "perform", params: ["action": "open"]))
            peer.put(.request(id: 2, method: "state", params: [:]))
            try peer.expect(.response(id: 2, result: ["answered": "state"]))
            peer.put(.request(id: 3, method: "screenshot", params: [:]))
            try peer.expect(.response(id: 3, result: ["answered": "screenshot"]))
            peer.put(.response(id: 2, result: [:]))
            try peer.expect(.notification(method: "phase", params: ["phase": "active"]))
            try peer.expect(.response(id: 1, result: ["answered": "perform"]))
        } target: { harness in
            harness.handler = { request in
                switch request {
                case .state: ["answered": "state"]
                case .screenshot: ["answered": "screenshot"]
                default: ["answered": "perform"]
                }
            }
            _ = try harness.hello(notes)
            try harness.enter(.launching)
            try harness.enter(.restoring)
            try harness.enter(.active)
            try harness.run()
        }
    }
}
