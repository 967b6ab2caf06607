// The conversation between `relaunch` and the process of one scenario file.
//
// A scenario file is compiled into an executable of its own, its host, so that a file that traps takes
// nothing else with it. The command launches each host with a socket as descriptor 3 and speaks JSON
// Lines with it: the host first reports its suite; the command configures it and orders scenarios, one
// order for each place that is free; the host reports events and the end of each order. When the socket
// closes, the host stops what it does, terminates its targets, removes its containers and exits.
//
// Both ends are of one build: a host is compiled again where Relaunch has changed. So these types are
// coded as they are and may change at any time, unlike the stream of events, whose lines outlive a build.

/// From the command to the host.
package enum HostOrder: Sendable, Codable {
    /// Once, before the first `run`.
    case configure(HostConfiguration)
    /// Runs one scenario, or where `branches` is not empty the one case of it that they name. Orders
    /// run at the same time, each on a worker of its own.
    ///
    /// With a number of a round, counted from 1, where scenarios run several times.
    case run(scenario: String, branches: [String], round: Int?)
    /// The sweep of a scenario that is running gets so many workers more.
    case lend(scenario: String, workers: Int)
    /// So many of them are needed elsewhere: each is given back after its present state.
    case recall(scenario: String, workers: Int)
    /// Says what it does at this moment.
    case describe
    /// Nothing more is ordered; how the run ends, for reporters. The socket is closed after it.
    case finish(RunEnding)
}

/// From the host to the command.
package enum HostReport: Sendable, Codable {
    /// Before anything else, where the suite takes its time to come about.
    case preparing(Preparation)
    /// `suiteFound` first; then what happens in cases, and notes. The time is set by the command.
    case event(EncodedEvent)
    /// Every case of the scenario has been reported.
    case finished(scenario: String)
    /// What it does at this moment, for a person who asks.
    case status(HostStatus)
    /// A message went over the channel of a target or of a driver.
    case traced(TracedMessage)
    /// A sweep has begun, which could be visited by more workers.
    case wantsWorkers(scenario: String)
    /// It is over.
    case wantsNoWorkers(scenario: String)
    /// The target waits at its start for a debugger to attach.
    case stopped(StoppedTarget)
    /// A reporter of the suite has failed: a fault of the harness that ends nothing.
    case reporterFailed(ReporterFault)
    /// A worker that was lent is free again. Each is given back once, also one that came too late.
    case returnsWorker(scenario: String)
}

/// What a host does before it has a suite.
package struct Preparation: Sendable, Codable {
    /// How long it takes when nothing hangs, in seconds.
    package var seconds: Double
    /// Why it takes so long, for people; nil where they need not know.
    package var reason: String?

    package init(seconds: Double, reason: String? = nil) {
        self.seconds = seconds
        self.reason = reason
    }
}

/// What a host is to know of the run.
package struct HostConfiguration: Sendable, Codable {
    /// The file as the user named it, for messages and identities.
    package var file: String
    package var seed: UInt64
    package var runsControls: Bool
    /// Whether containers of cases that passed are kept too.
    package var keepsContainers: Bool
    /// Whether the target of the one case that is run stays, for a person to look at.
    package var leavesOpen: Bool
    /// The launch in which the target is to stop at its start for a debugger: 0 for the last that is
    /// judged; nil for none.
    package var debuggedLaunch: Int?
    /// The absolute path of the target's executable, where the command has resolved or built it.
    package var executable: String?
    /// Where kept containers go: an absolute path.
    package var keptDirectory: String
    /// The command and its options as a user would type them to replay a case, without the case.
    package var replayCommand: String
    /// What comes after the case and the seed, such as arguments for the target of an audit.
    package var replaySuffix: String
    /// At how many points of each sweep the tree is killed for real, to compare.
    package var kernelCheckPoints: Int
    /// Whether it is an error that this cannot be done.
    package var isKernelCheckAsked: Bool
    /// On how many images of a real disk the target of each power-loss sweep is relaunched.
    package var realImages = 0
    /// The scenarios that are selected; nil for all.
    package var selection: [String]?
    /// How many cases run at once.
    package var jobs: Int
    /// How long the run has taken until now, in seconds.
    package var elapsed: Double
    /// `caseFinished` of the cases that have their results from a host that has died, for reporters of the
    /// suite.
    package var results: [EncodedEvent]
    /// What every time limit is multiplied by; nil where the target decides: see ``Slowdown``.
    package var timeoutFactor: Double?
    /// How long a whole case may take, in seconds; nil for as long as it likes.
    package var caseLimit: Double?
    /// Whether every message with a target is reported.
    package var tracesProtocol = false
    /// Whether a failing trial is run with less and less in it, to tell the fewest steps that fail.
    package var tellsFewest = true
    /// How often a case that does not pass is run again.
    package var retries = 0
    /// The round, where scenarios run several times.
    package var round: Int?

    package init(
        file: String, seed: UInt64, runsControls: Bool = true, keepsContainers: Bool = false,
        leavesOpen: Bool = false, debuggedLaunch: Int? = nil, executable: String? = nil,
        keptDirectory: String,
        replayCommand: String = "relaunch replay", replaySuffix: String = "",
        kernelCheckPoints: Int = 0, isKernelCheckAsked: Bool = true, selection: [String]? = nil,
        jobs: Int = 1, elapsed: Double = 0,
        results: [EncodedEvent] = []
    ) {
        self.file = file
        self.seed = seed
        self.runsControls = runsControls
        self.keepsContainers = keepsContainers
        self.leavesOpen = leavesOpen
        self.debuggedLaunch = debuggedLaunch
        self.executable = executable
        self.keptDirectory = keptDirectory
        self.replayCommand = replayCommand
        self.replaySuffix = replaySuffix
        self.kernelCheckPoints = kernelCheckPoints
        self.isKernelCheckAsked = isKernelCheckAsked
        self.selection = selection
        self.jobs = jobs
        self.elapsed = elapsed
        self.results = results
    }
}

/// The environment variable with the descriptor number of the host's socket. Without it the host says
/// how it is meant to be run.
package let hostChannelVariable = "RELAUNCH_HOST_CHANNEL"
