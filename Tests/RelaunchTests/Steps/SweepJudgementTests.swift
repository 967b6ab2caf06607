import Relaunch
import Testing
import TestSupport

/// What Relaunch judges by itself behind a sweep of which the scenario says nothing, with targets that
/// save wrongly and their twins that save well.
@Suite(.enabled(if: TrialTarget.hasPython, "needs python3")) struct SweepJudgementTests {
    /// A save of `new` where `old` was saved, swept, with nothing behind it.
    private func sweep(
        _ way: String, _ death: Sweep.Death = .system, _ options: TrialOptions = TrialOptions()
    ) async throws -> CaseResult {
        try await trial(TrialTarget.saver(way), options) {
            Launch()
            Perform("set", ["to": "old"])
            Background()
            Foreground()
            Perform("set", ["to": "new"])
            Sweep(death) { Background() }
        }.only()
    }

    @Test(
        "saves that are right raise no alarm",
        arguments: ["aside", "cleaned-name", "if-changed", "kept-journal", "versioned-name"])
    func right(way: String) async throws {
        let result = try await sweep(way, .system, TrialOptions(control: .automatic))
        #expect(result.verdict == .passed, "\(result.failures)")
        #expect(result.control == .detected("Sweep(.system) { Background() }"))
    }

    @Test func `a save that is synced raises no alarm when the power fails`() async throws {
        let result = try await sweep("aside", .powerLoss)
        #expect(result.verdict == .passed, "\(result.failures)")
    }

    @Test func `a target that does not start again is found`() async throws {
        let result = try await sweep("in-place")
        #expect(result.verdict == .failed)
        let failure = try #require(result.failure)
        try expectGolden(failure)
        #expect(failure.killPoint?.contains("state") == true)
        #expect(failure.step == "Sweep(.system) { Background() }")
    }

    @Test func `a state that is neither the one before nor the one after is found`() async throws {
        let result = try await sweep("unsynced", .powerLoss)
        #expect(result.verdict == .failed)
        let failure = try #require(result.failures.first { $0.message.contains("neither") })
        try expectGolden(failure)
        #expect(failure.difference?.contains("text:") == true)
    }

    @Test func `a state that is older than what was acknowledged is found`() async throws {
        let result = try await trial(TrialTarget.saver("late")) {
            Launch()
            Perform("set", ["to": "old"])
            Wait(for: .file("state", equals: "old"))
            Sweep(.system) {
                Perform("set", ["to": "new"])
                Wait(for: .file("state", equals: "new"))
            }
        }.only()
        #expect(result.verdict == .failed)
        try expectGolden(result)
    }

    @Test func `a second relaunch that gives another state is found`() async throws {
        let result = try await sweep("consumed-journal")
        #expect(result.verdict == .failed)
        let failure = try #require(result.failure)
        try expectGolden(failure)
        #expect(failure.difference?.contains("\"new\" → \"old\"") == true)
    }

    /// Because it is another when the save is made once more, whatever it looks like.
    @Test(arguments: ["random-name", "lettered-name", "mkstemp", "second-name", "changed-only"])
    func `a file that piles up is found by its name`(way: String) async throws {
        let result = try await sweep(way)
        #expect(result.verdict == .failed)
        #expect(result.failures.count == 1, "\(result.failures)")
        let failure = try #require(result.failure)
        try expectGolden(failure, of: way)
        #expect(failure.actual?.hasPrefix("save-") == true)
    }

    /// What is swept does not make it: that it differs is seen when the target is launched once more.
    @Test func `a file that each launch leaves is found by the number of its process`() async throws
    {
        let result = try await sweep("marked-launch")
        #expect(result.verdict == .failed)
        #expect(result.failures.first?.actual?.hasPrefix("running-") == true, "\(result.failures)")
    }

    @Test func `a launch may stand behind the sweep`() async throws {
        let result = try await trial(TrialTarget.counter, TrialOptions(control: .automatic)) {
            Launch()
            Perform("increment")
            Sweep(.system) { Background() }
            Launch()
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
        #expect(result.control == .detected("Sweep(.system) { Background() }"))
    }

    @Test(
        "the arguments and the environment of the latest launch hold for the judgement's own",
        arguments: [("aside", Verdict.passed), ("in-place", .failed)])
    func latestLaunch(way: String, verdict: Verdict) async throws {
        let saver = TrialTarget.root + "/Tests/Targets/saver.py"
        for isArgument in [true, false] {
            let target =
                isArgument ? Target.app(saver) : TrialTarget.shell("exec \(saver) $WAY")
            let result = try await trial(target, TrialOptions(control: .automatic)) {
                if isArgument {
                    Launch(arguments: [way])
                } else {
                    Launch(environment: ["WAY": way])
                }
                Perform("set", ["to": "old"])
                Background()
                Foreground()
                Perform("set", ["to": "new"])
                Sweep(.system) { Background() }
            }.only()
            #expect(result.verdict == verdict, "\(result.failures)")
            if verdict == .failed {
                try expectGolden(result, of: way)
            }
        }
    }

    @Test func `a step whose effect is not known must be judged by the scenario`() async throws {
        let result = try await trial(TrialTarget.counter) {
            Launch()
            Sweep(.system) { Background() }
            Launch()
            Perform("increment")
        }.only()
        #expect(result.verdict == .errored)
        #expect(result.failure?.message.contains("Perform(\"increment\")") == true)
        #expect(result.launches == 0)
    }

    @Test func `a command's launch that is there is not asked for`() async throws {
        let result = try await trial(TrialTarget.command("cat state")) {
            Run("sh", "-c", "printf old > state")
            Sweep(.system) { Run("sh", "-c", "printf new > state") }
            Launch()
        }.only()
        #expect(result.verdict == .errored)
        try expectGolden(result)
    }

    @Test func `a command has no state to judge by, and the message says what does`() async throws {
        let result = try await trial(TrialTarget.command("cat state")) {
            Run("sh", "-c", "printf old > state")
            Sweep(.system) { Run("sh", "-c", "printf new > state") }
        }.only()
        #expect(result.verdict == .errored)
        #expect(result.failure?.message.contains("Expect(.output(isOneOf:") == true)
        #expect(result.launches == 0)
    }
}
