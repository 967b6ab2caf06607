import CrashStates

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Runs a scenario that has failed with less and less in it, as long as it fails in the same way.
struct ShorterRunner: Sendable {
    let paths: PathRunner
    /// What it has failed with.
    let failure: Failure

    /// How many shorter ones are tried, and for how long new ones are begun.
    private static let limit = (tries: 24, time: Duration.seconds(8))
    /// Trials that take so many seconds are not made shorter.
    static let longTrial = 4.0

    /// The fewest steps that have been found to fail alike, as text; nil where all are needed.
    func run() async throws -> String? {
        guard var shortest = paths.runner.scenario.shortening?() else { return nil }
        var found: String?
        var tries = Self.limit.tries
        let end = ContinuousClock.now + Self.limit.time
        while let shorter = try await shorter(shortest, &tries, until: end) {
            shortest = shorter
            found = shorter.text
        }
        return found
    }

    private func shorter(
        _ shortening: Shortening, _ tries: inout Int, until end: ContinuousClock.Instant
    ) async throws -> Shortening? {
        for candidate in shortening.shorterOnes() where tries > 0 && .now < end {
            tries -= 1
            if let steps = try await paths.inSessionAside(candidate.steps),
                try await isAlike(steps)
            {
                return candidate
            }
        }
        return nil
    }

    /// Whether these steps fail in the same way.
    private func isAlike(_ steps: [any Step]) async throws -> Bool {
        let results = Locked<[CaseResult]>([])
        let runner = paths.runner.running(steps)
        defer { try? FileManager.default.removeItem(atPath: runner.configuration.keptDirectory) }
        let rehearsal = Rehearsal(of: runner.scenario, executable: runner.executable)
        guard rehearsal.problems.isEmpty else { return false }
        let reporter = CaseReporter(
            PathRunner(runner: runner, rehearsal: rehearsal), needsControl: false
        ) { event in
            guard case .caseFinished(let result) = event else { return }
            results.withLock { $0.append(result) }
        }
        try await BranchRunner(reporter: reporter, wanted: []).run()
        let all = results.withLock { $0 }
        return all.contains { $0.failures.contains { $0.isSame(as: failure) } }
    }
}

extension CaseRunner {
    /// The same for other steps, which are not made shorter in their turn.
    fileprivate func running(_ steps: [any Step]) -> CaseRunner {
        var configuration = configuration
        configuration.keepsContainers = false
        // What it keeps has the names that the failed one has given.
        configuration.keptDirectory = runDirectory.newPath()
        configuration.leavesOpen = false
        (configuration.realImages, configuration.kernelCheckPoints) = (0, 0)
        return CaseRunner(
            scenario.replacingSteps(by: steps), configuration: configuration, worker: worker,
            runDirectory: runDirectory)
    }
}

extension Failure {
    /// Whether the same is wrong, apart from the things that it is wrong with.
    fileprivate func isSame(as other: Failure) -> Bool {
        blame == other.blame && kind == other.kind && headline == other.headline
    }

    /// The message up to where its details begin, without what it quotes.
    private var headline: String {
        let parts = message.split(separator: "'", omittingEmptySubsequences: false)
        let words = parts.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
        return String(words.joined(separator: "'").prefix { !":(".contains($0) })
    }
}
