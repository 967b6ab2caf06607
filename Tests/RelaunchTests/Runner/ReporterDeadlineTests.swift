import Foundation
import Relaunch
import Synchronization
import Testing
import TestSupport

/// Reporters of a suite that do not come back from an event.
@Suite struct ReporterDeadlineTests {
    /// Holds on to an event of a name until the test lets go.
    private final class Hanging: Reporter {
        private let name: String
        private let gate: Gate

        init(at name: String, _ gate: Gate) {
            self.name = name
            self.gate = gate
        }

        func receive(_ event: Event) throws {
            if event.kind.name == name { gate.wait() }
        }
    }

    private final class Gate: Sendable {
        private let semaphore = DispatchSemaphore(value: 0)
        func open() { semaphore.signal() }
        func wait() { semaphore.wait() }
    }

    private final class Names: Reporter {
        let told: Told
        init(_ told: Told) { self.told = told }
        func receive(_ event: Event) throws { told.names.withLock { $0.append(event.kind.name) } }
    }

    private final class Told: Sendable {
        let names = Mutex<[String]>([])
    }

    @Test func `one that hangs is named and told no more, and holds up no other`() throws {
        let gate = Gate()
        defer { gate.open() }
        let told = Told()
        let suite = Suite(
            "Notes", target: .command("true"),
            reporters: { [Hanging(at: "note", gate), Names(told)] }
        ) { Scenario("one") { Launch() } }
        let faults = Mutex<[ReporterFault]>([])
        let reporters = SuiteReporters(
            try #require(suite.reporting),
            run: RunDescription(relaunch: "1", seed: 1, jobs: 1, files: ["Notes.swift"]),
            suite: suite.describe(file: "Notes.swift")
        ) { fault in faults.withLock { $0.append(fault) } }
        reporters.publish(.note("one"))
        reporters.publish(.note("two"))
        reporters.finish(RunEnding())

        let names = ["runStarted", "suiteFound", "note", "note", "runFinished"]
        #expect(told.names.withLock { $0 } == names)
        let found = faults.withLock { $0 }
        #expect(found.count == 1)
        try expectGolden(found.map(\.description).joined(separator: "\n"))
    }
}
