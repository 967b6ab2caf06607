import ArgumentParser
import Relaunch

/// `relaunch run`.
struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Run scenarios.",
        discussion: """
            EXAMPLES
              relaunch run                              every file in Scenarios/
              relaunch run Scenarios/Notes.swift        one file
              relaunch run --filter '^Notes/a draft'    by the names of suite and scenario
              relaunch run --slice 2/3                  the second of three machines
              relaunch run --max-fail 1 --no-controls   a quick run
              relaunch run --last-failed                what did not pass when it ran last
              relaunch run --until-failure --jobs 1     again and again, until a case fails
              relaunch run --retries 2                  tell flaky cases from failed ones
              relaunch run --events - | jq              what happens, as JSON Lines
            """)

    @OptionGroup var selection: SelectionOptions
    @OptionGroup var execution: ExecutionOptions
    @OptionGroup var repetition: RepeatOptions
    @OptionGroup var rerun: RerunOptions

    @Option(
        help: ArgumentHelp(
            "How many scenarios run at once. (default: the number of cores)", valueName: "number"))
    var jobs: Int?

    @Option(
        name: .customLong("max-fail"),
        help: ArgumentHelp("Start nothing more after this many failures.", valueName: "number"))
    var maximumFailures: Int?

    @Option(
        name: .customLong("kernel-check"),
        help: ArgumentHelp(
            """
            In each Sweep(.system), also kill the target for real at this many random calls, and \
            compare the disk with what was predicted.
            """, valueName: "number"))
    var kernelCheckPoints: Int?

    func validate() throws {
        if let jobs, jobs < 1 { throw ValidationError("--jobs is \(jobs); at least 1 is needed") }
        if let maximumFailures, maximumFailures < 1 {
            throw ValidationError("--max-fail is \(maximumFailures); at least 1 is needed")
        }
        if let kernelCheckPoints, kernelCheckPoints < 1 {
            throw ValidationError(
                "--kernel-check is \(kernelCheckPoints); at least 1 is needed")
        }
    }

    func run() throws {
        var plan = RunPlan(files: try selection.scenarioFiles(), named: selection.files)
        plan.filters = try selection.parsedFilters()
        plan.skips = try selection.parsedSkips()
        plan.slice = try selection.requestedSlice()
        plan.jobs = jobs ?? coreCount()
        plan.maximumFailures = maximumFailures
        plan.kernelCheckPoints = kernelCheckPoints ?? 0
        repetition.apply(to: &plan)
        rerun.apply(to: &plan)
        try Run(plan: plan, execution: execution).perform()
    }
}

/// How many processors this process may use.
func coreCount() -> Int { max(1, ProcessInfo.processInfo.activeProcessorCount) }
