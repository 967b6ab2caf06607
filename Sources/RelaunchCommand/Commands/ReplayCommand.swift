import ArgumentParser
import Relaunch

/// `relaunch replay`.
struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay", abstract: "Run exactly one case and show its timeline.",
        discussion: """
            A failure says the command that replays it. The name of a scenario may be cut short where no \
            other one begins so.

            EXAMPLES
              relaunch replay 'Scenarios/Notes.swift::a draft survives' --seed 42
              relaunch replay Scenarios/Notes.swift:12 --keep
              relaunch replay 'Scenarios/Sweeps.swift::killed anywhere::7' --open
              relaunch replay 'Scenarios/Sweeps.swift::killed anywhere::7' --debugger gdb
            """)

    @Argument(
        help: ArgumentHelp(
            """
            FILE::SCENARIO, with ::BRANCH for each step that has several; or FILE:LINE, or a line of \
            `relaunch list`.
            """, valueName: "case"))
    var identity: String

    @Flag(
        help: """
            Leave the target running where the case has failed or ended, for a look at it and at its \
            container, until Ctrl-C.
            """)
    var open = false

    @Option(
        help: ArgumentHelp(
            """
            Stop the target at its start, with the state built that it starts on, and debug it on this \
            terminal. No time limit holds.
            """, valueName: "lldb|gdb"))
    var debugger: Debugger?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Which launch of the case is debugged. (default: the last that is judged)",
            valueName: "number"))
    var launch: Int?

    @OptionGroup var execution: ExecutionOptions
    @OptionGroup var repetition: RepeatOptions

    func validate() throws {
        try validateDebugger()
        if ScenarioSelector(identity).choice == .all {
            throw ValidationError(
                """
                '\(identity)' names no case: write FILE::SCENARIO, FILE:LINE, or a line that \
                `relaunch list` prints
                """)
        }
    }

    private func validateDebugger() throws {
        guard let debugger else {
            guard launch == nil else {
                throw ValidationError(
                    "--launch says what --debugger is to see; add --debugger lldb or gdb")
            }
            return
        }
        if let launch, launch < 1 {
            throw ValidationError("--launch is \(launch); launches are counted from 1")
        }
        guard debugger.program(in: ProcessInfo.processInfo.environment) != nil else {
            let other = debugger == .gdb ? "lldb" : "gdb"
            throw ValidationError(
                """
                there is no '\(debugger.rawValue)' on the PATH; install it, or use \
                --debugger \(other)
                """)
        }
    }

    func run() throws {
        let selector = ScenarioSelector(identity)
        let files: [ScenarioFile]
        do { files = try FileSelection.files(named: [selector]) } catch {
            throw ValidationError("\(error)")
        }
        var plan = RunPlan(purpose: .replay(selector), files: files, named: [selector.file])
        plan.settings = try ProjectSettings.load()
        plan.jobs = 1
        plan.leavesOpen = open
        plan.debugging = debugger.map { ($0, launch ?? 0) }
        repetition.apply(to: &plan)
        try Run(plan: plan, execution: execution).perform()
    }
}
