import ArgumentParser
import Relaunch

/// `relaunch make-kit`, which scripts/install calls.
struct KitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "make-kit", abstract: "Copy what scenario files are compiled with.",
        shouldDisplay: false)

    @Argument(help: "The directory to make.")
    var directory: String

    func run() throws {
        let processes = try ProcessTable()
        let builder = KitBuilder(
            compiler: try Compiler(environment: processes.environment), processes: processes,
            state: StateDirectory())
        try makeDirectory(Path.directory(of: Path.absolute(directory)))
        try builder.export(to: Path.absolute(directory))
    }
}
