import ArgumentParser
import Relaunch

/// `relaunch watch`.
struct WatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Run scenarios, and again what a saved file concerns.",
        usage: "relaunch watch [<options>] [<files> ...]",
        discussion: """
            Runs every file once. Then it waits until a scenario file, a file of a folder Support/ beside \
            it, or the target's executable is saved, and runs again the files that this concerns; all of \
            them for the project's settings, Relaunch.swift, which may also name other files. A file that does not compile is answered with \
            the compiler's message. Ctrl-C ends it.

            EXAMPLES
              relaunch watch                             every file in Scenarios/
              relaunch watch Scenarios/Notes.swift       one file
              relaunch watch --no-controls               with options of `relaunch run`
            """)

    @OptionGroup var options: RunOptions

    func validate() throws {
        if let path = options.execution.events {
            throw ValidationError(
                "--events \(path) is not for `relaunch watch`, which reads the events itself; use "
                    + "`relaunch run`")
        }
    }

    func run() throws {
        let watched: WatchedFiles
        var settings = try ProjectSettings.load()
        let named = settings.choose(files: options.selection.files)
        do {
            watched = try WatchedFiles(
                named: named.map(ScenarioSelector.init), settings: settings.file?.absolutePath)
        } catch {
            throw ValidationError("\(error)")
        }
        if watched.files.isEmpty {
            printError("note: " + Hints.noFiles(in: named))
            throw ArgumentParser.ExitCode(Relaunch.ExitCode.nothingSelected.rawValue)
        }
        let rest = try Self.rest(
            of: Array(CommandLine.arguments.dropFirst().drop { $0 != "watch" }.dropFirst()),
            without: options.selection.files)
        // Ctrl-C is how one leaves.
        let typed = options.selection.files
        let signal = try WatchLoop(watched, options: rest) {
            (try? ProjectSettings.saved()).map { settings in
                var settings = settings
                return settings.choose(files: typed).map(ScenarioSelector.init)
            }
        }.serve()
        if signal != SIGINT { throw ArgumentParser.ExitCode(128 + signal) }
    }

    /// What was typed without the files, for a run of some of them.
    private static func rest(of typed: [String], without files: [String]) throws -> [String] {
        // A file may be called as the value of an option is: what is left has to name no file.
        for takesFirst in [false, true] {
            var rest = typed
            for file in takesFirst ? files : files.reversed() {
                let index = takesFirst ? rest.firstIndex(of: file) : rest.lastIndex(of: file)
                if let index { rest.remove(at: index) }
            }
            if let options = try? RunOptions.parse(rest), options.selection.files.isEmpty {
                return rest.filter { $0 != "--" }
            }
        }
        throw ValidationError(
            "the files cannot be told from values of options; write the options as --NAME=VALUE")
    }
}
