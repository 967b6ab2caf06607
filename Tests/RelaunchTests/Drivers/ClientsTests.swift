import CrashStates
import Foundation
@testable import Relaunch
import Testing

/// Several clients of a service at the same time, and what a death makes of what they have asked.
@Suite struct ClientsTests {
    private static let program = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../Sources/Examples/Python/kv.py").standardized.path

    private static let parts: [SuitePart] = [
        .state(State { Run(program, "dump") }),
        .action(
            Action("set", ["key": .string(), "value": .string()]) { a in
                Run(program, "set", a.key, a.value)
            }),
    ]

    private let service = Target.service(
        Self.program, arguments: ["serve"], ready: .socket("kv.sock"))

    @Test func `what clients were answered is there, and is written down`() async throws {
        let result = try await trial(service, describedBy: Self.parts) {
            Launch()
            Perform("set", ["key": "first", "value": "0"])
            Concurrently(3) { client in
                for number in 1...3 {
                    Perform("set", ["key": .string("\(client)-\(number)"), "value": "x"])
                }
            }
            Expect(.answeredActions)
            Kill(.system)
            Launch()
            Expect(.answeredActions)
            Expect(.stateAsSaved)
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
        #expect(result.history.count == 9)
        for action in result.history {
            #expect(action.answer == "done")
            #expect(try #require(action.answered) > action.asked)
        }
        // They were at work at the same time.
        let first = result.history.filter { $0.client == 0 }.compactMap(\.answered).max() ?? 0
        #expect(result.history.contains { $0.client == 2 && $0.asked < first })
    }

    @Test func `a death among clients takes nothing that was answered`() async throws {
        let result = try await trial(service, describedBy: Self.parts) {
            Launch()
            Concurrently(4, killedAt: .after(.milliseconds(150))) { client in
                for number in 1...100 {
                    Perform("set", ["key": .string("\(client)-\(number)"), "value": "x"])
                }
            }
            Launch()
            Expect(.answeredActions)
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
        #expect(result.history.contains { $0.answered == nil })
    }

    @Test func `a service that forgets what it has answered is found`() async throws {
        // It keeps what it has in memory, and writes it when it has been quiet for long.
        let forgetful = Target.service(
            "/usr/bin/env", "python3", "-c",
            """
            import json, os, socket
            s = socket.socket(socket.AF_UNIX); os.path.exists("s") and os.unlink("s")
            s.bind("s"); s.listen(); store = {}
            while True:
                c, _ = s.accept()
                with c, c.makefile("rw") as f:
                    line = f.readline()
                    if not line: continue
                    word = line.split()
                    if word[0] == "set": store[word[1]] = 1
                    f.write(json.dumps(store) + "\\n")
            """, ready: .socket("s"))
        @Sendable func ask(_ text: String) -> Run {
            Run(
                "python3", "-c",
                "import socket as s; c = s.socket(s.AF_UNIX); c.connect('s'); f = c.makefile('rw');"
                    + "print('\(text)', file=f, flush=True); print(f.readline())")
        }
        let parts: [SuitePart] = [
            .state(State { ask("dump") }),
            .action(Action("set", ["key": .string()]) { a in ask("set \(a.key)") }),
        ]
        let result = try await trial(forgetful, describedBy: parts) {
            Launch()
            Concurrently(2) { client in Perform("set", ["key": .string("\(client)")]) }
            Kill(.system)
            Launch()
            Expect(.answeredActions)
        }.only()
        #expect(result.verdict == .failed)
        #expect(result.failure?.message.contains("'set'") == true)
    }

    @Test func `what clients cannot do is found before anything is launched`() async throws {
        let steps: [any Step] = [
            Concurrently(0) { Perform("set", ["key": "a", "value": "1"]) },
            Concurrently(2) { Perform("set", ["key": "a"]) },
            Concurrently(2) { Kill(.system) },
            Concurrently(2, killedAt: .saving) { Perform("set", ["key": "a", "value": "1"]) },
            Sweep(.system) { Concurrently(2) { Perform("set", ["key": "a", "value": "1"]) } },
        ]
        for step in steps {
            let result = try await trial(service, describedBy: Self.parts) {
                Launch()
                step
            }.only()
            #expect(result.verdict == .errored, "\(step.text)")
            #expect(result.launches == 0)
        }
    }

    // MARK: The judgement

    private func effect(
        _ client: Int, _ asked: Double, _ answered: Double?, _ writes: [String: String?]
    ) -> Effect {
        Effect(
            action: ClientAction(
                client: client, action: "set", arguments: [:], asked: asked, answered: answered),
            writes: writes)
    }

    @Test func `of two that overlap either may be last, and of two in a row the second`() {
        let before = Facts(["x": 0])
        let overlapping = ClientJudgement(
            before: before,
            effects: [effect(0, 0, 2, [".x": "1"]), effect(1, 1, 3, [".x": "2"])])
        #expect(overlapping.failure(of: ["x": 1]) == nil)
        #expect(overlapping.failure(of: ["x": 2]) == nil)
        #expect(overlapping.failure(of: ["x": 0]) != nil)
        let inARow = ClientJudgement(
            before: before,
            effects: [effect(0, 0, 1, [".x": "1"]), effect(1, 2, 3, [".x": "2"])])
        #expect(inARow.failure(of: ["x": 1]) != nil)
        #expect(inARow.failure(of: ["x": 2]) == nil)
    }

    @Test func `an action without an answer is there, not there, or half there`() {
        let judgement = ClientJudgement(
            before: Facts(["x": 0, "y": 0]), effects: [effect(0, 0, nil, [".x": "1", ".y": "1"])])
        #expect(judgement.failure(of: ["x": 0, "y": 0]) == nil)
        #expect(judgement.failure(of: ["x": 1, "y": 1]) == nil)
        #expect(judgement.failure(of: ["x": 1, "y": 0]) != nil)
        #expect(judgement.failure(of: ["x": 2, "y": 2]) != nil)
    }

    @Test func `lists and texts are compared by what is in them`() {
        let judgement = ClientJudgement(
            before: Facts("one\n"),
            effects: [
                effect(0, 0, 1, Facts("one\n").changes(to: Facts("one\ntwo\n"))),
                effect(1, 0, 1, Facts("one\ntwo\n").changes(to: Facts("one\ntwo\nthree\n"))),
            ])
        #expect(judgement.failure(of: "one\nthree\ntwo") == nil)
        #expect(judgement.failure(of: "one\nthree") != nil)
    }
}
