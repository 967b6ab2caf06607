import CrashStates
import Relaunch

/// How much is done to audit a target, by how long it takes to start: everything begins with launches.
package struct AuditEffort: Sendable, Codable {
    /// What the user may ask for.
    package enum Choice: String, Sendable, Codable, CaseIterable {
        /// By how long the target takes to start.
        case auto
        case whole, reduced
    }

    /// From a launch to an active target, or from the begin of a command's run to its end.
    var start = Duration.zero
    var choice = Choice.auto

    /// From here on fewer launches are made.
    private static let slowStart = Duration.milliseconds(500)
    var isSlow: Bool { start >= Self.slowStart }
    var isReduced: Bool { choice == .reduced || choice == .auto && isSlow }

    /// What a replay has to be given, so that it draws the same walks wherever it runs.
    var replayOption: String {
        if choice == .auto, !isReduced { return "" }
        return " --effort " + (isReduced ? Choice.reduced : .whole).rawValue
    }

    private func choose(_ whole: Int, reduced: Int) -> Int { isReduced ? reduced : whole }

    // MARK: The probe

    /// How many long ways are drawn.
    var drawCount: Int { choose(6, reduced: 3) }
    /// How many walks are cut out of them, and with how many most rules are checked.
    var cutCount: Int { choose(14, reduced: 6) }
    var walkCount: Int { choose(4, reduced: 2) }
    /// How many walks are lived with several deaths.
    var lifeCount: Int { choose(2, reduced: 1) }
    /// How many actions are tried on a restored screen.
    var dataDrawCount: Int { choose(16, reduced: 6) }
    /// How many states are kept that one action leads to, and with how many arguments it is tried.
    var startsAnAction: Int { choose(5, reduced: 1) }
    var optionsAnAction: Int { choose(8, reduced: 3) }

    // MARK: The rules

    /// How many places of one file are damaged.
    var placesAFile: Int { choose(25, reduced: 5) }
    /// How many states of a power failure are visited between two syncs.
    var statesPerWindow: Int { choose(20, reduced: 4) }
    /// How many walks are swept for S13.
    var sweptWalks: Int { choose(2, reduced: 1) }
    /// How often a target dies with nothing done, to see what grows.
    var deathCount: Int { choose(12, reduced: 8) }
    /// How many pairs of devices there are for R17.
    var deviceCount: Int { choose(12, reduced: 4) }
}

extension AuditEffort {
    /// What the probe of a target takes that announces so many actions.
    func estimate(actions: Int, _ options: AuditOptions) -> Preparation {
        let findsStarts = options.includes("R13") || options.includes("S11")
        // Two for each walk and some fourteen for the prerequisites of rules; see ``Probe``.
        let launches =
            2 + drawCount + 2 * cutCount + walkCount * (9 + dataDrawCount / 2) + 20
            + (findsStarts ? actions * (startsAnAction + 4) : 0)
        return estimate(
            launches,
            "the target takes \(start.shortText) to start"
                + (isReduced ? ", so it is launched less often" : ""))
    }

    /// What the probe of a command takes.
    func estimate(runs: Int) -> Preparation {
        estimate(runs, "a run takes \(start.shortText)")
    }

    private func estimate(_ launches: Int, _ fact: String) -> Preparation {
        let seconds = start.seconds * Double(launches)
        guard isSlow else { return Preparation(seconds: seconds) }
        return Preparation(
            seconds: seconds,
            reason: "\(fact): profiling it takes about "
                + "\(Duration.seconds(seconds.rounded()).shortText), and checking its rules about three "
                + "times as long with two jobs; --rule checks only some, --jobs runs more at once")
    }
}
