import CrashStates
import RelaunchProtocol

/// Everything that a case has observed, remembered and become, apart from the processes that live.
///
/// It is one value, so that a session that goes on by itself takes all of it along. What is other in a
/// fork is said in ``forked(into:after:seed:)`` and nowhere else.
struct CaseState: Sendable {
    /// What the target said in its latest launch.
    var record = LaunchRecord()
    /// Whether it has spoken the target protocol in a launch before that.
    var hasSpoken = false
    /// The launch that a debugger is to see, where there is one.
    var debugged: DebuggedLaunch?
    /// How many times the target was launched.
    var launches = 0
    /// How many times it was made to crash.
    var crashes = 0
    /// How many of the launches were made before this session went on by itself.
    var inheritedLaunches = 0
    /// What the latest launch was given beside what the suite gives each.
    var latestLaunch = LatestLaunch()
    /// Values kept by ``Remember``, and by steps of plug-ins.
    var remembered: [String: JSON] = [:]
    /// What the latest action answered.
    var result = JSON.null
    /// The latest command or target that ran to its end.
    var lastRun: CompletedRun?
    /// How many crashes the latest ``Ladder`` needed.
    var ladder: Int?
    /// Where the target was killed last, in words.
    var lastKillPoint: String?
    /// The call that was made to fail, in words.
    var lastFault: String?
    /// What is to go wrong in the steps that are swept next.
    var plannedFault: PlannedFault?
    /// The end of what the latest target wrote.
    var lastOutput: String?
    /// What was seen, as opposed to what the target said.
    var evidence = Evidence()
    /// What happened, in order.
    var timeline = Timeline()
    /// What a person should know and what changes no verdict.
    var notes: [String] = []
    /// What was found out, by ``Measure``.
    var measurements: [MeasuredValue] = []
    /// What clients have asked at the same time.
    var history: [ClientAction] = []
    /// Clients at work, and what is to be judged of them.
    var clients: ClientsAtWork?
    /// How long work is lost after it was done, by ``BlindWindow``.
    var blindWindow: BlindWindow.Result?
    /// What has grown, by ``Repeat``.
    var growth: Repeat.Growth?
    /// When the target dies, while commands run beside it that are part of the same step.
    var targetDies: ArmedKill?
    /// Whether what is carried out is part of a step, of an action for one, and is not counted by itself.
    var isPart = false
    /// Whether what a command has left has been looked at since it was changed last.
    var isLookedAt = false
    /// How the target may end because something has asked it to since its launch; nil where nothing has.
    var expectedEnd: Run.Exit?
    /// The port that the target of this launch listens on, where the harness has picked one.
    var port: PickedPort?
    /// Whether a random choice was made.
    var isRandom = false
    /// What random choices are drawn from.
    var generator: SeededGenerator
    /// How many changes a power failure has taken back in the state that the case stands in.
    var lostChanges = 0
    /// Recordings that are still to come: until then, what is spawned can be recorded.
    var sweepsLeft: Int
    /// What is around the target besides its container.
    var world = World()
    /// In a control: the launch before which the first container is put back.
    var control: ControlPlan?
    /// From when on the time of the case counts.
    var started = ContinuousClock.now

    /// The state of a case in which nothing has happened yet.
    init(seed: UInt64, sweeps: Int, control: ControlPlan?) {
        generator = SeededGenerator(seed: seed)
        sweepsLeft = sweeps
        self.control = control
    }

    /// How long the case has taken.
    var age: Duration { started.duration(to: .now) }

    /// The state of a session that goes on from here by itself.
    ///
    /// - Parameters:
    ///   - sweptContainer: the container of the sweep whose states are made in it; nil where the fork has
    ///     a container of its own.
    ///   - pause: how long nothing has been done: the fork's clock goes on from where this one stood.
    ///   - seed: what the case's random choices are drawn from, in each fork anew.
    func forked(into sweptContainer: Container?, after pause: Duration, seed: UInt64) -> CaseState {
        var fork = self
        fork.inheritedLaunches = launches
        fork.generator = SeededGenerator(seed: seed)
        fork.world = world.forked(into: sweptContainer)
        fork.started = started + pause
        return fork
    }
}

/// What a launch is given beside what the suite gives each.
struct LatestLaunch: Sendable {
    var arguments: [String] = []
    var environment: [String: String] = [:]
    /// How long it took until it was complete.
    var duration = Duration.zero
}

extension Session {
    /// What the target said in its latest launch.
    public package(set) var record: LaunchRecord {
        get { caseState.record }
        set {
            let known = caseState.record.issues.count
            caseState.record = newValue
            // Whatever fails later, what the target has noticed itself is told with it.
            for issue in newValue.issues.dropFirst(known) { log("the target reports: \(issue)") }
        }
    }

    /// How many times the target was launched.
    public internal(set) var launches: Int {
        get { caseState.launches }
        set { caseState.launches = newValue }
    }

    /// How many launches the session has made itself.
    var ownLaunches: Int { caseState.launches - caseState.inheritedLaunches }

    /// Values kept by ``Remember``, and by steps of plug-ins.
    public var remembered: [String: JSON] {
        get { caseState.remembered }
        _modify { yield &caseState.remembered }
    }

    /// What the latest action answered.
    public internal(set) var result: JSON {
        get { caseState.result }
        set { caseState.result = newValue }
    }

    /// The latest command or target that ran to its end.
    public internal(set) var lastRun: CompletedRun? {
        get { caseState.lastRun }
        set { caseState.lastRun = newValue }
    }

    /// How many crashes the latest ``Ladder`` needed.
    public var ladder: Int? {
        get { caseState.ladder }
        set { caseState.ladder = newValue }
    }

    /// Where the target was killed last, in words.
    public package(set) var lastKillPoint: String? {
        get { caseState.lastKillPoint }
        set { caseState.lastKillPoint = newValue }
    }

    /// The end of what the latest target wrote.
    public package(set) var lastOutput: String? {
        get { caseState.lastOutput }
        set { caseState.lastOutput = newValue }
    }

    /// What was seen, as opposed to what the target said.
    public internal(set) var evidence: Evidence {
        get { caseState.evidence }
        _modify { yield &caseState.evidence }
    }

    /// What is around the target besides its container.
    package var world: World {
        get { caseState.world }
        _modify { yield &caseState.world }
    }

    /// What a person should know and what changes no verdict.
    public var notes: [String] { caseState.notes }

    /// Whether a random choice was made.
    public var isRandom: Bool { caseState.isRandom }

    /// Adds a line to the timeline.
    public func log(_ text: String) {
        caseState.timeline.append(TimelineEntry(time: caseState.age.seconds, text: text))
    }

    /// Adds something that a person should know and that changes no verdict.
    public func note(_ text: String) {
        if !notes.contains(text) { caseState.notes.append(text) }
    }

    /// Draws from the case's seed: the same case draws the same.
    public func random(in range: ClosedRange<Duration>) -> Duration {
        caseState.isRandom = true
        let low = range.lowerBound.seconds
        return .seconds(
            Double.random(in: low...range.upperBound.seconds, using: &caseState.generator))
    }
}
