import Relaunch
import RelaunchTesting
import Synchronization
import Testing

/// What a reporter of a suite was told, for the test beside it.
private let told = Mutex<[String]>([])

private final class Names: Reporter {
    func receive(_ event: Event) { told.withLock { $0.append(event.kind.name) } }
}

private let suite = Suite("Reported", target: .command("true"), reporters: { [Names()] }) {
    Scenario("it ends well") {
        Launch()
        Expect(.exitStatus(0))
    }
}

/// A reporter of a suite inside Swift Testing. The end of the run is the end of this process.
@Test func aReporterIsToldOfEveryScenarioThatIsVerified() async throws {
    for scenario in suite.scenarios { try await scenario.verify() }
    for scenario in suite.scenarios { try await scenario.verify() }
    let once = [
        "caseStarted", "stepStarted", "stepEnded", "stepStarted", "stepEnded", "caseFinished",
    ]
    #expect(told.withLock { $0 } == ["runStarted", "suiteFound"] + once + once)
}
