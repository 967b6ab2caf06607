import ArgumentParser
import Relaunch

/// How often scenarios run.
struct RepeatOptions: ParsableArguments {
    @Option(
        name: .customLong("repeat"), parsing: .unconditional,
        help: ArgumentHelp(
            "Run each scenario so many times, each time with another seed.", valueName: "number"))
    var rounds: Int?

    @Flag(
        name: .customLong("until-failure"),
        help: "Run again and again until a case does not pass, or as often as --repeat says.")
    var isUntilFailure = false

    func validate() throws {
        if let rounds, rounds < 1 {
            throw ValidationError("--repeat is \(rounds); at least 1 is needed")
        }
    }

    func apply(to plan: inout RunPlan) {
        plan.rounds = rounds ?? (isUntilFailure ? nil : 1)
        if isUntilFailure { plan.maximumFailures = plan.maximumFailures ?? 1 }
        plan.stopsAtFailure = isUntilFailure
    }
}

/// What is run again: scenarios that did not pass before, and cases that do not pass now.
struct RerunOptions: ParsableArguments {
    @Flag(
        name: .customLong("last-failed"),
        help: "Run only what did not pass when it ran last; everything where there is nothing.")
    var runsFailedOnly = false

    @Flag(
        name: .customLong("failed-first"),
        help: "Run first what did not pass when it ran last, and then the rest.")
    var runsFailedFirst = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            """
            Run a case that does not pass up to so many times more. One that passes then is flaky. \
            (default: 0)
            """, valueName: "number"))
    var retries: Int?

    @Flag(
        inversion: .prefixedNo, exclusivity: .exclusive,
        help: "End with status 1 where a case was flaky. (default: --no-fail-on-flaky)")
    var failOnFlaky: Bool?

    func validate() throws {
        if let retries, retries < 0 {
            throw ValidationError("--retries is \(retries); at least 0 is needed")
        }
        if runsFailedOnly, runsFailedFirst {
            throw ValidationError(
                "--last-failed and --failed-first exclude each other; use one of them")
        }
    }

    func apply(to plan: inout RunPlan) throws {
        plan.retries = plan.settings.choose(retries, "retries", \.retries) ?? 0
        if failOnFlaky == true, plan.retries == 0 {
            throw ValidationError(
                "--fail-on-flaky needs --retries: without a second attempt no case is flaky")
        }
        plan.failsOnFlaky =
            plan.settings.choose(failOnFlaky, "failOnFlaky", \.failOnFlaky) ?? false
        let lastFailed = LastFailed(state: StateDirectory())
        plan.lastFailed = lastFailed
        guard runsFailedOnly || runsFailedFirst else { return }
        let known = lastFailed.entries()
        func hasFailed(_ file: ScenarioFile) -> Bool {
            let name = lastFailed.name(of: file.path)
            return known.contains { $0.file == name }
        }
        let files = plan.files.filter(hasFailed)
        guard !files.isEmpty else {
            if !plan.files.isEmpty {
                plan.notes.append("nothing is known to have failed; all scenarios run")
            }
            return
        }
        plan.failedBefore = known
        plan.runsFailedOnly = runsFailedOnly
        plan.files = runsFailedOnly ? files : files + plan.files.filter { !hasFailed($0) }
    }
}
