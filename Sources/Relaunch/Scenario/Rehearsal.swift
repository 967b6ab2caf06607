/// Goes through a scenario's steps without a target, before anything is launched.
///
/// It finds misuse early. It also tells the session what the expectations need to have observed, so
/// that the target is asked for nothing else. Each step says in its ``Step/rehearse(_:)`` what it needs
/// and what it leaves behind.
public struct Rehearsal: Sendable {
    /// Where the target would be in its life.
    public enum Life: Sendable {
        /// Nothing was launched yet.
        case notLaunched
        /// It runs in the foreground.
        case running
        /// It is in the background, with all of its processes stopped.
        case suspended
        /// It has ended, or was killed.
        case dead
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
        /// Which of the names that swept steps make differ from run to run.
        case sweptNames
        /// Whether swept commands that write nothing ended well: then their end acknowledges what they
        /// did.
        case sweptEnd
    }

    private var lifeCheck = LifeCheck()
    private var plan = ObservationPlan()
    private var oracle = DefaultOracle()
    /// Wrong use, one for each place.
    public private(set) var problems: [Failure] = []
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
    private var step: (any Step)?
    /// The step whose steps are recorded here, such as `Sweep`.
    private var recorder: String?

    init(of scenario: Scenario, executable: String? = nil) {
        target = scenario.placement?.target
        commandsAreLaunches = target?.driver.can(.endsByItself) ?? false
        self.executable = executable
        steps = scenario.steps
        for step in scenario.steps { rehearse(step) }
        switch oracle.conclusion(for: target?.driver) {
        case .nothing: break
        case .problem(let message, let sweep):
            step = sweep
            problem(message, kind: .nothingJudged)
        case .judge(let judgement):
            steps.append(judgement)
            rehearse(judgement)
        }
        if let message = plan.problem { problem(message) }
        if scenario.steps.isEmpty {
            problem("the scenario has no steps; begin with `Launch()`", of: scenario)
        }
        if let message = target?.driver.problem { problem(message, of: scenario) }
        for message in scenario.requirements.compactMap(\.problem) {
            problem(message, of: scenario)
        }
    }

    private mutating func problem(_ message: String, of scenario: Scenario) {
        problems.append(
            Failure(
                blame: .scenario, location: scenario.location, step: "Scenario", message: message))
    }

    private mutating func rehearse(_ step: any Step) {
        let wasPending = oracle.isPending
        self.step = step
        step.rehearse(&self)
        guard wasPending, oracle.isPending else { return }
        let isChange = target?.isAskedAtRest == true && step.traits.contains(.launches)
        oracle.pass(step, changesState: isChange || !step.traits.contains(.keepsState))
    }

    /// Reports wrong use at the present step.
    public mutating func problem(_ message: String, kind: Failure.Kind = .wrongUse) {
        problems.append(
            Failure(
                blame: .scenario, kind: kind, location: step?.location, step: step?.text ?? "",
                message: message))
    }

    // MARK: The target's life

    /// Where the target would be here.
    public var life: Life {
        get { lifeCheck.life }
        set { lifeCheck.life = newValue }
    }

    /// Launches so far; a ladder counts as one.
    public var launches: Int { lifeCheck.launches }

    /// Notes that the target is launched; `endsDead` where the step itself kills it, or it runs to its end.
    public mutating func launch(endsDead: Bool, isKilled: Bool = false) {
        // It was looked at, and does not run.
        if commandsAreLaunches, life == .running { life = .dead }
        if let message = lifeCheck.launch(endsDead: endsDead, isKilled: isKilled) {
            problem(message, kind: .wrongLife)
        }
    }

    /// Notes that the target is updated to another executable, which has to be there then.
    public mutating func update(to executable: String) { updates.insert(executable) }

    /// Notes a death.
    public mutating func die() { lifeCheck.die() }

    /// Notes that the present launch comes after a death although it is the first of the scenario: a
    /// ladder launches again by itself.
    public mutating func relaunchAfterDeath() { lifeCheck.relaunchAfterDeath() }

    /// Notes that the step looks at what a command has left. The first look at it counts as a launch.
    mutating func look() {
        if target?.isAskedAtRest == true, life != .running { launch(endsDead: false) }
    }

    /// Reports a step that needs a running target where there is none. A command has none.
    public mutating func needsRunning(evenSuspended: Bool = false) {
        if target?.isAskedAtRest == true { return }
        if let message = lifeCheck.problemWhereRunning(evenSuspended: evenSuspended) {
            problem(message, kind: .wrongLife)
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
        if commandsAreLaunches { return }
        let message = lifeCheck.problemWhereDead(because: reason, orSuspended: isSuspendedEnough)
        if let message { problem(message, kind: .wrongLife) }
    }

    // MARK: What is observed and judged

    /// What has to be observed on the way.
    public var observations: Set<Observation> { plan.observations }
    /// The launch that was the last before an expectation, counted from 1; 0 where there is none.
    public var lastJudgedLaunch: Int { plan.lastJudgedLaunch }
    /// Whether something is judged after a launch that follows a death.
    public var relaunchesAfterDeath: Bool { plan.relaunchesAfterDeath }
    /// Whether the target is launched after a death, and nothing is expected of it there.
    var expectsNothing: Bool { lifeCheck.launchAfterDeath > 0 && !plan.relaunchesAfterDeath }
    /// How many steps there are that record: until the last is done, targets are launched so that their
    /// calls can be recorded.
    public var sweeps: Int { plan.recordings }

    /// Notes that something about the target is judged here.
    public mutating func judge(_ needed: Set<Observation> = []) {
        plan.judge(needed, at: lifeCheck)
        oracle.judge()
    }

    /// Notes what has to be observed from the first launch on for the present step to do its part.
    public mutating func observe(_ needed: Set<Observation>) { plan.observe(needed) }

    // MARK: Recordings and branches

    /// Notes a sweep: the target dies in it, and something has to be judged afterwards.
    mutating func sweep() {
        plan.record()
        refuseFullDisk()
        if sweeps > 2 {
            problem(
                """
                sweeps nest only once, since a third one would visit every state of every state of \
                every state; put it into a scenario of its own
                """)
        }
        openBranches()
        oracle.open(step, isRecorded: true)
    }

    /// Notes that the present step opens branches of a dead target, each of which is to be judged.
    public mutating func openBranches() {
        refuseInside("a step with several branches")
        oracle.open(step, isRecorded: false)
        lifeCheck.dieInBranches(commandsAreLaunches: commandsAreLaunches)
    }

    /// Notes that calls fail: the target lives on, and something has to be judged afterwards.
    mutating func fail() {
        refuseInside("a step with several branches")
        plan.record()
        refuseFullDisk()
        oracle.open(step, isRecorded: false)
    }

    /// Notes that a call fails in the steps of the sweep that comes next.
    mutating func failSwept() {
        plan.record()
        refuseFullDisk()
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

    /// Goes through steps that are no part of the target's life. What is wrong with them is reported.
    mutating func rehearse(uncounted steps: [any Step]) {
        var other = self
        other.rehearse(recorded: steps)
        problems = other.problems
    }

    /// Goes through lives of the target that the present step carries out by itself, one after the other:
    /// each ends with a death. What is wrong with them is reported, and what they need is observed.
    mutating func rehearse(apart lives: [[any Step]]) {
        var other = self
        for steps in lives {
            other.rehearse(recorded: steps)
            other.die()
        }
        problems = other.problems
        observe(other.observations)
    }

    /// Notes that the present step changes the container itself, in the system's place: no recording
    /// of the target's calls explains that.
    public mutating func changeContainer() {
        refuseInside("a step by which Relaunch itself changes the container")
    }

    /// Reports a step that cannot be among steps that are recorded.
    mutating func refuseInside(_ what: String) {
        guard let recorder else { return }
        problem(
            "\(what) cannot be inside `\(recorder)`, where the target's calls are recorded; "
                + "put it before or after, or into a scenario of its own")
    }

    private mutating func refuseFullDisk() {
        if isDiskFull {
            problem("nothing can be recorded while the disk is full; put a `FreeDisk()` before it")
        }
    }
}
