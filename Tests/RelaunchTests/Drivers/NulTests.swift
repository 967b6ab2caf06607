import Relaunch
import Testing
import TestSupport

/// A text with a NUL in it: the system would cut it there, and no program can be given it.
@Suite struct NulTests {
    private static let service = Target.service(
        "/bin/sh", "-c", "echo ready; exec sleep 1000", ready: .output(contains: "ready"))
    private static let parts: [SuitePart] = [
        .action(Action("set", ["key": .string(), "value": .string()]) { a in Run("echo", a.key) })
    ]

    @Test func `it is found before anything is launched, and named`() async throws {
        let steps: [any Step] = [
            Perform("set", ["key": "a\0b", "value": ""]), Run("echo", "a\0b"),
            Run("true", environment: ["A": "\0"]),
        ]
        for (number, step) in steps.enumerated() {
            let result = try await trial(Self.service, describedBy: Self.parts) {
                Launch()
                step
            }.only()
            #expect(result.verdict == .errored)
            #expect(result.failure?.blame == .scenario)
            #expect(result.failure?.kind == .wrongUse)
            try expectGolden(result.failure, of: "\(number)")
            #expect(result.happenings.isEmpty)
        }
    }

    @Test func `one of a launch is an error of the scenario, too`() async throws {
        let result = try await trial(Self.service) { Launch(arguments: ["a\0b"]) }.only()
        #expect(result.verdict == .errored)
        #expect(result.failure?.blame == .scenario)
        try expectGolden(result.failure)
    }

    @Test func `an argument that no command is given may have one`() async throws {
        let result = try await trial(Self.service, describedBy: Self.parts) {
            Launch()
            Perform("set", ["key": "a", "value": "\0"])
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
    }
}
