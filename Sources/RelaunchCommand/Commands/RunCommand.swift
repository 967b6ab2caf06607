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
              relaunch run Scenarios/Notes.swift:12     the scenario in which that line lies
              relaunch run --filter '^Notes/a draft'    by the names of suite and scenario
              relaunch run --slice 2/3                  the second of three machines
              relaunch run --max-fail 1 --no-controls   a quick run
              relaunch run --last-failed                what did not pass when it ran last
              relaunch run --until-failure --jobs 1     again and again, until a case fails
              relaunch run --retries 2                  tell flaky cases from failed ones
              relaunch run --events - | jq              what happens, as JSON Lines
              relaunch run --trace-protocol             what is said to the target, and by it

            SETTINGS
            What a project wants in every run stands in a file Relaunch.swift in the working directory \
            or in the nearest one above it, up to the root of the repository or package. It is Swift, as \
            scenarios are:

                import Relaunch
                let settings = Settings(scenarios: "Scenarios", jobs: 4, retries: 1)

            Options on the command line win over settings, and settings over defaults. They are \
            compiled once after each change, so that the compiler finds a misspelt name.
            """)

    @OptionGroup var options: RunOptions

    func run() throws {
        try Run(plan: try options.plan(), execution: options.execution).perform()
    }
}

/// How many processors this process may use.
func coreCount() -> Int { max(1, ProcessInfo.processInfo.activeProcessorCount) }
