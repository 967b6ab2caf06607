import CrashStates
import Foundation
import Relaunch
import Testing
import TestSupport

/// A server that speaks no protocol: the key-value store that ships, right and wrong.
@Suite struct ServiceTests {
    private static let program = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../Sources/Examples/Python/kv.py").standardized.path

    private static func kv(_ words: String...) -> Run { Run(program, arguments: words) }

    private static let parts: [SuitePart] = [
        .state(State { kv("dump") }),
        .action(
            Action("set", ["key": .string(maxLength: 20), "value": .string()]) { a in
                kv("set", a.key, a.value)
            }),
    ]

    private func service(
        _ options: String..., ready: Readiness = .socket("kv.sock"),
        durability: Durability = .eachAction
    ) -> Target {
        .service(
            Self.program, arguments: ["serve"] + options, ready: ready, durability: durability)
    }

    /// Its socket takes connections a moment before it writes "ready": here the output is there, too.
    private var talkative: Target { service(ready: .output(contains: "ready")) }

    private func set(_ value: JSON, killedAt point: KillPoint? = nil) -> Perform {
        Perform("set", ["key": "a", "value": value], killedAt: point)
    }

    // MARK: What it can do

    @Test(arguments: [Kill.Manner.system, .terminate, .crash(.SIGSEGV)])
    func `what was answered is there after any death`(_ manner: Kill.Manner) async throws {
        let result = try await trial(service(), describedBy: Self.parts) {
            Launch()
            set("1")
            Expect(.result("done"))
            Kill(manner)
            Launch()
            Expect("a", equals: "1")
            Expect(.stateAsSaved)
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
    }

    /// `trial` looks for processes and directories that are left.
    @Test func `many kills leave nothing`() async throws {
        let manners: [Kill.Manner] = [.system, .crash(.SIGSEGV), .terminate]
        let result = try await trial(service(), describedBy: Self.parts) {
            for round in 0..<(testsAreLong ? 1000 : 40) {
                Launch(killedAt: round % 4 == 0 ? .after(.milliseconds(round % 50)) : nil)
                if round % 4 != 0 {
                    set(.string("\(round)"))
                    Kill(manners[round % 3])
                }
            }
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
    }

    @Test(arguments: [
        Readiness.socket("kv.sock"), .file("kv.sock"), .output(contains: "ready"),
        .command(Run(program, "dump")),
    ])
    func `each sign of readiness is waited for`(_ ready: Readiness) async throws {
        let result = try await trial(service(ready: ready), describedBy: Self.parts) {
            Launch()
            Wait(for: .value("", equals: [:]))
            set("1")
            Expect("a", equals: "1")
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
    }

    @Test func `a port is picked for each launch, and clients are told`() async throws {
        let server = Target.service(
            "/usr/bin/env", "python3", "-m", "http.server", "$PORT", "--bind", "127.0.0.1",
            ready: .port)
        let ask =
            "import os, urllib.request as u; u.urlopen('http://127.0.0.1:$PORT/' + os.environ['PORT'])"
        let result = try await trial(server) {
            Launch()
            Run("python3", "-c", ask, exit: .status(1))
            Kill(.system)
            Launch()
            Run("python3", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:$PORT/')")
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
    }

    @Test func `a sweep of an action passes where it is right`() async throws {
        let result = try await trial(service(), describedBy: Self.parts) {
            Launch()
            set("1")
            Sweep(.powerLoss(.ext4)) { set("2") }
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
    }

    @Test func `a missing sync is found as a loss of what was answered`() async throws {
        let result = try await trial(service("--no-sync"), describedBy: Self.parts) {
            Launch()
            set("1")
            Sweep(.powerLoss(.btrfs)) { set("2") }
        }.only()
        #expect(result.verdict == .failed)
        try expectGolden(result)
    }

    @Test func `of several actions in a sweep each is a state that may come back`() async throws {
        let result = try await trial(service(), describedBy: Self.parts) {
            Launch()
            Sweep(.system) {
                set("1")
                set("2")
                set("3")
            }
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
    }

    @Test func `a service is killed while a client waits for its answer`() async throws {
        let result = try await trial(service(), describedBy: Self.parts) {
            Launch()
            set("1")
            set("2", killedAt: .after(.zero))
            Launch()
            Expect("a", isOneOf: "1", "2")
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
    }

    @Test func `how far an action came in which the service was killed is not known`() async throws
    {
        let result = try await trial(talkative, describedBy: Self.parts) {
            Launch()
            set("1")
            set("2", killedAt: .after(.zero))
            Launch()
            Expect(.stateAsSaved)
        }.only()
        #expect(result.verdict == .errored)
        try expectGolden(result.failure)
    }

    @Test func `only the main process dies where that is asked for`() async throws {
        let server = Target.service(
            "/bin/sh", "-c",
            "[ -e child ] || { sleep 1000 & echo $! > child; }; echo ready; exec sleep 1000",
            ready: .output(contains: "ready"))
        let result = try await trial(server) {
            Launch()
            Kill(.system, of: .main)
            Run("sh", "-c", "kill -0 $(cat child)")
            Launch()
            Run("sh", "-c", "kill -0 $(cat child)")
            Kill(.system)
            Run("sh", "-c", "kill -0 $(cat child)", exit: .status(1))
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
    }

    @Test func `one child dies by its name, and the target lives on`() async throws {
        let server = Target.service(
            "/bin/sh", "-c",
            """
            sleep 41111 & echo $! > child; sleep 42222 &
            # Before that, a child has the name of its parent.
            for child in $(cat child) $!; do
                until grep -q sleep /proc/$child/comm; do :; done
            done
            echo ready; wait; exec sleep 1000
            """, ready: .output(contains: "ready"))
        let result = try await trial(server) {
            Launch()
            Kill(.system, of: "sleep 41111")
            Run("sh", "-c", "! readlink /proc/$(cat child)/exe")
            Kill(.crash(.SIGSEGV), of: "42222")
            Kill(.system)
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
        for name in ["sleep", "walwriter"] {
            let wrong = try await trial(server, TrialOptions(timeLimit: .seconds(1))) {
                Launch()
                Kill(.system, of: .child(name))
            }.only()
            #expect(wrong.verdict == .errored)
            #expect(wrong.failure?.kind == .missing)
        }
    }

    @Test func `it is told to quit and to reload`() async throws {
        let server = Target.service(
            "/bin/sh", "-c",
            "trap 'echo reloaded >> log' HUP; trap 'echo ended >> log; exit 0' TERM; echo ready; "
                + "while :; do sleep 0.01; done", ready: .output(contains: "ready"))
        let log = SuitePart.state(State(file: "log"))
        let result = try await trial(server, describedBy: [log]) {
            Launch()
            Expect("", equals: JSON.null)
            Reload()
            Wait(for: .value("", equals: "reloaded"))
            Quit()
            Launch()
            Expect("", equals: "reloaded\nended")
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
    }

    @Test func `a log that is written without end holds nobody up`() async throws {
        let server = Target.service(
            "/bin/sh", "-c", "yes 'a line of a log' & exec yes ready",
            ready: .output(contains: "ready"))
        let result = try await trial(server) {
            Launch()
            Run("sh", "-c", "sleep 0.3")
            Kill(.system)
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
    }

    @Test func `a client waits for no log that nobody reads`() async throws {
        let script = """
            import os, socket
            s = socket.socket(socket.AF_UNIX); s.bind("s"); s.listen(); 
            while True:
                c, _ = s.accept()
                os.write(1, b"x" * 300000)
                c.close()
            """
        let server = Target.service("/usr/bin/env", "python3", "-c", script, ready: .socket("s"))
        let ask = "import socket as s; c = s.socket(s.AF_UNIX); c.connect('s'); c.recv(1)"
        let result = try await trial(server) {
            Launch()
            Run("python3", "-c", ask)
            Run("python3", "-c", ask)
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
    }

    // MARK: What goes wrong

    @Test func `a service that puts itself into the background is followed`() async throws {
        let result = try await trial(service("--background"), describedBy: Self.parts) {
            Launch()
            set("1")
            Kill(.system)
            Launch()
            Expect("a", equals: "1")
            Kill(.terminate)
        }.only()
        #expect(result.verdict == .errored)
        try expectGolden(result.failure)
    }

    @Test func `one that ends before it is ready is told with its end`() async throws {
        let result = try await trial(service("--exit-at-start"), describedBy: Self.parts) {
            Launch()
            Expect("", equals: [:])
        }.only()
        #expect(result.verdict == .failed)
        try expectGolden(result.failure)
    }

    @Test func `one that never becomes ready is given up`() async throws {
        let options = TrialOptions(timeLimit: .milliseconds(300))
        let server = Target.service("/bin/sleep", "1000", ready: .socket("nothing.sock"))
        let result = try await trial(server, options) {
            Launch()
            Run("true")
        }.only()
        #expect(result.verdict == .failed)
        try expectGolden(result.failure)
    }

    @Test func `a port that another process has is no sign of readiness`() async throws {
        let other = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(other) }
        #expect(listen(other, 1) == 0)
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                #expect(getsockname(other, pointer, &size) == 0)
            }
        }
        let port = Int(UInt16(bigEndian: address.sin_port))
        let server = Target.service("/bin/sleep", "1000", ready: .port(port))
        let result = try await trial(server) {
            Launch()
            Run("true")
        }.only()
        #expect(result.verdict == .errored)
        #expect(result.failure?.blame == .scenario)
        #expect(result.failure?.kind == .unavailable)
    }

    @Test func `one that dies later is told with the client's words`() async throws {
        let server = Target.service(
            "/bin/sh", "-c", "echo $$ > pid; echo ready; until [ -e asked ]; do sleep 0.01; done",
            ready: .output(contains: "ready"))
        // The client sees its end, and then says so.
        let client = "touch asked; while kill -0 $(cat pid) 2>&-; do :; done; echo no >&2; exit 3"
        let parts: [SuitePart] = [.action(Action("ask") { Run("sh", "-c", client) })]
        let result = try await trial(server, describedBy: parts) {
            Launch()
            Perform("ask")
            Expect(.output(contains: ""))
        }.only()
        #expect(result.verdict == .failed)
        try expectGolden(result.failure)
    }

    @Test func `wrong actions, arguments and steps are found before anything is launched`()
        async throws
    {
        let steps: [any Step] = [
            Perform("sett"), Perform("set", ["key": "a"]),
            Perform("set", ["key": "a", "value": 1]),
            Background(), Perform("set", ["key": "a", "value": "1"], killedAt: .saving),
        ]
        for (number, step) in steps.enumerated() {
            let result = try await trial(service(), describedBy: Self.parts) {
                Launch()
                step
            }.only()
            #expect(result.verdict == .errored)
            try expectGolden(result.failure, of: "\(number)")
        }
    }

    @Test func `a state that is not what it is said to be fails`() async throws {
        for (number, state) in [
            State(as: .json) { Run("echo", "no json") },
            State { Run("sh", "-c", "echo why >&2; exit 3") },
        ].enumerated() {
            let result = try await trial(talkative, describedBy: [.state(state)]) {
                Launch()
                Expect("", equals: 1)
            }.only()
            #expect(result.verdict == .failed)
            try expectGolden(result.failure, of: "\(number)")
        }
    }

    @Test func `several states are joined under their names`() async throws {
        let parts: [SuitePart] = [
            .state(State("store") { Self.kv("dump") }), .state(State("file", file: "kv.json")),
            .state(State("text", as: .text) { Run("echo", "[1]") }),
        ]
        let result = try await trial(service(), describedBy: parts) {
            Launch()
            Expect("", equals: ["store": [:], "file": nil, "text": "[1]"])
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
    }
}
