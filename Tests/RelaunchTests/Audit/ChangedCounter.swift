import Foundation
import Relaunch
@testable import RelaunchAudit
import Testing

/// The counter in Python, or another program, with some of its lines replaced: it does one thing otherwise,
/// and all else as ever.
struct ChangedCounter {
    private let folder: TemporaryDirectory
    let target: Target

    /// - Parameter changes: what stands in the program, once, and what is to stand there.
    init(
        of original: Target = TrialTarget.pythonCounter, _ changes: [(line: String, by: String)]
    ) throws {
        let name = URL(fileURLWithPath: original.executable).lastPathComponent
        var program = try String(contentsOfFile: original.executable, encoding: .utf8)
        for change in changes {
            try #require(
                program.components(separatedBy: change.line).count == 2,
                "\(name) has '\(change.line)' not once")
            program = program.replacingOccurrences(of: change.line, with: change.by)
        }
        folder = try TemporaryDirectory("counter")
        target = .app(try folder.script(name, program))
    }

    func audit(_ rules: String...) async throws -> AuditRun {
        try await AuditRun(target, rules: rules)
    }
}

extension AuditRun {
    /// The names of the trials of a rule that have failed, each once.
    func failedTrials(of rule: String) -> Set<String> {
        Set((results[rule] ?? []).filter { $0.verdict == .failed }.map(\.identity.scenario))
    }
}
