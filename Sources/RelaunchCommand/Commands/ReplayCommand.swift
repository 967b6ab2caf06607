import ArgumentParser
import Relaunch

/// `relaunch replay`.
struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay", abstract: "Run exactly one case and show its timeline.",
        discussion: """
            A failure says the command that replays it.

            EXAMPLES
              relaunch replay 'Scenarios/Notes.swift::a draft survives' --seed 42
              relaunch replay 'Scenarios/Notes.swift::a draft survives' --keep
              relaunch replay 'Scenarios/Sweeps.swift::any save::7' --open
            """)

    @Argument(
        help: ArgumentHelp(
            "FILE::SCENARIO, with ::BRANCH for each step that has several.", valueName: "case"))
    var identity: String

    @Flag(
        help: """
            Leave the target running where the case has failed or ended, for a look at it and at its \
            container, until Ctrl-C.
            """)
    var open = false

    @OptionGroup var execution: ExecutionOptions

    func validate() throws {
        guard let parts = Self.parts(of: identity), !parts.file.isEmpty, !parts.scenario.isEmpty
        else {
            throw ValidationError(
                "'\(identity)' names no case: write FILE::SCENARIO, as `relaunch list` shows it")
        }
    }

    private static func parts(of text: String) -> (file: String, scenario: String)? {
        guard let separator = text.firstRange(of: "::") else { return nil }
        return (String(text[..<separator.lowerBound]), String(text[separator.upperBound...]))
    }

    func run() throws {
        guard let parts = Self.parts(of: identity) else { return }
        let files: [ScenarioFile]
        do { files = try FileSelection.files(named: [parts.file]) } catch {
            throw ValidationError("\(error)")
        }
        var plan = RunPlan(
            purpose: .replay(parts.scenario), files: files, named: [parts.file])
        plan.jobs = 1
        plan.leavesOpen = open
        try Run(plan: plan, execution: execution).perform()
    }
}
