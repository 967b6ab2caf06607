import CrashStates

/// The scenarios for one target.
///
/// A scenario file has exactly one, as a top-level constant of any name:
///
/// ```swift
/// import Relaunch
///
/// let suite = Suite("Notes", target: .app("notes")) {
///     Scenario("a draft survives being killed in the background") {
///         Launch()
///         Perform("edit", ["note": "groceries", "text": "milk"])
///         Background()
///         Kill(.system)
///         Launch()
///         Expect(.restored)
///         Expect("editor.text", equals: "milk")
///     }
/// }
/// ```
public struct Suite: Sendable {
    /// The suite's name, as reports show it.
    public let name: String
    /// What the scenarios drive.
    public let target: Target
    /// In the order in which they were written.
    public let scenarios: [Scenario]
    /// How long the harness waits for any one thing that the target should do.
    public let timeLimit: Duration
    /// Where the suite stands.
    public let location: FileLocation
    /// Its reporters, where it has any.
    package let reporting: SuiteReporting?
    /// What is to be said of the target before anything is judged.
    package var notes: [String] = []
    /// What the command that replays a case is given beside the case and the seed.
    package var replayOption = ""

    /// Names a suite, its target and its scenarios.
    ///
    /// - Parameters:
    ///   - name: the suite's name, as reports show it.
    ///   - target: what the scenarios drive.
    ///   - timeLimit: the deadline of every single wait: for the launch to be complete, for an answer,
    ///     for a process to end. A target that takes longer has failed. By default its driver's
    ///     ``Driver/timeLimit``: 10 seconds, and 60 for a browser.
    ///   - reporters: makes reporters of your own, which receive the events of this suite. It is called
    ///     once, when the suite is run.
    ///   - parts: at least one scenario, each with a name of its own. Beside them stand ``State`` and
    ///     ``Action`` for a target that speaks no protocol, and ``Invariant`` and ``Setup`` for any.
    public init(
        _ name: String, target: Target, timeLimit: Duration? = nil,
        reporters: (@Sendable () throws -> [any Reporter])? = nil,
        fileID: String = #fileID, file: String = #filePath, line: Int = #line,
        column: Int = #column, @SuiteBuilder _ parts: () -> [SuitePart]
    ) {
        let parts = parts()
        let interface = TargetInterface(parts)
        let timeLimit = timeLimit ?? target.driver.timeLimit
        let silent = Suite(
            name: name, target: target.described(by: interface), timeLimit: timeLimit,
            location: FileLocation(fileID: fileID, file: file, line: line, column: column),
            scenarios: parts.compactMap { $0.scenario?.beginning(with: interface.setup) },
            reporting: nil)
        guard let reporters else {
            self = silent
            return
        }
        self = Suite(
            name: name, target: silent.target, timeLimit: timeLimit, location: silent.location,
            scenarios: silent.scenarios, reporting: SuiteReporting(on: silent, make: reporters))
    }

    private init(
        name: String, target: Target, timeLimit: Duration, location: FileLocation,
        scenarios: [Scenario], reporting: SuiteReporting?
    ) {
        self.name = name
        self.target = target
        self.timeLimit = timeLimit
        self.location = location
        self.reporting = reporting
        self.scenarios = scenarios.map {
            $0.placed(in: name, target: target, timeLimit: timeLimit, reporting: reporting)
        }
    }

    /// What is wrong with the suite as a whole; nil where nothing is.
    package var problem: String? {
        if let problem = target.interfaceProblem {
            return "in the suite '\(name)' \(problem)"
        }
        if scenarios.isEmpty {
            return
                "the suite '\(name)' has no scenarios; write at least one `Scenario(\"…\") { … }`"
        }
        var lines: [String: Int] = [:]
        for scenario in scenarios {
            if scenario.name.allSatisfy(\.isWhitespace) {
                return """
                    a scenario of the suite '\(name)' has no name (line \(scenario.location.line)); give \
                    it one
                    """
            }
            if let first = lines[scenario.name] {
                return """
                    two scenarios of the suite '\(name)' are called '\(scenario.name)' (lines \(first) \
                    and \(scenario.location.line)); give each a name of its own
                    """
            }
            lines[scenario.name] = scenario.location.line
        }
        return nil
    }
}

extension SuitePart {
    fileprivate var scenario: Scenario? {
        if case .scenario(let scenario) = self { scenario } else { nil }
    }
}

extension TargetInterface {
    /// What a suite says of a target that has this interface.
    package var parts: [SuitePart] {
        states.map(SuitePart.state) + actions.map(SuitePart.action)
            + invariants.map(SuitePart.invariant) + setup.map(SuitePart.setup)
    }

    fileprivate init(_ parts: [SuitePart]) {
        self.init()
        for part in parts {
            switch part {
            case .scenario: break
            case .state(let state): states.append(state)
            case .action(let action): actions.append(action)
            case .invariant(let invariant): invariants.append(invariant)
            case .setup(let part): setup.append(part)
            }
        }
    }
}
