import Relaunch
import RelaunchAudit

/// Everything that was asked for, understood and checked, before anything is started.
struct RunPlan {
    enum Purpose: Equatable {
        /// Runs what is selected.
        case run
        /// Says what would run.
        case list
        /// Runs one case: a scenario and perhaps its branches, still joined by `::`.
        case replay(String)
    }

    var purpose: Purpose = .run
    var files: [ScenarioFile]
    /// What the command line names, for the message where no file is found there.
    var named: [String] = []
    var filters: [NameFilter] = []
    var skips: [NameFilter] = []
    var slice: Slice?
    var seed: UInt64 = 0
    /// How many orders, and how many compilers, run at once.
    var jobs: Int = 1
    /// After how many cases that did not pass no more are started.
    var maximumFailures: Int?
    var runsControls = true
    var keepsContainers = false
    /// Whether the target of a replayed case is left running until the run is interrupted.
    var leavesOpen = false
    /// The debugger for the target of a replayed case, and the launch that it is to see: 0 for the last
    /// that is judged.
    var debugging: (debugger: Debugger, launch: Int)?
    /// At how many points of each sweep the tree is killed for real, to compare.
    var kernelCheckPoints = 0
    var replayCommand = "relaunch replay"
    /// How text for people looks.
    var style = ConsoleStyle()
    /// What is audited, where there are no scenario files.
    var audit: AuditPlan?

    func selects(suite: String, scenario: String) -> Bool {
        (filters.isEmpty || filters.contains { $0.matches(suite: suite, scenario: scenario) })
            && !skips.contains { $0.matches(suite: suite, scenario: scenario) }
    }
}
