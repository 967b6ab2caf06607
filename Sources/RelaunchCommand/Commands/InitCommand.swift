import ArgumentParser
import Relaunch

/// `relaunch init`.
struct InitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Write a first scenario file.")

    @Argument(help: "The file to write; it must not exist. (default: Scenarios/First.swift)")
    var file: String?

    func run() throws {}
}
