import CrashStates
import Relaunch
import RelaunchAudit
import RelaunchProtocol

/// Lives the lives of one run, on several workers at once.
package final class StressRun: Sendable {
    package let options: StressOptions
    package let knowledge: TargetKnowledge
    private let directory: StressDirectory
    private let draw: LifeDraw
    private let judge: LifeJudge
    private let workers: [Worker]
    /// What stands around a scenario of the suite that describes the target.
    private let frame: SuiteFrame?
    private let state: Locked<State>
    /// When the process began, for how long a failure has taken to be found.
    private let begin: ContinuousClock.Instant

    private struct State {
        var record: StressRecord
        /// The next place in the share.
        var next = 0
        var isStopped = false
        var errors: [String] = []
        /// Lives that were lived since this process began.
        var lived = 0
        var launches = 0
    }

    /// So many lives in a row that cannot be carried out end the run.
    private static let errorLimit = 20

    package init(
        _ options: StressOptions, knowledge: TargetKnowledge, corpus: Corpus,
        directory: StressDirectory, record: StressRecord, workers: [Worker],
        runDirectory: RunDirectory, frame: SuiteFrame? = nil,
        since begin: ContinuousClock.Instant = .now
    ) async throws {
        self.options = options
        self.begin = begin
        self.knowledge = knowledge
        self.directory = directory
        self.workers = workers
        self.frame = frame
        draw = LifeDraw(knowledge: knowledge, seed: options.seed, corpus: corpus.lives)
        var judge = LifeJudge(knowledge: knowledge, runDirectory: runDirectory)
        try await judge.findVersionLeaves(on: workers[0])
        try await judge.findRunLeaves(on: workers[0])
        self.judge = judge
        state = Locked(State(record: record))
    }

    // MARK: What it has come to

    package struct Figures: Sendable {
        package var lives = 0
        package var livedNow = 0
        package var launchesNow = 0
        package var places = 0
        package var failures = 0
        package var errors = 0

        package init() {}
    }

    package var figures: Figures {
        state.withLock { state in
            var figures = Figures()
            figures.lives = state.record.lives
            figures.livedNow = state.lived
            figures.launchesNow = state.launches
            figures.places = state.record.reached.count
            figures.failures = state.record.findings.count
            figures.errors = state.errors.count
            return figures
        }
    }

    package var record: StressRecord { state.withLock { $0.record } }
    package var errors: [String] { state.withLock { $0.errors } }
    package var lifeDraw: LifeDraw { draw }

    /// Lets the lives that have begun come to their ends, and begins no more.
    package func stop() { state.withLock { $0.isStopped = true } }

    // MARK: Living

    /// What the plainest death takes is said before the first life.
    package func takePlainLosses() async throws {
        for (index, loss) in knowledge.plainLosses.enumerated() {
            let moves: [Move] =
                [.launch] + loss.actions.map(Move.perform) + [.background, .kill(.system), .launch]
            var breach = Breach(
                clause: loss.isDeath ? .noStart : .plainLoss, move: moves.count - 1,
                death: "kill in the background", message: loss.message)
            breach.rule = loss.rule
            let life = StressLife(moves: moves)
            if !loss.isDeath {
                if try await judge.isOfTime(life, on: workers[0]) { continue }
                if let seen = try await judge.plainLoss(of: life, on: workers[0]) {
                    breach.leaf = seen.leaf
                    breach.expected = seen.expected
                    breach.shown = seen.shown
                } else {
                    breach.issue = loss.issue
                    breach.isReportedBySave = loss.isReportedBySave
                }
            }
            // They come before the first life, in their own order.
            let number = index - knowledge.plainLosses.count
            try take(Finding(number: number, life: life, breach: breach))
        }
    }

    private func take(_ found: Finding) throws {
        var finding = found
        finding.seconds = found.seconds ?? begin.duration(to: .now).seconds
        let isNew = state.withLock { [finding] state in
            let before = state.record.findings[finding.breach.cause]?.number
            state.record.take(finding)
            return before != finding.number || finding.tries != nil
        }
        if isNew { try directory.write(finding) }
        if options.endsAtFailure, finding.tries == nil { stop() }
    }

    /// Lives until there is no life left, or it is stopped.
    package func live() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in workers {
                group.addTask { [self] in
                    while let number = next() { try await live(number, on: worker) }
                }
            }
            try await group.waitForAll()
        }
        try directory.sync()
    }

    private func next() -> Int? {
        state.withLock { state in
            while !state.isStopped {
                let number = options.share.life(state.next)
                if let cases = options.cases, number >= cases { return nil }
                state.next += 1
                if !state.record.done.contains(number) { return number }
            }
            return nil
        }
    }

    private func live(_ number: Int, on worker: Worker) async throws {
        let life = draw.life(number)
        let course: Course
        do {
            course = try await judge.judge(life, on: worker) { cause in
                self.state.withLock { $0.record.isKnown(cause, before: number) }
            }
        } catch is CancellationError {
            return stop()
        } catch {
            let count = state.withLock { state in
                state.errors.append("life \(number): \(error)")
                return state.errors.count
            }
            if count >= Self.errorLimit { stop() }
            return
        }
        if let breach = course.breach {
            let lived = StressLife(
                moves: course.moves, isCompared: life.isCompared,
                watchesOutside: life.watchesOutside)
            let isLower = state.withLock { state in
                state.record.findings[breach.cause].map { number < $0.number } ?? true
            }
            if isLower { try take(Finding(number: number, life: lived, breach: breach)) }
        }
        let result = LifeResult(
            life: number, launches: course.launches, reached: course.reached.sorted())
        state.withLock { state in
            state.record.take(result)
            state.lived += 1
            state.launches += course.launches
        }
        try directory.write(result)
    }

    // MARK: Shrinking

    /// Makes each failure short that is not yet.
    ///
    /// - Parameter announce: Is told of each: its number, how many there are, the tries and the moves.
    package func shrink(
        announce: @escaping @Sendable (Int, Int, Int, Int) -> Void
    ) async throws {
        let shrinker = Shrinker(
            judge: judge, workers: workers, budget: options.shrinkingBudget)
        let open = record.ordered.filter { $0.tries == nil }
        for (index, finding) in open.enumerated() {
            if state.withLock({ $0.isStopped }) { return }
            var finding = finding
            let breach = finding.breach
            if breach.clause == .plainLoss, breach.leaf.isEmpty, breach.issue == nil {
                // Nothing in a life tells of it: the probe has made it as short as it could.
                finding.tries = 0
            } else {
                let result = try await shrinker.shrink(finding.life, finding.breach) {
                    announce(index + 1, open.count, $0, $1)
                }
                finding.life = result.life
                finding.breach = result.breach
                finding.tries = result.tries
                finding.isSmallest = result.isSmallest
            }
            finding.scenario = scenario(of: finding)
            try take(finding)
        }
    }

    private func scenario(of finding: Finding) -> String {
        let words = ([options.name] + options.arguments).map(\.shellQuoted)
        let found =
            finding.number < 0 ? "Found before the first life" : "Found by life \(finding.number)"
        let origin =
            "\(found) of `relaunch stress \(words.joined(separator: " "))`, seed \(options.seed)."
        let target = options.name.contains("/") ? options.executable : options.name
        return ScenarioWriter(
            knowledge: knowledge, target: target, origin: origin, frame: frame
        ).text(of: finding.life, finding.breach)
    }

    /// Lets shrinking begin after the lives were stopped by the clock.
    package func allowShrinking() { state.withLock { $0.isStopped = false } }
}
