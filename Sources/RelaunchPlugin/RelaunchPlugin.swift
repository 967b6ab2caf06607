import Foundation
import PackagePlugin

/// `swift package relaunch …` in a package that depends on Relaunch: builds the command and runs it.
@main struct RelaunchPlugin: CommandPlugin {
    /// The command could not be built or did not succeed.
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    func performCommand(context: PluginContext, arguments: [String]) async throws {
        let program = try command()
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.currentDirectoryURL = context.package.directoryURL
        var environment = ProcessInfo.processInfo.environment
        // SwiftPM holds its lock until this plug-in ends: what the command has SwiftPM build meanwhile
        // must not wait for that.
        environment["RELAUNCH_PLUGIN_PACKAGE"] = context.package.directoryURL.path
        process.environment = environment
        try process.run()
        process.waitUntilExit()
        // SwiftPM has only one status for a plug-in that fails.
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            throw Failure(description: "relaunch ended with status \(process.terminationStatus)")
        }
    }

    /// Builds `relaunch`, and returns where it is.
    private func command() throws -> URL {
        let result = try packageManager.build(.product("relaunch"), parameters: .init())
        guard result.succeeded else {
            throw Failure(description: "relaunch could not be built:\n\(result.logText)")
        }
        let programs = result.builtArtifacts.filter { $0.kind == .executable }.map(\.url)
        guard let program = programs.first(where: { $0.lastPathComponent == "relaunch" }) else {
            throw Failure(
                description: "the build of relaunch has made no program:\n\(result.logText)")
        }
        return program
    }
}
