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
    private static let limit = (tries: 48, time: Duration.seconds(12))
    /// Trials that take so many seconds are not made shorter.
    static let longTrial = 4.0

    /// What fails alike with less in it.
    struct Shorter {
        fileprivate let shortening: Shortening
        /// What was wrong.
        let failure: Failure
        /// What happened.
        let timeline: [TimelineEntry]
        /// What is kept of its container.
        fileprivate let container: String?
        /// A directory for it alone.
        fileprivate let keptDirectory: PrivateDirectory

        /// Its steps, as text.
        var text: String { shortening.text }

        /// Puts its container in the place of another one, which stays where that cannot be.
        ///
        /// - Returns: where it is then; nil where it is nowhere.
        func keepContainer(insteadOf other: String?) -> String? {
            guard let container, let other else { return nil }
            let beside = other + ".shorter"
            do { try FileManager.default.moveItem(atPath: container, toPath: beside) } catch {
                try? Container.removeTree(beside)
                return nil
            }
            do {
                try Container(existing: other).remove()
                try FileManager.default.moveItem(atPath: beside, toPath: other)
            } catch { return beside }
            return other
        }
    }

    /// The shortest that has been found to fail alike; nil where all is needed.
    func run() async throws -> Shorter? {
        guard var shortening = paths.runner.scenario.shortening?() else { return nil }
        var found: Shorter?
        var tries = Self.limit.tries
        let end = ContinuousClock.now + Self.limit.time
        while let shorter = try await shorter(shortening, &tries, until: end) {
            (shortening, found) = (shorter.shortening, shorter)
        }
        return found
    }

    private func shorter(
        _ shortening: Shortening, _ tries: inout Int, until end: ContinuousClock.Instant
    ) async throws -> Shorter? {
        for candidate in shortening.shorterOnes() where tries > 0 && .now < end {
            tries -= 1
            if let steps = try await paths.inSessionAside(candidate.steps),
                let shorter = try await failingAlike(candidate, steps)
            {
                return shorter
            }
        }
        return nil
    }

    /// What comes of these steps where they fail in the same way.
    private func failingAlike(
        _ shortening: Shortening, _ steps: [any Step]
    ) async throws -> Shorter? {
        let results = Locked<[CaseResult]>([])
        let runner = paths.runner.running(steps)
        let keptDirectory = PrivateDirectory(runner.configuration.keptDirectory)
        let rehearsal = Rehearsal(of: runner.scenario, executable: runner.executable)
        guard rehearsal.problems.isEmpty else { return nil }
        let reporter = CaseReporter(
            PathRunner(runner: runner, rehearsal: rehearsal), needsControl: false
        ) { event in
            guard case .caseFinished(let result) = event else { return }
            results.withLock { $0.append(result) }
        }
        try await BranchRunner(reporter: reporter, wanted: []).run()
        for result in results.withLock({ $0 }) {
            guard let alike = result.failures.first(where: { $0.isSame(as: failure) }) else {
                continue
            }
            return Shorter(
                shortening: shortening, failure: alike, timeline: result.timeline,
                container: result.container, keptDirectory: keptDirectory)
        }
        return nil
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
