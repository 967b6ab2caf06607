import ArgumentParser
import Relaunch

/// What `run` and `watch` can be told.
struct RunOptions: ParsableArguments {
    @OptionGroup var selection: SelectionOptions
    @OptionGroup var execution: ExecutionOptions
    @OptionGroup var repetition: RepeatOptions
    @OptionGroup var rerun: RerunOptions

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How many scenarios run at once. (default: the number of cores)", valueName: "number"))
    var jobs: Int?

    @Option(
        name: .customLong("max-fail"), parsing: .unconditional,
        help: ArgumentHelp("Start nothing more after this many failures.", valueName: "number"))
    var maximumFailures: Int?

    @Option(
        name: .customLong("kernel-check"), parsing: .unconditional,
        help: ArgumentHelp(
            """
            In each sweep, also kill the target for real at this many random calls, and compare the \
            disk with what was predicted; 0 leaves that out. (default: 2)
            """, valueName: "number"))
    var kernelCheckPoints: Int?

    @Option(
        name: .customLong("real-disk"), parsing: .unconditional,
        help: ArgumentHelp(
            """
            In each Sweep(.powerLoss(…)), also carry the steps out on a real file system of that \
            kind, cut its power at this many random moments, and relaunch the target on what is left. \
            It needs root, FUSE and loop devices.
            """, valueName: "number"))
    var realImages: Int?

    func validate() throws {
        if let jobs, jobs < 1 { throw ValidationError("--jobs is \(jobs); at least 1 is needed") }
        if let maximumFailures, maximumFailures < 1 {
            throw ValidationError("--max-fail is \(maximumFailures); at least 1 is needed")
        }
        if let kernelCheckPoints, kernelCheckPoints < 0 {
            throw ValidationError(
                "--kernel-check is \(kernelCheckPoints); a number of calls is needed, or 0 for none"
            )
        }
        if let realImages, realImages < 1 {
            throw ValidationError("--real-disk is \(realImages); at least 1 is needed")
        }
    }

    /// What is asked for, understood.
    func plan() throws -> RunPlan {
        var settings = try ProjectSettings.load()
        let named = settings.choose(files: selection.files)
        var plan = RunPlan(files: try FileSelection.scenarioFiles(named), named: named)
        plan.selectors = named.map(ScenarioSelector.init)
        plan.filters = try selection.parsedFilters()
        plan.skips = try selection.parsedSkips()
        plan.slice = try selection.requestedSlice()
        plan.jobs = settings.choose(jobs, "jobs", \.jobs) ?? coreCount()
        plan.maximumFailures = maximumFailures
        plan.kernelCheckPoints = kernelCheckPoints ?? 2
        plan.isKernelCheckAsked = kernelCheckPoints != nil
        plan.realImages = realImages ?? 0
        repetition.apply(to: &plan)
        plan.settings = settings
        try rerun.apply(to: &plan)
        return plan
    }
}
