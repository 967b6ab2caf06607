/// What a project fixes once for all its runs, in a file `Relaunch.swift`.
///
/// The file has exactly one, as a top-level constant of any name:
///
/// ```swift
/// import Relaunch
///
/// let settings = Settings(scenarios: "Scenarios", jobs: 4, retries: 1, caseLimit: .seconds(60))
/// ```
///
/// An option on the command line wins over a setting, and a setting over the default. What is not named is
/// not changed. Paths are relative to the folder of the file.
public struct Settings: Sendable, Codable {
    /// Scenario files, and folders of them.
    package var scenarios: [String]
    package var jobs: Int?
    package var retries: Int?
    package var failOnFlaky: Bool?
    package var controls: Bool?
    package var timeoutFactor: Double?
    package var caseLimit: Duration?
    package var slow: Duration?
    package var crashLimit: Int?

    /// Names what is fixed.
    ///
    /// - Parameters:
    ///   - scenarios: the scenario files and folders of them that are taken where a command names none.
    ///   - jobs: how many scenarios, or trials of an audit, run at once.
    ///   - retries: how often a case that does not pass is run again.
    ///   - failOnFlaky: whether a run with a flaky case ends with status 1.
    ///   - controls: whether each scenario's control is run.
    ///   - timeoutFactor: what every time limit is multiplied by, from 0.01 to 10,000.
    ///   - caseLimit: how long a case may take as a whole.
    ///   - slow: after what time a case is said to be slow.
    ///   - crashLimit: after how many crashes in a row the target of an audit promises to start without
    ///     restoring.
    public init(
        scenarios: String..., jobs: Int? = nil, retries: Int? = nil, failOnFlaky: Bool? = nil,
        controls: Bool? = nil, timeoutFactor: Double? = nil, caseLimit: Duration? = nil,
        slow: Duration? = nil, crashLimit: Int? = nil
    ) {
        self.scenarios = scenarios
        self.jobs = jobs
        self.retries = retries
        self.failOnFlaky = failOnFlaky
        self.controls = controls
        self.timeoutFactor = timeoutFactor
        self.caseLimit = caseLimit
        self.slow = slow
        self.crashLimit = crashLimit
    }
}
