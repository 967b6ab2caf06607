import Foundation
import Relaunch
import Testing

/// Programs as they are that do what they should not, each with its clear answer.
@Suite struct BadProgramTests {
    private func service(_ script: String) -> Target {
        .service("/bin/sh", "-c", script, ready: .output(contains: "ready"))
    }

    private let short = TrialOptions(timeLimit: .milliseconds(600))

    @Test func `a service that is missing is named`() async throws {
        let missing = Target.service("/no/such/server", ready: .port)
        let result = try await trial(missing) { Launch() }.only()
        #expect(result.verdict == .errored)
        #expect(result.failure?.kind == .missing)
        #expect(result.failure?.message.contains("/no/such/server") == true)
    }

    @Test(arguments: ["exit 7", "kill -SEGV $$"])
    func `one that crashes at its start is told with how it ended`(_ end: String) async throws {
        let result = try await trial(service("echo 'misconfigured' >&2; \(end)")) { Launch() }
            .only()
        #expect(result.verdict == .failed)
        #expect(result.failure?.kind == .ended)
        #expect(result.failure?.output?.contains("misconfigured") == true)
    }

    @Test func `one that is ready and then ends is told at the next step`() async throws {
        let parts: [SuitePart] = [.state(State { Run("sh", "-c", "sleep 0.3; false") })]
        let result = try await trial(service("echo ready; exit 3"), describedBy: parts) {
            Launch()
            Expect("", equals: "x")
        }.only()
        #expect(result.failure?.kind == .ended)
        #expect(result.failure?.actual?.contains("3") == true)
    }

    @Test func `one that ignores SIGTERM is told, and dead all the same`() async throws {
        let stubborn = service("trap '' TERM; echo ready; while :; do sleep 0.05; done")
        for step in [Kill(.terminate), Quit()] as [any Step] {
            let result = try await trial(stubborn, short) {
                Launch()
                step
            }.only()
            #expect(result.verdict == .failed)
            #expect(result.failure?.kind == .survived)
        }
    }

    /// Its child lives on when it is killed alone, and holds the lock that the next one wants.
    @Test func `a second instance that refuses to start is told with its words`() async throws {
        let single = service(
            """
            exec 9> lock; flock -n 9 || { echo 'occupied' >&2; exit 2; }
            sleep 1000 & echo ready; wait
            """)
        let result = try await trial(single) {
            Launch()
            Kill(.system, of: .main)
            Launch()
        }.only()
        #expect(result.verdict == .failed)
        #expect(result.failure?.kind == .ended)
        #expect(result.failure?.output?.contains("occupied") == true)
    }

    /// Twice in the background, as a daemon is: its first process and its second one have ended.
    @Test func `a daemon is followed, and dead after the kill`() async throws {
        let daemon = Target.service(
            "/bin/sh", "-c", "setsid sh -c '(echo $$ > pid; exec sleep 1000) & exit' & exit",
            ready: .file("pid"))
        let result = try await trial(daemon) {
            Launch()
            Kill(.system)
            Run("rm", "pid")
            Launch()
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
    }

    @Test func `a program that asks at its start is shown with its question`() async throws {
        let asking = Target.terminal("/bin/sh", "-c", "printf 'continue? '; read answer; echo on")
        let result = try await trial(asking, short) {
            Launch()
            Wait(for: .screen(contains: "on\n"))
        }.only()
        #expect(result.verdict == .failed)
        #expect(result.failure?.difference?.contains("continue?") == true)
    }

    @Test func `a program that writes garbage to its terminal is waited for all the same`()
        async throws
    {
        let garbage = Target.terminal(
            "/bin/sh", "-c", "head -c 300000 /dev/urandom; printf '\\033c\\033[?1049l\\033[2Jready'"
        )
        let result = try await trial(garbage) {
            Launch()
            Wait(for: .screen(contains: "ready"))
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
    }

    // MARK: What it does to the machine

    private static let hasRoom = ProcessInfo.processInfo.physicalMemory > 7 << 30

    /// The limit is 4 GiB, and the processes of a target are counted together.
    @Test(.enabled(if: TrialTarget.hasPython && hasRoom, "it needs python3, and 7 GiB of memory"))
    func `one that grows without end is stopped, and told with its size`() async throws {
        let grow = "import time; x = []\nwhile True: x.append(b'x' * (32 << 20)); time.sleep(0.002)"
        let growing = service("python3 -c \"\(grow)\" & python3 -c \"\(grow)\" & echo ready; wait")
        let result = try await trial(growing, TrialOptions(timeLimit: .seconds(120))) {
            Launch()
            Wait(for: .seconds(100))
        }.only()
        #expect(result.verdict == .failed)
        #expect(result.failure?.kind == .overgrown)
        #expect(result.failure?.actual?.contains("'python3'") == true, "\(result.failures)")
        #expect(result.failure?.actual?.contains("in 3 processes") == true, "\(result.failures)")
    }

    /// The limit is 2000 processes.
    @Test func `one that forks without end is stopped, and told with its number`() async throws {
        let forking = service(
            "mkfifo end; echo ready; for a in $(seq 50); do for b in $(seq 50); do "
                + "(read line < end) & done; done; wait")
        let result = try await trial(forking, TrialOptions(timeLimit: .seconds(120))) {
            Launch()
            Wait(for: .seconds(100))
        }.only()
        #expect(result.verdict == .failed)
        #expect(result.failure?.kind == .overgrown)
        #expect(result.failure?.actual?.contains("'sh'") == true, "\(result.failures)")
    }

    @Test func `one that writes outside of its container is seen`() async throws {
        let place = try TemporaryDirectory()
        let script = "echo secret > '\(place.path)/outside'; echo ready; exec sleep 1000"
        for target in [service(script), .terminal("/bin/sh", "-c", script)] {
            let result = try await trial(target) {
                Launch()
                Run("sh", "-c", "until [ -s '\(place.path)/outside' ]; do sleep 0.01; done")
                Kill(.system)
                Expect(.nothingWrittenOutside)
            }.only()
            #expect(result.verdict == .failed)
            #expect(result.failure?.difference?.hasSuffix("/outside") == true)
        }
    }

    /// What it has started lives on in a session of its own, as a program behind a window that was closed.
    @Test func `what outlives its window is dead before the next launch`() async throws {
        let start = "setsid sh -c 'trap \"\" HUP TERM; echo $$ > pid; sleep 1000; :' &"
        let wait = "until [ -s pid ]; do sleep 0.01; done; echo ready; exec sleep 1000"
        let gone = Run("sh", "-c", "! kill -0 $(cat pid) 2> /dev/null && rm pid")
        let terminal = try await trial(.terminal("/bin/sh", "-c", "\(start) \(wait)")) {
            Launch()
            Wait(for: .screen(contains: "ready"))
            HangUp()
            gone
            Launch()
        }.only()
        #expect(terminal.verdict == .passed, "\(terminal.failures)")
        let service = try await trial(service("\(start) \(wait)")) {
            Launch()
            Kill(.terminate)
            gone
            Launch()
        }.only()
        #expect(service.verdict == .passed, "\(service.failures)")
    }
}
