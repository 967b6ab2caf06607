@testable import CrashStates
import Relaunch
import Testing
import TestSupport

/// The control shows whether a scenario proves anything.
@Suite struct ControlTests {
    private func run(
        _ expectation: any Step, control: Control = .automatic, runsControls: Bool = true
    ) async throws -> CaseResult {
        let options = TrialOptions(control: control, runsControls: runsControls)
        return try await trial(TrialTarget.counter, options) {
            Launch()
            Perform("increment", ["by": 3])
            Background()
            Kill(.system)
            Launch()
            expectation
        }.only()
    }

    @Test func `an expectation that only the saved state can meet is detected`() async throws {
        let result = try await run(Expect("count", equals: 3))
        #expect(result.verdict == .passed, "\(result.failures)")
        #expect(result.control == .detected("Expect(\"count\", equals: 3)"))
        #expect(result.container == nil)
    }

    @Test func `an expectation that anything meets makes the scenario vacuous`() async throws {
        let result = try await run(Expect("count", .isPresent))
        #expect(result.verdict == .vacuous)
        #expect(result.control == .passed)
        #expect(result.failure?.blame == .scenario)
        try expectGolden(result)
        #expect(result.container != nil)
    }

    @Test func `a control can be declined, with the reason, or turned off`() async throws {
        let declined = try await run(
            Expect("count", .isPresent), control: .none(because: "why not"))
        #expect(declined.verdict == .passed)
        #expect(declined.control == .declined("why not"))
        let off = try await run(Expect("count", .isPresent), runsControls: false)
        #expect(off.verdict == .passed)
        #expect(off.control == .notRun)
    }

    @Test func `without a relaunch after a death there is nothing to control`() async throws {
        let result = try await trial(TrialTarget.counter, TrialOptions(control: .automatic)) {
            Launch()
            Expect("count", equals: 0)
        }.only()
        #expect(result.verdict == .passed)
        #expect(result.control == .notNeeded)
    }

    @Test func `that nothing is expected after a death is said, unless there is a reason`()
        async throws
    {
        func run(_ control: Control) async throws -> CaseResult {
            try await trial(TrialTarget.counter, TrialOptions(control: control)) {
                Launch()
                Expect("count", equals: 0)
                Kill(.system)
                Launch()
            }.only()
        }
        let silent = try await run(.automatic)
        #expect(silent.verdict == .passed, "\(silent.failures)")
        #expect(silent.notes.count == 1)
        try expectGolden(silent)
        #expect(try await run(.none(because: "it only has to start")).notes == [])
    }

    @Test func `a failed case has no control`() async throws {
        let result = try await run(Expect("count", equals: 4))
        #expect(result.verdict == .failed)
        #expect(result.control == .notRun)
    }

    @Test func `a command's runs are controlled too`() async throws {
        let options = TrialOptions(control: .automatic)
        let result = try await trial(TrialTarget.command("true"), options) {
            Run("sh", "-c", "echo milk > Documents/list; sleep 600", killedAt: .after(.seconds(1)))
            Run("cat", "Documents/list", exit: .any)
            Expect(.output(equals: "milk"))
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
        #expect(result.control == .detected(#"Expect(.output(equals: "milk"))"#))
    }
}
