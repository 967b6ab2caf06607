import ArgumentParser
import Relaunch
import RelaunchAudit

/// `relaunch audit-host`: the process that an audit runs in, as a scenario file's host is one.
struct AuditHostCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit-host", abstract: "Carry out an audit for `relaunch audit`.",
        shouldDisplay: false)

    @Argument(help: "What is audited, as JSON.")
    var options: String

    func run() throws {
        let options: AuditOptions
        do {
            options = try JSONDecoder().decode(AuditOptions.self, from: Data(self.options.utf8))
        } catch {
            throw ValidationError("'\(self.options)' does not describe an audit")
        }
        Task { await AuditHost.main(options, of: CommandLibrary.suite) }
        while true { pause() }
    }
}
