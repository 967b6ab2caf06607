import Relaunch

/// A scenario file on its way from source to result.
final class FileRun {
    enum Stage {
        /// Nobody has looked at it yet.
        case waiting
        case compiling(
            ChildProcess, HostCompiler.Compilation, deadline: ContinuousClock.Instant)
        case compiled(host: HostProgram)
        /// Its host was started and has not yet said what suite it has.
        case starting(ChildProcess, deadline: ContinuousClock.Instant)
        /// Its suite is known; which of its scenarios run may still depend on files before it.
        case found(ChildProcess)
        /// Its target is being built.
        case building(ChildProcess, TargetBuild)
        case running(ChildProcess)
        /// Everything is done or given up; the host cleans up.
        case closing(ChildProcess, deadline: ContinuousClock.Instant)
        case done
    }

    struct Order {
        var scenario: String
        var branches: [String] = []
    }

    let file: ScenarioFile
    var stage = Stage.waiting
    /// How long its host may take for its suite.
    var startLimit = Dispatcher.startLimit
    var suite: SuiteDescription?
    /// Whether it is settled which of its scenarios run.
    var isSelected = false
    /// The suite with those of its scenarios that are selected.
    var selection: SuiteDescription?
    /// What is still to be ordered.
    var pending: [Order] = []
    /// Ordered and not yet finished, with the cases that have started and have no result.
    var inFlight: [String: [CaseIdentity]] = [:]

    /// Scenarios in the middle of a sweep, which could use more workers, each with those that it has.
    var sweeps: [String: Loan] = [:]

    /// Places that a sweep has borrowed.
    struct Loan {
        var workers = 0
        /// How many of them are on their way back.
        var recalled = 0
        /// Whether it could use more.
        var isOpen = true
    }

    /// The places that it takes of the run's budget.
    var places: Int { inFlight.count + sweeps.values.reduce(0) { $0 + $1.workers } }

    init(_ file: ScenarioFile) {
        self.file = file
    }

    var isDone: Bool { if case .done = stage { true } else { false } }

    /// The host, while there is one.
    var host: ChildProcess? {
        switch stage {
        case .starting(let host, _), .found(let host), .building(let host, _), .running(let host),
            .closing(let host, _):
            host
        case .waiting, .compiling, .compiled, .done: nil
        }
    }

    /// When something has to have happened, where there is such a time.
    var deadline: ContinuousClock.Instant? {
        switch stage {
        case .starting(_, let deadline), .closing(_, let deadline),
            .compiling(_, _, let deadline):
            deadline
        default: nil
        }
    }

    /// Cases that were to run and have no result.
    var unfinished: [CaseIdentity] {
        guard let suite else { return [] }
        let started = inFlight.sorted { $0.key < $1.key }.flatMap { scenario, cases in
            cases.isEmpty ? [identity(of: scenario, in: suite)] : cases
        }
        return started + pending.map { identity(of: $0.scenario, in: suite) }
    }

    private func identity(of scenario: String, in suite: SuiteDescription) -> CaseIdentity {
        let line = suite.scenarios.first { $0.name == scenario }?.line ?? 0
        return CaseIdentity(file: file.path, suite: suite.name, scenario: scenario, line: line)
    }
}
