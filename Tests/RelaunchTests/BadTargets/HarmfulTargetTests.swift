@testable import CrashStates
import Foundation
import Relaunch
import Testing
import TestSupport

/// Targets that resist, lie, or harm the world around them.
@Suite(.enabled(if: TrialTarget.hasPython, "there is no 'python3' on the PATH"))
struct HarmfulTargetTests {
    private static let set = Perform("set", ["key": "text", "value": "milk"])

    @Test func `a target that ignores SIGTERM has failed, and is dead all the same`() async throws {
        let options = TrialOptions(timeLimit: .seconds(3))
        let result = try await trial(TrialTarget.misbehaving("ignores-sigterm"), options) {
            Launch()
            Kill(.terminate)
        }.only()
        #expect(result.verdict == .failed)
        try expectGolden(result)
    }

    @Test func `a target that survives a crash signal has failed`() async throws {
        let options = TrialOptions(timeLimit: .seconds(3))
        let result = try await trial(TrialTarget.misbehaving("survives-crash-signals"), options) {
            Launch()
            Background()
            Kill(.crash(.SIGSEGV))
        }.only()
        #expect(result.verdict == .failed)
        try expectGolden(result)
    }

    @Test func `a claim to have restored is compared with what is shown`() async throws {
        let result = try await trial(TrialTarget.misbehaving("claims-restored")) {
            Launch()
            Self.set
            Background()
            Kill(.system)
            Launch()
            Expect(.restored)
        }.only()
        #expect(result.verdict == .failed)
        #expect(result.failure?.difference == "- text: \"milk\"")
        try expectGolden(result)
        #expect(result.launches == 2)
    }

    @Test func `a claim to show the snapshot is compared with the screen`() async throws {
        let result = try await trial(TrialTarget.misbehaving("claims-snapshot")) {
            Launch()
            Self.set
            Background()
            Kill(.system)
            Launch()
            Expect(.snapshotShown)
        }.only()
        #expect(result.verdict == .failed)
        try expectGolden(result)
        #expect(result.failure?.difference != nil)
    }

    @Test func `gigabytes of output are taken in with bounded memory`() async throws {
        let options = TrialOptions(timeLimit: .seconds(120))
        let before = peakMemory()
        let result = try await trial(TrialTarget.misbehaving("floods-output"), options) {
            Launch()
            Wait(for: .milliseconds(200))
            Self.set
            Expect("text", equals: "milk")
            Kill(.system)
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
        #expect(peakMemory() - before < 512 << 20)
    }

    @Test func `a command that floods its output for ever meets its deadline and its kill`()
        async throws
    {
        let options = TrialOptions(timeLimit: .seconds(1))
        let target = TrialTarget.command("exec yes")
        let endless = try await trial(target, options) { Launch() }.only()
        #expect(endless.verdict == .failed)
        try expectGolden(endless)
        #expect(endless.failure?.output?.hasSuffix("y\ny") == true)

        let killed = try await trial(target) {
            Launch(killedAt: .after(.milliseconds(50)))
            Run("yes", killedAt: .after(.milliseconds(50)))
        }.only()
        #expect(killed.verdict == .passed, "\(killed.failures)")
    }

    @Test func `daemons that have left the session do not outlive the case`() async throws {
        for kill in [Kill(.system), Kill(.terminate), Kill(.crash(.SIGSEGV))] {
            let options = TrialOptions(keepsContainers: true, directory: try TemporaryDirectory())
            let result = try await trial(TrialTarget.misbehaving("forks-daemons"), options) {
                Launch()
                Background()
                kill
            }.only()
            #expect(result.verdict == .passed, "\(result.failures)")
            let kept = try #require(result.container)
            let daemons = try String(contentsOfFile: kept + "/daemons", encoding: .utf8)
                .split(separator: "\n").compactMap { Int32($0) }
            #expect(daemons.count == 3)
        }
    }

    @Test func `a target that deletes its container is judged by what it shows`() async throws {
        let result = try await trial(TrialTarget.misbehaving("deletes-container")) {
            Launch()
            Self.set
            Background()
            Kill(.system)
            Launch()
            Expect(.restored)
        }.only()
        #expect(result.verdict == .failed)
        #expect(result.container == nil)
        try expectGolden(result)
        #expect(Set(result.notes).count == result.notes.count)
    }

    @Test func `a launch into a container that the target has deleted says what is missing`()
        async throws
    {
        let result = try await trial(TrialTarget.misbehaving("deletes-container")) {
            Launch()
            Self.set
            Kill(.system)
            Launch()
        }.only()
        #expect(result.verdict == .failed)
        #expect(result.failure?.blame == .target)
        try expectGolden(result)
    }

    @Test func `a saved state outside the container is not discarded`() async throws {
        let place = try TemporaryDirectory()
        let target = try place.script(
            "greedy",
            """
            #!/bin/sh
            say() { printf '%s\\n' "$1" >&3; }
            say '{"jsonrpc":"2.0","id":1,"method":"hello",\\
            "params":{"protocol":1,"name":"greedy","savedState":["../.."]}}'
            read -r welcome <&3
            say '{"jsonrpc":"2.0","method":"phase","params":{"phase":"active"}}'
            exec sleep 600
            """.replacingOccurrences(of: "\\\n", with: ""))
        let result = try await trial(.app(target)) {
            Launch()
            Kill(.forceQuit)
        }.only()
        #expect(result.verdict == .failed)
        try expectGolden(result)
    }

    @Test func `a target that talks for ever on its channel is bounded`() async throws {
        let place = try TemporaryDirectory()
        let target = try place.script(
            "talks",
            """
            #!/bin/sh
            say() { printf '%s\\n' "$1" >&3; }
            say '{"jsonrpc":"2.0","id":1,"method":"hello","params":{"protocol":1,"name":"talks"}}'
            read -r welcome <&3
            say '{"jsonrpc":"2.0","method":"phase","params":{"phase":"active"}}'
            yes '{"jsonrpc":"2.0","method":"callback","params":{"name":"again"}}' >&3
            """)
        let before = peakMemory()
        let result = try await trial(.app(target)) {
            Launch()
            Wait(for: .milliseconds(500))
            Kill(.system)
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
        #expect(peakMemory() - before < 512 << 20)
    }
}
