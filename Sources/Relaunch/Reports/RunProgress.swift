import CrashStates

/// How far a run is, by the events until now.
package struct RunProgress: Sendable {
    /// A case that has started and has no result.
    package struct RunningCase: Sendable {
        var identity: CaseIdentity
        var title: String
        /// When it started, in seconds since the run did.
        var since: Double
        var step: StepStart?
        var sweep: SweepProgress?
    }

    /// A file of which no case runs yet.
    struct Preparation: Sendable {
        var file: String
        var stage: FileProgress.Stage
        var since: Double
    }

    /// In the order in which they started.
    package private(set) var running: [RunningCase] = []
    private(set) var preparations: [Preparation] = []
    /// Cases with a result.
    private(set) var done = 0
    private(set) var bad = 0
    private(set) var flaky = 0

    /// How many cases there are, as far as the suites say: a scenario with branches has more than one.
    private var planned = 0
    /// How often each scenario runs; nil where there is no end.
    private var rounds: Int? = 1
    /// The scenarios of which a case has started.
    private var started: Set<[String]> = []
    /// Files whose suite is not known yet.
    private var unknownFiles: Set<String> = []
    /// How many trials of each rule have no result.
    private var openTrials: [String: Int] = [:]

    package init() {}

    /// How many cases there will be; nil before anything is known.
    var total: Int? { planned > 0 && rounds != nil ? planned : nil }

    /// Whether more files may bring more cases.
    var isTotalOpen: Bool { !unknownFiles.isEmpty }

    /// In an audit, how many rules there are and how many of them have all their trials behind them.
    var rules: (done: Int, total: Int)? {
        openTrials.isEmpty
            ? nil : (openTrials.values.count { $0 == 0 }, openTrials.count)
    }

    /// Takes in what has happened.
    ///
    /// - Parameter title: what a case is called for people.
    package mutating func take(_ event: Event, title: (CaseIdentity) -> String) {
        switch event.kind {
        case .runStarted(let run):
            unknownFiles = Set(run.files)
            rounds = run.rounds
        case .suiteFound(let suite): plan(suite)
        case .fileProgress(let file): take(file, at: event.time)
        case .fileFailed(let failure):
            unknownFiles.remove(failure.file)
            preparations.removeAll { $0.file == failure.file }
            for identity in failure.unfinished { forget(identity) }
        case .caseStarted(let identity): start(identity, title(identity), at: event.time)
        case .stepStarted(let identity, let step):
            update(identity) {
                $0.step = step
                $0.sweep = nil
            }
        case .sweepProgress(let identity, let sweep): update(identity) { $0.sweep = sweep }
        case .stepEnded(let identity, _): update(identity) { $0.sweep = nil }
        case .caseFinished(let result):
            forget(result.identity)
            done += 1
            if result.verdict.isBad { bad += 1 }
            if result.verdict == .flaky { flaky += 1 }
            if let rule = result.rule?.number { openTrials[rule, default: 1] -= 1 }
        case .expectationFailed, .note, .runFinished: break
        }
    }

    private mutating func plan(_ suite: SuiteDescription) {
        unknownFiles.remove(suite.file)
        planned += suite.scenarios.count * (rounds ?? 1)
        for rule in suite.scenarios.compactMap(\.rule) {
            openTrials[rule.number, default: 0] += 1
        }
    }

    private mutating func take(_ progress: FileProgress, at time: Double) {
        preparations.removeAll { $0.file == progress.file }
        switch progress.stage {
        case .compiling, .starting, .buildingTarget:
            preparations.append(
                Preparation(file: progress.file, stage: progress.stage, since: time))
        case .compiled: break
        case .running, .done: unknownFiles.remove(progress.file)
        }
    }

    private mutating func start(_ identity: CaseIdentity, _ title: String, at time: Double) {
        // A case whose process has died begins once more.
        if let index = running.firstIndex(where: { $0.identity == identity }) {
            running[index] = RunningCase(identity: identity, title: title, since: time)
            return
        }
        // The suite counts one case for each scenario; its other branches come on top.
        let isFirst = started.insert(
            [identity.file, identity.scenario, "\(identity.round ?? 1)"]
        ).inserted
        if !isFirst { planned += 1 }
        running.append(RunningCase(identity: identity, title: title, since: time))
    }

    private mutating func forget(_ identity: CaseIdentity) {
        if let index = index(of: identity) { running.remove(at: index) }
    }

    private mutating func update(
        _ identity: CaseIdentity, _ change: (inout RunningCase) -> Void
    ) {
        if let index = index(of: identity) { change(&running[index]) }
    }

    private func index(of identity: CaseIdentity) -> Int? {
        running.firstIndex { $0.identity == identity }
            ?? running.firstIndex { $0.identity.isBeginning(of: identity) }
    }
}
