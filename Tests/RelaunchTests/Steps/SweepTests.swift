import Relaunch
import Testing
import TestSupport

/// Every state that a death in the middle of a step can leave, with programs that save well and badly.
@Suite struct SweepTests {
    /// A state file that holds `old`, a save that is swept, and a relaunch that reads it.
    private func sweep(_ death: Sweep.Death, _ save: String) async throws -> CaseResult {
        try await trial(TrialTarget.command("cat state")) {
            Run("sh", "-c", "printf old > state; sync state .")
            Sweep(death) { Run("sh", "-c", save) }
            Launch()
            Expect(.output(isOneOf: ["old", "new"]))
        }.only()
    }

    @Test func `a save in place is found to lose the state when it is killed`() async throws {
        let result = try await sweep(.system, "printf new > state")
        #expect(result.verdict == .failed)
        #expect(result.failures.count == 1)
        #expect(result.failure?.actual == #""""#)
        #expect(result.failure?.killPoint?.contains("state") == true)
        #expect(result.failure?.replay?.contains("::trial::") == true)
        try expectGolden(result)
    }

    @Test func `a save that is written aside and renamed survives every kill`() async throws {
        let result = try await sweep(.system, "printf new > state.tmp; mv state.tmp state")
        #expect(result.verdict == .passed, "\(result.failures)")
    }

    @Test func `renamed without a sync, it can be lost with the power`() async throws {
        let result = try await sweep(.powerLoss, "printf new > state.tmp; mv state.tmp state")
        #expect(result.verdict == .failed)
        // The name came without the bytes.
        #expect(result.failure?.actual?.contains("new") == false)
        try expectGolden(result.timeline.map(\.text).joined(separator: "\n"))
    }

    @Test func `synced before it is renamed, it survives a power loss`() async throws {
        let result = try await sweep(
            .powerLoss, "printf new > state.tmp; sync state.tmp; mv state.tmp state; sync .")
        #expect(result.verdict == .passed, "\(result.failures)")
    }

    @Test(arguments: [
        // By what it says, or else by its end.
        ("mv state.tmp state; echo saved", Verdict.failed), ("mv state.tmp state", .failed),
        ("mv state.tmp state; sync .; echo saved", .passed),
        ("mv state.tmp state; sync .", .passed), ("mv state.tmp state; exit 3", .passed),
    ])
    func `a command's save has to be there once it was acknowledged`(
        save: String, verdict: Verdict
    ) async throws {
        let result = try await trial(TrialTarget.command("cat state")) {
            Run("sh", "-c", "printf old > state; sync state .")
            Sweep(.powerLoss) {
                Run("sh", "-c", "printf new > state.tmp; sync state.tmp; \(save)", exit: .any)
            }
            Launch()
            Expect(.output(before: "old", after: "new"))
        }.only()
        #expect(result.verdict == verdict, "\(result.failures)")
        if verdict == .failed { #expect(result.failure?.actual == #""old""#) }
    }

    @Test(arguments: [2, 0, .max])
    func `the states of a power loss are bounded where a scenario says so`(bound: Int) async throws
    {
        let result = try await trial(TrialTarget.command("cat state")) {
            Run("sh", "-c", "printf old > state")
            Sweep(.powerLoss, statesPerWindow: bound) { Run("sh", "-c", "printf new > state") }
            Launch()
            Expect(.exitStatus(0))
        }.only()
        if bound == 2 {
            #expect(result.verdict == .passed, "\(result.failures)")
        } else {
            #expect(result.verdict == .errored)
        }
        try expectGolden(result, of: "\(bound) states")
    }

    @Test func `a state is built again by its name`() async throws {
        var options = TrialOptions()
        options.branches = ["1"]
        let result = try await trial(TrialTarget.command("cat state"), options) {
            Run("sh", "-c", "printf old > state")
            Sweep(.system) { Run("sh", "-c", "printf new > state") }
            Launch()
            Expect(.output(equals: ""))
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
        #expect(result.identity.branches == ["1"])
    }

    @Test func `a target that speaks the protocol is swept while it saves`() async throws {
        let result = try await trial(TrialTarget.counter, TrialOptions(control: .automatic)) {
            Launch()
            Perform("increment")
            Background()
            Foreground()
            Perform("increment")
            Sweep(.system) { Background() }
            Launch()
            Expect(.restored)
            Expect(.stateAsSaved)
            Expect("count", isOneOf: 1, 2)
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
        #expect(result.control == .detected("Expect(.restored)"))
    }

    @Test func `what failed is told with what happened in that state`() async throws {
        let result = try await sweep(.system, "printf new > state")
        #expect(result.verdict == .failed)
        try expectGolden(result, showing: .timeline)
    }

    @Test(arguments: ["Fail", "Sweep", "Damage anywhere", "Damage", "PurgeCaches", "force quit"])
    func `what is no call of the target's does not belong into a sweep`(
        name: String
    ) async throws {
        let result = try await trial(TrialTarget.counter) {
            Launch()
            Perform("increment")
            Background()
            Kill(.system)
            Sweep(.system) {
                switch name {
                case "Fail": Fail(with: .EIO) { Launch() }
                case "Sweep": Sweep(.system) { Launch() }
                case "Damage anywhere": Damage(.savedState, .truncatedAnywhere)
                case "Damage": Damage(.savedState, .emptied)
                case "PurgeCaches": PurgeCaches()
                default: Launch(killedAt: .restoring, by: .forceQuit)
                }
            }
            Launch()
            Expect("count", isOneOf: 0, 1)
        }.only()
        #expect(result.verdict == .errored)
        #expect(result.failure?.blame == .scenario)
        try expectGolden(result, of: name)
        #expect(result.launches == 0)
    }

    @Test func `a step that changes nothing leaves nothing to sweep`() async throws {
        let result = try await sweep(.system, "true")
        #expect(result.verdict == .errored)
        try expectGolden(result)
    }
}
