import Relaunch
import RelaunchProtocol
import Testing

/// What is reported while a case goes on.
@Suite struct CaseEventTests {
    /// The events within cases, in short: what begins, ends and fails, by the numbers of the steps.
    private func story(_ events: [Event.Kind]) -> [String] {
        events.compactMap { kind in
            switch kind {
            case .stepStarted(_, let step): "begin \(step.number)/\(step.count)"
            case .stepEnded(_, let step): "end \(step.number)" + (step.hasFailed ? " failed" : "")
            case .expectationFailed(_, let failure): "failed: \(failure.message)"
            case .caseStarted(let identity): "case \(identity.branches)"
            case .caseFinished(let result): "\(result.verdict)"
            default: nil
            }
        }
    }

    private func progress(_ events: [Event.Kind]) -> [SweepProgress] {
        events.compactMap { if case .sweepProgress(_, let progress) = $0 { progress } else { nil } }
    }

    private let swept = Run("sh", "-c", "printf new > state")

    @Test func `steps begin and end in their order, each with its place`() async throws {
        let trial = try await trial(TrialTarget.command("true")) {
            Run("true")
            Launch()
            Expect(.exitStatus(0))
        }
        #expect(
            story(trial.events) == [
                "case []", "begin 1/3", "end 1", "begin 2/3", "end 2", "begin 3/3", "end 3",
                "passed",
            ])
        let starts = trial.events.compactMap { kind -> StepStart? in
            if case .stepStarted(_, let step) = kind { step } else { nil }
        }
        #expect(starts.map(\.text) == ["Run(\"true\")", "Launch()", "Expect(.exitStatus(0))"])
        #expect(starts.allSatisfy { $0.location?.line ?? 0 > 0 })
        let ends = trial.events.compactMap { kind -> StepEnd? in
            if case .stepEnded(_, let step) = kind { step } else { nil }
        }
        #expect(ends.map(\.launches) == [0, 1, 0])
    }

    @Test func `a failure is said at its step, and the step has ended`() async throws {
        let trial = try await trial(TrialTarget.command("true")) {
            Launch()
            Expect(.exitStatus(1))
            Run("true")
        }
        let failure = try #require(trial.results.first?.failure)
        #expect(
            story(trial.events) == [
                "case []", "begin 1/3", "end 1", "begin 2/3", "failed: \(failure.message)",
                "end 2 failed", "failed",
            ])
    }

    @Test func `crashes are counted where they happen`() async throws {
        let trial = try await trial(TrialTarget.pythonCounter) {
            Launch()
            Perform("increment")
            Background()
            Kill(.system)
            Ladder()
            Expect(.ladder(3))
        }
        #expect(trial.results.map(\.verdict) == [.passed], "\(trial.results)")
        let ends = trial.events.compactMap { kind -> StepEnd? in
            if case .stepEnded(_, let step) = kind { step } else { nil }
        }
        #expect(ends.map(\.crashes) == [0, 0, 0, 0, 3, 0])
        #expect(ends.map(\.launches) == [1, 0, 0, 0, 4, 0])
    }

    @Test(arguments: [1, 2])
    func `a sweep says how far it is, and its states say nothing`(workers: Int) async throws {
        let trial = try await trial(
            TrialTarget.command("cat state"), TrialOptions(workers: workers)
        ) {
            Run("sh", "-c", "printf old > state")
            Sweep(.system) { swept }
            Launch()
            Expect(.output(isOneOf: ["old", "new"]))
        }
        let failure = try #require(trial.results.first?.failure)
        #expect(
            story(trial.events) == [
                "case []", "begin 1/4", "end 1", "begin 2/4", "failed: \(failure.message)",
                "end 2 failed", "failed",
            ])
        let progress = progress(trial.events)
        #expect(progress.first == SweepProgress(done: 0, total: 3, isEstimated: true))
        #expect(progress.last == SweepProgress(done: 3, total: 3, isEstimated: false))
        #expect(progress.map(\.done) == progress.map(\.done).sorted())
    }

    @Test func `calls that fail in turn are counted as they are tried`() async throws {
        let trial = try await trial(TrialTarget.command("cat state")) {
            Run("sh", "-c", "printf old > state")
            Fail(.write, with: .ENOSPC, .EIO) { Run("sh", "-c", "printf new > state || true") }
            Launch()
            Expect(.exitStatus(0))
        }
        #expect(trial.results.map(\.verdict) == [.passed], "\(trial.results)")
        let progress = progress(trial.events)
        #expect(progress.first == SweepProgress(done: 0, total: 3, isEstimated: false))
        #expect(progress.last == SweepProgress(done: 3, total: 3, isEstimated: false))
    }

    @Test func `one state alone is a case like any other`() async throws {
        let trial = try await trial(TrialTarget.command("cat state"), TrialOptions(branches: ["0"]))
        {
            Run("sh", "-c", "printf old > state")
            Sweep(.system) { swept }
            Launch()
            Expect(.output(isOneOf: ["old", "new"]))
        }
        #expect(
            story(trial.events) == [
                "case [\"0\"]", "begin 1/4", "end 1", "begin 2/4", "end 2", "begin 3/4", "end 3",
                "begin 4/4", "end 4", "passed",
            ])
        #expect(progress(trial.events).isEmpty)
    }

    @Test func `what is reported within a case comes back from its line`() throws {
        let identity = CaseIdentity(file: "A.swift", suite: "A", scenario: "one", line: 3)
        let location = FileLocation(file: "A.swift", line: 4, column: 9)
        let events: [Event.Kind] = [
            .stepStarted(
                identity, StepStart(number: 1, count: 2, text: "Launch()", location: location)),
            .stepEnded(identity, StepEnd(number: 1, seconds: 0.25, launches: 1)),
            .expectationFailed(identity, Failure(blame: .target, message: "it is empty")),
            .sweepProgress(identity, SweepProgress(done: 3, total: nil, isEstimated: true)),
        ]
        for kind in events {
            let event = Event(time: 1, kind: kind)
            let line = try EventStream.line(for: event)
            #expect(try EventStream.event(from: line) == event)
            #expect(line.contains("\"event\":\"\(kind.name)\""))
            #expect(line.contains("\"case\":{"))
        }
    }
}
