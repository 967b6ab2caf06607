import Foundation
import Relaunch
import Testing
import TestSupport

/// When a service counts as ready.
@Suite struct ReadinessTests {
    private let short = TrialOptions(timeLimit: .seconds(2))

    private func service(_ commands: String, ready: Readiness) -> Target {
        .service("/bin/sh", "-c", commands, ready: ready)
    }

    @Test(arguments: [0, 1, 100, 1023, 1025, 4096])
    func `a text is found however much was written before it`(_ kibibytes: Int) async throws {
        for redirection in ["", " >&2"] {
            let loud = service(
                """
                { head -c $((\(kibibytes) * 1024)) /dev/zero | tr '\\0' x
                printf REA; sleep 0.05; echo DY; exec sleep 1000; }\(redirection)
                """, ready: .output(contains: "READY"))
            let result = try await trial(loud) {
                Launch()
                Kill(.system)
            }.only()
            #expect(result.verdict == .passed, "\(result.failures)")
        }
    }

    /// What the one stream ends with and the other begins with is no text of either.
    @Test func `a text that is on no stream as a whole is not found`() async throws {
        let split = service(
            "printf REA; printf DY >&2; exec sleep 1000", ready: .output(contains: "READY"))
        let result = try await trial(split, short) { Launch() }.only()
        #expect(result.failure?.kind == .timedOut)
    }

    @Test func `a file that the life before has left is no sign`() async throws {
        let slow = service(
            "sleep 0.1; echo up >> log; echo x > ready; exec sleep 1000", ready: .file("ready"))
        let result = try await trial(slow) {
            Launch()
            Kill(.system)
            Launch()
            Expect(.file("log", equals: "up\nup\n"))
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
    }

    @Test(arguments: ["echo x > ready", "touch ready", "echo x > new; mv new ready"])
    func `a file that is made again at once is seen each time`(_ command: String) async throws {
        let quick = service("\(command); exec sleep 1000", ready: .file("ready"))
        let result = try await trial(quick, short) {
            for _ in 0..<50 {
                Launch()
                Kill(.system)
            }
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
    }

    @Test func `a file that is left and not made again is waited for`() async throws {
        let lazy = service("[ -e ready ] || echo x > ready; exec sleep 1000", ready: .file("ready"))
        let result = try await trial(lazy, short) {
            Launch()
            Kill(.system)
            Launch()
        }.only()
        #expect(result.failure?.kind == .timedOut)
        try expectGolden(result.failure)
    }

    @Test(arguments: [Readiness.socket("s"), .output(contains: "ready"), .command(Run("false"))])
    func `one that ends well before it is ready is told at once`(
        _ ready: Readiness
    ) async throws {
        for commands in ["echo nothing to do", "(sleep 0.1) & exit"] {
            let begin = ContinuousClock.now
            let result = try await trial(service(commands, ready: ready)) { Launch() }.only()
            #expect(begin.duration(to: .now) < .seconds(20))
            #expect(result.failure?.kind == .ended)
            #expect(
                result.failure?.actual
                    == "it exited with status 0, and none of its processes is left")
        }
    }

    /// Each of its processes ends when it has started the next.
    @Test func `a daemon that starts itself again and again is waited for`() async throws {
        let script = """
            [ $1 = 0 ] && { echo x > ready; exec sleep 1000; }
            setsid "$0" $(($1 - 1)) &
            """
        let directory = try TemporaryDirectory()
        let path = try directory.script("daemon", "#!/bin/sh\n" + script)
        let result = try await trial(.service(path, "100", ready: .file("ready"))) {
            Launch()
            Kill(.system)
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
        withExtendedLifetime(directory) {}
    }

    @Test(arguments: [
        Readiness.port(0), .port(99999), .socket(""), .file(""), .output(contains: ""),
        .socket(String(repeating: "a", count: 108)), .socket("../../s.sock"), .file("/etc/passwd"),
        .file("../x"),
    ])
    func `what no service can be ready by is found before anything is launched`(
        _ ready: Readiness
    ) async throws {
        let result = try await trial(service("exec sleep 1000", ready: ready)) { Launch() }.only()
        #expect(result.verdict == .errored)
        #expect(result.failure?.blame == .scenario)
        #expect(result.failure?.kind == .wrongUse)
        try expectGolden(result.failure, of: "\(ready)")
        #expect(result.happenings.isEmpty)
        let suite = Suite("Bad", target: service("true", ready: ready)) {
            Scenario("a") { Launch() }
        }
        #expect(suite.problem != nil)
    }

    @Test(arguments: [
        Readiness.port, .port(1), .port(65535), .socket("a/./b"), .file("./ready"),
        .socket("/tmp/s.sock"), .socket(String(repeating: "a", count: 107)),
    ])
    func `what a service can be ready by is no problem`(_ ready: Readiness) {
        #expect(service("true", ready: ready).driver.problem == nil)
    }

    @Test func `a port that the service may not know of is told`() async throws {
        let deaf = service("exec sleep 1000", ready: .port)
        let result = try await trial(deaf, short) { Launch() }.only()
        #expect(result.failure?.kind == .timedOut)
        try expectGolden(result.failure)
    }

    /// It is ready before its first process has ended, which does so just when it is killed.
    @Test func `a daemon that is killed while it puts itself into the background has not ended`()
        async throws
    {
        let slow = service(
            "(echo ready; exec sleep 1000) & sleep 0.0$(($$ % 10))",
            ready: .output(contains: "ready"))
        let result = try await trial(slow) {
            for round in 0..<60 {
                Launch()
                Wait(for: .milliseconds(round))
                Kill(.system)
            }
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
    }
}
