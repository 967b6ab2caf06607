import ArgumentParser
import CrashStates
import Relaunch
import RelaunchStress

/// `relaunch merge`.
struct MergeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge", abstract: "Join the shares of a stress run.",
        discussion: """
            The result is that of one run with the same seed that was not divided. The order of the \
            directories makes no difference, and one that is named twice counts once. A share that is \
            missing or not complete is named.

            EXAMPLES
              relaunch merge stress-1 stress-2 stress-3 --output stress-all

            EXIT STATUS
              0    all shares are there, and nothing failed
              1    something failed
              2    a share is missing or not complete, or a directory is of another run
            """)

    @Argument(help: "Directories of stress runs.", completion: .directory)
    var directories: [String]

    @Option(
        help: ArgumentHelp(
            "Where the whole is written: its result and its scenario files.",
            valueName: "folder"), completion: .directory)
    var output: String?

    func validate() throws {
        if directories.isEmpty { throw ValidationError("name the directories to join") }
    }

    func run() throws {
        do { try merge() } catch let error as StressDirectoryError {
            try fail("\(error)")
        } catch let error as StressMerge.Problem { try fail("\(error)") }
    }

    private func fail(_ message: String) throws {
        printError("relaunch: error: \(message)")
        throw ArgumentParser.ExitCode(Relaunch.ExitCode.errored.rawValue)
    }

    private func merge() throws {
        let merged = try StressMerge(directories.map { Path.absolute($0) })
        let result = StressResult(merged.options, merged.record)
        var files: [String] = []
        if let output {
            let directory = try StressDirectory.make(Path.absolute(output), merged.options)
            try directory.write(result)
            for failure in result.failures {
                files.append(try directory.write(failure.scenario, named: failure.fileName))
            }
        }
        StressReport(
            result: result, files: files.isEmpty ? result.failures.map { _ in "–" } : files,
            seconds: 0
        ).write()
        for problem in merged.problems { printError("✘ \(problem)") }
        if !merged.problems.isEmpty {
            throw ArgumentParser.ExitCode(Relaunch.ExitCode.errored.rawValue)
        }
        if !result.failures.isEmpty {
            throw ArgumentParser.ExitCode(Relaunch.ExitCode.failed.rawValue)
        }
    }
}
