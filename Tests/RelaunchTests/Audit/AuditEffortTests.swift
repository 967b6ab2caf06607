@testable import CrashStates
@testable import RelaunchAudit
import Testing
import TestSupport

@testable import Relaunch

/// How much an audit does, by how long its target takes to start.
@Suite struct AuditEffortTests {
    private let options = AuditOptions(name: "a", seed: 1)

    @Test func aTargetThatStartsAtOnceIsLearntInFull() {
        let effort = AuditEffort(start: .milliseconds(100))
        #expect(!effort.isReduced && effort.cutCount == 14)
        #expect(effort.estimate(actions: 5, options).reason == nil)
    }

    @Test func aSlowOneIsLaunchedLessOftenAndTheTimeIsSaid() throws {
        let effort = AuditEffort(start: .seconds(2))
        let estimate = effort.estimate(actions: 5, options)
        let whole = AuditEffort(start: .milliseconds(499)).estimate(actions: 5, options)
        #expect(estimate.seconds / 2 < whole.seconds / 0.499 / 1.5, "fewer launches")
        let note = try #require(estimate.reason)
        try expectGolden(note)
    }

    @Test func theUserHasTheLastWordAndAReplayDoesTheSame() {
        let slow = Duration.seconds(2)
        #expect(!AuditEffort(start: slow, choice: .whole).isReduced)
        #expect(AuditEffort(start: .zero, choice: .reduced).isReduced)
        #expect(AuditEffort(start: slow).replayOption == " --effort reduced")
        #expect(AuditEffort(start: slow, choice: .whole).replayOption == " --effort whole")
        #expect(AuditEffort(start: .zero).replayOption == "")
    }

    @Test func theEstimateIsInProportionToTheStart() {
        let (one, three) = (
            AuditEffort(start: .seconds(1)).estimate(actions: 5, options),
            AuditEffort(start: .seconds(3)).estimate(actions: 5, options)
        )
        #expect(three.seconds == 3 * one.seconds)
    }
}
