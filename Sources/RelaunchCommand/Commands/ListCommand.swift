import ArgumentParser
import Relaunch

/// `relaunch list`.
struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Say what would run, and what is wrong with it already.",
        discussion: """
            Every line is a place and a scenario. `relaunch run` and `relaunch replay` take such a line as \
            it is, or FILE::SCENARIO, which --json shows as the scenario's id. The exit status is 2 where \
            a scenario is wrong.

            EXAMPLES
              relaunch list Scenarios/Notes.swift
              relaunch list Scenarios/Notes.swift:12
              relaunch list --filter crash --json
            """)

    @OptionGroup var selection: SelectionOptions

    @Flag(help: "Write JSON: an array of suites, as the events have them, with the scenarios' ids.")
    var json = false

    func run() throws {
        var settings = try ProjectSettings.load()
        let named = settings.choose(files: selection.files)
        var plan = RunPlan(purpose: .list, files: try FileSelection.scenarioFiles(named))
        plan.selectors = named.map(ScenarioSelector.init)
        plan.filters = try selection.parsedFilters()
        plan.skips = try selection.parsedSkips()
        plan.slice = try selection.requestedSlice()
        plan.jobs = coreCount()
        if plan.files.isEmpty {
            printError(Hints.noFiles(in: named))
            throw ArgumentParser.ExitCode(Relaunch.ExitCode.nothingSelected.rawValue)
        }
        let console = ConsoleReporter(write: printError(part:))
        let dispatcher = try Dispatcher(plan: plan, reports: ReportSet([console]))
        try dispatcher.run()
        if case .signal(let number)? = dispatcher.interruption {
            throw ArgumentParser.ExitCode(128 + (number == SIGINT ? SIGINT : SIGTERM))
        }
        let suites = dispatcher.listed
        if json { try printJSON(suites) } else { printText(suites) }
        try finish(dispatcher)
    }

    private func printText(_ suites: [SuiteDescription]) {
        for suite in suites {
            for scenario in suite.scenarios {
                show("\(suite.file):\(scenario.line): \(suite.name)/\(scenario.name)")
                for problem in scenario.problems {
                    let line = problem.location?.line ?? scenario.line
                    show("    \(suite.file):\(line): error: \(problem.message)")
                }
                if let reason = scenario.skipped { show("    skipped: \(reason)") }
            }
        }
    }

    /// Names and messages are anybody's text: each is one line, which does nothing to a terminal.
    private func show(_ line: String) { printOutput(VisibleText.line(line)) }

    private func printJSON(_ suites: [SuiteDescription]) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let json = try encoder.encode(suites.map(EncodedSuite.init))
        printOutput(String(decoding: json, as: UTF8.self))
    }

    private func finish(_ dispatcher: Dispatcher) throws {
        var code = exitCode(dispatcher)
        for problem in dispatcher.unmatched { printError("\(problem)") }
        if !dispatcher.unmatched.isEmpty {
            if code == .passed { code = .nothingSelected }
        } else if code == .nothingSelected {
            printError(Hints.nothingSelected(in: dispatcher))
        }
        guard code == .passed else { throw ArgumentParser.ExitCode(code.rawValue) }
    }

    /// What a run of the same selection would find wrong before it launches anything counts here, too.
    private func exitCode(_ dispatcher: Dispatcher) -> Relaunch.ExitCode {
        let isWrong = dispatcher.listed.contains { $0.scenarios.contains { !$0.problems.isEmpty } }
        return isWrong ? .errored : dispatcher.tally.exitCode
    }
}
