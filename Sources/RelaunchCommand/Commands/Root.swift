import ArgumentParser
import Relaunch
import RelaunchAudit

/// `relaunch`.
@main
struct Root: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "relaunch",
        abstract: "Kills a program where it hurts, launches it again, and checks what came back.",
        discussion: """
            A scenario file is plain Swift: a suite of scenarios for one program. It is compiled on the \
            fly, and again only when it has changed. `run` is the default subcommand.

            EXAMPLES
              relaunch init                          write a first scenario file
              relaunch                               run every file in Scenarios/
              relaunch Scenarios/Notes.swift         run one file
              relaunch run --filter 'draft|crash'    run what has a name like this
              relaunch run --junit report.xml        write a report for a CI server
              relaunch watch                         run again what a saved file concerns
              relaunch list                          say what would run
              relaunch audit notes                   check every rule without a scenario
              relaunch stress notes --for 10m        live random lives, and shorten what fails
              relaunch archive notes.savedState      show what an app has saved
              relaunch adopt App/*.swift             bring an iOS app's code to Linux
              relaunch clean --dry-run               say what is cached and kept
              relaunch replay 'Scenarios/Notes.swift::a draft survives'
                                                     run one case and show its timeline

            EXIT STATUS
              0    every scenario passed
              1    a scenario failed, or was vacuous
              2    the harness or a scenario errored
              4    nothing was selected, or not all that was named
              64   wrong usage, or a report that cannot be written
              101  a scenario file did not compile or defines no suite; the others still ran
              130  interrupted (143: terminated); results so far are kept

            COMPLETION
              relaunch --generate-completion-script bash|zsh|fish
            """,
        version: relaunchVersion,
        subcommands: [
            RunCommand.self, WatchCommand.self, ListCommand.self, ReplayCommand.self,
            AuditCommand.self, StressCommand.self, MergeCommand.self, InitCommand.self,
            ArchiveCommand.self, AdoptCommand.self, CleanCommand.self,
            KitCommand.self,
            AuditHostCommand.self, BuildServerCommand.self,
        ],
        defaultSubcommand: RunCommand.self)

    /// What a misspelt command may have been meant to be.
    static var subcommandNames: [String] {
        [
            RunCommand.self, WatchCommand.self, ListCommand.self, ReplayCommand.self,
            AuditCommand.self, StressCommand.self, MergeCommand.self, InitCommand.self,
            ArchiveCommand.self, AdoptCommand.self, CleanCommand.self,
        ]
        .compactMap { ($0 as any ParsableCommand.Type).configuration.commandName }
    }

    /// Does what the command line says.
    static func main() { runCommandLine() }

    /// Does what the command line says. What shows only while a subcommand runs to be wrong about it is
    /// answered as what the parser finds: with the usage of that subcommand.
    static func runCommandLine() {
        var command: any ParsableCommand
        do { command = try parseAsRoot() } catch { exit(withError: error) }
        do { try command.run() } catch let error as ValidationError {
            let name = type(of: command).configuration.commandName ?? ""
            printError("Error: \(error.message)")
            let usage = usageString(for: type(of: command)).replacing("\n", with: "\n       ")
            printError("Usage: \(usage)")
            printError("  See 'relaunch \(name) --help' for more information.")
            exit(withError: ArgumentParser.ExitCode.validationFailure)
        } catch { exit(withError: error) }
    }
}
