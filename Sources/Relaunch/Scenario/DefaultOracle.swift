/// Finds out whether anything is judged after a step that opens many branches, and how it is judged where
/// the scenario does not say so: a target that shows its state, by what holds for every target.
struct DefaultOracle: Sendable {
    /// A step that has opened branches, since when nothing was judged.
    private var unjudged: (any Step)?
    /// Whether that is a sweep of recorded steps, so that their states are known.
    private var isRecorded = false
    /// A step behind it that may change the state.
    private var change: (any Step)?
    /// The last step behind it.
    private var last: (any Step)?

    /// What is to be done where the scenario has come to its end.
    enum Conclusion {
        /// Whatever was opened is judged.
        case nothing
        /// The scenario has to judge by itself, and why.
        case problem(String, at: any Step)
        case judge(SweepJudgement)
    }

    /// Whether something has been opened and not yet judged.
    var isPending: Bool { unjudged != nil }

    /// Takes in a step that opens branches, each of which has to be judged.
    mutating func open(_ step: (any Step)?, isRecorded: Bool) {
        unjudged = step
        self.isRecorded = isRecorded
        change = nil
        last = nil
    }

    /// Takes in that something is judged.
    mutating func judge() { unjudged = nil }

    /// Takes in a step behind one that is not judged yet.
    mutating func pass(_ step: any Step, changesState: Bool) {
        last = step
        if changesState { change = step }
    }

    /// - Parameter driver: the suite's driver, whose targets may show no state to judge by.
    func conclusion(for driver: (any Driver)?) -> Conclusion {
        guard let sweep = unjudged else { return .nothing }
        if !isRecorded {
            return .problem(
                """
                nothing is judged after `\(type(of: sweep))`; put an `Expect(…)` after it, where \
                the target runs
                """, at: sweep)
        }
        if let driver, !driver.can(.state), let last {
            return .problem(
                """
                nothing is judged after the sweep, and the driver '\(driver.name)' has no \
                \(DriverCapability.state.words); expect after `\(last.text)` what may be there then, as in \
                `Expect(.output(isOneOf: ["old", "new"]))`
                """, at: sweep)
        }
        if let driver, !driver.can(.state) {
            return .problem(
                """
                nothing is judged after the sweep, and the driver '\(driver.name)' has no \
                \(DriverCapability.state.words); put a step after it that reads what was saved, \
                such as `Launch()` or `Run(…)`, and expect what it may answer, as in \
                `Expect(.output(isOneOf: ["old", "new"]))`
                """, at: sweep)
        }
        if let change {
            return .problem(
                """
                nothing is judged after the sweep, and `\(change.text)` may change the state \
                that Relaunch would judge by itself; put an `Expect(…)` after it, or leave the step out
                """, at: sweep)
        }
        return .judge(SweepJudgement(of: sweep))
    }
}
