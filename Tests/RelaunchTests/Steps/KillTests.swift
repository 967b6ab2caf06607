@testable import CrashStates
import Foundation
import Relaunch
import Testing
import TestSupport

/// Each way to die, at each place, against a target that does everything right.
@Suite struct KillTests {
    private static let save = [Perform("increment", ["by": 1]), Background()] as [any Step]

    @Test(arguments: [
        (Kill.Manner.system, 1), (.crash(.SIGSEGV), 1), (.crash(.SIGABRT), 1), (.crash(.SIGILL), 1),
        (.terminate, 1), (.forceQuit, 0),
    ])
    func `the saved count comes back after every death but a force quit`(
        _ manner: Kill.Manner, _ count: Int
    ) async throws {
        let result = try await trial(TrialTarget.counter) {
            Launch()
            Self.save
            Kill(manner)
            Launch()
            Expect("count", equals: count)
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
        try expectGolden(result, of: "\(manner)", showing: .timeline)
    }

    @Test func `an app that is killed in an action shows the state of its last save`()
        async throws
    {
        let result = try await trial(TrialTarget.counter) {
            Launch()
            Self.save
            Foreground()
            Perform("increment", ["by": 1], killedAt: .after(.zero))
            Launch()
            Expect(.stateAsSaved)
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
    }

    @Test func `a kill in the foreground leaves the older state`() async throws {
        let result = try await trial(TrialTarget.counter) {
            Launch()
            Self.save
            Foreground()
            Perform("increment", ["by": 1])
            Expect("count", equals: 2)
            Kill(.system)
            Launch()
            Expect("count", equals: 2)
        }.only()
        #expect(result.verdict == .failed)
        #expect(result.failure?.expected == "2")
        #expect(result.failure?.actual == "1")
        try expectGolden(result)
    }

    @Test(arguments: [
        KillPoint.launching, .restoring, .after(.zero), .within(.zero ... .milliseconds(3)),
    ])
    func `a launch can be killed anywhere, and the next one restores`(_ point: KillPoint)
        async throws
    {
        let result = try await trial(TrialTarget.counter) {
            Launch()
            Self.save
            Kill(.system)
            Launch(killedAt: point)
            Launch()
            Expect(.restored)
            Expect("count", equals: 1)
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
        #expect(result.launches == 3)
        if case .within = point { #expect(result.isRandom) } else { #expect(!result.isRandom) }
    }

    @Test(arguments: [KillPoint.saving, .checkpoint("beforeCommit")])
    func `a save can be killed before its commit, and the old state comes back`(_ point: KillPoint)
        async throws
    {
        let result = try await trial(TrialTarget.counter) {
            Launch()
            Self.save
            Foreground()
            Perform("increment", ["by": 1])
            Background(killedAt: point, by: .crash(.SIGSEGV))
            Launch()
            Expect(.stateAsSaved)
            Expect("count", equals: 1)
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
        try expectGolden(result, of: "\(point)", showing: .timeline)
    }

    @Test func `a kill by the clock in a save leaves the old state or the new one`() async throws {
        let result = try await trial(TrialTarget.counter) {
            Launch()
            Self.save
            Foreground()
            Perform("increment", ["by": 1])
            Background(killedAt: .within(.zero ... .milliseconds(2)))
            Launch()
            Expect(.stateAsSaved)
            Expect("count", isOneOf: 1, 2)
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
        #expect(result.isRandom)
    }

    @Test func `a checkpoint that does not exist is the scenario's mistake`() async throws {
        let result = try await trial(TrialTarget.counter) {
            Launch()
            Background(killedAt: .checkpoint("beforeComit"))
        }.only()
        #expect(result.verdict == .errored)
        try expectGolden(result)
        #expect(result.failure?.actual == #""beforeCommit""#)
    }

    @Test func `a place that the target never comes to is its failure`() async throws {
        let result = try await trial(TrialTarget.counter) { Launch(killedAt: .restoring) }.only()
        #expect(result.verdict == .failed)
        try expectGolden(result)
    }

    @Test func `a target that quits ends by itself`() async throws {
        let result = try await trial(TrialTarget.counter) {
            Launch()
            Self.save
            Foreground()
            Quit()
            Launch()
            Expect(.restored)
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
        try expectGolden(result, showing: .timeline)
    }

    @Test(.enabled(if: TrialTarget.hasPython, "there is no 'python3' on the PATH"))
    func `the ladder finds three crashes by itself`() async throws {
        func climb(_ expected: Int) async throws -> CaseResult {
            try await trial(TrialTarget.pythonCounter) {
                Launch()
                Self.save
                Kill(.system)
                Ladder(by: .crash(.SIGKILL))
                Expect(.ladder(expected))
                Expect(.notRestored(.crashLoop))
            }.only()
        }
        #expect(try await climb(3).verdict == .passed)
        let wrong = try await climb(2)
        #expect(wrong.verdict == .failed)
        try expectGolden(wrong)
    }

    @Test func `a ladder that never ends says how long it was`() async throws {
        let result = try await trial(TrialTarget.counter) {
            Launch()
            Self.save
            Kill(.system)
            Ladder(atMost: 4)
        }.only()
        #expect(result.verdict == .failed)
        try expectGolden(result)
    }

    @Test func `the same seed draws the same times`() async throws {
        func drawn(_ seed: UInt64) async throws -> String? {
            try await trial(TrialTarget.counter, TrialOptions(seed: seed)) {
                Launch(killedAt: .within(.milliseconds(1) ... .milliseconds(200)))
            }.only().happenings.compactMap { $0.split(separator: ";").first }.map(String.init).last
        }
        let first = try #require(await drawn(5))
        try expectGolden(first)
        #expect(try await drawn(5) == first)
        #expect(try await drawn(6) != first)
    }
}
