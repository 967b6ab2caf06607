import ArgumentParser
import CrashStates
import Relaunch
import RelaunchAudit

/// `relaunch audit`.
struct AuditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "Check the rules of restoration without a scenario.",
        discussion: """
            Drives the target with the actions that it announces, kills it in every phase of its life, \
            launches it again, and checks each rule that can be seen from outside.

            EXAMPLES
              relaunch audit notes                      a product of this package
              relaunch audit ./app --rule D4,S13        two rules only
              relaunch audit timer -- --naive           with arguments for the target
              relaunch audit Scenarios/Service.swift    what a suite describes by states and actions
              relaunch audit --driver nvim notes.txt    through an external driver
              relaunch audit --command git -- init .    any program that writes files and ends

            A target that takes half a second or more to start is launched less often. How long the \
            audit will take is said as soon as it is known.

            With --command, the program runs several times in a container that is its home and its \
            working directory, and the audit judges the files that its runs leave.
            """)

    @Argument(
        help: """
            The program to audit: a product of the enclosing package, a path with a '/', or a program on \
            the PATH; or a file with a suite that says what can be done with its target.
            """)
    var target: String

    @Flag(
        name: .customLong("command"),
        help: "The target speaks no protocol: it writes files and runs to its end.")
    var isCommand = false

    @Option(
        help: ArgumentHelp(
            "The target is driven by 'relaunch-driver-NAME' on the PATH, which knows what it is.",
            valueName: "name"))
    var driver: String?

    @Argument(parsing: .postTerminator, help: "Arguments for each launch of the target.")
    var arguments: [String] = []

    @Option(
        name: .customLong("rule"), parsing: .singleValue,
        help: ArgumentHelp("Check only these rules, such as D4,S13.", valueName: "rules"))
    var rules: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            """
            After how many crashes in a row the target promises to start without restoring. \
            (default: 3)
            """, valueName: "number"))
    var crashLimit: Int?

    @Option(
        name: .customLong("expect"), parsing: .singleValue,
        help: ArgumentHelp(
            "A rule that the target breaks by design, with the reason, which is shown.",
            valueName: "rule=reason"))
    var expected: [String] = []

    @Option(
        help: """
            How often the target is launched: 'auto' depends on how long it takes to start, 'reduced' \
            is faster and finds less.
            """)
    var effort = AuditEffort.Choice.auto

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How many trials run at once. (default: the number of cores)", valueName: "number"))
    var jobs: Int?

    @Option(
        help: ArgumentHelp(
            "Run one trial and show its timeline: a line 'replay:' names it.", valueName: "case"))
    var replay: String?

    @OptionGroup var execution: ExecutionOptions

    /// The rules that are broken by design, each with the reason; nil for a word of another form.
    private func design(_ text: String) -> (rule: String, reason: String)? {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[1].allSatisfy(\.isWhitespace) else { return nil }
        return (parts[0].uppercased(), String(parts[1]))
    }

    private var chosenRules: [String] {
        rules.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
            .map { $0.uppercased() }
    }

    func validate() throws {
        if let jobs, jobs < 1 { throw ValidationError("--jobs is \(jobs); at least 1 is needed") }
        if let crashLimit, crashLimit < 1 {
            throw ValidationError("--crash-limit is \(crashLimit); at least 1 is needed")
        }
        if isCommand, driver != nil {
            throw ValidationError("a target is a --command, or has a --driver; leave one out")
        }
        if let driver, Executable.onPath("relaunch-driver-\(driver)") == nil {
            throw ValidationError(
                "there is no 'relaunch-driver-\(driver)' on the PATH; install that driver, or name another"
            )
        }
        if isCommand, effort != .auto {
            throw ValidationError(
                "--effort is for targets that speak the protocol; how often a command runs is fixed"
            )
        }
        if isSuite {
            try StressedTarget.validate(
                target,
                without: [
                    ("--command", isCommand), ("--driver", driver != nil),
                    ("arguments after `--`", !arguments.isEmpty),
                ])
        }
        guard let known = knownRules else { return }
        if isCommand, !expected.isEmpty {
            throw ValidationError(
                "--expect is for targets that speak the protocol; choose the rules of a command by --rule"
            )
        }
        for text in expected {
            guard let (rule, _) = design(text), known.contains(rule) else {
                throw ValidationError(
                    """
                    --expect '\(text)' is no rule with a reason, as in --expect 'S15=nothing in it is secret'; \
                    there are \(known.joined(separator: ", "))
                    """)
            }
        }
        for rule in chosenRules where !known.contains(rule) {
            let problem =
                rule.isEmpty
                ? "a name is missing in --rule '\(rules.joined(separator: " "))'"
                : "there is no rule '\(rule)' to check\(kindOfTarget)"
            throw ValidationError("\(problem); there are \(known.joined(separator: ", "))")
        }
    }

    private var isSuite: Bool { StressedTarget.isSuite(target) }

    /// The numbers of the rules; nil where the suite is not known yet of whose target they are.
    private var knownRules: [String]? {
        if isCommand { return CommandRuleSet.ruleNumbers }
        guard isSuite else { return RuleSet.ruleNumbers }
        return CommandLibrary.suite.map { suite in
            suite.target.driver.can(.lifecycle)
                ? RuleSet.ruleNumbers : DescribedRuleSet.ruleNumbers
        }
    }

    private var kindOfTarget: String {
        if isCommand { return " of a command" }
        return isSuite ? " of the target of '\(target)'" : ""
    }

    func run() throws {
        if isSuite, CommandLibrary.suite == nil {
            return try SuiteHostProgram(file: ScenarioFile(path: target)).become()
        }
        // The audit stands where a scenario file would: its target is looked for from here.
        var plan = RunPlan(files: [ScenarioFile(path: target)])
        if let replay {
            let prefix = target + "::"
            let name = replay.hasPrefix(prefix) ? String(replay.dropFirst(prefix.count)) : replay
            plan.purpose = .replay(ScenarioSelector(target: target, name: name))
        }
        plan.settings = try ProjectSettings.load()
        plan.jobs =
            replay == nil ? plan.settings.choose(jobs, "jobs", \.jobs) ?? coreCount() : 1
        plan.audit = AuditPlan(
            target: target, isCommand: isCommand, arguments: arguments,
            crashLimit: plan.settings.choose(crashLimit, "crashLimit", \.crashLimit) ?? 3,
            effort: effort, rules: chosenRules,
            expects: Dictionary(expected.compactMap(design)) { first, _ in first })
        plan.audit?.driver = driver
        plan.audit?.isReplay = replay != nil
        if driver != nil { plan.audit?.executable = target }
        if let suite = CommandLibrary.suite {
            try StressedTarget.check(suite, "audited", for: [.actions])
            plan.audit?.executable =
                suite.target.driver.can(.executable)
                ? try NamedTarget.executable(suite.target.executable, of: suite)
                : suite.target.executable
            plan.audit?.timeLimit = suite.timeLimit
        }
        try Run(plan: plan, execution: execution).perform()
    }
}

extension AuditEffort.Choice: ExpressibleByArgument {}

/// What an audit is asked for.
struct AuditPlan {
    var target: String
    /// The absolute path of its executable, where a suite has named it.
    var executable: String?
    /// The name of its external driver; nil where it has none.
    var driver: String?
    /// The suite's limit for any one thing; nil where there is no suite.
    var timeLimit: Duration?
    var isCommand: Bool
    var arguments: [String]
    var crashLimit: Int
    var effort: AuditEffort.Choice
    var rules: [String]
    var expects: [String: String]
    /// Whether one trial is run again.
    var isReplay = false

    func options(executable: String, seed: UInt64, timeoutFactor: Double?) -> AuditOptions {
        var options = AuditOptions(
            name: target, executable: executable, isCommand: isCommand, arguments: arguments,
            seed: seed, crashLimit: crashLimit, effort: effort, rules: rules)
        options.timeoutFactor = timeoutFactor
        options.driver = driver
        if let timeLimit { options.timeLimitSeconds = timeLimit.seconds }
        options.expects = expects
        options.isReplay = isReplay
        options.profileFile = profileFile
        return options
    }

    /// Where what is found out of the target is kept, by what was typed; nil where nothing is.
    private var profileFile: String? {
        guard !isCommand, CommandLibrary.suite == nil else { return nil }
        // What was found out for all rules serves a replay that is given some of them.
        var whole = self
        whole.rules = []
        var key = ContentKey()
        for part in [whole.replayCommand] + arguments { key.add(part) }
        return StateDirectory().profiles + "/" + key.text + ".json"
    }

    /// What was typed, up to the case that a replay names.
    var replayCommand: String {
        let limit = crashLimit == 3 ? "" : " --crash-limit \(crashLimit)"
        let kind = isCommand ? "--command " : driver.map { "--driver \($0.shellQuoted) " } ?? ""
        let design = expects.sorted { $0.key < $1.key }
            .map { " --expect \("\($0.key)=\($0.value)".shellQuoted)" }.joined()
        let rules = rules.isEmpty ? "" : " --rule \(rules.joined(separator: ","))"
        return "audit \(kind)\(target.shellQuoted)\(limit)\(rules)\(design) --replay"
    }

    /// What was typed behind it.
    var replaySuffix: String {
        arguments.isEmpty ? "" : " -- " + arguments.map(\.shellQuoted).joined(separator: " ")
    }
}
