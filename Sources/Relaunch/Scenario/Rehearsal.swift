/// A walk through a scenario's steps without a target, made before anything is launched.
///
/// It finds wrong use early, and it tells the session what the expectations will want to have been
/// observed, so that nothing is asked of the target that nobody looks at.
public struct Rehearsal: Sendable {
    /// Where the target would be in its life.
    public enum Life: Sendable {
        case notLaunched, running, suspended, dead
    }

    /// What an expectation needs that must be observed before it is reached.
    public enum Observation: Sendable, Hashable {
        /// The whole state of the first launch, at each save and at each launch.
        case state
        /// The screen at each save.
        case screen
        /// What the screen shows while a snapshot is said to be shown.
        case snapshot
        /// The files of the container at each death.
        case files
        /// The calls on files of everything that is launched, so that they can be made to fail.
        case calls
        /// The places outside the container at which something is changed.
        case writesOutside
        /// The whole state before and after swept steps, as a relaunch shows it.
        case sweptSteps
        /// Which names that swept steps make are others in each run.
        case sweptNames
        /// Whether swept commands that tell nothing have ended well: then their end is their word.
        case sweptEnd
    }

    public var life = Life.notLaunched
    public private(set) var observations: Set<Observation> = []
    public private(set) var problems: [Failure] = []
    /// Launches so far; a ladder counts as one.
    public private(set) var launches = 0
    /// The launch that was the last before an expectation, counted from 1; 0 where there is none.
    public private(set) var lastJudgedLaunch = 0
    /// Whether something is judged after a launch that follows a death.
    public private(set) var relaunchesAfterDeath = false
    /// Whether running a command counts as launching the target: a suite on a command-line program.
    public let commandsAreLaunches: Bool
    /// What the scenario drives; nil where it is not part of a suite.
    public let target: Target?
    /// The absolute path of the target's executable, where it is known already.
    public let executable: String?
    /// What the target is updated to: products of the package, or programs on the `PATH`.
    public private(set) var updates: Set<String> = []
    /// Whether the device is locked here.
    public var isDeviceLocked = false
    /// Whether the disk is full here.
    public var isDiskFull = false
    /// The steps that are carried out: the scenario's, and a judgement where it has none.
    private(set) var steps: [any Step]
    /// Whether the latest sweep is one of recorded steps, of which the states are known.
    private var isRecorded = false
    private var hasDied = false
    private var step: (any Step)?
    /// The step whose steps are recorded here, such as `Sweep`.
    private var recorder: String?

    init(of scenario: Scenario, executable: String? = nil) {
        target = scenario.placement?.target
        commandsAreLaunches = target?.driver.runsToItsEnd ?? false
        self.executable = executable
        steps = scenario.steps
        for step in scenario.steps { rehearse(step) }
        if let step = unjudgedSweep { judgeByDefault(step) }
        if observations.contains(.writesOutside), sweeps > 0 {
            problem(
                "steps that record trace by themselves, and a sweep names writes outside in its "
                    + "notes; put `.nothingWrittenOutside` into a scenario of its own")
        }
        if scenario.steps.isEmpty {
            problems.append(
                Failure(
                    blame: .scenario, location: scenario.location, step: "Scenario",
                    message: "the scenario has no steps; begin with `Launch()`"))
        }
    }

    private mutating func rehearse(_ step: any Step) {
        let sweep = unjudgedSweep
        self.step = step
        step.rehearse(&self)
        if sweep != nil, unjudgedSweep != nil, !(step is Launch || step is Sweep) {
            actsUnjudged = step
        }
    }

    /// Nothing is said of what a sweep has to leave. A target that shows its state is judged all the
    /// same: by what holds for every target.
    private mutating func judgeByDefault(_ sweep: any Step) {
        step = sweep
        if !isRecorded {
            return problem(
                """
                nothing is judged after `\(type(of: sweep))`; put an `Expect(…)` behind it, where \
                the target runs
                """)
        }
        if commandsAreLaunches {
            return problem(
                """
                nothing is judged after the sweep, and a command shows no state to judge by; put \
                behind it what reads what was saved, such as `Launch()` or `Run(…)`, and what it may \
                say, such as `Expect(.output(isOneOf: ["old", "new"]))`
                """)
        }
        if let actsUnjudged {
            return problem(
                """
                nothing is judged after the sweep, and `\(actsUnjudged.text)` may change the state \
                that Relaunch would judge by itself; put an `Expect(…)` behind it, or leave it out
                """)
        }
        let judgement = SweepJudgement(of: sweep)
        steps.append(judgement)
        rehearse(judgement)
    }

    /// Notes that the target is launched; `endsDead` where the step itself kills it, or it runs to its end.
    public mutating func launch(endsDead: Bool, isKilled: Bool = false) {
        if life == .running || life == .suspended {
            problem(
                "the target is running already; `Kill(…)` or `Quit()` it before launching again")
        }
        launches += 1
        life = endsDead ? .dead : .running
        if isKilled { hasDied = true }
        if !isKilled, hasDied { launchedAfterDeath = launches }
    }
    private var launchedAfterDeath = 0

    /// Notes that the target is updated to another executable, which has to be there then.
    public mutating func update(to executable: String) { updates.insert(executable) }

    /// Notes a death.
    public mutating func die() {
        life = .dead
        hasDied = true
    }

    /// Notes that the present launch comes after a death although it is the first of the scenario: a
    /// ladder launches again by itself.
    public mutating func relaunchAfterDeath() { launchedAfterDeath = launches }

    /// Notes that something about the target is judged here.
    public mutating func judge(_ needed: Set<Observation> = []) {
        observations.formUnion(needed)
        lastJudgedLaunch = launches
        unjudgedSweep = nil
        if launchedAfterDeath > 0 { relaunchesAfterDeath = true }
    }

    /// How many steps there are that record: until the last is done, targets are launched so that their
    /// calls can be recorded.
    public private(set) var sweeps = 0
    private var unjudgedSweep: (any Step)?
    /// A step behind an unjudged sweep that may change the state.
    private var actsUnjudged: (any Step)?

    /// Notes a sweep: the target dies in it, and something has to be judged afterwards.
    mutating func sweep() {
        sweeps += 1
        refuseFullDisk()
        if sweeps > 2 {
            problem(
                """
                a third sweep would visit every state of every state of every state; sweeps nest \
                once: put it into a scenario of its own
                """)
        }
        openFutures()
        isRecorded = true
    }

    /// Notes that the present step opens many futures of a dead target, each of which is to be judged.
    public mutating func openFutures() {
        refuseInside("a step with several futures")
        unjudgedSweep = step
        isRecorded = false
        actsUnjudged = nil
        if life != .notLaunched || commandsAreLaunches { die() }
        hasDied = true
    }

    /// Notes that calls fail: the target lives on, and something has to be judged afterwards.
    mutating func fail() {
        refuseInside("a step with several futures")
        sweeps += 1
        refuseFullDisk()
        unjudgedSweep = step
        isRecorded = false
    }

    /// Goes through the steps that the present one carries out while their calls are recorded.
    mutating func rehearse(recorded steps: [any Step]) {
        let outer = (step: step, recorder: recorder)
        recorder = step.map { "\(type(of: $0))" }
        for inner in steps {
            step = inner
            inner.rehearse(&self)
        }
        (step, recorder) = outer
    }

    /// Notes that the present step changes the container itself, in the system's place: no recording
    /// of the target's calls explains that.
    public mutating func changeContainer() {
        refuseInside("a step by which Relaunch itself changes the container")
    }

    private mutating func refuseInside(_ what: String) {
        guard let recorder else { return }
        problem(
            "\(what) cannot stand inside `\(recorder)`, where the target's calls are recorded; "
                + "put it before or behind, or into a scenario of its own")
    }

    private mutating func refuseFullDisk() {
        if isDiskFull {
            problem("nothing can be recorded while the disk is full; `FreeDisk()` before it")
        }
    }

    /// Notes what has to be observed from the first launch on for the present step to do its part.
    public mutating func observe(_ needed: Set<Observation>) { observations.formUnion(needed) }

    /// Reports wrong use at the present step.
    public mutating func problem(_ message: String) {
        problems.append(
            Failure(
                blame: .scenario, location: step?.location, step: step?.text ?? "", message: message
            ))
    }

    /// Reports a step that needs a running target where there is none.
    public mutating func needsRunning(evenSuspended: Bool = false) {
        switch life {
        case .running: break
        case .suspended where evenSuspended: break
        case .suspended:
            problem("the target is suspended since `Background()`; `Foreground()` it first")
        case .notLaunched: problem("nothing has been launched yet; put a `Launch()` before it")
        case .dead: problem("the target is dead here; put a `Launch()` before it")
        }
    }

    /// Reports a step that needs a target that is not there to see it.
    ///
    /// - Parameters:
    ///   - reason: why, as a sentence without its end.
    ///   - isSuspendedEnough: whether a target in the background will do.
    public mutating func needsDead(
        because reason: String, orSuspended isSuspendedEnough: Bool = false
    ) {
        switch life {
        case .notLaunched, .dead: break
        case .suspended where isSuspendedEnough: break
        case .running where isSuspendedEnough:
            problem("\(reason); `Background()`, `Kill(…)` or `Quit()` the target before it")
        case .running, .suspended:
            problem("\(reason); `Kill(…)` or `Quit()` the target before it")
        }
    }
}
