/// A suite and its scenarios: the member `suite` of `suiteFound`, and what `relaunch list --json` prints.
package struct EncodedSuite: Sendable, Codable {
    var name: String
    var file: String
    var target: EncodedTarget
    var problem: String?
    var scenarios: [EncodedScenario]

    package init(_ suite: SuiteDescription) {
        name = suite.name
        file = suite.file
        target = EncodedTarget(suite.target)
        problem = suite.problem
        scenarios = suite.scenarios.map { EncodedScenario($0, in: suite) }
    }

    var description: SuiteDescription {
        SuiteDescription(
            name: name, file: file, target: target.description, problem: problem,
            scenarios: scenarios.map(\.description))
    }
}

/// What a suite drives.
struct EncodedTarget: Sendable, Codable {
    var driver: String
    /// Missing in streams that are older.
    var capabilities: [String]?
    var executable: String
    var updates: [String]?

    init(_ target: TargetDescription) {
        driver = target.driver
        capabilities = target.capabilities?.map(\.rawValue)
        executable = target.executable
        updates = target.updates
    }

    var description: TargetDescription {
        TargetDescription(
            driver: driver,
            capabilities: capabilities.map { Set($0.map(DriverCapability.init(rawValue:))) },
            executable: executable, updates: updates)
    }
}

/// A scenario before it runs.
struct EncodedScenario: Sendable, Codable {
    /// What the command line calls it: `FILE::SCENARIO`. Missing in streams that are older.
    var id: String?
    var name: String
    var line: Int
    var problems: [EncodedFailure]
    var skipped: String?
    var rule: EncodedRule?

    init(_ scenario: ScenarioDescription, in suite: SuiteDescription) {
        id = scenario.identity(in: suite).text
        name = scenario.name
        line = scenario.line
        problems = scenario.problems.map(EncodedFailure.init)
        skipped = scenario.skipped
        rule = scenario.rule.map(EncodedRule.init)
    }

    var description: ScenarioDescription {
        ScenarioDescription(
            name: name, line: line, problems: problems.map(\.failure), skipped: skipped,
            rule: rule?.reference)
    }
}

/// The rule of an audit that a scenario is a trial of.
struct EncodedRule: Sendable, Codable {
    var number: String
    var title: String
    var trial: String?
    var brokenPrerequisite: String?

    init(_ rule: RuleReference) {
        number = rule.number
        title = rule.title
        trial = rule.trial
        brokenPrerequisite = rule.brokenPrerequisite
    }

    var reference: RuleReference {
        RuleReference(
            number: number, title: title, trial: trial, brokenPrerequisite: brokenPrerequisite)
    }
}
