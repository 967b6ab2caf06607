import Foundation
import Relaunch
import Testing

// This file imports what the author of a driver imports.

/// Spawns a process that writes and ends while another one is waited for.
private struct ReadEnded: Step {
    let location: FileLocation
    var text: String { "ReadEnded" }

    init(fileID: String = #fileID, file: String = #filePath, line: Int = #line) {
        location = FileLocation(fileID: fileID, file: file, line: line, column: 1)
    }

    func perform(in session: isolated Session) async throws -> Next {
        let environment = session.environment()
        // A descriptor of two digits is more than some shells take.
        let writer = try session.spawn(
            "/bin/bash",
            arguments: ["-c", "seq 2000; echo problem >&2; seq 1000 >&$RELAUNCH_CHANNEL; exit 3"],
            environment: environment, withChannel: true)
        let other = try session.spawn(
            "/bin/bash", arguments: ["-c", "while kill -0 \(writer.id); do sleep 0.01; done"],
            environment: environment)
        #expect(try other.waitForExit(until: session.deadline) == .exited(0))
        #expect(writer.exitStatus == nil)

        #expect(try writer.waitForExit(until: session.deadline) == .exited(3))
        #expect(writer.output.text(.output).hasSuffix("\n1999\n2000\n"))
        #expect(writer.output.text(.error) == "problem\n")
        var lines: [String] = []
        while let line = try writer.nextLine() {
            lines.append(String(decoding: line, as: UTF8.self))
        }
        #expect(lines.count == 1000 && lines.last == "1000")
        return .step
    }
}

@Test func `what a process wrote is there when its end is known`() async throws {
    let result = try await trial(TrialTarget.counter) { ReadEnded() }.only()
    #expect(result.verdict == .passed, "\(result.failures)")
}
