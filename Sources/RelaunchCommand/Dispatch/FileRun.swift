import Relaunch

/// A scenario file on its way from source to result.
///
/// Its stage is changed here alone: each transition is a method, and one that is made in another stage
/// than it may be is a fault of this program, which stops there.
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

    let file: ScenarioFile
    private(set) var stage = Stage.waiting
    /// How long its host may take for its suite.
    private(set) var startLimit = Duration.zero
    private(set) var suite: SuiteDescription?
    /// Whether it is settled which of its scenarios run.
    private(set) var isSelected = false
    /// The suite with those of its scenarios that are selected.
    private(set) var selection: SuiteDescription?
    /// What is to be done and what is being done.
    var orders = FileOrders()
    /// What its cases have come to, also in hosts that have died since.
    var results: [CaseResult] = []
    /// That a host has died while several scenarios ran in it, until one of them is to blame.
    var suspicion: String?
    /// What it is compiled to.
    private var program: HostProgram?
    /// The stage that reports know of.
    var reportedStage: FileProgress.Stage?

    init(_ file: ScenarioFile) {
        self.file = file
    }

    // MARK: Stages

    /// A compiler has been started for it, perhaps after another that has ended.
    func compile(
        by compiler: ChildProcess, _ compilation: HostCompiler.Compilation, within limit: Duration
    ) {
        switch stage {
        case .waiting, .compiling:
            stage = .compiling(compiler, compilation, deadline: .now + limit)
        default: refuse("compile")
        }
    }

    /// The compiler was killed; its end is waited for, but no longer than this.
    func stopCompiling(within limit: Duration) {
        guard case .compiling(let compiler, let compilation, _) = stage else {
            return refuse("stop compiling")
        }
        stage = .compiling(compiler, compilation, deadline: .now + limit)
    }

    /// Its host can be launched; it may have been compiled in an earlier run.
    func compiled(_ host: HostProgram) {
        switch stage {
        case .waiting, .compiling:
            program = host
            stage = .compiled(host: host)
        default: refuse("have been compiled")
        }
    }

    /// Its host has been started and is to say within this time what suite it has.
    func start(_ host: ChildProcess, within limit: Duration) {
        guard case .compiled = stage else { return refuse("start") }
        startLimit = limit
        stage = .starting(host, deadline: .now + limit)
    }

    /// Its host has died, and another one is to go on.
    func startAgain() {
        guard case .running = stage, let program else { return refuse("start again") }
        stage = .compiled(host: program)
    }

    /// Its host has said that it takes longer: it has this time from now on.
    func allow(_ limit: Duration) {
        guard case .starting(let host, _) = stage else { return refuse("take longer to start") }
        startLimit = limit
        stage = .starting(host, deadline: .now + limit)
    }

    /// Its host has said what suite it has.
    func find(_ suite: SuiteDescription) {
        guard case .starting(let host, _) = stage else { return refuse("have a suite") }
        self.suite = suite
        stage = .found(host)
    }

    /// It is settled which of its scenarios run.
    ///
    /// - Parameters:
    ///   - selection: the suite with these alone, where they are to be listed.
    ///   - orders: what is to be run.
    ///   - rounds: how often; nil for any number of times.
    func select(
        _ selection: SuiteDescription?, orders: [FileOrders.Order], rounds: Int? = 1
    ) {
        guard case .found = stage, !isSelected else { return refuse("be selected from") }
        isSelected = true
        self.selection = selection
        self.orders.add(orders, rounds: rounds)
    }

    /// Its target is being built.
    func wait(for build: TargetBuild) {
        switch stage {
        case .found(let host), .building(let host, _): stage = .building(host, build)
        default: refuse("wait for its target")
        }
    }

    /// Its host has been configured and takes orders.
    func run() {
        switch stage {
        case .found(let host), .building(let host, _): stage = .running(host)
        default: refuse("run")
        }
    }

    /// Nothing more is ordered: its host is told so, and how the run ends, and cleans up within this time.
    func close(within limit: Duration, ending: RunEnding = RunEnding()) {
        switch stage {
        case .starting(let host, _), .found(let host), .building(let host, _), .running(let host):
            orders.dropPending()
            // A host that cannot be told is told by the end of its channel.
            try? host.channel?.send(HostOrder.finish(ending))
            host.channel?.finish()
            stage = .closing(host, deadline: .now + limit)
        case .closing: break
        case .waiting, .compiling, .compiled, .done: refuse("close")
        }
    }

    /// Nothing comes of it any more; its host, where it has one, cleans up within this time.
    func giveUp(within limit: Duration) {
        guard host != nil else { return finish() }
        close(within: limit)
        orders = FileOrders()
        isSelected = true
    }

    /// Nothing comes of it any more, whatever it has come to.
    func finish() {
        orders = FileOrders()
        isSelected = true
        stage = .done
    }

    private func refuse(_ transition: String) {
        preconditionFailure("'\(file.path)' cannot \(transition) while it is \(stage)")
    }

    // MARK: What the stage says

    var isDone: Bool { if case .done = stage { true } else { false } }

    var isStarting: Bool { if case .starting = stage { true } else { false } }

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
        return orders.unfinished { scenario in
            let line = suite.scenarios.first { $0.name == scenario }?.line ?? 0
            return CaseIdentity(
                file: file.path, suite: suite.name, scenario: scenario, line: line)
        }
    }
}

extension FileRun.Stage {
    /// The stage as reports have it; nil where there is nothing to say.
    var reported: FileProgress.Stage? {
        switch self {
        case .waiting: nil
        case .compiled: .compiled
        case .compiling: .compiling
        case .starting: .starting
        case .building: .buildingTarget
        case .found: nil
        case .running, .closing: .running
        case .done: .done
        }
    }
}
