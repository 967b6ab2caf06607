import Relaunch
import Testing
import TestSupport

/// An error that Relaunch knows nothing of.
private struct Unheard: Error, CustomStringConvertible {
    let description = "nobody has heard of it"
}

private struct Throwing: Step {
    let location = FileLocation(file: #filePath, line: 1, column: 1)
    var text: String { "Throwing()" }
    func perform(in session: isolated Session) async throws -> Next { throw Unheard() }
}

private struct ThrowingDriver: Driver {
    var name: String { "throwing" }

    func launch(_ launch: LaunchRequest, in session: isolated Session) async throws
        -> any RunningTarget
    { throw Unheard() }
}

extension Expect.Condition {
    fileprivate static var thrown: Self { Self(".thrown") { _ in throw Unheard() } }
}

@Suite struct BlameTests {
    private func failure(
        of target: Target = TrialTarget.counter, @StepsBuilder _ steps: () -> [any Step]
    ) async throws -> Failure {
        let result = try await trial(target) { steps() }.only()
        #expect(result.verdict == .errored)
        return try #require(result.failure)
    }

    @Test func `a call of the harness's own that fails is the harness's fault`() async throws {
        let failure = try await failure {
            Run("sh", "-c", "rm -rf \"$HOME\"")
            UpdateApp()
        }
        #expect(failure.blame == .harness)
        #expect(failure.kind == .harness)
        #expect(failure.step == "UpdateApp()")
    }

    @Test func `what a closure throws is the scenario's fault`() async throws {
        let failure = try await failure {
            Launch()
            Expect("count", satisfies: { _ in throw Unheard() })
        }
        #expect(failure.blame == .scenario)
        #expect(failure.kind == .threw)
        #expect(failure.message.contains(Unheard().description))
    }

    @Test func `what a condition, a step or a driver of somebody else's throws is too`()
        async throws
    {
        let failures = [
            try await failure { Expect(.thrown) },
            try await failure { Throwing() },
            try await failure(of: Target(driver: ThrowingDriver(), executable: "none")) {
                Launch()
            },
        ]
        for failure in failures {
            #expect(failure.blame == .scenario)
            #expect(failure.kind == .threw)
            try expectGolden(failure, of: failure.step)
        }
    }
}
