@testable import CrashStates
import Relaunch
import Testing
import TestSupport

/// Commands that run to their end in the container.
@Suite struct RunTests {
    @Test func `a command runs in the container, also while the target runs`() async throws {
        let result = try await trial(TrialTarget.counter) {
            Run("sh", "-c", "echo before > Documents/notes; pwd")
            Expect(.exitStatus(0))
            Expect(file: "Documents/notes", equals: "before\n")
            Remember("home", from: .output)
            Launch()
            Perform("increment")
            Run(
                "sh", "-c", "echo $HOME $GREETING; exit 3", environment: ["GREETING": "hello"],
                exit: .status(3))
            Expect(.exitStatus(3))
            Expect(.output(contains: "hello"))
            Run("pwd")
            Expect(.output(isOneOfRemembered: "home"))
            Expect("count", equals: 1)
            Background()
            Run("true")
            Foreground()
            Expect("count", equals: 1)
            Kill(.system)
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
    }

    @Test func `an output of which only a part is kept is not judged`() async throws {
        let script = "yes | head -c 2000000; echo end"
        for (expectation, isKept) in [("y", true), ("end", false)] {
            let result = try await trial(TrialTarget.counter) {
                Run("sh", "-c", script)
                Expect(.output(contains: expectation))
            }.only()
            #expect(result.verdict == (isKept ? .passed : .errored), "\(result.failures)")
            if !isKept {
                let message = try #require(result.failure?.message)
                try expectGolden(message)
            }
        }
        let remembered = try await trial(TrialTarget.counter) {
            Run("sh", "-c", script)
            Remember("all", from: .output)
        }.only()
        #expect(remembered.verdict == .errored)
    }

    @Test func `a command that does not end well fails, unless the scenario says otherwise`()
        async throws
    {
        let failed = try await trial(TrialTarget.counter) {
            Run("sh", "-c", "echo no such luck >&2; exit 3")
        }.only()
        #expect(failed.verdict == .failed)
        try expectGolden(failed)

        let allowed = try await trial(TrialTarget.counter) {
            Run("sh", "-c", "exit 3", exit: .any)
        }.only()
        #expect(allowed.verdict == .passed)
    }

    @Test func `a target that ends while a command runs is noticed`() async throws {
        let result = try await trial(TrialTarget.counter) {
            Launch()
            Run("sh", "-c", "kill -9 $(pgrep -P $PPID -x counter-c)")
            Perform("increment")
        }.only()
        #expect(result.verdict == .failed)
        try expectGolden(result)
    }

    @Test func `a wrong status and a wrong output are shown`() async throws {
        let status = try await trial(TrialTarget.command("echo milk; exit 4")) {
            Launch()
            Expect(.exitStatus(0))
        }.only()
        #expect(status.verdict == .failed)
        try expectGolden(status)

        let output = try await trial(TrialTarget.command("echo milk")) {
            Launch()
            Expect(.output(equals: "bread"))
        }.only()
        #expect(output.failure?.expected == "bread")
        #expect(output.failure?.actual == "milk")
    }

    @Test func `a program that is not there is the scenario's mistake`() async throws {
        let result = try await trial(TrialTarget.counter) { Run("no-such-program") }.only()
        #expect(result.verdict == .errored)
        try expectGolden(result)
    }

    @Test func `a command that survives its kill has failed`() async throws {
        let options = TrialOptions(timeLimit: .seconds(2))
        let result = try await trial(TrialTarget.counter, options) {
            Run(
                "sh", "-c", "trap '' TERM; while :; do sleep 1; done",
                killedAt: .after(.seconds(1)), by: .terminate)
        }.only()
        #expect(result.verdict == .failed)
        try expectGolden(result)
    }

    @Test func `a command cannot be asked as a target`() async throws {
        let result = try await trial(TrialTarget.command("true")) {
            Launch()
            Expect(.result(nil))
        }.only()
        #expect(result.verdict == .errored)
        #expect(result.failure?.kind == .unsupported)
        let asked = try await trial(TrialTarget.command("true")) {
            Launch()
            Expect(.exitStatus(0))
            Expect(.restored)
        }.only()
        #expect(asked.verdict == .errored)
        try expectGolden(asked)
    }

    @Test func `waiting is for a condition, and says how long it was in vain`() async throws {
        let result = try await trial(TrialTarget.counter) {
            Launch()
            Wait(for: .milliseconds(1))
            Wait(for: "count", equals: 0)
            MemoryWarning()
            Wait(for: "count", equals: 1, within: .milliseconds(20))
        }.only()
        #expect(result.verdict == .failed)
        try expectGolden(result)
    }
}
