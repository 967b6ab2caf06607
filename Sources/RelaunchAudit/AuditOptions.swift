import Relaunch

/// What an audit is about: the command gives it to the process that carries the audit out.
package struct AuditOptions: Sendable, Codable {
    /// The target as the user named it.
    package var name: String
    /// The absolute path of its executable.
    package var executable: String
    /// Whether it is any program that writes files and runs to its end, and speaks no protocol.
    package var isCommand: Bool
    /// The name of the external driver that it is driven by; nil where it speaks for itself.
    package var driver: String?
    /// Given at every launch.
    package var arguments: [String]
    /// What random choices are drawn from: which actions are performed, with what arguments.
    package var seed: UInt64
    /// After how many crashes in a row the target promises to start without restoring (rule D4).
    package var crashLimit: Int
    /// How often the target is launched.
    package var effort: AuditEffort.Choice
    /// The rules to check, such as `D4`; empty for all.
    package var rules: [String]
    /// Rules that the target breaks by design, each with the reason.
    package var expects: [String: String] = [:]
    /// How long the target may take for any one thing.
    package var timeLimitSeconds: Double
    /// How long a target that has lost something is left alone, in case it saves that later on.
    package var patienceSeconds: Double
    /// What every time limit is multiplied by; nil where the target decides.
    package var timeoutFactor: Double?
    /// The file that keeps what is found out of the target; nil for none.
    package var profileFile: String?
    /// Whether what that file has is used, if it is of this target and of these options: one trial is to be run again.
    package var isReplay = false

    package init(
        name: String, executable: String = "", isCommand: Bool = false, arguments: [String] = [],
        seed: UInt64, crashLimit: Int = 3, effort: AuditEffort.Choice = .auto, rules: [String] = [],
        timeLimitSeconds: Double = 10, patienceSeconds: Double = 6
    ) {
        self.name = name
        self.executable = executable
        self.isCommand = isCommand
        self.arguments = arguments
        self.seed = seed
        self.crashLimit = crashLimit
        self.effort = effort
        self.rules = rules
        self.timeLimitSeconds = timeLimitSeconds
        self.patienceSeconds = patienceSeconds
    }
}
