import Relaunch
import Testing
import TestSupport

@testable import RelaunchTesting

/// What an issue says of a failure: the same facts as every other report.
@Suite struct FailureCommentTests {
    private let scenario = Scenario("a draft survives") { Launch() }

    private func comment(_ verdict: Verdict, _ failure: Failure) -> String {
        let identity = CaseIdentity(
            file: "/tmp/Notes.swift", suite: "Notes", scenario: "a draft survives",
            branches: ["after call 3"], line: 4)
        let result = CaseResult(
            identity: identity, verdict: verdict, seconds: 1, seed: 42, failures: [failure],
            container: "/tmp/kept/1", replay: "relaunch replay")
        return scenario.comment(on: failure, of: result)
    }

    @Test func aFailureIsWholeAndHasNoPlaceOfItsOwn() {
        let failure = Failure(
            blame: .harness, location: FileLocation(file: "/tmp/Notes.swift", line: 9, column: 1),
            step: #"Expect("text", equals: "milk")"#, message: "it said: error: none",
            expected: #""milk""#, actual: #""bread""#, difference: "- milk\n+ bread",
            killPoint: "in the background", output: "\u{1B}[2Jstarting\n")
        #expect(
            comment(.errored, failure) == #"""
                a draft survives › after call 3: it said: error: none
                  step:      Expect("text", equals: "milk")
                  fault:     the harness's
                  expected:  "milk"
                  actual:    "bread"
                  difference (- expected, + actual):
                    │ - milk
                    │ + bread
                  killed:    in the background
                  the target's last output:
                    │ \u{1B}[2Jstarting
                  seed:      42
                  container: /tmp/kept/1
                """#)
    }

    @Test func aVacuousCaseSaysWhatToDo() throws {
        let comment = comment(.vacuous, Failure(blame: .scenario, message: "it proves nothing"))
        try expectGolden(comment)
    }
}
