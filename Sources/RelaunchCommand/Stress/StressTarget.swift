import ArgumentParser
import Relaunch

/// Finds the executable of a target that is named on the command line, and builds it where it is a
/// product that is missing or older than its sources.
enum NamedTarget {
    /// Its absolute path.
    ///
    /// - Parameter suite: the suite whose target it is, and beside whose file a path is meant.
    /// - Throws: The exit status, where there is none; the reason has been said.
    static func executable(_ name: String, of suite: Suite? = nil) throws -> String {
        do {
            let processes = try ProcessTable()
            let compiler = try Compiler(environment: processes.environment)
            let builder = TargetBuilder(
                processes: processes, state: StateDirectory(), compiler: compiler)
            // A path is relative to where the command was given.
            var target = name
            if name.contains("/") {
                target = suite?.location.absolutePath(beside: name) ?? Path.absolute(name)
            }
            let file = ScenarioFile(path: suite?.location.file ?? name)
            if let suite, !suite.target.driver.can(.package) {
                return try builder.program(target, for: file)
            }
            switch try builder.find(target, for: file) {
            case .ready(let path): return path
            case .building(let build):
                while build.result == nil {
                    let soon = ContinuousClock.now + .milliseconds(500)
                    _ = try waitForInput(processes.descriptors, until: builder.deadline ?? soon)
                    _ = processes.update()
                    builder.update()
                    for note in builder.takeNotes() { printError("note: \(note)") }
                }
                return try build.result?.get() ?? target
            }
        } catch {
            printError("relaunch: error: \(error)")
            throw ArgumentParser.ExitCode(Relaunch.ExitCode.errored.rawValue)
        }
    }
}
