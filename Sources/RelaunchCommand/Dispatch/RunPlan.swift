import Relaunch
import RelaunchAudit

/// Everything that was asked for, understood and checked, before anything is started.
struct RunPlan {
    enum Purpose: Equatable {
        /// Runs what is selected.
        case run
        /// Says what would run.
        case list
        /// Runs one case: a scenario, or one branch of it.
        case replay(ScenarioSelector)
    }

    var purpose: Purpose = .run
    var files: [ScenarioFile]
    /// What the command line names, for the message where no file is found there.
    var named: [String] = []
    /// Which scenarios of a file are named; a file that none of them is about is taken whole.
    var selectors: [ScenarioSelector] = []
    var filters: [NameFilter] = []
    var skips: [NameFilter] = []
    var slice: Slice?
    var seed: UInt64 = 0
    /// How many orders, and how many compilers, run at once.
    var jobs: Int = 1
    /// After how many cases that did not pass no more are started.
    var maximumFailures: Int?
    /// How often each scenario runs; nil where that has no end.
    var rounds: Int? = 1
    /// Whether the run is over with the first case that does not pass, which `--until-failure` says.
    var stopsAtFailure = false
    /// How often a case that does not pass is run again.
    var retries = 0
    var failsOnFlaky = false
    /// Where what did not pass is kept; nil where this run does not change it.
    var lastFailed: LastFailed?
    /// What did not pass before, where that decides what runs, or what runs first.
    var failedBefore: Set<LastFailed.Entry> = []
    var runsFailedOnly = false
    /// What every time limit is multiplied by; nil where each target decides.
    var timeoutFactor: Double?
    /// How long a whole case may take, in seconds.
    var caseLimit: Double?
    /// Where every message with a target is shown; nil where it is not.
    var trace: ProtocolTrace?
    /// What the project has fixed, and what of it this run takes.
    var settings = ProjectSettings()
    /// What is to be said before anything runs.
    var notes: [String] = []
    var runsControls = true
    var keepsContainers = false
    /// Whether the target of a replayed case is left running until the run is interrupted.
    var leavesOpen = false
    /// The debugger for the target of a replayed case, and the launch that it is to see: 0 for the last
    /// that is judged.
    var debugging: (debugger: Debugger, launch: Int)?
    /// At how many points of each sweep the tree is killed for real, to compare.
    var kernelCheckPoints = 0
    /// Whether it is an error that this cannot be done.
    var isKernelCheckAsked = false
    /// On how many images of a real disk the target of each power-loss sweep is relaunched.
    var realImages = 0
    var replayCommand = "relaunch replay"
    /// How text for people looks.
    var style = ConsoleStyle()
    /// What is audited, where there are no scenario files.
    var audit: AuditPlan?

    func selects(suite: String, scenario: String) -> Bool {
        (filters.isEmpty || filters.contains { $0.matches(suite: suite, scenario: scenario) })
            && !skips.contains { $0.matches(suite: suite, scenario: scenario) }
    }

    /// Whether a scenario of a file did not pass before, where that matters.
    func hasFailedBefore(_ scenario: String, in file: ScenarioFile) -> Bool {
        guard let lastFailed, !failedBefore.isEmpty else { return false }
        return LastFailed.contains(
            failedBefore, file: lastFailed.name(of: file.path), scenario: scenario)
    }
}
