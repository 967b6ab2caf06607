import Foundation
import Relaunch
@testable import RelaunchAudit
import Synchronization
import Testing

/// What an audit says of a target, for some rules.
struct AuditRun {
    /// The results of each rule's trials.
    var results: [String: [CaseResult]] = [:]
    /// What is said that is about no rule.
    var notes: [String] = []

    /// The rules of which a trial has failed.
    var broken: Set<String> { rules { $0.contains { $0.verdict == .failed } } }
    /// The rules of which a trial has passed, and each that applies.
    var kept: Set<String> {
        rules { results in
            results.contains { $0.verdict == .passed }
                && results.allSatisfy { [.passed, .skipped].contains($0.verdict) }
        }
    }
    /// The rules that do not apply.
    var skipped: Set<String> { rules { $0.allSatisfy { $0.verdict == .skipped } } }

    /// What the failures of a rule say, or why it was not tried.
    func messages(of rule: String) -> String {
        (results[rule] ?? []).flatMap { result in
            result.failures.map(\.message) + [result.skipped].compactMap(\.self)
        }.joined(separator: "\n")
    }

    private func rules(where holds: ([CaseResult]) -> Bool) -> Set<String> {
        Set(results.filter { holds($0.value) }.keys)
    }

    /// - Parameters:
    ///   - timeLimit: What the target may take for any one thing, in seconds.
    ///   - tellsFewest: Whether failing trials are made shorter, which takes a while.
    init(
        _ target: Target, isCommand: Bool = false, rules: [String] = [], seed: UInt64 = 1,
        effort: AuditEffort.Choice = .reduced, timeLimit: Double = 10,
        tellsFewest: Bool = false
    ) async throws {
        let options = AuditOptions(
            name: "audited", executable: target.executable, isCommand: isCommand,
            arguments: target.arguments, seed: seed, effort: effort, rules: rules,
            timeLimitSeconds: timeLimit, patienceSeconds: 2)
        (notes, results) = try await Turnstile.shared.pass {
            let suite = await AuditHost.suite(for: options)
            let temporary = try TemporaryDirectory()
            let pool = WorkerPool()
            let run = try RunDirectory()
            defer { run.remove() }
            let results = Results()
            for scenario in suite.scenarios {
                var configuration = HostConfiguration(
                    file: "audited", seed: seed, runsControls: false,
                    executable: target.executable, keptDirectory: temporary.path + "/kept")
                configuration.tellsFewest = tellsFewest
                let runner = CaseRunner(
                    scenario, configuration: configuration, worker: try pool.take(),
                    runDirectory: run)
                try await runner.run { results.take($0) }
                pool.give(runner.worker)
            }
            await pool.stop()
            return (suite.notes, results.byRule)
        }
    }

    private final class Results: Sendable {
        private let results = Mutex<[String: [CaseResult]]>([:])

        func take(_ event: Event.Kind) {
            guard case .caseFinished(let result) = event, let rule = result.rule?.number else {
                return
            }
            results.withLock { $0[rule, default: []].append(result) }
        }

        var byRule: [String: [CaseResult]] { results.withLock { $0 } }
    }
}

extension PlantedEntry {
    /// What the audit says of the wrong form or of its twin.
    func audit(
        isRight: Bool, rules: [String], seed: UInt64 = 1, effort: AuditEffort.Choice = .reduced
    ) async throws -> AuditRun {
        try await AuditRun(target(isRight: isRight), rules: rules, seed: seed, effort: effort)
    }

    /// The audit says of the wrong form that the rule is broken which it breaks, and of the twin that it
    /// keeps it.
    ///
    /// Both are audited with the reduced effort. The whole effort, ten times each, is a part of
    /// `scripts/test --long`.
    ///
    /// Where the audit says that the twin cannot break the rule at all, that is no alarm either.
    func expectFoundAndTwinKept(
        effort: AuditEffort.Choice = .reduced, at location: SourceLocation = #_sourceLocation
    ) async throws {
        let wrong = try await audit(isRight: false, rules: [rule], effort: effort)
        #expect(wrong.broken == [rule], "\(sentence)", sourceLocation: location)
        let right = try await audit(isRight: true, rules: [rule], effort: effort)
        let isQuiet = right.kept == [rule] || right.skipped == [rule] && rule == "W1"
        #expect(isQuiet, "\(right.messages(of: rule))", sourceLocation: location)
    }

    static func named(
        _ name: String, in entries: [PlantedEntry] = PlantedProgram.everything,
        at location: SourceLocation = #_sourceLocation
    ) throws -> PlantedEntry {
        try #require(entries.first { $0.name == name }, sourceLocation: location)
    }
}
